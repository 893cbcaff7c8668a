"""The rows of the log as a night reads them, and those of hands that are told in short."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final

from tombo.ledger.games.again import ENDS, FINDING, word
from tombo.ledger.games.every import GAMES, TABLE_GAMES
from tombo.ledger.house.banked.refusals import WORD
from tombo.ledger.kinds import EVENTS
from tombo.projections.accounts.book import Book
from tombo.projections.line import AnyLine, Line, Read, lines, reader
from tombo.projections.reconciliation.commits import Stored
from tombo.projections.reconciliation.leaving import ACTS
from tombo.projections.reconciliation.outages import SILENCES, UNASKED
from tombo.projections.reconciliation.persons.bonuses import BETS
from tombo.projections.reconciliation.play import TableChecks
from tombo.projections.reconciliation.tables.asked import OF_ASKERS
from tombo.projections.reconciliation.tickets import OF_TICKETS
from tombo.projections.reconciliation.tied import OF_TOURNAMENTS
from tombo.projections.reconciliation.times import OF_COMPLAINTS
from tombo.projections.registry import FOLLOWED
from tombo.projections.round.audit import Auditor
from tombo.projections.round.brief import BriefHand

TOURNAMENT: Final = "tournament"
"""The type of a tournament's stream: its entries are followed as they are, with who asked and with which command."""
ASKED: Final = (
    OF_ASKERS | ACTS | {each.model_fields["kind"].default for game in TABLE_GAMES.values() for each in game.heeds}
)
"""Kinds of which is asked who asked for them."""
PASSED: Final = frozenset(
    kind
    for kind, event in EVENTS.items()
    if (game := TABLE_GAMES.get(kind.partition(".")[0])) is not None
    and game.brief is not None
    and event is not GAMES[kind.partition(".")[0]].kinds.begins
    and kind not in BETS
    and kind not in SILENCES
    and word(kind) not in {*ENDS, FINDING, WORD}
)
"""The kinds of which nothing is asked but what they move, in a hand or round that is told in short.

Not of its opening, nor its end: tables say something of both. Not of a bet against the house, taken or turned down, whose account and place are
others' to know; not of silence that decides; not of a finding.
"""


@cache
def sort_and_word(kind: str) -> tuple[str, str]:
    """``hand`` and ``settled`` of ``hand.settled.v1``."""
    sort, word, _ = kind.split(".")
    return sort, word


def _nobody(_stream: str, _at: int) -> None:
    """Where only the kinds of what is asked matter."""


class _Readers(dict[str, Read]):
    """By kind, the whole events of what is booked, folded, audited or checked; of everything else only when it happened.

    Each is made when its kind is met: a night meets half of them.
    """

    def __init__(self) -> None:
        super().__init__()
        checks = TableChecks(
            lambda _: 0, Book(), UNASKED, _nobody, lambda _: None, rules=Auditor(_nobody).rules, table=_nobody
        ).checks
        folded = (kind for projection in FOLLOWED for kind in projection.reads)
        self._whole: Final = {*Book().reads, *folded, *checks, *OF_TICKETS, *OF_TOURNAMENTS, *OF_COMPLAINTS}

    def __missing__(self, kind: str) -> Read:
        sort = sort_and_word(kind)[0]
        whole = kind in self._whole or sort in {*TABLE_GAMES, "incident", "table", TOURNAMENT}
        of_cup = sort == TOURNAMENT
        return self.setdefault(kind, reader(kind, None if whole else (), by=of_cup or kind in ASKED, command=of_cup))


_readers: Final = cache(_Readers)


@cache
def _moving() -> Mapping[str, Read]:
    """The readers of what moves money in a hand that is told in short: of its event what the book wants."""
    return {kind: reader(kind, wants) for kind, wants in Book().reads.items() if kind in PASSED}


UNREAD: Final[AnyLine] = Line(-1, "", 0, "", None, 0, {})
"""In the place of a line of which nothing is read."""


RowRead = tuple[Stored, AnyLine, bool]
"""A row of the log, its line, and whether it is passed: of a hand that is told in short, its line by field and ``UNREAD`` where it moves nothing.

A plain tuple, for there is one an entry.
"""


def read(rows: Sequence[Stored]) -> Iterator[tuple[Stored, AnyLine]]:
    """Rows with their lines, as a night reads them."""
    return zip(rows, lines(rows, _readers()), strict=True)


def _passes(row: Stored, hand: BriefHand) -> bool:
    """Whether nothing is asked of a row of ``hand`` but what that moves: what stands behind its end is looked at."""
    return row[0] < hand.ends and row[3] in PASSED and row[0] not in hand.heard


def read_beside(rows: Sequence[Stored], brief: Mapping[str, BriefHand]) -> list[RowRead]:
    """As ``read``, where the hands in ``brief``, by stream, are told in short."""
    if not brief:
        return [(row, line, False) for row, line in read(rows)]
    passed = [(hand := brief.get(row[1])) is not None and _passes(row, hand) for row in rows]
    whole = lines((row for row, passes in zip(rows, passed, strict=True) if not passes), _readers())
    moving = _moving()
    moved = lines((row for row, passes in zip(rows, passed, strict=True) if passes and row[3] in moving), moving)
    return [
        (row, next(moved) if row[3] in moving else UNREAD, True) if passes else (row, next(whole), False)
        for row, passes in zip(rows, passed, strict=True)
    ]
