"""The double-entry book: where every cent of the ledger lies, and how it came there."""
