"""Tombo's ledger: the hand-history and audit register of a licensed online gaming operator."""

if __name__ != "tombo.ledger":
    raise ImportError("expected: tombo.ledger")
