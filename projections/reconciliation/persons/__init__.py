"""What the night asks of players as persons: who is registered, and plays while he is logged on."""
