"""What is said about blackjack: one row a meaning, a column a language; a file for the door, and one for the audit."""
