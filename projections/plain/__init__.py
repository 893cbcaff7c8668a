"""What an entry says by itself, or with one before it, as rows: nothing of these is followed, they are folded when somebody asks."""
