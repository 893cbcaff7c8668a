"""What the night asks of tables beside the play: rests, session tables, what seats cost, who is dealt in, who was idle, and who asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from typing import Final, NamedTuple

from tombo.ledger.house.table.events import TableEvent
from tombo.ledger.house.table.state import Table
from tombo.ledger.store import Row
from tombo.projections.line import AnyLine, Line
from tombo.projections.reconciliation.model import Problem
from tombo.projections.reconciliation.tables.asked import Askers
from tombo.projections.reconciliation.tables.bought import SeatsBought
from tombo.projections.reconciliation.tables.dealt import Dealt
from tombo.projections.reconciliation.tables.idle import IdleSessions
from tombo.projections.reconciliation.tables.rests import Rests
from tombo.projections.reconciliation.tables.sessions import Sessions
from tombo.projections.round.rules_held import RulesHeld

Check = Callable[[AnyLine], Iterator[Problem]]


class TablesKnown(NamedTuple):
    """What the night knows of tables, as the entry at hand leaves it."""

    has: Callable[[str], int]
    """The balance of a holder."""
    plays: Callable[[str, int], bool]
    """Whether a seat of a table, by its stream, is in the hand in play there."""
    number: Callable[[str], int | None]
    """Of the last hand or round begun at an open table, by its stream; None of one that is not open."""
    seats: Callable[[str], Mapping[int, str] | None]
    """Who sits at a table in euro, by its stream, by seat; None of another."""


class CashTables:
    """``row``: that of a stream at a version; ``rules``: what tables opened under; ``table``: one of poker, as it stood before a log index."""

    def __init__(
        self,
        row: Callable[[str, int], Row | None],
        rules: RulesHeld,
        known: TablesKnown,
        table: Callable[[str, int], Table | None],
    ) -> None:
        self._dealt: Final = Dealt(rules, known.has, known.seats)
        self.sessions: Final = Sessions(row, table)
        self._checks: Final = (  # rests before who is dealt in: that knows who rests before the entry at hand
            Rests(row, rules, lambda of: known.seats(of) is not None, self._dealt.rests).checks,
            self.sessions.checks,
            SeatsBought(rules, known.has, known.plays).checks,
            self._dealt.checks,
            IdleSessions(row, rules, known.number).checks,
            Askers(known.seats).checks,
        )

    def knows(self, table: str) -> None:
        """A table that was open at the beginning, by its stream."""
        self.sessions.knows(table)
        self._dealt.knows(table)

    def before(self, line: Line[TableEvent]) -> None:
        """An entry of such a table from before the beginning, since its last hand began."""
        self._dealt.before(line)

    def join(self, checks: MutableMapping[str, Check]) -> None:
        """What is asked here is asked of a kind after what is asked of it already."""
        for more in self._checks:
            for kind, check in more.items():
                checks[kind] = check if kind not in checks else _both(checks[kind], check)


def _both(first: Check, second: Check) -> Check:
    def both(line: AnyLine) -> Iterator[Problem]:
        yield from first(line)
        yield from second(line)

    return both
