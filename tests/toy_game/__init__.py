"""The stranger's game: a die is thrown, and one bets on even or odd, for even money. No regulation knows it, and no shipped file."""
