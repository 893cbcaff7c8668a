"""What can happen to a day."""

from typing import Annotated, Final, Literal

from pydantic import Field

from tombo.ledger.core.entry import EventBase, Record
from tombo.ledger.core.ids import Base64, Hex32, LocalId
from tombo.ledger.core.money import AMOUNT_MAX, Amount
from tombo.ledger.house.fields import Index
from tombo.ledger.terms.every import DayRegulation

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


class DayClosedV2(EventBase):
    """As ``DayClosed``, which is recorded no more.

    ``statement``: the SHA-256 of the wallet statement that the day was held against; None where none was asked.
    """

    base: Amount
    checkpoint: DayCheckpoint | None
    date: Date
    hands: Index
    index: Index
    kind: Literal["day.closed.v2"] = "day.closed.v2"
    problems: Problems
    rate_bp: Rate | None
    statement: Hex32 | None
    tax: Amount | None
    totals: Totals


DayEvent = DayClosed | DayClosedV2
DAY_CLOSED: Final = ("day.closed.v1", "day.closed.v2")
"""The kinds that close a day."""
