"""Days that are closed."""
