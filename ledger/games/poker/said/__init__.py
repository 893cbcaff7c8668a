"""What is said about hands of poker: one row a meaning, a column a language; a file a subject, as the rules have them."""
