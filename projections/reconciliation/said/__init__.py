"""What the night says of a day: one row a meaning, a column a language."""
