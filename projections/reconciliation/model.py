"""What a reconciliation finds: problems, totals by game, incidents, and how the book stood before and after."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Literal, NamedTuple, get_args

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
    "unfinished",
    "views",
    "void",
    "wallet",
]
CHECKS: Final[tuple[Check, ...]] = get_args(Check)
ABOUT: Final[dict[Check, str]] = {
    "accounts": "every movement of an account is what its cause says, in the same commit",
    "chain": "every stack and wallet goes on from where it was; none below zero",
    "claims": "every compensation is for who was in what he disputes, and no more than he is owed of it by all his disputes",
    "conservation": "what is staked in a hand, round or tournament is paid, returned or taken, to the cent; none lies at a closed table",
    "duplicate": "nothing is paid or charged twice for one cause",
    "incident": "every incident has its hands, and each of them an end",
    "late": "nothing is recorded for a day after it was closed, and its signed totals are those its entries give",
    "numbers": "the hands and rounds of a table are numbered without a gap",
    "payout": "every payment, prize and refund computed again is the one on record",
    "unfinished": "no hand or round of the day is still open",
    "views": "every row that projections keep, in every column, is what the entries give; none is missing",
    "void": "nothing is void but under an incident of the operator's own system that covers its table",
    "wallet": "the operator's wallet statement has the same movements",
}
"""What each check claims."""
PROBLEMS_MAX: Final = 10_000
"""Problems told one by one; beyond them they are only counted."""


class Problem(NamedTuple):
    """Something that does not tie. ``entries``: log indices that say so; ``cents``: by how much, 0 where it is no amount."""

    check: Check
    text: str
    entries: tuple[int, ...]
    cents: int = 0


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
    """The day as it was closed: at which log index, and how many entries it covers."""

    log_index: int
    size: int


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
    """The trial balance by class of holder, at ``start`` and at ``size``."""
    hours: tuple[tuple[str, int], ...]
    """Hands and rounds that ended, by hour of Lisbon."""
    findings: dict[str, int]
    """Recorded in the day, by rule and reading."""
    incidents: tuple[IncidentTold, ...]
    closed: Closed | None
    compared_from: int
    """The log index from which rows that are kept were compared; an earlier night compared those before it."""
    compared: dict[str, int]
    """By projection that is kept beside the ledger, for how many entries of the log its rows were compared."""
    counts: dict[Check, int]
    """Problems by check; a check without one is 0."""
    problems: tuple[Problem, ...]

    @property
    def ties(self) -> bool:
        """Whether everything does."""
        return not any(self.counts.values())

    @property
    def hands(self) -> int:
        """Hands and rounds of the day that are over."""
        return sum(count for _, count in self.hours)


def taxed(found: Reconciliation) -> tuple[int, int | None]:
    """The base over all games, not below 0, and the tax on it in whole cents, rounded down; informative, see ``tax``."""
    return assessed(found.totals, found.rate_bp)


def assessed(totals: Iterable[GameTotals], rate_bp: int | None) -> tuple[int, int | None]:
    """The base of these totals, and the tax on it: see ``taxed``."""
    base = max(sum(one.gross for one in totals), 0)
    return base, None if rate_bp is None else base * rate_bp // 10_000


def to_json(found: Reconciliation) -> dict[str, Any]:
    """A reconciliation as JSON: amounts in cents."""
    base, tax = taxed(found)
    return {
        **found._asdict(),
        "ties": found.ties,
        "hands": found.hands,
        "base": base,
        "tax": tax,
        "totals": [one._asdict() for one in found.totals],
        "incidents": [one._asdict() for one in found.incidents],
        "closed": None if found.closed is None else found.closed._asdict(),
        "problems": [one._asdict() for one in found.problems],
        "checks": ABOUT,
    }
