"""What a reconciliation finds: problems, totals by game, incidents, and how the book stood before and after."""

from __future__ import annotations

from enum import Enum
from typing import Any, Final, Literal, NamedTuple, get_args

from tombo.ledger.core.said import Told
from tombo.ledger.house.day.tax import assessed
from tombo.projections.reconciliation.said.night import CLAIMS
from tombo.projections.tie_out import TieOut

Check = Literal[
    "accounts",
    "chain",
    "claims",
    "conservation",
    "duplicate",
    "incident",
    "late",
    "numbers",
    "payout",
    "people",
    "time",
    "unfinished",
    "views",
    "void",
    "wallet",
]
CHECKS: Final[tuple[Check, ...]] = get_args(Check)
PROBLEMS_MAX: Final = 10_000
"""Problems told one by one; beyond them they are only counted."""


class Problem(NamedTuple):
    """Something that does not tie. ``entries``: log indices that say so; ``cents``: by how much, 0 where it is no amount."""

    check: Check
    said: Told
    entries: tuple[int, ...]
    cents: int = 0

    @property
    def text(self) -> str:
        """What does not tie, in English."""
        return self.said.text()

    def as_json(self) -> dict[str, Any]:
        """As programs get it."""
        return {"check": self.check, "text": self.text, "entries": self.entries, "cents": self.cents}


class GameTotals(NamedTuple):
    """A game's money of a day, in cents. ``gross``: the base of the tax, below 0 where the players won.

    ``borne``: what the operator paid of its own in tournaments, overlays and refunds, which is not taken off the base.
    """

    regulation: str
    staked: int = 0
    paid: int = 0
    refunded: int = 0
    commission: int = 0
    gross: int = 0
    borne: int = 0
    settled: int = 0
    """Hands and rounds that were settled in the day."""
    voided: int = 0


class IncidentTold(NamedTuple):
    """An incident opened in the day, and what became of the hands it lists: how many ``settled``, ``voided``, ``open``."""

    incident: str
    log_index: int
    origin: str
    outcomes: dict[str, int]
    closed: bool


class Closed(NamedTuple):
    """The day as it was closed: at which log index, and how many entries it covers.

    ``says``: whether the entry tells what became of the wallet statement, as those since 2026-11 do; ``statement``: its SHA-256, None
    where none was asked or told.
    """

    log_index: int
    size: int
    says: bool
    statement: str | None


class Reconciliation(NamedTuple):
    """A day. ``start`` and ``size``: the entries looked through, from the first index up to the size of the log."""

    day: str
    start: int
    size: int
    entries: int
    """Entries of the day."""
    totals: tuple[GameTotals, ...]
    rate_bp: int | None
    """The tax on the base, in basis points; None where the law of the day had no single rate."""
    opening: dict[str, int]
    closing: dict[str, int]
    """The trial balance by class of holder, at ``start`` and behind the last entry that was recorded on the day."""
    wallets: dict[str, int]
    """What is on the wallet of each player who has something, at ``start``."""
    hours: tuple[tuple[str, int], ...]
    """Hands and rounds that ended, by hour of Lisbon."""
    findings: dict[str, int]
    """Recorded in the day, by rule and reading."""
    undecided: int
    """Hands that ended in the day and cannot be computed again, for not all cards of their showdown are known: neither right nor wrong."""
    contradicting: int
    """Hands imported in the day whose venue, table and number another has that says otherwise."""
    incidents: tuple[IncidentTold, ...]
    closed: Closed | None
    compared_from: int
    """The log index from which rows that are kept were compared; an earlier night compared those before it."""
    compared: dict[str, int]
    """By projection that is kept beside the ledger, for how many entries of the log its rows were compared."""
    counts: dict[Check, int]
    """Problems by check; a check without one is 0."""
    problems: tuple[Problem, ...]
    looked: dict[Check, int]
    """By check how many entries of the day it looked at; a check that counts none is left out."""
    left_open: tuple[str, ...]
    """Earlier days on which something was recorded and that nobody closed, in order."""

    @property
    def ties(self) -> bool:
        """Whether every check does; of the whole day and its wallet, see ``verdict``."""
        return not any(self.counts.values())

    @property
    def hands(self) -> int:
        """Hands and rounds of the day that are over."""
        return sum(count for _, count in self.hours)


class DayVerdict(Enum):
    """What a day comes to. A day without an entry ties with nothing, which is not the same as that everything ties."""

    TIES = "ties"
    EMPTY = "empty"
    DIFFERS = "differs"


def verdict(found: Reconciliation, wallet: TieOut | None) -> DayVerdict:
    """The verdict on a day; ``wallet``: its statement held against it, where there is one."""
    if not found.ties or (wallet is not None and not wallet.ties):
        return DayVerdict.DIFFERS
    return DayVerdict.TIES if found.entries else DayVerdict.EMPTY


def taxed(found: Reconciliation) -> tuple[int, int | None]:
    """The base over all games, not below 0, and the tax on it in whole cents, rounded down; informative, see ``tax``."""
    return assessed((one.gross for one in found.totals), found.rate_bp)


def to_json(found: Reconciliation, wallet: TieOut | None) -> dict[str, Any]:
    """A reconciliation as JSON: amounts in cents. Of ``wallet`` only whether it ties."""
    base, tax = taxed(found)
    return {
        **{name: value for name, value in found._asdict().items() if name != "wallets"},
        "ties": verdict(found, wallet) is not DayVerdict.DIFFERS,
        "hands": found.hands,
        "base": base,
        "tax": tax,
        "totals": [one._asdict() for one in found.totals],
        "incidents": [one._asdict() for one in found.incidents],
        "closed": None if found.closed is None else found.closed._asdict(),
        "problems": [one.as_json() for one in found.problems],
        "checks": {check: CLAIMS[check]().text() for check in CHECKS},
    }
