"""Reports of tournaments."""
