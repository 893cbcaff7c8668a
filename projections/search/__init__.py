"""Every hand and round found by who played, where, when, for what, which cards lay open, what was objected to and disputed."""
