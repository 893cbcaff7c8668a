"""What reports of hands and rounds say."""
