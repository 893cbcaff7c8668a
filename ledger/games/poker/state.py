"""The state of a hand (*jogada*), folded from its events. No bet is judged here: what is recorded happened.

What it is folded into is ``hand.Hand``; what póquer sintético adds to the folds is in ``straddles``, the order of a live hand in ``order``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, assert_never

from tombo.ledger.core.cards import CARD_IDS
from tombo.ledger.games.poker.events import (
    ActionRefused,
    ActionRefusedV2,
    BetPlaced,
    BlindPosted,
    BoardDealt,
    CardsMucked,
    CardsShown,
    Checked,
    CommissionTaken,
    ConnectionLost,
    ConnectionRestored,
    DecisionRequested,
    DecisionTimedOut,
    FindingRecorded,
    FindingRecordedV2,
    Folded,
    HandEvent,
    HandStarted,
    HoleCardsDealt,
    PotAwarded,
    Settled,
    TimeExtended,
    UncalledBetReturned,
    Voided,
)
from tombo.ledger.games.poker.hand import NOBODY, Hand
from tombo.ledger.games.poker.order import ORDER
from tombo.ledger.games.poker.straddles import adapted, dealt_changes, post_changes, street_changes
from tombo.ledger.games.poker.streets import STREET_NUMBERS, streets_of
from tombo.ledger.house.rules import OUT_OF_PLACE, headless, out_of_place

__all__ = ["FOLDS", "NOBODY", "Hand", "evolve", "start"]

_PLACES: Final = {name: place for place, name in enumerate(Hand._fields)}
_STACKS: Final = _PLACES["stacks"]
_BETS: Final = _PLACES["bets"]
_STAKED: Final = _PLACES["staked"]
_ANTES: Final = _PLACES["antes"]
_DEADS: Final = _PLACES["deads"]
_LIVE: Final = _PLACES["live"]
_ALL_IN: Final = _PLACES["all_in"]
_ACTED_AT: Final = _PLACES["acted_at"]
_HIGHEST: Final = _PLACES["highest"]
_STREET: Final = _PLACES["street"]
_LAST_RAISE: Final = _PLACES["last_raise"]
_RAISES: Final = _PLACES["raises"]
_LAST: Final = _PLACES["last"]
_AGGRESSOR: Final = _PLACES["aggressor"]
_VOLUNTARY: Final = _PLACES["voluntary"]
_SMALL_BLIND: Final = _PLACES["small_blind"]
_BOARD: Final = _PLACES["board"]
_PENDING: Final = _PLACES["pending"]
_DEADLINE: Final = _PLACES["deadline"]
"""Where the fields stand that an act changes."""

_hand: Final[Callable[[list[Any]], Hand]] = partial(tuple.__new__, Hand)
"""The hand of these fields, in their order. What is acted most changes them by their place, at a third of the cost of ``_with``."""


def _with(hand: Hand, **changes: Any) -> Hand:
    """``hand`` with some fields changed: ``_replace`` at half its cost, which is what a replay in bulk spends its time on."""
    values = list(hand)
    for name, value in changes.items():
        values[_PLACES[name]] = value
    return _hand(values)


def _add(values: tuple[int, ...], position: int, amount: int) -> tuple[int, ...]:
    changed = list(values)
    changed[position] += amount
    return tuple(changed)


def _set(values: tuple[int, ...], position: int, value: int) -> tuple[int, ...]:
    changed = list(values)
    changed[position] = value
    return tuple(changed)


def _mark(values: tuple[bool, ...], position: int, value: bool) -> tuple[bool, ...]:  # noqa: FBT001  # the value itself
    changed = list(values)
    changed[position] = value
    return tuple(changed)


def _move(stacks: tuple[int | None, ...], position: int, amount: int) -> tuple[int | None, ...]:
    stack = stacks[position]
    if stack is None:
        return stacks
    changed = list(stacks)
    changed[position] = stack + amount
    return tuple(changed)


def start(event: HandStarted) -> Hand:
    """The hand as it begins."""
    count = len(event.seats)
    zeros = (0,) * count
    return Hand(
        started=event,
        seats=tuple([player.seat for player in event.seats]),
        stacks=tuple([player.stack for player in event.seats]),
        bets=zeros,
        staked=zeros,
        antes=zeros,
        deads=zeros,
        live=(True,) * count,
        all_in=(False,) * count,
        acted_at=(NOBODY,) * count,
        street=0,
        highest=0,
        last_raise=event.terms.min_bet,
        raises=0,
        last=NOBODY,
        aggressor=NOBODY,
        voluntary=False,
        small_blind=NOBODY,
        board=(),
        dealt=(),
        commitments=(),
        shown=((),) * count,
        mucked=(False,) * count,
        pending=NOBODY,
        deadline=0,
        returned=zeros,
        fees=(),
        awards=(),
        refunds=zeros,
        outcome="open",
    )


def _blind(hand: Hand, event: BlindPosted) -> Hand:
    position, paid, post = hand.seats.index(event.seat), event.paid, event.post
    stacks = _move(hand.stacks, position, -paid)
    values: list[Any] = list(hand)
    values[_STACKS], values[_ALL_IN] = stacks, _mark(hand.all_in, position, stacks[position] == 0)
    match post:
        case "ante":
            values[_ANTES] = _add(hand.antes, position, paid)
        case "dead":
            values[_DEADS] = _add(hand.deads, position, paid)
        case "small" | "extra" | "big" | "straddle" | "restraddle":
            values[_BETS] = bets = _add(hand.bets, position, paid)
            values[_STAKED] = _add(hand.staked, position, paid)
            due = hand.terms.big_blind if post == "big" and hand.started.tournament is not None else 0
            # Where he is all-in for less of it the others match the blind.
            values[_HIGHEST] = max(hand.highest, bets[position], due)
            if post == "small":
                values[_SMALL_BLIND] = position
            elif post in {"big", "straddle"}:
                values[_LAST] = position
            if post == "straddle":
                values[_LAST_RAISE] = max(hand.last_raise, paid)
        case _:
            assert_never(post)
    return _hand(values)


def _hole_cards(hand: Hand, event: HoleCardsDealt) -> Hand:
    if hand.dealt:  # the cards that were dealt are committed to, and no later word makes them others
        return _with(hand, pending=NOBODY)
    places = {seat: position for position, seat in enumerate(hand.seats)}
    dealt = tuple([places[seat] for seat in event.seats])
    return _with(hand, dealt=dealt, commitments=tuple(event.commitments), pending=NOBODY)


def _board(hand: Hand, event: BoardDealt) -> Hand:
    if event.street not in streets_of(hand.terms):
        raise ValueError(f"{event.street} is no street of this hand")
    if STREET_NUMBERS[event.street] <= hand.street:
        raise ValueError(f"the {event.street} was dealt")
    count = len(hand.seats)
    values: list[Any] = list(hand)
    values[_BOARD] = hand.board + tuple([CARD_IDS[card] for card in event.cards])
    values[_STREET] = STREET_NUMBERS[event.street]
    values[_BETS], values[_ACTED_AT] = (0,) * count, (NOBODY,) * count
    values[_HIGHEST] = values[_RAISES] = 0
    values[_LAST_RAISE] = hand.terms.min_bet
    values[_LAST] = values[_AGGRESSOR] = values[_PENDING] = NOBODY
    values[_VOLUNTARY] = False
    return _hand(values)


def _asked(hand: Hand, event: DecisionRequested | TimeExtended) -> Hand:
    values: list[Any] = list(hand)
    values[_PENDING], values[_DEADLINE] = hand.seats.index(event.seat), event.deadline
    return _hand(values)


def _folded(hand: Hand, event: Folded) -> Hand:
    position = hand.seats.index(event.seat)
    values: list[Any] = list(hand)
    values[_LIVE] = _mark(hand.live, position, False)  # noqa: FBT003  # the mark itself
    values[_LAST], values[_PENDING] = position, NOBODY
    return _hand(values)


def _checked(hand: Hand, event: Checked) -> Hand:
    position = hand.seats.index(event.seat)
    values: list[Any] = list(hand)
    values[_ACTED_AT] = _set(hand.acted_at, position, hand.highest)
    values[_LAST], values[_PENDING] = position, NOBODY
    return _hand(values)


def _bet(hand: Hand, event: BetPlaced) -> Hand:
    position, paid = hand.seats.index(event.seat), event.paid
    bets = _add(hand.bets, position, paid)
    total = bets[position]
    added = total - hand.highest
    values: list[Any] = list(hand)
    values[_STACKS], values[_BETS] = _move(hand.stacks, position, -paid), bets
    values[_STAKED] = _add(hand.staked, position, paid)
    if event.all_in:
        values[_ALL_IN] = _mark(hand.all_in, position, True)  # noqa: FBT003  # the mark itself
    if added > 0:
        values[_HIGHEST] = total
        if event.action != "call":
            values[_AGGRESSOR], values[_LAST_RAISE] = position, max(added, hand.last_raise)
    values[_ACTED_AT] = _set(hand.acted_at, position, values[_HIGHEST])
    if event.action == "raise":
        values[_RAISES] += 1
    values[_LAST], values[_VOLUNTARY], values[_PENDING] = position, True, NOBODY
    return _hand(values)


def _uncalled(hand: Hand, event: UncalledBetReturned) -> Hand:
    position, amount = hand.seats.index(event.seat), event.amount
    return _with(
        hand,
        stacks=_move(hand.stacks, position, amount),
        bets=_add(hand.bets, position, -amount),
        staked=_add(hand.staked, position, -amount),
        all_in=_mark(hand.all_in, position, False),  # noqa: FBT003
        returned=_add(hand.returned, position, amount),
    )


def _shown(hand: Hand, event: CardsShown) -> Hand:
    position = hand.seats.index(event.seat)
    shown = (*hand.shown[position], *event.cards)
    return _with(hand, shown=(*hand.shown[:position], shown, *hand.shown[position + 1 :]))


def _mucked(hand: Hand, event: CardsMucked) -> Hand:
    return _with(hand, mucked=_mark(hand.mucked, hand.seats.index(event.seat), True))  # noqa: FBT003


def _fee(hand: Hand, event: CommissionTaken) -> Hand:
    position = NOBODY if event.seat is None else hand.seats.index(event.seat)
    return _with(hand, fees=(*hand.fees, (event.pot, position, event.amount)))


def _award(hand: Hand, event: PotAwarded) -> Hand:
    position, amount = hand.seats.index(event.seat), event.amount
    return _with(
        hand, stacks=_move(hand.stacks, position, amount), awards=(*hand.awards, (event.pot, position, amount))
    )


def _settled(hand: Hand, _: Settled) -> Hand:
    return _with(hand, outcome="settled", pending=NOBODY)


def _voided(hand: Hand, event: Voided) -> Hand:
    stacks, refunds = hand.stacks, hand.refunds
    for refund in event.refunds:
        position = hand.seats.index(refund.seat)
        stacks = _move(stacks, position, refund.amount)
        refunds = _add(refunds, position, refund.amount)
    return _with(hand, stacks=stacks, refunds=refunds, outcome="voided", pending=NOBODY)


def _unmoved(hand: Hand, _: object) -> Hand:
    return hand


FOLDS: Final[dict[type, Callable[[Hand, Any], Hand]]] = {
    BlindPosted: adapted(_blind, post_changes),
    HoleCardsDealt: adapted(_hole_cards, dealt_changes),
    BoardDealt: adapted(_board, street_changes),
    DecisionRequested: _asked,
    TimeExtended: _asked,
    Folded: _folded,
    Checked: _checked,
    BetPlaced: _bet,
    ActionRefused: _unmoved,
    ActionRefusedV2: _unmoved,
    DecisionTimedOut: _unmoved,
    ConnectionLost: _unmoved,
    ConnectionRestored: _unmoved,
    UncalledBetReturned: _uncalled,
    CardsShown: _shown,
    CardsMucked: _mucked,
    CommissionTaken: _fee,
    PotAwarded: _award,
    Settled: _settled,
    Voided: _voided,
    FindingRecorded: _unmoved,
    FindingRecordedV2: _unmoved,
}
"""Every event but the first, and what it does. A test holds it to the closed union ``HandEvent``."""


def evolve(hand: Hand | None, event: HandEvent) -> Hand:
    """``hand`` after ``event``. Of a live hand in play it refuses what is out of its order, else nothing that can be folded.

    Raises:
        TamperedError: the stream does not begin with ``hand.started``: there is nothing to fold into; or ``event`` is of a seat that is
            not in the hand, or where no door writes it.
    """
    if type(event) is HandStarted:
        return start(event)
    if hand is None:
        headless("hand", event)
    kind = type(event)
    try:
        if hand.started.door == "live" and hand.outcome == "open" and (asks := ORDER.get(kind)) is not None:
            asks(hand, event)
        return FOLDS[kind](hand, event)
    except OUT_OF_PLACE as error:
        out_of_place("hand", event, error)
