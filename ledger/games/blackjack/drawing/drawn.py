"""A round of blackjack as it lies on its table: the house's cards, and a box for each hand with its bet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tombo.ledger.core.cards import card_text
from tombo.ledger.core.said import Fact
from tombo.ledger.games.blackjack.cards import TWENTY_ONE
from tombo.ledger.games.blackjack.drawing import words
from tombo.ledger.games.blackjack.events import HOLE_SLOT
from tombo.ledger.games.blackjack.hands import BlackjackHand
from tombo.ledger.games.blackjack.state import BlackjackRound
from tombo.ledger.house.drawn import DrawnBox, DrawnRound, DrawnStake, Stage

_GIVEN_UP: Final = "surrender"


def drawn(round_: BlackjackRound) -> DrawnRound:
    """``round_`` as it lies on its table."""
    return DrawnRound(_stage(round_), (_house(round_), *(_box(round_, hand) for hand in round_.hands)))


def _stage(round_: BlackjackRound) -> Stage:
    if round_.outcome != "open":
        return "over"
    if round_.revealed:
        return "result"
    if round_.dealt:
        return "decisions"
    return "closed" if round_.closed else "bets"


def _house(round_: BlackjackRound) -> DrawnBox:
    closed = (HOLE_SLOT,) if round_.hole else ()
    told = (words.BOX_POINTS(points=round_.house_total),) if round_.revealed else ()
    cards = (*map(card_text, round_.house), *closed)
    return DrawnBox(None, words.BOX_OF_BLACKJACK_HOUSE(), cards, told=told)


def _box(round_: BlackjackRound, hand: BlackjackHand) -> DrawnBox:
    several = sum(other.seat == hand.seat for other in round_.hands) > 1
    name = words.BOX_OF_HAND(seat=hand.seat, hand=hand.number) if several else words.BOX_AT_SEAT(seat=hand.seat)
    return DrawnBox(
        hand.player,
        name,
        tuple(map(card_text, hand.cards)),
        tuple(_stakes(round_, hand)) if round_.outcome != "voided" else (),
        tuple(_told(hand)),
        out=hand.last == _GIVEN_UP or hand.total > TWENTY_ONE,
        asked=round_.asked is not None and round_.asked[:2] == (hand.seat, hand.number),
    )


def _stakes(round_: BlackjackRound, hand: BlackjackHand) -> Iterator[DrawnStake]:
    """What is not decided yet: the bet on the hand, and beside the first of its seat the insurance."""
    if not hand.settled:
        yield DrawnStake(words.BOX_BET(), hand.stake)
    insurance = round_.insurance(hand.seat)
    if insurance is not None and not insurance.settled and hand.number == 1:
        yield DrawnStake(words.BOX_INSURANCE(), insurance.stake)


def _told(hand: BlackjackHand) -> Iterator[Fact]:
    """What its cards count."""
    if not hand.cards:
        return
    if hand.total > TWENTY_ONE:
        yield words.BOX_ABOVE_21()
    elif hand.blackjack and len(hand.cards) > 1:
        yield words.BOX_BLACKJACK()
    else:
        yield words.BOX_POINTS(points=hand.total)
