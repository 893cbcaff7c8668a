"""The games, one folder each, independent of one another."""
