"""Hands in PHH, the Poker Hand History format: read into the ledger, and written from it."""
