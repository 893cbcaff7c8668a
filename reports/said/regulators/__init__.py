"""What is said of regulators' files."""
