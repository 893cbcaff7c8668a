"""What the night asks of tables in euro beside the play: rests, the hours of session tables, what seats cost, and who is dealt in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from typing import Final

from tombo.ledger.house.table.events import TableEvent
from tombo.ledger.store import Row
from tombo.projections.line import AnyLine, Line
from tombo.projections.reconciliation.model import Problem
from tombo.projections.reconciliation.tables.bought import SeatsBought
from tombo.projections.reconciliation.tables.dealt import Dealt
from tombo.projections.reconciliation.tables.rests import Rests
from tombo.projections.reconciliation.tables.sessions import Sessions
from tombo.projections.round.rules_held import RulesHeld

Check = Callable[[AnyLine], Iterator[Problem]]


class CashTables:
    """``row``: that of a stream at a version; ``rules``: what tables opened under; ``held``, ``plays``: as ``SeatsBought`` has them; ``seats``, ``chips``: as ``Dealt``."""

    def __init__(
        self,
        row: Callable[[str, int], Row | None],
        rules: RulesHeld,
        held: Mapping[str, int],
        plays: Callable[[str, int], bool],
        *,
        seats: Callable[[str], Mapping[int, str] | None],
        chips: Callable[[str], Mapping[int, int] | None],
    ) -> None:
        self._rests: Final = Rests(row, rules)
        self._bought: Final = SeatsBought(rules, held, plays)
        self._dealt: Final = Dealt(rules, held, seats, chips)
        self.sessions: Final = Sessions(row)

    def knows(self, table: str) -> None:
        """A table that was open at the beginning, by its stream."""
        self.sessions.knows(table)
        self._dealt.knows(table)

    def before(self, line: Line[TableEvent]) -> None:
        """An entry of such a table from before the beginning, since its last hand began."""
        self._dealt.before(line)

    def join(self, checks: MutableMapping[str, Check]) -> None:
        """What is asked here is asked of a kind after what is asked of it already."""
        for more in (self._rests.checks, self.sessions.checks, self._bought.checks, self._dealt.checks):
            for kind, check in more.items():
                checks[kind] = check if kind not in checks else _both(checks[kind], check)


def _both(first: Check, second: Check) -> Check:
    def both(line: AnyLine) -> Iterator[Problem]:
        yield from first(line)
        yield from second(line)

    return both
