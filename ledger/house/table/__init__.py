"""Tables of poker."""
