"""What can happen in a round (*jogada*) of blackjack, R805. Amounts are in the unit of the round's terms.

Every cent staked is paid back (``returned``) or ``collected`` once; prizes are beside it.
"""

from typing import Annotated, Final, Literal

from pydantic import Field

from tombo.ledger.core.cards import CARD_TEXTS, CardText
from tombo.ledger.core.clock import Instant
from tombo.ledger.core.entry import EventBase, Kinds, Record
from tombo.ledger.core.facts import About, Facts
from tombo.ledger.core.findings import Reading
from tombo.ledger.core.ids import Hex32, LocalId
from tombo.ledger.core.money import Amount, PositiveAmount
from tombo.ledger.house.banked.events import BankedSeat, Forbids, ToldRule
from tombo.ledger.house.fields import Index, Text
from tombo.ledger.terms.blackjack import BlackjackTerms
from tombo.ledger.terms.unit import RulesetRef

HandNumber = Annotated[int, Field(ge=1, le=11)]
"""A hand of a seat, from 1; every split adds one (r.21-22)."""
Choice = Literal["hit", "stand", "double", "split", "surrender", "insure", "even_money"]
"""The decisions of r.15 and r.20b-22."""
DECK: Final = len(CARD_TEXTS)
HOLE_SLOT: Final = 0
"""The slot of the hole card's commitment: no other card of a round is dealt face down."""


class RoundOpened(EventBase):
    """A round begins; bets are taken until ``deadline`` (r.12). ``shoe_dealt`` cards of ``shoe`` were dealt before.

    ``shoe_seen``: how often each card of it was face up, by the number of the card. A hole card that a round before never
    turned up is among those dealt, and not among these.
    """

    deadline: Instant | None
    kind: Literal["blackjack.round_opened.v1"] = "blackjack.round_opened.v1"
    number: Index
    ruleset: RulesetRef
    shoe: LocalId | None
    shoe_dealt: Amount
    shoe_seen: Annotated[list[Annotated[int, Field(ge=0, le=8)]], Field(min_length=DECK, max_length=DECK)]
    table: LocalId
    terms: BlackjackTerms


class ShoeShuffled(EventBase):
    """The decks of the terms, shuffled, under a new name (r.4b). ``order_root`` commits to their order, where it is given."""

    kind: Literal["blackjack.shoe_shuffled.v1"] = "blackjack.shoe_shuffled.v1"
    order_root: Hex32 | None
    shoe: LocalId


class BetPlaced(EventBase):
    """The initial bet of a seat (r.9); it left the account with this."""

    amount: PositiveAmount
    kind: Literal["blackjack.bet_placed.v1"] = "blackjack.bet_placed.v1"
    player: LocalId
    seat: BankedSeat


class BlackjackBetRefused(EventBase):
    """A bet that the platform turned down; it moved nothing. ``rule``: what the player was told; ``forbids``: what the door found, None for nothing."""

    amount: PositiveAmount
    forbids: Forbids | None
    kind: Literal["blackjack.bet_refused.v1"] = "blackjack.bet_refused.v1"
    player: LocalId
    rule: ToldRule
    seat: BankedSeat


class BetsClosed(EventBase):
    """No more bets (*jogo feito, nada mais*, r.12); by the player himself at a table of one (r.13)."""

    kind: Literal["blackjack.bets_closed.v1"] = "blackjack.bets_closed.v1"


class CardDealt(EventBase):
    """A card face up, to a hand of a seat, or to the house (both null)."""

    card: CardText
    hand: HandNumber | None
    kind: Literal["blackjack.card_dealt.v1"] = "blackjack.card_dealt.v1"
    seat: BankedSeat | None


class HoleCardDealt(EventBase):
    """The second card of the house, face down (r.14b), behind one salted commitment; its opening is kept apart."""

    commitments: Annotated[list[Hex32], Field(min_length=1, max_length=1)]
    kind: Literal["blackjack.hole_card_dealt.v1"] = "blackjack.hole_card_dealt.v1"


class DecisionRequested(EventBase):
    """A hand was asked to decide, with the decisions open to it shown (r.24), until ``deadline``."""

    deadline: Instant
    hand: HandNumber
    kind: Literal["blackjack.decision_requested.v1"] = "blackjack.decision_requested.v1"
    seat: BankedSeat


