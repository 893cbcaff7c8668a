"""Rounds of blackjack for euro as slips: a part for every bet of a hand and what becomes of it, with the cards of hand and house."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tombo.ledger.core.cards import CARD_TEXTS
from tombo.ledger.games.blackjack.events import (
    BetPlaced,
    BlackjackEvent,
    Collected,
    DecisionMade,
    Paid,
    Refund,
    RoundOpened,
    Voided,
)
from tombo.ledger.games.blackjack.state import BlackjackRound, evolve
from tombo.ledger.house.banked.state import banked_stream
from tombo.ledger.house.slips import Decided, Slip, SlipActs, SlipCards, SlipHead, SlipPart, Through

FIRST_HAND: Final = 1
_DECIDED: Final[Mapping[str, Decided]] = {"original_only": "tied", "push": "tied", "surrender": "lost"}
"""By reason of a payment; every other is won."""


def begun(_: str, event: RoundOpened) -> Slip | None:
    """The slip of a round, where it is played for euro."""
    return _RoundSlip(event) if event.terms.unit.in_euro else None


class _RoundSlip(Slip):
    def __init__(self, event: RoundOpened) -> None:
        self._state: BlackjackRound = evolve(None, event)
        terms = event.terms
        self.head = SlipHead(
            regulation="R805",
            rules=event.ruleset.id,
            table=banked_stream(event.table),
            between_players=False,
            most_players=terms.seats,
            least_bet=terms.bet_min,
            most_bet=terms.bet_max,
        )

    def step(self, event: BlackjackEvent) -> Sequence[SlipActs]:
        """What the next event does to whom."""
        self._state = evolve(self._state, event)
        match event:
            case BetPlaced():
                return (self._at(event.player, event.seat, FIRST_HAND, SlipPart(bet=event.amount)),)
            case DecisionMade() if event.paid:
                return (self._at(event.player, event.seat, event.hand, SlipPart(bet=event.paid)),)
            case Paid():
                decided = _DECIDED.get(event.reason, "won")
                part = SlipPart(won=event.prize + event.returned, decided=decided, ends=True)
                return (self._at(event.player, event.seat, event.hand, part),)
            case Collected():
                return (self._at(event.player, event.seat, event.hand, SlipPart(decided="lost", ends=True), "none"),)
            case Voided():
                return [acts for each in event.refunds for acts in self._void(each)]
            case _:
                return ()

    def _void(self, each: Refund) -> Sequence[SlipActs]:
        """What a void round gives back to a player, or takes back of his prizes (R805 r.28): told at his first hand."""
        first = next(hand for hand in self._state.hands if hand.player == each.player)
        moved = (SlipPart(back=each.refunded, ends=True), SlipPart(won=-each.taken_back, ends=True))
        return [self._at(each.player, first.seat, first.number, part) for part in moved if part.back or part.won]

    def _at(self, player: str, seat: int, number: int, part: SlipPart, through: Through = "cash") -> SlipActs:
        """What an event does to a hand of a seat."""
        house, hand = self._state.house, self._state.at(seat, number)
        cards = SlipCards([CARD_TEXTS[card] for card in house], [CARD_TEXTS[card] for card in hand.cards])
        return SlipActs(player, seat, through, (part,), cards)
