"""The state of a round of blackjack, folded from its events: what is recorded happened, in the order in which a door writes it."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, assert_never

from tombo.ledger.core.cards import CARD_IDS
from tombo.ledger.games.blackjack.cards import TWENTY_ONE, house_total, is_ace
from tombo.ledger.games.blackjack.events import (
    DECK,
    HOLE_SLOT,
    BetPlaced,
    BetsClosed,
    BlackjackBetRefused,
    BlackjackConnectionLost,
    BlackjackConnectionRestored,
    BlackjackEvent,
    CardDealt,
    Collected,
    DecisionMade,
    DecisionRequested,
    FindingRecorded,
    FindingRecordedV2,
    HoleCardDealt,
    HouseRevealed,
    Paid,
    RoundOpened,
    Settled,
    ShoeShuffled,
    Voided,
)
from tombo.ledger.games.blackjack.hands import Asked, BlackjackHand, Insurance
from tombo.ledger.house.rules import headless
from tombo.ledger.terms.blackjack import BlackjackTerms

FIRST_CARDS: Final = 2
"""Cards of a hand in the first deal (r.14)."""
NONE_SEEN: Final = (0,) * DECK
"""What is seen of a shoe before a card of it is dealt."""


class BlackjackRound(NamedTuple):
    """A round as its events leave it.

    Invariant: the stakes of hands and insurances are what left the accounts; each comes back or is collected once.
    """

    opened: RoundOpened
    shoe: str | None
    shoe_dealt: int
    """Cards dealt of the shoe, in this round and before."""
    seen: tuple[int, ...]
    """How often each card of the shoe was face up, in this round and before, by its number."""
    shoes: tuple[str, ...] = ()
    """The names of the shoes this round knows: the one it began with, and those shuffled in it."""
    hands: tuple[BlackjackHand, ...] = ()
    """By seat and number. A bet is a hand without cards."""
    closed: bool = False
    house: tuple[int, ...] = ()
    hole: bool = False
    """The hole card lies face down."""
    hole_shoe: str | None = None
    """The shoe it came from."""
    commitment: str | None = None
    """What says which card the hole card is, from when it is dealt on."""
    due: tuple[tuple[int, int], ...] = ()
    """Seat and number of the hands that wait for a card, in order."""
    insurances: tuple[Insurance, ...] = ()
    asked: Asked | None = None
    credited: tuple[tuple[str, int], ...] = ()
    """Every payment: player and amount."""
    outcome: Literal["open", "settled", "voided"] = "open"
    early: bool = False
    """The house turned its hole card before all had decided: only a void round has that (r.27)."""
    cut_off: tuple[str, ...] = ()
    """The players whose connection failed and is not back, in order (r.29)."""

    @property
    def terms(self) -> BlackjackTerms:
        """The terms the round is played under; its own copy."""
        return self.opened.terms

    @property
    def dealt(self) -> bool:
        """Whether the first cards are dealt."""
        return len(self.house) > 1 or self.hole

    @property
    def revealed(self) -> bool:
        """Whether the house has turned up its hole card."""
        return len(self.house) > 1

    @property
    def house_total(self) -> int:
        """The total of the house's cards that are face up."""
        return house_total(self.house)

    def hand(self, seat: int, number: int) -> BlackjackHand | None:
        """The hand ``number`` of ``seat``."""
        for hand in self.hands:
            if hand.seat == seat and hand.number == number:
                return hand
        return None

    def at(self, seat: int, number: int) -> BlackjackHand:
        """The hand ``number`` of ``seat``.

        Raises:
            IndexError: there is none.
        """
        hand = self.hand(seat, number)
        if hand is None:
            raise IndexError(f"hand {number} of seat {seat}")
        return hand

    def insurance(self, seat: int) -> Insurance | None:
        """The insurance of ``seat``."""
        return next((insurance for insurance in self.insurances if insurance.seat == seat), None)

    def open(self, hand: BlackjackHand) -> bool:
        """Whether ``hand`` has a decision to take, once the cards it waits for have come.

        A blackjack has one against an ace: even money (r.20b), or to wait for the house.
        """
        if hand.settled or hand.last in {"stand", "double", "surrender", "even_money"}:
            return False
        if hand.blackjack:
            return is_ace(self.house[0])
        if hand.aces and len(hand.cards) > 1:
            return False
        return hand.total < TWENTY_ONE

    @property
    def bettors(self) -> tuple[str, ...]:
        """The players with a bet."""
        return tuple(dict.fromkeys(hand.player for hand in self.hands))

    @property
    def holding(self) -> tuple[str, ...]:
        """The players who cannot say yet what the round brings them."""
        return self.bettors if self.outcome == "open" else ()

    def stakes(self, player: str) -> int:
        """All that ``player`` staked in the round."""
        bets = sum(hand.stake for hand in self.hands if hand.player == player)
        return bets + sum(insurance.stake for insurance in self.insurances if insurance.player == player)


