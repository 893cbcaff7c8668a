"""The red team against a running system: an honest ledger, every way to forge its tables, every way to use it."""
