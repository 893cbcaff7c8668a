"""A day of play in Lisbon, closed once the night job has reconciled it. One stream a day: ``day:2026-07-15``.

Closing says that the day was reconciled up to a log index. What comes later for it is late, and nothing else: an entry is
refused for what it says, never for the day it belongs to.
"""

from __future__ import annotations

from typing import NamedTuple

from tombo.ledger.house.day.events import DayEvent


class Day(NamedTuple):
    """A day that was closed, and what its closing says."""

    closed: DayEvent


def evolve(day: Day | None, event: DayEvent) -> Day:  # noqa: ARG001  # a day has one event, and nothing before it
    """The day after ``event``."""
    return Day(event)


def day_stream(day: str) -> str:
    """The stream of a day: ``day:2026-07-15``."""
    return f"day:{day}"