def _counted(seen: tuple[int, ...], card: int) -> tuple[int, ...]:
    return (*seen[:card], seen[card] + 1, *seen[card + 1 :])


def _changed(round_: BlackjackRound, seat: int, number: int, hand: BlackjackHand) -> BlackjackRound:
    return round_._replace(hands=_with(round_, seat, number, hand))


def _with(round_: BlackjackRound, seat: int, number: int, hand: BlackjackHand) -> tuple[BlackjackHand, ...]:
    """Its hands, of which one is now ``hand``."""
    return tuple([hand if old.seat == seat and old.number == number else old for old in round_.hands])


def _card(round_: BlackjackRound, event: CardDealt) -> BlackjackRound:
    card = CARD_IDS[event.card]
    if not round_.closed:
        raise ValueError("a card before bets were closed")
    dealt, seen = round_.shoe_dealt + 1, _counted(round_.seen, card)
    if event.seat is None or event.hand is None:
        if round_.due or (round_.house and not round_.revealed):
            raise ValueError("a card for the house out of its turn")
        return round_._replace(shoe_dealt=dealt, seen=seen, house=(*round_.house, card))
    hand = round_.at(event.seat, event.hand)
    if round_.dealt:
        if round_.due[:1] != ((event.seat, event.hand),):
            raise ValueError(f"a card that hand {event.hand} of seat {event.seat} does not wait for")
    elif len(hand.cards) >= FIRST_CARDS:
        raise ValueError(f"a third card for seat {event.seat} in the first deal")
    hands = _with(round_, event.seat, event.hand, hand._replace(cards=(*hand.cards, card)))
    return round_._replace(shoe_dealt=dealt, seen=seen, due=round_.due[1:], hands=hands)


def _split(round_: BlackjackRound, hand: BlackjackHand, paid: int) -> BlackjackRound:
    number = 1 + max(other.number for other in round_.hands if other.seat == hand.seat)
    first, second = hand.cards
    kept = hand._replace(cards=(first,), split=True, aces=is_ace(first), last=None)
    added = kept._replace(number=number, cards=(second,), stake=paid)
    hands = (*(other for other in round_.hands if other != hand), kept, added)
    ordered = tuple(sorted(hands, key=lambda other: (other.seat, other.number)))
    return round_._replace(hands=ordered, due=((hand.seat, hand.number), (hand.seat, number)))


def _deciding(round_: BlackjackRound, event: DecisionRequested | DecisionMade) -> BlackjackHand:
    """The hand that ``event`` is of.

    Raises:
        IndexError: there is none.
        ValueError: it has nothing to decide: cards are due, the house has turned its own, or its last decision is taken.
    """
    hand = round_.at(event.seat, event.hand)
    if not round_.dealt or round_.due:
        raise ValueError("a decision before the cards that are due")
    if round_.revealed:
        raise ValueError("a decision after the house turned its card")
    if not round_.open(hand):
        raise ValueError(f"hand {event.hand} of seat {event.seat} has nothing left to decide")
    return hand


def _decided(round_: BlackjackRound, event: DecisionMade) -> BlackjackRound:
    hand = _deciding(round_, event)
    place = (hand.seat, hand.number)
    if event.player != hand.player:
        raise ValueError(f"a decision of {event.player} for a hand of {hand.player}")
    if event.cause == "time_out" and (round_.asked is None or round_.asked[:2] != place):
        raise ValueError(f"time is up of hand {hand.number} of seat {hand.seat}, which was not asked")
    if event.decision != "insure" and round_.asked is not None and round_.asked[:2] == place:
        # Insurance is no answer. Any other decision is, by him or for him, and for the next one he is asked anew (r.24).
        round_ = round_._replace(asked=None)
    match event.decision:
        case "insure":
            insurance = Insurance(event.player, event.seat, event.paid)
            return round_._replace(insurances=(*round_.insurances, insurance))
        case "split":
            return _split(round_, hand, event.paid)
        case "hit":
            return _changed(round_._replace(due=(place,)), *place, hand._replace(last="hit"))
        case "double":
            doubled = hand._replace(last="double", stake=hand.stake + event.paid, ace_fixed=event.ace_as_one)
            return _changed(round_._replace(due=(place,)), *place, doubled)
        case "stand" | "surrender" | "even_money":
            return _changed(round_, *place, hand._replace(last=event.decision))
        case _:
            assert_never(event.decision)


