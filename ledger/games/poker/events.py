"""What can happen in a poker hand (*jogada*), R806. Amounts are in the unit of the hand's terms.

Movements only: ``paid`` is what moved now, so that summing events gives the pot; totals are derived.
"""

from typing import Annotated, Final, Literal

from pydantic import Field

from tombo.ledger.core.cards import CardText
from tombo.ledger.core.clock import Instant
from tombo.ledger.core.entry import EventBase, Kinds, Record
from tombo.ledger.core.facts import About, Facts
from tombo.ledger.core.findings import Reading, Severity
from tombo.ledger.core.ids import Hex32, LocalId
from tombo.ledger.core.money import Amount, PositiveAmount
from tombo.ledger.terms.poker import Terms
from tombo.ledger.terms.unit import RulesetRef, Seat

Slot = Annotated[int, Field(ge=0, le=51)]
"""A card's place in the order of dealing, from 0."""
Street = Literal[
    "preflop",
    "flop",
    "turn",
    "river",
    "straddle",
    "first_street",
    "second_street",
    "third_street",
    "fourth_street",
    "fifth_street",
]
"""The last six are those of póquer sintético: the time of the straddles, and its five streets (R809 r.50-59)."""
Pot = Annotated[int, Field(ge=0, le=9)]
"""0 is the main pot; side pots follow in the order of the all-ins (r.41-42)."""


class SeatedPlayer(Record):
    """A player dealt into the hand.

    ``stack`` is what lies before the seat as the hand starts, before blinds; none only on import, where the source
    does not say.
    """

    player: LocalId
    seat: Seat
    stack: Amount | None


class Source(Record):
    """Where an imported hand comes from, and what its file says that no event of ours does.

    ``document`` is canonical JSON text of the remaining fields, verbatim, so that the export gives the file back;
    ``names`` holds the sealed names of the players in the order of the seats (ciphertext in base64, empty where the file
    has none), and after them, where ``document`` says ``free_text_of``, the sealed free text of the file. ``stated`` names
    what the file states (``finishing_stacks``, ``winnings``): the replay compares stated amounts only.
    """

    document: str
    format: Literal["phh"]
    identity: Hex32
    names: list[str]
    stated: list[str]


class HandStarted(EventBase):
    """A hand begins. ``seats`` stand in clockwise order, the first left of the button.

    ``button`` is the seat with the marker; ``deck_root`` is the Merkle root of the committed deck where there is one.
    ``tournament`` is the one it is played in (R810), under whose structure, in place of a ruleset, it stands.
    """

    button: Seat
    deck_root: Hex32 | None
    door: Literal["live", "import"]
    kind: Literal["hand.started.v1"] = "hand.started.v1"
    number: Annotated[int, Field(ge=0, le=2**53 - 1)]
    ruleset: RulesetRef | None
    seats: Annotated[list[SeatedPlayer], Field(min_length=2, max_length=10)]
    source: Source | None
    table: LocalId
    terms: Terms
    tournament: LocalId | None


class BlindPosted(EventBase):
    """An obligatory bet (*aposta obrigatória*, r.20-22). ``dead`` money is not part of the street's bet.

    Of póquer sintético also the ``straddle`` (*estardilho*) and the ``restraddle`` (*restardilho*), which nobody has to make and
    all have to match (R809 r.50-53).
    """

    kind: Literal["hand.blind_posted.v1"] = "hand.blind_posted.v1"
    paid: PositiveAmount
    post: Literal["small", "big", "ante", "straddle", "restraddle", "extra", "dead"]
    seat: Seat


class HoleCardsDealt(EventBase):
    """The closed cards (*cartas fechadas*), r.49-50, one card each from the small blind, then a second.

    Index = slot. ``commitments[i]`` is the salted commitment of the card dealt ``i``-th, to ``seats[i]``; none only
    on import, where the card is unknown.
    """

    commitments: list[Hex32 | None]
    kind: Literal["hand.hole_cards_dealt.v1"] = "hand.hole_cards_dealt.v1"
    seats: list[Seat]


class BoardDealt(EventBase):
    """The open cards (*cartas viradas*): flop of three, turn, river (r.53-57); of póquer sintético one a street (R809 r.54-59)."""

    cards: Annotated[list[CardText], Field(min_length=1, max_length=5)]
    kind: Literal["hand.board_dealt.v1"] = "hand.board_dealt.v1"
    street: Street


class DecisionRequested(EventBase):
    """A seat is asked to decide until ``deadline`` (r.43)."""

    deadline: Instant
    kind: Literal["hand.decision_requested.v1"] = "hand.decision_requested.v1"
    seat: Seat


class TimeExtended(EventBase):
    """Extra time (r.44)."""

    deadline: Instant
    kind: Literal["hand.time_extended.v1"] = "hand.time_extended.v1"
    seat: Seat


class Folded(EventBase):
    """A seat gives up (*fold*, r.34a, r.35): its bets stay in the pot."""

    kind: Literal["hand.folded.v1"] = "hand.folded.v1"
    seat: Seat


class Checked(EventBase):
    """A seat passes (*check*, r.34b): possible only where nobody has bet."""

    kind: Literal["hand.checked.v1"] = "hand.checked.v1"
    seat: Seat


class BetPlaced(EventBase):
    """Money moved from a seat's stack to the pot: an opening bet, a call or a raise (*aposta*, r.34c-d, r.37, r.39)."""

    action: Literal["bet", "call", "raise"]
    all_in: bool
    kind: Literal["hand.bet_placed.v1"] = "hand.bet_placed.v1"
    paid: PositiveAmount
    seat: Seat


