"""The words about hands and rounds: one of them, lists of them, and the search."""
