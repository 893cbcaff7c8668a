"""What is said about tournaments: one row a meaning, a column a language; a file a subject."""
