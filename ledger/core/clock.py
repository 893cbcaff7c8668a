"""Time: UTC, whole microseconds since 1970, always from a clock that is passed in."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Annotated, Final, Protocol

from pydantic import Field

Instant = Annotated[int, Field(ge=0, le=2**53 - 1)]
"""Microseconds since 1970-01-01T00:00:00Z."""

SECOND: Final = 1_000_000


class Clock(Protocol):
    """Where the ledger takes its time from."""

    def now(self) -> int:
        """Microseconds since 1970-01-01T00:00:00Z."""
        ...


class SystemClock:
    """The machine's clock. It may step back; the ledger records when it does (``log.clock_stepped``)."""

    def now(self) -> int:
        """Microseconds since 1970-01-01T00:00:00Z."""
        return time.time_ns() // 1_000


def happened(occurred: int | None, recorded: int) -> int:
    """When an entry happened: by its source's word, as far as that is not after it was recorded; else as it was recorded."""
    return recorded if occurred is None or occurred > recorded else occurred


class SteppingClock:
    """A clock for tests and simulations: starts at ``start`` and moves ``step`` microseconds a reading."""

    def __init__(self, start: int = 1_763_000_000_000_000, step: int = 1_000) -> None:
        self.instant = start
        self.step = step

    def now(self) -> int:
        """The next instant."""
        self.instant += self.step
        return self.instant


def display_duration(microseconds: int) -> str:
    """A length of time in the largest unit that tells it in whole numbers: ``14 seconds``, ``14500 milliseconds``."""
    for unit, name in ((SECOND, "seconds"), (SECOND // 1_000, "milliseconds")):
        if microseconds % unit == 0:
            return f"{microseconds // unit} {name}"
    return f"{microseconds} microseconds"


def display_instant(instant: int) -> str:
    """``instant`` as ISO 8601 in UTC with six digits and ``Z``: one instant, one text."""
    moment = datetime.fromtimestamp(instant // SECOND, tz=UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{instant % SECOND:06d}Z"
