"""The statement the regulation owes a player: every hand and round of his sessions, and what they brought him."""
