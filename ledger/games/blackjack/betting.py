"""What a round of blackjack itself objects to in a bet, asked at the door and of a bet that was turned down; and what it takes now."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import get_args

from tombo.ledger.core.findings import Refused
from tombo.ledger.games.blackjack.commands import CloseBlackjackBets, DecideBlackjackHand, PlaceBlackjackBet
from tombo.ledger.games.blackjack.events import Choice
from tombo.ledger.games.blackjack.hands import BlackjackHand
from tombo.ledger.games.blackjack.r805 import bet_within_limits, bets_are_open, hand_may_decide, may_be_decided
from tombo.ledger.games.blackjack.said import door as said
from tombo.ledger.games.blackjack.state import BlackjackRound
from tombo.ledger.house.banked.state import BankedTable, alone_at
from tombo.ledger.house.offers import Awaited, Offer
from tombo.ledger.house.rules import first_breach, house


def bet_objection(round_: BlackjackRound, seat: int, amount: int, at: int) -> Refused | None:
    """The objection to a bet of ``amount`` on ``seat`` ``at`` an instant: in time, within the limits, the first there (r.9, r.12)."""
    objection = first_breach(bets_are_open(round_, at), bet_within_limits(round_.terms, amount))
    if objection is None and round_.hand(seat, 1) is not None:
        return house("seat", said.BLACKJACK_BET_TWICE(seat=seat))
    return objection


def awaited(name: str, round_: BlackjackRound, table: BankedTable) -> Awaited:
    """What the round ``name`` waits for: bets on the seats that are taken (r.9, r.12), the decisions of the hands (r.15), cards."""
    if round_.outcome != "open" or round_.revealed:
        return Awaited("result")
    if not round_.closed:
        seats = [(place.seat, place.player) for place in table.places if place.seat is not None]
        bets = (_bet(name, round_, seat, player) for seat, player in seats if round_.hand(seat, 1) is None)
        alone = (Offer(one, lambda _: CloseBlackjackBets(round=name)) for one in (alone_at(table),) if one is not None)
        return Awaited("bets", (*bets, *alone))
    offers = tuple(
        offer
        for hand in round_.hands
        if hand_may_decide(round_, hand) is None
        for choice in get_args(Choice)
        for offer in _choice(name, round_, hand, choice)
    )
    return Awaited("decision" if offers else "cards", offers)


def _bet(name: str, round_: BlackjackRound, seat: int, player: str) -> Offer:
    terms = round_.terms
    asks = lambda amount: PlaceBlackjackBet(amount=amount, round=name, seat=seat)  # noqa: E731  # what is asked of it is one expression
    return Offer(player, asks, seat, "amount", terms.bet_min, terms.bet_max, until=round_.opened.deadline)


def _choice(name: str, round_: BlackjackRound, hand: BlackjackHand, choice: Choice) -> Iterator[Offer]:
    """A decision of ``hand``, if its rule is for it; insurance for a part of half the bet."""
    insured = choice == "insure"
    if may_be_decided(round_, hand, choice, int(insured)) is not None:
        return
    asked = round_.asked
    until = asked.deadline if asked is not None and asked[:2] == (hand.seat, hand.number) else None
    asks = partial(_decides, name, hand, choice)
    if insured:
        yield Offer(hand.player, asks, hand.seat, "amount", 1, hand.stake // 2, until=until)
    else:
        costs = hand.stake if choice in {"double", "split"} else 0
        yield Offer(hand.player, asks, hand.seat, costs=costs, until=until)


def _decides(name: str, hand: BlackjackHand, choice: Choice, amount: int) -> DecideBlackjackHand:
    paid = amount if choice == "insure" else None
    return DecideBlackjackHand(amount=paid, decision=choice, hand=hand.number, round=name, seat=hand.seat)
