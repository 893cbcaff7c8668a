"""What is said about the terms of each game: a file a game."""
