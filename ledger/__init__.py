"""Tombo's ledger: the hand-history and audit register of a licensed online gaming operator."""
