"""The limits of what staff may give, and of what one of them may give alone. They are on record, and never absent.

Until others are recorded those of :data:`DEFAULT` hold. A ledger begins with them on record (``tombo init``), so that nobody has to
know this program to know them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from tombo.ledger.core.money import Money
from tombo.ledger.house.limits.events import LimitsSet

LIMITS_STREAM: Final = "house:limits"


class Limits(NamedTuple):
    """The limits in force, in cents."""

    alone: int
    alone_sum: int
    most: int


DEFAULT: Final = LimitsSet(
    compensation_alone=Money(50_00), compensation_alone_sum=Money(250_00), compensation_most=Money(5_000_00)
)
"""What holds until somebody sets other limits."""


def evolve(_: Limits | None, event: LimitsSet) -> Limits:
    """The limits after ``event``: those it says."""
    return Limits(event.compensation_alone.cents, event.compensation_alone_sum.cents, event.compensation_most.cents)


def limits(view: Callable[[str], Any]) -> Limits:
    """The limits in force."""
    found: Limits | None = view(LIMITS_STREAM)
    return evolve(None, DEFAULT) if found is None else found
