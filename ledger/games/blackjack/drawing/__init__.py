"""How a round of blackjack lies on its table."""
