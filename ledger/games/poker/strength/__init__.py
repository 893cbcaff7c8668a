"""What five cards are worth: the full deck, the stripped one, and what a combination is called."""
