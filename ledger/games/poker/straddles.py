"""What straddles and the five streets of póquer sintético (R809 r.50-59) change in the state of a hand.

Blinds and straddles are bets of the first street, which the first open card begins (r.54). Until then a seat owes something
only once a straddle stands. ``last`` says where the betting goes on: at the next seat clockwise that owes a decision.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tombo.ledger.games.poker.events import BlindPosted, BoardDealt, HoleCardsDealt
from tombo.ledger.games.poker.hand import NOBODY, Hand
from tombo.ledger.games.poker.streets import STREET_NUMBERS

STRADDLES: Final = frozenset({"straddle", "restraddle"})
_FIRST: Final = 1


Fold = Callable[[Hand, Any], Hand]
Changes = Callable[[Hand, Any], dict[str, Any]]


def adapted(fold: Fold, changes: Changes) -> Fold:
    """``fold``, and in a hand of póquer sintético ``changes`` on top."""

    def folded(hand: Hand, event: Any) -> Hand:
        after = fold(hand, event)
        return after if hand.terms.sintetico is None else after._replace(**changes(hand, event))

    return folded


def dealt_changes(hand: Hand, _: HoleCardsDealt) -> dict[str, Any]:
    """With the closed cards nobody owes anything: before the first open card there is no betting but on a straddle."""
    return {"acted_at": (hand.highest,) * len(hand.seats)}


def post_changes(hand: Hand, event: BlindPosted) -> dict[str, Any]:
    """A straddle raises the bet to match; the seats after it, clockwise, match it or leave (r.51-52)."""
    if event.post not in STRADDLES:
        return {}
    position = hand.seats.index(event.seat)
    total = hand.bets[position] + event.paid
    return {
        "acted_at": (*hand.acted_at[:position], total, *hand.acted_at[position + 1 :]),
        "last": position,
        "last_raise": max(hand.last_raise, total - hand.highest),
        "pending": NOBODY,
    }


def street_changes(hand: Hand, event: BoardDealt) -> dict[str, Any]:
    """The first street keeps the bets, and begins left of the big blind (r.54).

    The others begin with who made the highest bet of the street before (r.56), or where he is all-in or out with the next
    seat clockwise. Where nobody bet all have checked once around, so that the next seat after the last is the opener again.
    """
    if STREET_NUMBERS[event.street] == _FIRST:
        big_blind = (hand.small_blind + 1) % len(hand.seats)
        return {"bets": hand.bets, "highest": hand.highest, "last": big_blind, "last_raise": hand.last_raise}
    return {"last": hand.last if hand.aggressor == NOBODY else hand.aggressor - 1}
