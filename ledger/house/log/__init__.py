"""The log itself."""
