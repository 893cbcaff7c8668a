"""A dispute: its case, and what it is about computed again."""