class ActionRefused(EventBase):
    """A player's late or illegal try, put on record by the platform; it moved nothing."""

    attempt: Annotated[str, Field(max_length=200)]
    kind: Literal["hand.action_refused.v1"] = "hand.action_refused.v1"
    message: Annotated[str, Field(max_length=500)]
    rule: Annotated[str, Field(max_length=40)]
    seat: Seat


class ActionRefusedV2(EventBase):
    """As ``hand.action_refused.v1``, the objection by its name and facts, as the door or the platform gave them."""

    about: About
    attempt: Annotated[str, Field(max_length=200)]
    facts: Facts
    kind: Literal["hand.action_refused.v2"] = "hand.action_refused.v2"
    rule: Annotated[str, Field(max_length=40)]
    seat: Seat


class DecisionTimedOut(EventBase):
    """The time of a seat ran out (r.45). The check or fold it counts as follows in the same commit."""

    kind: Literal["hand.decision_timed_out.v1"] = "hand.decision_timed_out.v1"
    seat: Seat


class ConnectionLost(EventBase):
    """The platform lost a player's connection. Not an outage of the operator: r.73 keeps the hand alive."""

    kind: Literal["hand.connection_lost.v1"] = "hand.connection_lost.v1"
    seat: Seat


class ConnectionRestored(EventBase):
    """The player is back."""

    kind: Literal["hand.connection_restored.v1"] = "hand.connection_restored.v1"
    seat: Seat


class UncalledBetReturned(EventBase):
    """The part of a bet that nobody matched goes back, without commission (r.40)."""

    amount: PositiveAmount
    kind: Literal["hand.uncalled_bet_returned.v1"] = "hand.uncalled_bet_returned.v1"
    seat: Seat


class ShownCard(Record):
    """A card turned up, with the salt that opens its commitment. Unknown card or no commitment: import only."""

    card: CardText | None
    salt: Hex32 | None
    slot: Slot | None


class CardsShown(EventBase):
    """Hole cards turned at the showdown (r.59), or shown by their owner once the hand is over."""

    cards: Annotated[list[ShownCard], Field(min_length=1, max_length=4)]
    kind: Literal["hand.cards_shown.v1"] = "hand.cards_shown.v1"
    seat: Seat


class CardsMucked(EventBase):
    """Hole cards not shown, where the specific rules allow it (r.59); never those of a winner (r.28)."""

    kind: Literal["hand.cards_mucked.v1"] = "hand.cards_mucked.v1"
    seat: Seat


class CommissionTaken(EventBase):
    """The operator's commission (*comissão*), deducted before the prize is delivered (r.17a, r.19).

    ``seat`` is the payment it is taken from (r.19), or none where it is taken from the whole pot.
    """

    amount: PositiveAmount
    kind: Literal["hand.commission_taken.v1"] = "hand.commission_taken.v1"
    pot: Pot
    seat: Seat | None


class PotAwarded(EventBase):
    """What a seat receives of one pot, after commission (r.27, r.36, r.62-63)."""

    amount: PositiveAmount
    kind: Literal["hand.pot_awarded.v1"] = "hand.pot_awarded.v1"
    pot: Pot
    seat: Seat


class Settled(EventBase):
    """The hand is over: every unit staked was returned, taken as commission or awarded."""

    kind: Literal["hand.settled.v1"] = "hand.settled.v1"


class Refund(Record):
    """What a seat gets back of a void hand: exactly what it staked."""

    amount: PositiveAmount
    seat: Seat


class Voided(EventBase):
    """The hand is void (*jogada nula*, r.72): an outage of the operator's system prevents completing it.

    Every bet goes back to who made it, folded or not; commission is nothing.
    """

    incident: LocalId
    kind: Literal["hand.voided.v1"] = "hand.voided.v1"
    refunds: list[Refund]


class FindingRecorded(EventBase):
    """A rule objected to what happened, and it was recorded all the same: a notice, or an imported hand."""

    kind: Literal["hand.finding_recorded.v1"] = "hand.finding_recorded.v1"
    message: Annotated[str, Field(max_length=500)]
    reading: Reading
    rule: Annotated[str, Field(max_length=40)]
    severity: Severity


class FindingRecordedV2(EventBase):
    """As ``hand.finding_recorded.v1``, the objection by its name and facts: each language says them (``ledger.said``)."""

    about: About
    facts: Facts
    kind: Literal["hand.finding_recorded.v2"] = "hand.finding_recorded.v2"
    reading: Reading
    rule: Annotated[str, Field(max_length=40)]
    severity: Severity


def gives_up(event: object, seat: int) -> bool:
    """Whether ``event`` says that ``seat`` has asked to leave, so that the platform folds for him (R806 r.10)."""
    return isinstance(event, FindingRecordedV2) and event.about == "leaver_gives_up" and event.facts.get("seat") == seat


HandEvent = (
    HandStarted
    | BlindPosted
    | HoleCardsDealt
    | BoardDealt
    | DecisionRequested
    | TimeExtended
    | Folded
    | Checked
    | BetPlaced
    | ActionRefused
    | ActionRefusedV2
    | DecisionTimedOut
    | ConnectionLost
    | ConnectionRestored
    | UncalledBetReturned
    | CardsShown
    | CardsMucked
    | CommissionTaken
    | PotAwarded
    | Settled
    | Voided
    | FindingRecorded
    | FindingRecordedV2
)
"""The closed union of a hand stream's events: ``decide`` and ``evolve`` end in ``assert_never``."""

KINDS: Final = Kinds("hand", HandEvent, HandStarted, "hand.hole_cards_dealt.v1")
