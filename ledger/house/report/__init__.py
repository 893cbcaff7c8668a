"""Releases: what was handed to a regulator, when, by whom, and from how much of the log."""
