"""Words about the log itself: its keys, its publisher, what was lost of it, and what a stranger can check."""
