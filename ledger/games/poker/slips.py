"""Hands of poker for euro as slips: bets from the stack before a seat, pots won, what nobody called, and who won nothing.

Hands of a tournament are played in chips, and imported ones move no money here: they have none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from tombo.ledger.games.poker.events import (
    BetPlaced,
    BlindPosted,
    BoardDealt,
    CardsShown,
    CommissionTaken,
    HandEvent,
    HandStarted,
    PotAwarded,
    Settled,
    UncalledBetReturned,
    Voided,
)
from tombo.ledger.house.slips import Slip, SlipActs, SlipCards, SlipHead, SlipPart
from tombo.ledger.house.table.state import table_stream
from tombo.ledger.terms.poker import REGULATIONS

LEAST_PLAYERS: Final = 2


def begun(_: str, event: HandStarted) -> Slip | None:
    """The slip of a hand, where it is played for euro at a table of this house."""
    if event.door == "import" or event.tournament is not None or not event.terms.unit.in_euro:
        return None
    return _HandSlip(event)


class _HandSlip(Slip):
    def __init__(self, event: HandStarted) -> None:
        terms = event.terms
        self._button = event.button
        self._players = {seated.seat: seated.player for seated in event.seats}
        self.dealt = tuple(self._players.items())
        self._began = {seated.seat: seated.stack or 0 for seated in event.seats}
        self._stacks = dict(self._began)
        self._board: tuple[str, ...] = ()
        self._shown: dict[int, tuple[str, ...]] = {}
        self._fees: Counter[tuple[int, int | None]] = Counter()
        """By pot, and by the seat whose payment it is of where it is of one: commission that is told with what is paid next."""
        self._bet: dict[int, None] = {}
        self._won: set[int] = set()
        self.head = SlipHead(
            regulation=REGULATIONS[terms.variant],
            rules=terms.variant if event.ruleset is None else event.ruleset.id,
            table=table_stream(event.table),
            between_players=True,
            least_players=LEAST_PLAYERS,
            most_players=terms.seats,
            least_bet=terms.min_bet,
        )

    def step(self, event: HandEvent) -> Sequence[SlipActs]:
        """What the next event does to whom."""
        match event:
            case BlindPosted():
                self._bet[event.seat] = None
                return (self._at(event.seat, SlipPart(bet=event.paid)),)
            case BetPlaced():
                self._bet[event.seat] = None
                return (self._at(event.seat, SlipPart(bet=event.paid, decided="all_in" if event.all_in else "")),)
            case UncalledBetReturned():
                return (self._at(event.seat, SlipPart(back=event.amount, uncalled=True)),)
            case PotAwarded():
                self._won.add(event.seat)
                fee = self._fees.pop((event.pot, None), 0) + self._fees.pop((event.pot, event.seat), 0)
                return (self._at(event.seat, SlipPart(won=event.amount, fee=fee, decided="won", ends=True)),)
            case Voided():
                return [self._at(each.seat, SlipPart(back=each.amount, ends=True)) for each in event.refunds]
            case Settled():
                lost = [seat for seat in self._bet if seat not in self._won]
                return [self._at(seat, SlipPart(decided="lost", ends=True)) for seat in lost]
            case _:
                self._sees(event)
                return ()

    def _sees(self, event: HandEvent) -> None:
        """What an event shows, or takes of a pot that is paid next."""
        match event:
            case BoardDealt():
                self._board = (*self._board, *event.cards)
            case CardsShown():
                self._shown[event.seat] = tuple(shown.card for shown in event.cards if shown.card is not None)
            case CommissionTaken():
                self._fees[event.pot, event.seat] += event.amount
            case _:
                pass

    def _at(self, seat: int, part: SlipPart) -> SlipActs:
        """What an event does at a seat, to the stack that lies before it."""
        held = self._stacks[seat]
        self._stacks[seat] = held - part.bet + part.won + part.back
        return SlipActs(
            self._players[seat],
            seat,
            "none",
            (part._replace(held=held),),
            SlipCards(self._board, self._shown.get(seat, ())),
            button=seat == self._button,
            stack=self._began[seat],
        )
