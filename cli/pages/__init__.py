"""Pages: one self-contained file of HTML each, in Portuguese, which prevails, and English (docs/decisions/0015)."""
