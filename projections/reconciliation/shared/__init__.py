"""What of a night other processes and machines do, and how it is merged (decision 0044)."""
