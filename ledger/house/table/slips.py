"""A table of poker for euro as a slip: chips bought, what the operator takes of them (R806 r.17b), and the stack that is taken away.

None of it is a bet: money lies before a seat. Told all the same, for it moves the account, and a commission may be in it.
"""

from __future__ import annotations

from collections.abc import Sequence

from tombo.ledger.house.slips import Slip, SlipActs, SlipHead, SlipPart
from tombo.ledger.house.table.events import PlayerLeft, PlayerSeated, StackToppedUp, TableEvent, TableOpened
from tombo.ledger.terms.poker import REGULATIONS


def begun(stream: str, event: TableOpened) -> Slip | None:
    """The slip of a table, where it is played for euro."""
    return _TableSlip(stream, event) if event.terms.unit.in_euro else None


class _TableSlip(Slip):
    def __init__(self, stream: str, event: TableOpened) -> None:
        self._seated: dict[int, str] = {}
        terms = event.terms
        self.head = SlipHead(
            regulation=REGULATIONS[terms.variant],
            rules=event.ruleset.id,
            table=stream,
            between_players=True,
            most_players=terms.seats,
            least_bet=terms.min_bet,
        )

    def step(self, event: TableEvent) -> Sequence[SlipActs]:
        """What the next event does to whom."""
        match event:
            case PlayerSeated():
                self._seated[event.seat] = event.player
                return (_moved(event.player, event.seat, -event.buy_in, event.commission),)
            case StackToppedUp():
                return (_moved(self._seated[event.seat], event.seat, -event.amount, event.commission),)
            case PlayerLeft() if event.stack:
                return (_moved(event.player, event.seat, event.stack),)
            case _:
                return ()


def _moved(player: str, seat: int, aside: int, fee: int = 0) -> SlipActs:
    return SlipActs(player, seat, "cash", (SlipPart(aside=aside, fee=fee),), stack=abs(aside) - fee)
