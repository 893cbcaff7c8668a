"""The hours of a day in Lisbon, of which there are 23, 24 or 25: what a chart by the hour stands on."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime
from typing import Final, NamedTuple

from cli.text import in_lisbon, moment
from ledger.core.clock import SECOND

HOUR: Final = 3_600 * SECOND


class Hour(NamedTuple):
    """An hour of a day in Lisbon: its name, and its instants, ``end`` not among them."""

    name: str
    begin: int
    end: int


def hours_of(day: date) -> tuple[Hour, ...]:
    """The hours of ``day`` in order; where the clock goes back, the hour that comes twice is ``01`` and then ``01*``."""
    midnight = datetime(day.year, day.month, day.day, tzinfo=UTC) - moment(0)
    instant, found = midnight.days * 24 * HOUR - HOUR, list[Hour]()
    names = set[str]()
    for begin in range(instant, instant + 27 * HOUR, HOUR):
        here = in_lisbon(begin)
        if here is not None and here.date() == day:
            name = f"{here:%H}" + ("*" if f"{here:%H}" in names else "")
            names.add(name)
            found.append(Hour(name, begin, begin + HOUR))
    return tuple(found)


def by_hour(day: date, instants: Iterable[int]) -> list[tuple[str, int]]:
    """How many of ``instants`` fall into each hour of ``day``; those of other days count nowhere."""
    hours = hours_of(day)
    counts = dict.fromkeys(hours, 0)
    for instant in instants:
        place = (instant - hours[0].begin) // HOUR
        if 0 <= place < len(hours):
            counts[hours[place]] += 1
    return [(hour.name, count) for hour, count in counts.items()]
