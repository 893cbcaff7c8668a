"""What is told, as people who read English are told it."""

from __future__ import annotations

from collections.abc import Iterable

from tombo.ledger.core.said import Told


def english(told: Iterable[Told]) -> tuple[str, ...]:
    """Each sentence in English."""
    return tuple(one.text() for one in told)
