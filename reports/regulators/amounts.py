"""Amounts as the records have them."""

from __future__ import annotations


def euros(cents: int) -> str:
    """A point and two decimals, below 0 with a sign. No separator is printed; RESF's totals are ``xs:decimal``, which has a point."""
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole}.{rest:02d}"
