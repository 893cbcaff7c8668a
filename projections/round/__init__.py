"""Hands and rounds, of every game: as somebody may see them, step by step, and audited in bulk."""