class DecisionMade(EventBase):
    """A decision of r.15 or r.20b-22, by the player or for him when his time was up. ``paid`` is what he staked with it.

    ``ace_as_one``: he doubles having counted an ace of his first two cards as 1, and it stays 1 (r.8a-ii).
    """

    ace_as_one: bool
    cause: Literal["player", "time_out"]
    decision: Choice
    hand: HandNumber
    kind: Literal["blackjack.decision_made.v1"] = "blackjack.decision_made.v1"
    paid: Amount
    player: LocalId
    seat: BankedSeat


class HouseRevealed(EventBase):
    """The hole card turned up, with the salt that opens its commitment (r.17)."""

    card: CardText
    kind: Literal["blackjack.house_revealed.v1"] = "blackjack.house_revealed.v1"
    salt: Hex32


class Paid(EventBase):
    """A prize and what of the stake comes back with it (r.25-26); without prize on ``surrender`` and ``push``.

    ``original_only``: what was doubled or split comes back, where a blackjack of the house takes the original bet only.
    """

    hand: HandNumber
    kind: Literal["blackjack.paid.v1"] = "blackjack.paid.v1"
    player: LocalId
    prize: Amount
    reason: Literal["blackjack", "even_money", "win", "push", "insurance", "special", "surrender", "original_only"]
    returned: Amount
    seat: BankedSeat


class BlackjackConnectionLost(EventBase):
    """A player's equipment or network failed (r.29): the round is valid, and his bets are paid or collected (r.30)."""

    kind: Literal["blackjack.connection_lost.v1"] = "blackjack.connection_lost.v1"
    player: LocalId


class BlackjackConnectionRestored(EventBase):
    """The player is back, after a failure of his equipment or network that is on record (r.29)."""

    kind: Literal["blackjack.connection_restored.v1"] = "blackjack.connection_restored.v1"
    player: LocalId


class Collected(EventBase):
    """A stake lost to the house (r.15e, r.25b, e, g)."""

    amount: PositiveAmount
    hand: HandNumber
    kind: Literal["blackjack.collected.v1"] = "blackjack.collected.v1"
    player: LocalId
    reason: Literal["bust", "lost", "insurance", "surrender"]
    seat: BankedSeat


class Settled(EventBase):
    """The round is over: every stake is paid back or collected."""

    kind: Literal["blackjack.settled.v1"] = "blackjack.settled.v1"


class Refund(Record):
    """What a void round moves for one player: ``refunded`` to him, or prizes taken back from him, as far as he has them.

    ``waived`` could not be taken back: his account did not hold it.
    """

    player: LocalId
    refunded: Amount
    taken_back: Amount
    waived: Amount


class Voided(EventBase):
    """The round is void (r.27), and bets go back (r.28)."""

    incident: LocalId
    kind: Literal["blackjack.voided.v1"] = "blackjack.voided.v1"
    refunds: list[Refund]


class FindingRecorded(EventBase):
    """Another reading of ``rule`` gives a player another result: ``paid`` comes back to him, ``otherwise`` would.

    Both are stake and prize of the bets it is about; a stake that could not have been made stays his. They lie on ``seat``;
    about a void round they are all of the player's, and ``seat`` is his first.
    """

    kind: Literal["blackjack.finding_recorded.v1"] = "blackjack.finding_recorded.v1"
    message: Text
    otherwise: Amount
    paid: Amount
    player: LocalId
    reading: Reading
    rule: Annotated[str, Field(max_length=40)]
    seat: BankedSeat


class FindingRecordedV2(EventBase):
    """As ``blackjack.finding_recorded.v1``, the objection by its name and facts: each language says them (``ledger.said``)."""

    about: About
    facts: Facts
    kind: Literal["blackjack.finding_recorded.v2"] = "blackjack.finding_recorded.v2"
    otherwise: Amount
    paid: Amount
    player: LocalId
    reading: Reading
    rule: Annotated[str, Field(max_length=40)]
    seat: BankedSeat


BlackjackEvent = (
    RoundOpened
    | ShoeShuffled
    | BetPlaced
    | BlackjackBetRefused
    | BetsClosed
    | CardDealt
    | HoleCardDealt
    | DecisionRequested
    | DecisionMade
    | HouseRevealed
    | BlackjackConnectionLost
    | BlackjackConnectionRestored
    | Paid
    | Collected
    | Settled
    | Voided
    | FindingRecorded
    | FindingRecordedV2
)

KINDS: Final = Kinds(
    "blackjack",
    BlackjackEvent,
    RoundOpened,
    "blackjack.hole_card_dealt.v1",
    voids="void_blackjack_round",
    takes_back=True,
)
