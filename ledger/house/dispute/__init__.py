"""Disputes, and what is paid for them."""
