"""Tables of games against the house."""
