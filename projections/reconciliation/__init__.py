"""The nightly reconciliation: a Lisbon day looked through entry by entry, and whatever does not tie."""
