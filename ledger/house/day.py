"""A day of play in Lisbon, closed once the night job has reconciled it. One stream a day: ``day:2026-07-15``.

Closing says that the day was reconciled up to a log index. What comes later for it is late, and nothing else: an entry is
refused for what it says, never for the day it belongs to.
"""

from __future__ import annotations

from collections import Counter
from datetime import date
from typing import Annotated, Final, Literal, NamedTuple

from pydantic import Field

from ledger.core.command import CommandBase, Decide, Decision, Envelope, View
from ledger.core.entry import EventBase, Record
from ledger.core.findings import Refused
from ledger.core.ids import Base64, LocalId
from ledger.core.money import AMOUNT_MAX, Amount
from ledger.house.events import Index
from ledger.house.rules import house
from ledger.house.session_events import GameRegulation
from ledger.house.staff import MANAGER, may

DayRegulation = GameRegulation | Literal["R810"]
"""The regulation of a game, or that of tournaments."""
Date = Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$")]
"""A calendar day in Lisbon: ``2026-07-15``."""


Signed = Annotated[int, Field(ge=-AMOUNT_MAX, le=AMOUNT_MAX)]


class DayTotal(Record):
    """What a day came to in the games of one regulation, in euro cents.

    ``staked`` less what came back uncalled, below 0 where it had been staked the day before; ``paid`` to players, prizes and
    stakes returned; ``refunded`` of what was void or cancelled; ``gross`` is the revenue the tax falls on, less than nothing
    where players won; ``borne`` what the operator won on its own account in tournaments, below 0 where it paid overlays and
    refunds, which is no part of ``gross``.
    """

    borne: Signed
    commission: Signed
    gross: Signed
    paid: Amount
    refunded: Amount
    regulation: DayRegulation
    staked: Signed


Rate = Annotated[int, Field(ge=0, le=10_000)]


class DayProblem(Record):
    """A check of the night job that did not hold, and how often."""

    check: LocalId
    count: Annotated[int, Field(ge=1, le=2**53 - 1)]


class DayCheckpoint(Record):
    """The newest checkpoint when a day was closed: the log's size, and its root as the signed note has it."""

    root: Base64
    size: Index


Totals = Annotated[list[DayTotal], Field(max_length=20)]
Problems = Annotated[list[DayProblem], Field(max_length=100)]


class DayClosed(EventBase):
    """The day ``date`` was reconciled, over the log up to a size of ``index`` entries; what comes later for it is late.

    ``hands``: how many hands and rounds ended on it. ``problems``: the checks that did not hold, none where all tied.
    ``base``: the gross revenue of all games, not below 0, and the tax on it at ``rate_bp`` hundredths of a percent; none where
    the law of the day had no single rate.
    """

    base: Amount
    checkpoint: DayCheckpoint | None
    date: Date
    hands: Index
    index: Index
    kind: Literal["day.closed.v1"] = "day.closed.v1"
    problems: Problems
    rate_bp: Rate | None
    tax: Amount | None
    totals: Totals


class CloseDay(CommandBase):
    """The night job, or a manager, closes a day with what it came to."""

    base: Amount
    checkpoint: DayCheckpoint | None = None
    date: Date
    hands: Index
    index: Index
    kind: Literal["close_day"] = "close_day"
    problems: Problems
    rate_bp: Rate | None
    tax: Amount | None
    totals: Totals


class Day(NamedTuple):
    """A day that was closed, and what its closing says."""

    closed: DayClosed


def evolve(day: Day | None, event: DayClosed) -> Day:  # noqa: ARG001  # a day has one event, and nothing before it
    """The day after ``event``."""
    return Day(event)


def day_stream(day: str) -> str:
    """The stream of a day: ``day:2026-07-15``."""
    return f"day:{day}"


def close_day(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``close_day``: by the platform or a manager, once a day, with one total a regulation."""
    command: CloseDay = envelope.command
    objection = may(view, envelope.by, platform=True, roles=(MANAGER,))
    if objection:
        return objection
    if not _is_a_day(command.date):
        return house("day", f"there is no day {command.date}; expected one of the calendar")
    stream = day_stream(command.date)
    if view(stream) is not None:
        return house("day", f"the day {command.date} is closed already; what comes later for it is late")
    told = Counter(total.regulation for total in command.totals)
    twice = [regulation for regulation, times in told.items() if times > 1]
    if twice:
        return house("day", f"{twice[0]} has several totals; expected one a regulation")
    closed = DayClosed(
        base=command.base,
        checkpoint=command.checkpoint,
        date=command.date,
        hands=command.hands,
        index=command.index,
        problems=command.problems,
        rate_bp=command.rate_bp,
        tax=command.tax,
        totals=command.totals,
    )
    return Decision(((stream, closed),))


def _is_a_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


DECIDERS: Final[dict[type, Decide]] = {CloseDay: close_day}
