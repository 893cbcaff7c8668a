"""What a hand waits for, and what may be asked of it: the same rules that the door asks, from the player's side (R806 r.34-39, R809 r.50-53)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Literal

from tombo.ledger.core.command import CommandBase
from tombo.ledger.games.poker.commands import Call, Check, Fold, PlaceBet, PostStraddle
from tombo.ledger.games.poker.hand import NOBODY, Hand
from tombo.ledger.games.poker.rules.r806_betting import least_added, most
from tombo.ledger.games.poker.rules.r809 import straddle_amount, straddler
from tombo.ledger.games.poker.turns import phase, reach, to_call, turn
from tombo.ledger.house.offers import Awaited, Offer

Kind = Callable[..., CommandBase]


def awaited(name: str, hand: Hand, _table: Any) -> Awaited:
    """What the hand ``name`` waits for, and what its players may ask."""
    match phase(hand):
        case "betting":
            return Awaited("decision", (*_in_turn(name, hand), *_straddle(name, hand)))
        case "showdown" | "over":
            return Awaited("result")
        case "blinds" | "board":
            return Awaited("cards", tuple(_straddle(name, hand)))


def _in_turn(name: str, hand: Hand) -> Iterator[Offer]:
    """What whose turn it is may do; the one answer to a straddle but matching or leaving it is a restraddle."""
    position = turn(hand)
    if position is None:
        return
    seat = hand.seats[position]
    offer = partial(
        Offer,
        player=hand.started.seats[position].player,
        seat=seat,
        until=hand.deadline if hand.pending == position else None,
    )
    yield offer(asks=lambda _: Fold(hand=name, seat=seat))
    owed = to_call(hand, position)
    if owed:
        stack = hand.stacks[position]
        yield offer(asks=lambda _: Call(hand=name, seat=seat), costs=owed if stack is None else min(owed, stack))
    else:
        yield offer(asks=lambda _: Check(hand=name, seat=seat))
    totals = _totals(hand, position)
    if totals is not None:
        least, highest = totals
        asks = lambda total: PlaceBet(hand=name, seat=seat, total=total)  # noqa: E731  # what is asked of it is one expression
        yield offer(asks=asks, field="total", least=least, most=highest)
    if hand.terms.sintetico is not None and not hand.street:
        costs = straddle_amount(hand, "restraddle") - hand.bets[position]
        yield offer(asks=partial(_post, name, seat, "restraddle"), costs=costs)


def _totals(hand: Hand, position: int) -> tuple[int, int] | None:
    """The totals to which it may bet or raise, from and to; who cannot reach the least may stake all he has (r.23-24, r.37)."""
    everything = reach(hand, position)
    if everything is None or everything <= hand.highest:
        return None
    limit = most(hand, position, hand.terms.readings.maximum_bet)
    highest = everything if limit is None else min(everything, limit)
    return min(hand.highest + least_added(hand), highest), highest


def _straddle(name: str, hand: Hand) -> Iterator[Offer]:
    """The straddle, before the first open card, by whose it is (R809 r.50)."""
    if hand.terms.sintetico is None or hand.street or not hand.dealt:
        return
    position = straddler(hand)
    seated = hand.started.seats[position]
    costs = straddle_amount(hand, "straddle") - hand.bets[position]
    until = hand.deadline if hand.pending != NOBODY and hand.seats[hand.pending] == seated.seat else None
    yield Offer(seated.player, partial(_post, name, seated.seat, "straddle"), seated.seat, costs=costs, until=until)


def _post(name: str, seat: int, post: Literal["straddle", "restraddle"], _: int) -> CommandBase:
    return PostStraddle(hand=name, post=post, seat=seat)
