"""Honest play through real processes that are killed, race, stop and are restored: nobody may cry forgery."""
