"""Blackjack/21, R805: splits, doubles, insurance, even money, surrender, time running out; and what the rules forbid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, cast

from tombo.ledger.core.cards import CARD_TEXTS
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.command import CommandBase
from tombo.ledger.games.blackjack.cards import hard_total, is_ace, same_rank, value
from tombo.ledger.games.blackjack.commands import (
    CloseBlackjackBets,
    DealBlackjackCard,
    DealBlackjackHands,
    DecideBlackjackHand,
    OpenBlackjackRound,
    PlaceBlackjackBet,
    ReportBlackjackConnection,
    RequestBlackjackDecision,
    RevealBlackjackHouse,
    ShuffleBlackjackShoe,
    TimeOutBlackjackHand,
    VoidBlackjackRound,
)
from tombo.ledger.games.blackjack.events import Choice
from tombo.ledger.games.blackjack.hands import BlackjackHand
from tombo.ledger.games.blackjack.state import BlackjackRound
from tombo.ledger.terms.blackjack import BlackjackTerms
from tombo.simulator import bonuses
from tombo.simulator.ask import OFFICER, PLATFORM, Ask, Play, Scene, player
from tombo.simulator.banked import host, table_of
from tombo.simulator.connections import back, cut_off
from tombo.simulator.house import bets
from tombo.simulator.turned_down import tries

BETS: Final = (100, 100, 200, 250, 333, 500)
LATE: Final = 0.04
CUT: Final = 60
"""With fewer cards left the shoe is shuffled before the next round."""
PAIR: Final = 2
Shoe = list[str]


def round_(scene: Scene, shoe: Shoe) -> Play:
    """The next round, from its bets to their payment. ``shoe`` is what is left of it, in the order of drawing from the end."""
    found = table_of(scene)
    after = scene.thinks()
    deadline = scene.now() + after + 20 * SECOND
    by = host(scene)
    if by == PLATFORM and scene.happens(scene.malice):
        yield Ask(OpenBlackjackRound(table=scene.table), expects="R805 r.12", after=0)
    yield Ask(OpenBlackjackRound(deadline=deadline, table=scene.table), by, after=after)
    name = f"{scene.table}/{found.number + 1}"
    if len(shoe) < CUT:
        yield from _shuffle(scene, name, shoe)
    for place in found.places:
        bet = scene.chance.choice(BETS)
        if place.seat is not None and bet <= bonuses.purse(scene, place.player) and bets(scene, place.player):
            placed = PlaceBlackjackBet(amount=bet, round=name, seat=place.seat)
            yield Ask(placed, player(place.player), after=scene.chance.randint(1, 2 * SECOND))
        yield from _perhaps(scene, name)
    bet_on = bool(_round(scene, name).hands)
    if by != PLATFORM and not bet_on:
        yield Ask(CloseBlackjackBets(round=name), by, expects="R805 r.13")
    if by != PLATFORM and bet_on:
        yield Ask(CloseBlackjackBets(round=name), by)
    else:
        yield Ask(CloseBlackjackBets(round=name), after=max(deadline - scene.now(), 0))
    if bet_on:
        count = 2 * len(_round(scene, name).hands) + 1
        cards, hole = [shoe.pop() for _ in range(count)], shoe.pop()
        yield from _once_too_often(scene, name, cards, hole)
        yield Ask(DealBlackjackHands(cards=cards, hole_card=hole, round=name), after=2 * SECOND)
        yield from _connections(scene, name)
    while (now := _round(scene, name)).outcome == "open":
        yield from _perhaps(scene, name)
        if not shoe and (now.due or now.revealed):
            yield from _shuffle(scene, name, shoe)  # in the middle of the round, for it has run out (r.4b)
        yield from _next(scene, name, now, shoe)
    yield from _perhaps(scene, name)


def _connections(scene: Scene, name: str) -> Play:
    """Connections that fail while the hands are played; most are back."""
    now = _round(scene, name)
    if now.outcome == "open":  # blackjacks may have ended it (r.20a)
        yield from cut_off(name, now.bettors, ReportBlackjackConnection, "R805 r.29")
        yield from back(name, now.bettors, ReportBlackjackConnection)


def _once_too_often(scene: Scene, name: str, cards: Sequence[str], hole: str) -> Play:
    """Now and then a card is dealt of which the shoe has shown all, in whichever rounds."""
    now = _round(scene, name)
    gone = [text for text, times in zip(CARD_TEXTS, now.seen, strict=True) if times == now.terms.decks]
    if gone and scene.happens(scene.malice):
        again = [scene.chance.choice(gone), *cards[1:]]
        yield Ask(DealBlackjackHands(cards=again, hole_card=hole, round=name), expects="R805 r.4b")


def _round(scene: Scene, name: str) -> BlackjackRound:
    found: BlackjackRound = scene.view(f"blackjack:{name}")
    return found


def _shuffle(scene: Scene, name: str, shoe: Shoe) -> Play:
    shoe[:] = list(CARD_TEXTS) * cast(BlackjackTerms, table_of(scene).terms).decks
    scene.chance.shuffle(shoe)
    yield Ask(ShuffleBlackjackShoe(round=name, shoe=f"shoe-{name}"))


def _next(scene: Scene, name: str, now: BlackjackRound, shoe: Shoe) -> Play:
    """What the round waits for: a card, a decision, or the house."""
    if now.due or now.revealed:
        yield Ask(DealBlackjackCard(card=shoe.pop(), round=name))
        return
    waiting = next((hand for hand in now.hands if now.open(hand)), None)
    if waiting is None:
        yield Ask(RevealBlackjackHouse(round=name), after=2 * SECOND)
    elif scene.happens(LATE):
        yield from _late(scene, name, waiting)
    elif now.asked is not None and now.asked.deadline < scene.now() + 10 * SECOND:
        asked = _asks(name, waiting, scene.now() + 31 * SECOND)
        yield Ask(asked)  # whose time ran out before is asked again, and is back
    else:
        yield Ask(_choice(scene, name, now, waiting), player(waiting.player), after=scene.thinks())


def _late(scene: Scene, name: str, hand: BlackjackHand) -> Play:
    """A hand is asked and lets its time run out; perhaps it comes too late (r.24)."""
    after = scene.thinks()
    deadline = scene.now() + after + 20 * SECOND
    yield Ask(_asks(name, hand, deadline), after=after)
    if scene.happens(0.3):
        late = _decision(name, hand, "hit")
        yield Ask(late, player(hand.player), after=20 * SECOND + 1, expects="R805 r.24")
    out = TimeOutBlackjackHand(hand=hand.number, round=name, seat=hand.seat)
    yield Ask(out, after=21 * SECOND)


def _asks(name: str, hand: BlackjackHand, deadline: int) -> CommandBase:
    return RequestBlackjackDecision(deadline=deadline, hand=hand.number, round=name, seat=hand.seat)


def _decision(name: str, hand: BlackjackHand, choice: Choice, amount: int | None = None) -> CommandBase:
    return DecideBlackjackHand(amount=amount, decision=choice, hand=hand.number, round=name, seat=hand.seat)


def _choice(scene: Scene, name: str, now: BlackjackRound, hand: BlackjackHand) -> CommandBase:
    """A decision that is open to ``hand``, counted here on its own from r.15 and r.20b-23."""
    choices = sorted(_open_choices(now, hand, bonuses.purse(scene, hand.player)))
    if hand.total > 16 and "stand" in choices and scene.happens(0.8):  # what most people stand on
        return _decision(name, hand, "stand")
    choice = scene.chance.choice(choices)
    return _decision(name, hand, choice, hand.stake // 2 if choice == "insure" else None)


def _open_choices(now: BlackjackRound, hand: BlackjackHand, purse: int) -> set[Choice]:
    """Which decisions the rules leave to ``hand``, and ``purse`` pays for."""
    terms, first = now.terms, len(hand.cards) == PAIR and not hand.split
    against_ace = is_ace(now.house[0])
    insurable = (
        terms.insurance and against_ace and first and now.insurance(hand.seat) is None and purse >= hand.stake // 2
    )
    if hand.blackjack:
        found: set[Choice] = {"stand"}
        if now.insurance(hand.seat) is None:
            found.add("even_money")
        if insurable and terms.readings.insured_blackjack == "PRACTICE":
            found.add("insure")
        return found
    found = {"hit"}
    if hand.total > 11:  # r.15c
        found.add("stand")
    if insurable:
        found.add("insure")
    if first and not against_ace:
        found.add("surrender")
    if len(hand.cards) == PAIR and purse >= hand.stake:
        if terms.double == "any" or 9 <= hard_total(hand.cards) <= 11:  # r.15b
            found.add("double")
        if _splits(now, hand):
            found.add("split")
    return found


def _splits(now: BlackjackRound, hand: BlackjackHand) -> bool:
    one, other = hand.cards
    alike = same_rank(one, other) if now.terms.split == "pairs" else value(one) == value(other)
    return alike and sum(of.seat == hand.seat for of in now.hands) - 1 < now.terms.splits_max


def _perhaps(scene: Scene, name: str) -> Play:
    """Now and then, one thing the rules forbid at this point of the round."""
    if scene.happens(scene.malice):
        asks = [*_forbidden(scene, name, _round(scene, name))]
        yield from tries(scene.chance.choice(asks)._replace(after=1))


def _forbidden(scene: Scene, name: str, now: BlackjackRound) -> Iterator[Ask]:
    place = table_of(scene).places[0]
    seat, by = place.seat or 1, player(place.player)
    bet = PlaceBlackjackBet(amount=100, round=name, seat=seat)
    if now.outcome != "open":
        yield Ask(RevealBlackjackHouse(round=name), expects="R805 r.2f")
        yield Ask(bet, by, expects="R805 r.2f")
        return
    deadline = scene.now() + 60 * SECOND
    yield Ask(OpenBlackjackRound(deadline=deadline, table=scene.table), expects="House: table")
    yield Ask(VoidBlackjackRound(incident="no-such-incident", round=name), OFFICER, expects="R805 r.27")
    yield Ask(bet, player("p-nobody"), expects="House: authority")
    if not now.closed:
        yield Ask(bet.model_copy(update={"amount": 99}), by, expects="R805 r.9")
        yield Ask(bet.model_copy(update={"amount": 10_001}), by, expects="R805 r.9")
        yield Ask(RevealBlackjackHouse(round=name), expects="R805 r.17")
        yield Ask(DealBlackjackCard(card="As", round=name), expects="R805 r.14")
        if now.opened.deadline is not None and now.opened.deadline > scene.now() + 1:
            yield Ask(CloseBlackjackBets(round=name), expects="R805 r.12")
        if now.hand(seat, 1) is not None:
            yield Ask(bet, by, expects="House: seat")
        return
    yield Ask(bet, by, expects="R805 r.12")
    yield Ask(CloseBlackjackBets(round=name), expects="House: table")
    if now.dealt:
        yield from _at_the_cards(name, now)


def _at_the_cards(name: str, now: BlackjackRound) -> Iterator[Ask]:
    yield Ask(DealBlackjackHands(cards=["As"] * 3, hole_card="As", round=name), expects="R805 r.14")
    if now.shoe_dealt < now.terms.decks * len(CARD_TEXTS):
        yield Ask(ShuffleBlackjackShoe(round=name, shoe="shoe-too-early"), expects="R805 r.4b")
    hand = next((hand for hand in now.hands if now.open(hand)), None)
    if hand is None or now.due or now.revealed or now.asked is not None:  # who was asked may be late as well
        return
    by = player(hand.player)
    out = TimeOutBlackjackHand(hand=hand.number, round=name, seat=hand.seat)
    yield Ask(RevealBlackjackHouse(round=name), expects="R805 r.17")
    yield Ask(DealBlackjackCard(card="As", round=name), expects="R805 r.15")
    yield Ask(_decision(name, hand, "hit"), player("p-nobody"), expects="House: authority")
    yield Ask(_decision(name, hand, "hit", amount=100), by, expects="House: movement")
    yield Ask(out, expects="R805 r.24")
    if hand.blackjack:
        yield Ask(_decision(name, hand, "hit"), by, expects="R805 r.15")
        return
    yield Ask(_decision(name, hand, "even_money"), by, expects="R805 r.20b")
    if hand.total <= 11:  # r.15c
        yield Ask(_decision(name, hand, "stand"), by, expects="R805 r.15c")
    if is_ace(now.house[0]):
        yield Ask(_decision(name, hand, "surrender"), by, expects="R805 r.15e")
        too_much = hand.stake // 2 + 1
        if len(hand.cards) == PAIR and not hand.split and now.insurance(hand.seat) is None:
            yield Ask(_decision(name, hand, "insure", too_much), by, expects="R805 r.15f")
    elif now.terms.insurance:
        yield Ask(_decision(name, hand, "insure", 1), by, expects="R805 r.15f")
    if len(hand.cards) > PAIR:
        yield Ask(_decision(name, hand, "double"), by, expects="R805 r.23" if hand.split else "R805 r.15b")
    if len(hand.cards) != PAIR or value(hand.cards[0]) != value(hand.cards[1]):
        yield Ask(_decision(name, hand, "split"), by, expects="R805 r.21")
