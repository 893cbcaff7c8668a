"""The limits of what the house gives."""
