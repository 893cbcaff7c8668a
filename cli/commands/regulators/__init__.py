"""What is handed to regulators."""
