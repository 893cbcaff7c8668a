"""What the state of a hand implies: whose turn it is, what the hand waits for, what lies in the pot."""

from __future__ import annotations

from typing import Literal

from tombo.ledger.games.poker.hand import NOBODY, Hand
from tombo.ledger.games.poker.streets import BOARD_SIZES

Phase = Literal["blinds", "betting", "board", "showdown", "over"]


def position_of(hand: Hand, seat: int) -> int | None:
    """The position of ``seat``, or None where it is not in the hand."""
    return hand.seats.index(seat) if seat in hand.seats else None


def pot_total(hand: Hand) -> int:
    """All the money in the pots, this street's bets included (r.2o)."""
    return sum(hand.staked) + sum(hand.antes) + sum(hand.deads)


def live_count(hand: Hand) -> int:
    """How many have not folded."""
    return sum(hand.live)


def turn(hand: Hand) -> int | None:
    """The position that must act now, or None: nobody, because the betting of the street is over.

    Next in clockwise order after the last to act (r.51, r.54; R809 r.54, r.56), who has not folded, has chips, and either has not acted on
    this street or faces more than when it did. Somebody alone with chips who owes nothing has nobody to bet against.
    """
    if hand.outcome != "open":
        return None
    live, all_in, bets, highest, last = hand.live, hand.all_in, hand.bets, hand.highest, hand.last
    able = [position for position, lives in enumerate(live) if lives and not all_in[position]]
    if not able or live.count(True) == 1:
        return None
    if len(able) == 1 and bets[able[0]] >= max(bets):
        return None
    acted_at = hand.acted_at
    owing = [position for position in able if acted_at[position] < highest]
    return next((position for position in owing if position > last), owing[0] if owing else None)


def is_turn_of(hand: Hand, position: int) -> bool:
    """Whether ``turn`` is ``position`` in a hand in play, without looking for whose it is: a fold asks it of every act."""
    live, all_in, acted_at, highest = hand.live, hand.all_in, hand.acted_at, hand.highest
    if not live[position] or all_in[position] or acted_at[position] >= highest:
        return False
    count = len(live)
    before = (hand.last + 1) % count
    while before != position:
        if live[before] and acted_at[before] < highest and not all_in[before]:
            return False
        before = (before + 1) % count
    for other, stuck in enumerate(all_in):
        if live[other] and not stuck and other != position:
            return True
    return live.count(True) > 1 and hand.bets[position] < max(hand.bets)


def nobody_acts(hand: Hand) -> bool:
    """Whether ``turn`` is nobody's in a hand in play, likewise."""
    live, highest = hand.live, hand.highest
    if live.count(True) == 1:
        return True
    able, owes, alone = 0, False, NOBODY
    for position, (alive, stuck, at) in enumerate(zip(live, hand.all_in, hand.acted_at, strict=True)):
        if alive and not stuck:
            able, alone = able + 1, position
            owes = owes or at < highest
    return not owes or (able == 1 and hand.bets[alone] >= max(hand.bets))


def phase(hand: Hand) -> Phase:
    """What the hand waits for: the cards, a bet, the board, the showdown, or nothing any more."""
    if hand.outcome != "open":
        return "over"
    if not hand.dealt:
        return "blinds"
    if turn(hand) is not None:
        return "betting"
    return "board" if len(hand.board) < BOARD_SIZES[-1] else "showdown"


def to_call(hand: Hand, position: int) -> int:
    """What ``position`` must add to equal the bet before it (r.34c), its stack not considered."""
    return max(hand.highest - hand.bets[position], 0)


def reach(hand: Hand, position: int) -> int | None:
    """The most ``position`` can have staked on this street: all its chips. None: unknown, no limit."""
    stack = hand.stacks[position]
    return None if stack is None else hand.bets[position] + stack


def showdown_order(hand: Hand) -> tuple[int, ...]:
    """The positions still in the hand in the order in which their cards are turned (r.59).

    From the last to bet or raise on the last street, or where nobody did from the left of the button, clockwise.
    """
    count = len(hand.seats)
    first = max(hand.aggressor, 0)
    around = ((first + step) % count for step in range(count))
    return tuple(position for position in around if hand.live[position])
