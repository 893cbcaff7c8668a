"""France: ANJ's events of poker, each a document of the regulator's own schema."""
