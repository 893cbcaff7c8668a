"""A hand action by action, as its entries say it: the rounds of betting in ANJ's words, and what it did to each stack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from tombo.ledger.core.cards import CARD_TEXTS
from tombo.ledger.core.lisbon import day_of
from tombo.ledger.games.poker.events import (
    BetPlaced,
    BlindPosted,
    BoardDealt,
    CardsMucked,
    CardsShown,
    Checked,
    CommissionTaken,
    Folded,
    HandEvent,
    HandStarted,
    HoleCardsDealt,
    PotAwarded,
    UncalledBetReturned,
    Voided,
)
from tombo.projections.line import AnyLine
from tombo.reports.regulators.france.cards import NUMBERS
from tombo.reports.regulators.totals import Sums

BLINDS: Final = "blinds"
DEALT: Final = "preflop"
REVEAL: Final = "reveal"
POSTS: Final[Mapping[str, str]] = {
    "ante": "ante",
    "big": "big blind",
    "small": "small blind",
    "straddle": "raise",
    "restraddle": "raise",
}
"""``name`` of what is posted: ANJ has no word for a straddle, which raises the bet unasked. Others are of imported hands alone."""


class HandAction(NamedTuple):
    """What a seat did, or what was dealt: ``element`` and ``name`` as the schema has them."""

    element: Literal["Bet", "Check", "Draw", "Fold", "Reveal"]
    seat: int | None = None
    name: str = ""
    amount: int = 0
    card: int = 0
    slot: int | None = None
    """Of a closed card, which is known only when the hand is over."""


@dataclass(slots=True)
class BettingRound:
    """A *tour*. ``staked``: by seat, without what was given back for nobody had matched it."""

    name: str
    begun: int
    actions: list[HandAction] = field(default_factory=list)
    staked: Counter[int] = field(default_factory=Counter)


@dataclass(slots=True)
class StackPlayed:
    """What a hand did to the stack of a seat; ``rake``: what of the commission is his."""

    player: str
    before: int
    staked: int = 0
    back: int = 0
    won: int = 0
    refunded: int = 0
    rake: int = 0

    @property
    def total(self) -> int:
        """What he staked, without what nobody had matched."""
        return self.staked - self.back

    @property
    def after(self) -> int:
        """What lies before the seat when the hand is over."""
        return self.before - self.total + self.won + self.refunded


class HandPlayed:
    """The fold of a hand: tell it every line of its stream from the first."""

    def __init__(self, begun: AnyLine) -> None:
        self.begun = begun
        self.started: HandStarted = begun.event
        self.rounds: dict[str, BettingRound] = {}
        """By name, in their order."""
        self.stacks = {each.seat: StackPlayed(each.player, each.stack or 0) for each in self.started.seats}
        self.staked_on: Counter[str] = Counter()
        """By day: a hand that goes on over midnight is told when it is over."""
        self.voided = False
        self.told = Sums()
        """What its slip comes to, which its document has to come to as well."""
        self._street = BLINDS
        self._shown: dict[int, int] = {}
        """By slot: the closed cards that were shown in it, which are on record whatever becomes of their openings."""
        self._fees: Counter[int] = Counter()
        """By pot: commission that was taken from the whole of it."""
        self._paid: dict[int, list[int]] = {}
        """By pot: the seats that were paid of it, in their order."""

    def step(self, line: AnyLine) -> None:
        """The next line."""
        event: HandEvent = line.event
        match event:
            case BlindPosted():
                self._stakes(line, event.seat, POSTS[event.post], event.paid)
            case BetPlaced():
                self._stakes(line, event.seat, "allin" if event.all_in else event.action, event.paid)
            case Folded():
                self._at(line).actions.append(HandAction("Fold", event.seat))
            case Checked():
                self._at(line).actions.append(HandAction("Check", event.seat))
            case HoleCardsDealt() | BoardDealt() | CardsShown() | CardsMucked():
                self._cards(line, event)
            case _:
                self._ends(event)

    def sums(self) -> Sums:
        """What its document comes to."""
        each = self.stacks.values()
        back = sum(one.back for one in each)
        return Sums(
            sum(one.staked for one in each),
            sum(one.won for one in each),
            back + sum(one.refunded for one in each),
            back,
            sum(one.rake for one in each),
        )

    def _at(self, line: AnyLine, name: str | None = None) -> BettingRound:
        """The round of a name, or that which goes on."""
        return self.rounds.setdefault(name or self._street, BettingRound(name or self._street, line.instant))

    def _stakes(self, line: AnyLine, seat: int, name: str, paid: int) -> None:
        at = self._at(line)
        at.actions.append(HandAction("Bet", seat, name, paid))
        at.staked[seat] += paid
        self.stacks[seat].staked += paid
        self.staked_on[day_of(line.instant)] += paid

    def _cards(self, line: AnyLine, event: HoleCardsDealt | BoardDealt | CardsShown | CardsMucked) -> None:
        match event:
            case HoleCardsDealt():
                self._street = DEALT
                at = self._at(line)
                at.actions += (HandAction("Draw", seat, slot=slot) for slot, seat in enumerate(event.seats))
            case BoardDealt():
                self._street = event.street
                self._at(line).actions += (HandAction("Draw", card=NUMBERS[card]) for card in event.cards)
            case CardsShown():
                shown = [(one.slot, NUMBERS[one.card]) for one in event.cards if one.card is not None]
                self._shown |= {slot: card for slot, card in shown if slot is not None}
                self._at(line, REVEAL).actions += (HandAction("Reveal", event.seat, card=card) for _, card in shown)
            case CardsMucked():
                self._at(line, REVEAL).actions.append(HandAction("Fold", event.seat))

    def _ends(self, event: HandEvent) -> None:
        match event:
            case UncalledBetReturned():
                self.stacks[event.seat].back += event.amount
                self._unstakes(event.seat, event.amount)
            case CommissionTaken(seat=None):
                self._fees[event.pot] += event.amount
            case CommissionTaken():
                self.stacks[event.seat].rake += event.amount
            case PotAwarded():
                self.stacks[event.seat].won += event.amount
                self._paid.setdefault(event.pot, []).append(event.seat)
            case Voided():
                self.voided = True
                for each in event.refunds:
                    self.stacks[each.seat].refunded += each.amount
            case _:
                pass

    def _unstakes(self, seat: int, amount: int) -> None:
        """What nobody had matched is no part of the total of its round: of the newest in which the seat staked, and of those before."""
        for each in reversed(self.rounds.values()):
            part = min(amount, each.staked[seat])
            each.staked[seat] -= part
            amount -= part

    def closes(self) -> None:
        """The hand is over: commission of a whole pot is told of those who were paid of it, in equal parts, odd units one each to the first."""
        for pot, paid in self._paid.items():
            equal, odd = divmod(self._fees[pot], len(paid))
            for place, seat in enumerate(paid):
                self.stacks[seat].rake += equal + (place < odd)

    def lost(self, closed: Mapping[int, int]) -> int:
        """How many of its closed cards nobody kept, nor were shown in it; ``closed``: by slot, as the ledger numbers cards."""
        dealt = (one.slot for each in self.rounds.values() for one in each.actions if one.slot is not None)
        return sum(slot not in closed and slot not in self._shown for slot in dealt)

    def dealt(self, closed: Mapping[int, int]) -> Iterator[BettingRound]:
        """Its rounds with the closed cards in their places, but for those that are lost."""
        known = {slot: NUMBERS[CARD_TEXTS[card]] for slot, card in closed.items()} | self._shown
        for each in self.rounds.values():
            actions = [
                one if one.slot is None else one._replace(card=known[one.slot])
                for one in each.actions
                if one.slot is None or one.slot in known
            ]
            if actions:  # of a round in which nothing was done but to deal cards that are lost nothing is left
                yield BettingRound(each.name, each.begun, actions, each.staked)
