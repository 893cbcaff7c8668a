"""How days stand: closed or not, what their nights found, and what was released of them. A day costs a few reads, however long the log is."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import UsageError
from tombo.ledger.core.lisbon import day_of, window
from tombo.ledger.house.day.decide import FIRST_DAY
from tombo.ledger.house.day.state import day_stream
from tombo.ledger.house.report.on_record import Release
from tombo.ledger.house.report.state import report_stream
from tombo.ledger.seal.entry import unpack
from tombo.reports.regulators.every import COUNTRIES
from tombo.reports.said.desk import nights as said
from tombo.reports.shown.house import closings
from tombo.reports.shown.house.nights import KeptNight, night_of
from tombo.reports.shown.house.releases import releases
from tombo.reports.shown.reading import Reader

LOOKED_BACK: Final = 400
"""Days that are gone through for the newest that was closed; only a ledger that nobody closes has fewer."""


class DayStanding(NamedTuple):
    """A day. ``stands``: it goes on, is open, empty or closed, had late entries, or no door wrote its closing."""

    day: str
    stands: str
    closing: dict[str, Any] | None
    """What was signed of it, None where it is not closed."""
    night: KeptNight | None
    """What the last night found of it, None where none left anything."""

    @property
    def problems(self) -> int | None:
        """How often a check failed, as was found last; None where nobody knows."""
        if self.night is not None:
            return sum(self.night.counts.values())
        return None if self.closing is None else sum(self.signed.values())

    @property
    def signed(self) -> dict[str, int]:
        """How often each check failed, as was signed when it was closed."""
        problems = [] if self.closing is None else self.closing["event"]["problems"]
        return {one["check"]: one["count"] for one in problems}

    @property
    def gross(self) -> int | None:
        """The gross revenue of all games, in cents; None where it is not closed."""
        return None if self.closing is None else sum(one["gross"] for one in self.closing["event"]["totals"])


def standing(reader: Reader, nights: Path, day: str, now: int) -> DayStanding:
    """How ``day`` stands at the instant ``now``; ``nights``: the folder in which nights leave what they found.

    Raises:
        UsageError: no day.
    """
    starts, ends = window(day)
    night = night_of(nights, reader.store, day)
    if reader.store.head_of(day_stream(day)) is not None:
        closing = closings.line(reader, day_stream(day))
        if "tampered" in closing:
            return DayStanding(day, "lost", None, night)
        late = night is not None and night.counts.get("late")
        return DayStanding(day, "late" if late else "closed", closing, night)
    if now < ends:
        return DayStanding(day, "goes_on", None, night)
    return DayStanding(day, "open" if _was_recorded(reader, starts, ends) else "empty", None, night)


def _was_recorded(reader: Reader, starts: int, ends: int) -> bool:
    first = reader.store.row(reader.store.size_at(starts - 1))
    return first is not None and unpack(first.state).recorded < ends


def days_back(last: str, first: str) -> Iterator[str]:
    """The days from ``last`` back to ``first``, both included."""
    day, end = date.fromisoformat(last), date.fromisoformat(first)
    while day >= end:
        yield day.isoformat()
        day -= timedelta(days=1)


def day_before(day: str) -> str:
    """The day before."""
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()


def month_named(typed: str) -> tuple[str, str]:
    """The first and the last day of a month.

    Raises:
        UsageError: no month.
    """
    try:
        first = date.fromisoformat(f"{typed}-01")
        window(first.isoformat())
    except (ValueError, UsageError):
        raise UsageError(said.NIGHTS_NO_MONTH(typed=typed)) from None
    after = (first.replace(day=28) + timedelta(days=4)).replace(day=1)
    return first.isoformat(), day_before(after.isoformat())


def first_day(reader: Reader) -> str | None:
    """The day of the first entry, None where there is none."""
    row = reader.store.row(0)
    return None if row is None else day_of(unpack(row.state).recorded)


def newest_closed(reader: Reader, nights: Path, now: int) -> DayStanding | None:
    """The newest day that was closed; None where none was of the last ``LOOKED_BACK``."""
    for day in islice(days_back(day_of(now), FIRST_DAY), LOOKED_BACK):
        if reader.store.head_of(day_stream(day)) is not None:
            return standing(reader, nights, day, now)
    return None


def released(reader: Reader, day: str) -> Iterator[tuple[str, Release[Entry]]]:
    """What was released of ``day``: the country, and the release; each country's first to newest."""
    for country in COUNTRIES:
        if reader.store.head_of(report_stream(country, day)) is not None:
            yield from ((country, release) for release in releases(reader, country, day))
