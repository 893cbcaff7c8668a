"""The words that one types, a file each."""
