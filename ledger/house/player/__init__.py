"""Players as persons."""
