"""The tables of the search, and what its fold keeps of play between entries."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from pydantic import TypeAdapter

from tombo.ledger.core.ids import local
from tombo.ledger.store import ViewTable

HANDS: Final = ViewTable(
    "hands",
    (
        ("log_index", "bigint"),
        ("stream", "text"),
        ("table_name", "text"),
        ("number", "text"),
        ("regulation", "text"),
        ("recorded", "bigint"),
        ("currency", "text"),
        ("decimals", "bigint"),
    ),
    ("log_index",),
    (("stream",),),
)
"""A row when a hand or round begins; the index of that entry is its place in every list. ``number``: at its table, of a hand from a file its reference.

``currency``: empty where these are chips.
"""
ENDS: Final = ViewTable(
    "ends",
    (
        ("log_index", "bigint"),
        ("began", "bigint"),
        ("outcome", "text"),
        ("recorded", "bigint"),
        ("players", "bigint"),
        ("amount", "bigint"),
        ("commission", "bigint"),
        ("largest", "bigint"),
    ),
    ("log_index",),
    (("began",),),
)
"""A row when it is over. ``began``: its place. ``amount``: the pot, or what was staked; ``largest``: the most that one player won of it.

Amounts are minor units of the hand's unit.
"""
MARKS: Final = ViewTable(
    "marks",
    (
        ("log_index", "bigint"),
        ("part", "bigint"),
        ("began", "bigint"),
        ("stream", "text"),
        ("mark", "text"),
    ),
    ("log_index", "part"),
    (("mark", "began"), ("began", "stream")),
)
"""A row for each thing by which a hand or round is found, at the entry that says it first, ``part`` counting them. ``mark``: as ``mark_of`` makes it.

``began``: its place, ``stream`` then being empty. What is said once it is over and its commit behind it (a card shown late, a finding, a complaint) names its stream,
for no fold remembers where each began; ``began`` is then ``LATER``.
"""
TAKEN_PART: Final = ViewTable(
    "taken_part",
    (
        ("log_index", "bigint"),
        ("part", "bigint"),
        ("player", "text"),
        ("stream", "text"),
    ),
    ("log_index", "part"),
    (("player", "log_index"), ("stream",)),
)
"""A row for each player of whom an entry says that he takes part in a hand or round: its deal, a bet in it. ``part`` counts them.

So what he took part in is in the order in which he did last, which is not that in which it began.
"""
FINDINGS: Final = ViewTable(
    "findings",
    (
        ("log_index", "bigint"),
        ("stream", "text"),
        ("rule", "text"),
    ),
    ("log_index",),
)
"""A row for each finding, at its entry: to what, and by which rule."""
COMPLAINTS: Final = ViewTable(
    "complaints",
    (
        ("log_index", "bigint"),
        ("stream", "text"),
        ("player", "text"),
    ),
    ("log_index",),
    (("stream",), ("player",)),
)
"""A row for each complaint, at the entry that opens it: who complains."""
COMPLAINT_ENDS: Final = ViewTable(
    "complaint_ends",
    (
        ("log_index", "bigint"),
        ("stream", "text"),
        ("state", "text"),
    ),
    ("log_index",),
    (("state", "log_index"), ("stream", "log_index")),
)
"""A row for each entry after which a complaint is no longer open: resolved, or its compensation taken back. ``state``: the outcome, or ``REVERSED``.

The newest of a stream says how it stands.
"""
REVERSED: Final = "taken_back"
_YEAR: Final = re.compile(r"\d{4}", re.ASCII)
LATER: Final = -1
"""The place in a mark of what was over by then."""
TABLE, NUMBER, REGULATION, PLAYER = "table", "number", "regulation", "player"
CARD, AMOUNT, INCIDENT, RULE, DISPUTE = "card", "amount", "incident", "rule", "dispute"
LATE: Final = frozenset({CARD, RULE, DISPUTE})
"""The sorts of marks that may come when it is over."""
DISPUTED: Final = "opened"
"""The value of every mark of a complaint."""
MOST: Final = 2**63 - 1
"""The largest number that a row holds: more than any door lets anybody have, and less than who has an event key can seal."""


def mark_of(sort: str, value: str) -> str:
    """A mark: its sort, and what it is of that sort. One column, so that PostgreSQL knows how rare each is."""
    return f"{sort} {value}"


def size_of(amount: int) -> str:
    """The value by which an amount is marked: how many binary digits it has. So a range of amounts is a few of these, and its two ends."""
    return str(amount.bit_length())


def numbered(name: str) -> tuple[str, int]:
    """The year and the number in the name of a complaint, ``2026-0007``; of another name no year, and 0."""
    year, _, number = name.partition("-")
    return (year, int(number)) if _YEAR.fullmatch(year) and number.isdecimal() else ("", 0)


@dataclass(slots=True)
class PlayedHand:
    """What is known of a hand or round that is in play."""

    began: int
    euro: bool
    """Whether its amounts are cents of euro."""
    seats: dict[int, str] = field(default_factory=dict)
    """By seat who plays there, where entries name seats."""
    players: list[str] = field(default_factory=list)
    prizes: dict[str, int] = field(default_factory=dict)
    """By player what he won of it so far."""
    amount: int = 0
    commission: int = 0
    marked: list[str] = field(default_factory=list)
    """Cards and rules that are marked already, each with its sort."""


@dataclass(slots=True)
class InPlayAt:
    """What a table began last, until both the table and the hand or round itself say that it is over."""

    played: str
    left: bool = False
    """Whether the table says so."""
    over: bool = False
    """Whether the hand or round does."""


@dataclass(slots=True)
class WaitingComplaint:
    """A complaint that is open."""

    complained: int
    """When the player did, in microseconds."""
    player: str


@dataclass(slots=True)
class SearchState:
    """What the fold knows besides its rows, and what ``tombo status`` shows of it."""

    playing: dict[str, PlayedHand] = field(default_factory=dict)
    """By stream."""
    ended: dict[str, tuple[int, PlayedHand]] = field(default_factory=dict)
    """By stream what ended in the newest commit that ended any, and when that was recorded."""
    tables: dict[str, InPlayAt] = field(default_factory=dict)
    """By stream of the table."""
    tournaments: list[str] = field(default_factory=list)
    """The streams of those that are not over, in the order in which they were announced."""
    incidents: list[str] = field(default_factory=list)
    """The streams of those that are open, in the order in which they were."""
    complaints: dict[str, WaitingComplaint] = field(default_factory=dict)
    """By stream, those that are open."""
    numbers: dict[str, int] = field(default_factory=dict)
    """By year the largest number that a complaint has as its name, ``2026-0007``."""
    streams: dict[str, int] = field(default_factory=dict)
    """By type, how many were begun, of the types that are counted."""
    findings: dict[str, tuple[int, int]] = field(default_factory=dict)
    """By rule how often it objected, and the log index at which it did last."""

    def counts(self, stream: str) -> None:
        """A stream was begun."""
        sort = stream.partition(":")[0]
        self.streams[sort] = self.streams.get(sort, 0) + 1

    def waits(self, stream: str, complaint: WaitingComplaint) -> None:
        """A complaint was opened."""
        self.counts(stream)
        self.complaints[stream] = complaint
        year, number = numbered(local(stream))
        if year:
            self.numbers[year] = max(self.numbers.get(year, 0), number)


STATE: Final = TypeAdapter(SearchState)
"""How it is written, as JSON."""
