"""Players' sessions."""
