"""What the night asks of tables in euro beside the play: rests, session tables, what seats cost, who was idle, and who asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableMapping
from typing import Final

from tombo.ledger.store import Row
from tombo.projections.line import AnyLine
from tombo.projections.reconciliation.model import Problem
from tombo.projections.reconciliation.tables.asked import Askers
from tombo.projections.reconciliation.tables.bought import SeatsBought
from tombo.projections.reconciliation.tables.idle import IdleSessions
from tombo.projections.reconciliation.tables.rests import Rests
from tombo.projections.reconciliation.tables.sessions import Sessions
from tombo.projections.round.rules_held import RulesHeld

Check = Callable[[AnyLine], Iterator[Problem]]


class CashTables:
    """``row``: that of a stream at a version; ``rules``: what tables opened under; ``has``, ``plays``: as ``SeatsBought`` has them; ``number``: as ``IdleSessions`` has it."""

    def __init__(
        self,
        row: Callable[[str, int], Row | None],
        rules: RulesHeld,
        has: Callable[[str], int],
        plays: Callable[[str, int], bool],
        number: Callable[[str], int | None],
    ) -> None:
        self._rests: Final = Rests(row, rules)
        self._bought: Final = SeatsBought(rules, has, plays)
        self.sessions: Final = Sessions(row)
        self._idle: Final = IdleSessions(row, rules, number)
        self._askers: Final = Askers(row)

    def join(self, checks: MutableMapping[str, Check]) -> None:
        """What is asked here is asked of a kind after what is asked of it already."""
        for more in (
            self._rests.checks,
            self.sessions.checks,
            self._bought.checks,
            self._idle.checks,
            self._askers.checks,
        ):
            for kind, check in more.items():
                checks[kind] = check if kind not in checks else _both(checks[kind], check)


def _both(first: Check, second: Check) -> Check:
    def both(line: AnyLine) -> Iterator[Problem]:
        yield from first(line)
        yield from second(line)

    return both