def _hole(round_: BlackjackRound, event: HoleCardDealt) -> BlackjackRound:
    round_ = round_._replace(shoe_dealt=round_.shoe_dealt + 1)
    if round_.commitment is not None:  # the card that was dealt is committed to, and no later word makes it another
        return round_
    if not round_.house or any(len(hand.cards) < FIRST_CARDS for hand in round_.hands):
        raise ValueError("the hole card before the first cards")
    return round_._replace(hole=True, hole_shoe=round_.shoe, commitment=event.commitments[HOLE_SLOT])


def _revealed(round_: BlackjackRound, card: int) -> BlackjackRound:
    seen = _counted(round_.seen, card) if round_.hole_shoe == round_.shoe else round_.seen
    early = bool(round_.due) or any(map(round_.open, round_.hands))
    return round_._replace(house=(*round_.house, card), hole=False, seen=seen, asked=None, early=early)


def _decide_bet(round_: BlackjackRound, event: Paid | Collected) -> BlackjackRound:
    if event.reason == "insurance":
        insurances = tuple(i._replace(settled=True) if i.seat == event.seat else i for i in round_.insurances)
        return round_._replace(insurances=insurances)
    hand = round_.at(event.seat, event.hand)
    changed = hand._replace(special=True) if event.reason == "special" else hand._replace(settled=True)
    return _changed(round_, event.seat, event.hand, changed)


def evolve(round_: BlackjackRound | None, event: BlackjackEvent) -> BlackjackRound:  # noqa: C901, PLR0912  # one case a kind
    """``round_`` after ``event``.

    Raises:
        TamperedError: the stream does not begin with ``blackjack.round_opened``.
        IndexError: ``event`` is of a hand that is not there.
        ValueError: ``event`` is out of the order of a round (R805 r.4b, r.12-17).
    """
    if isinstance(event, RoundOpened):
        shoes = () if event.shoe is None else (event.shoe,)
        return BlackjackRound(event, event.shoe, event.shoe_dealt, tuple(event.shoe_seen), shoes)
    if round_ is None:
        headless("blackjack", event)
    if round_.early and not isinstance(event, Paid | Collected | FindingRecordedV2 | Voided):
        raise ValueError("the house turned its card before all had decided")
    match event:
        case CardDealt():
            return _card(round_, event)
        case ShoeShuffled():
            if round_.dealt and round_.shoe_dealt < round_.terms.decks * DECK:
                raise ValueError("a shoe is shuffled while cards of another are dealt")
            return round_._replace(shoe=event.shoe, shoe_dealt=0, seen=NONE_SEEN, shoes=(*round_.shoes, event.shoe))
        case BetPlaced() | BetsClosed() if round_.closed:
            raise ValueError("bets were closed before")
        case BetPlaced():
            if round_.hand(event.seat, 1) is not None:
                raise ValueError(f"a second bet on seat {event.seat}")
            hands = (*round_.hands, BlackjackHand(event.player, event.seat, 1, event.amount))
            return round_._replace(hands=tuple(sorted(hands, key=lambda hand: hand.seat)))
        case BetsClosed():
            return round_._replace(closed=True)
        case HoleCardDealt():
            return _hole(round_, event)
        case DecisionRequested():
            _deciding(round_, event)
            return round_._replace(asked=Asked(event.seat, event.hand, event.deadline))
        case DecisionMade():
            return _decided(round_, event)
        case HouseRevealed():
            return _revealed(round_, CARD_IDS[event.card])
        case Paid():
            paid = (event.player, event.prize + event.returned)
            return _decide_bet(round_._replace(credited=(*round_.credited, paid)), event)
        case Collected():
            return _decide_bet(round_, event)
        case Settled() | Voided():
            return round_._replace(outcome="settled" if isinstance(event, Settled) else "voided", asked=None)
        case BlackjackConnectionLost():
            return round_._replace(cut_off=(*round_.cut_off, event.player))
        case BlackjackConnectionRestored():
            return round_._replace(cut_off=tuple(player for player in round_.cut_off if player != event.player))
        case FindingRecorded() | FindingRecordedV2() | BlackjackBetRefused():
            return round_
        case _:
            assert_never(event)
