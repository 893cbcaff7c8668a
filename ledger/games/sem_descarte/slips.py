"""Rounds of póquer sem descarte for euro as slips: ante and second bet of a seat, and what becomes of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tombo.ledger.games.sem_descarte.events import (
    AntePlaced,
    CardsDealt,
    CardsShown,
    Collected,
    Continued,
    HouseShown,
    Paid,
    RoundOpened,
    SemDescarteEvent,
    Voided,
)
from tombo.ledger.house.banked.state import banked_stream
from tombo.ledger.house.slips import Slip, SlipActs, SlipCards, SlipHead, SlipPart, Through

LEAST_PLAYERS: Final = 1


def begun(_: str, event: RoundOpened) -> Slip | None:
    """The slip of a round, where it is played for euro."""
    return _RoundSlip(event) if event.terms.unit.in_euro else None


class _RoundSlip(Slip):
    def __init__(self, event: RoundOpened) -> None:
        self._players: dict[int, str] = {}
        self._house: tuple[str, ...] = ()
        self._shown: dict[int, tuple[str, ...]] = {}
        terms = event.terms
        self.head = SlipHead(
            regulation="R803",
            rules=event.ruleset.id,
            table=banked_stream(event.table),
            between_players=False,
            least_players=LEAST_PLAYERS,
            most_players=terms.seats,
            least_bet=terms.ante_min,
            most_bet=terms.ante_max,
        )

    def step(self, event: SemDescarteEvent) -> Sequence[SlipActs]:
        """What the next event does to whom."""
        match event:
            case AntePlaced():
                self._players[event.seat] = event.player
                return (self._at(event.seat, SlipPart(bet=event.amount)),)
            case Continued():
                return (self._at(event.seat, SlipPart(bet=event.bet2)),)
            case Paid():
                won = event.ante_prize + event.bet2_prize + event.returned
                return (self._at(event.seat, SlipPart(won=won, decided="won", ends=True)),)
            case Collected():
                return (self._at(event.seat, SlipPart(decided="lost", ends=True), "none"),)
            case Voided():
                return [self._at(each.seat, SlipPart(back=each.amount, ends=True)) for each in event.refunds]
            case CardsDealt():
                self._house = (event.house_card,)
                return ()
            case HouseShown():
                self._house += tuple(shown.card for shown in event.cards)
                return ()
            case CardsShown():
                self._shown[event.seat] = tuple(shown.card for shown in event.cards)
                return ()
            case _:
                return ()

    def _at(self, seat: int, part: SlipPart, through: Through = "cash") -> SlipActs:
        """What an event does to the bets of a seat."""
        cards = SlipCards(self._house, self._shown.get(seat, ()))
        return SlipActs(self._players[seat], seat, through, (part,), cards)
