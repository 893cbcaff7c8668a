"""Staff: roles, keys, and what they sign."""
