"""Time: UTC, whole microseconds since 1970, always from a clock that is passed in."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Annotated, Final, Protocol

from pydantic import Field

from tombo.ledger.core.ids import IMPORT_TABLE

INSTANT_MAX: Final = 2**53 - 1
"""The largest integer of the canonical encoding, in the year 2255."""

Instant = Annotated[int, Field(ge=0, le=INSTANT_MAX)]
"""Microseconds since 1970-01-01T00:00:00Z."""

SECOND: Final = 1_000_000
DECIDING: Final = 60 * SECOND
"""The longest that may pass between the moment at which a door decides a command and that at which it is recorded."""
SKEW: Final = 10 * SECOND
"""How far the clock of who asks may be from the ledger's, and clocks of several sources from one another (architecture, decision 24)."""
LATENESS: Final = 15 * 60 * SECOND
"""How long after it happened something may be recorded: what is older is recorded as of now, and is of the day on which it was recorded."""
FROM_FILES: Final = (f"hand:{IMPORT_TABLE}/", "import:")
"""How the streams begin of what was played elsewhere and read from a file: that may have occurred years ago."""


_PASSES: Final = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
"""A machine that slept has not been set: on Linux the clock that goes on meanwhile."""


class Clock(Protocol):
    """Where the ledger takes its time from."""

    def now(self) -> int:
        """Microseconds since 1970-01-01T00:00:00Z."""
        ...

    def monotonic(self) -> int:
        """Microseconds since a moment that means nothing: how much time passes, whatever becomes of the date."""
        ...


class SystemClock:
    """The machine's clock. It may be set, back or ahead; what the ledger makes of that: ``tombo.ledger.core.clock_watch``."""

    def now(self) -> int:
        """Microseconds since 1970-01-01T00:00:00Z."""
        return time.time_ns() // 1_000

    def monotonic(self) -> int:
        """Microseconds since the machine started, those it slept included where the system counts them."""
        return time.clock_gettime_ns(_PASSES) // 1_000


def of_length(given: int, due: int) -> bool:
    """Whether the time that somebody is given is the one that is due to him: no less, and no more than clocks may differ by."""
    return due <= given <= due + SKEW


def happened(occurred: int | None, recorded: int, stream: str) -> int:
    """When an entry of ``stream`` happened: by its source's word, where that is not after it was recorded nor more than ``LATENESS`` before.

    Else as it was recorded, so that no claim moves money into a day that nobody looks at. What comes from a file has the time that the file gives.
    """
    if occurred is None or occurred > recorded:
        return recorded
    return occurred if recorded - occurred <= LATENESS or stream.startswith(FROM_FILES) else recorded


def stands_at(occurred: int | None, recorded: int) -> int:
    """The time that an entry stands at, before which what follows it in its stream did not happen.

    Where its source claims none it is the ledger's own, from which the source's clock may differ by ``SKEW``.
    """
    return recorded - SKEW if occurred is None else min(occurred, recorded)


class SteppingClock:
    """A clock for tests and simulations: starts at ``start`` and moves ``step`` microseconds a reading.

    Whoever moves ``instant`` lets that time pass; whoever calls ``is_set`` has somebody set the date.
    """

    def __init__(self, start: int = 1_763_000_000_000_000, step: int = 1_000) -> None:
        self.instant = start
        self.step = step
        self._set = 0

    def is_set(self, by: int) -> None:
        """The date is set ahead by so many microseconds, or back; no time passes."""
        self.instant += by
        self._set += by

    def monotonic(self) -> int:
        """The time that has passed: ``instant`` without what it was set by."""
        return self.instant - self._set

    def now(self) -> int:
        """The next instant."""
        self.instant += self.step
        return self.instant


def display_span(microseconds: int) -> str:
    """About how long, in the two largest units: ``14 years 12 days``, ``3 hours 20 minutes``, ``0.25 seconds``."""
    left, told = max(microseconds, 0), []
    for size, name in (
        (365 * 86_400 * SECOND, "year"),
        (86_400 * SECOND, "day"),
        (3_600 * SECOND, "hour"),
        (60 * SECOND, "minute"),
    ):
        count, left = divmod(left, size)
        if count:
            told.append(f"{count} {name}{'' if count == 1 else 's'}")
    if len(told) < 2 and (left or not told):  # noqa: PLR2004  # two units are enough
        told.append(f"{left / SECOND:.2f}".rstrip("0").rstrip(".") + " seconds")
    return " ".join(told[:2])


def display_instant(instant: int) -> str:
    """``instant`` as ISO 8601 in UTC with six digits and ``Z``: one instant, one text."""
    moment = datetime.fromtimestamp(instant // SECOND, tz=UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{instant % SECOND:06d}Z"
