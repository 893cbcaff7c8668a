"""What reports of tournaments say."""
