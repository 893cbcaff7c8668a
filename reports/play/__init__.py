"""Reports of hands and rounds."""
