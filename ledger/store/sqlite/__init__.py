"""The ledger in one SQLite file."""
