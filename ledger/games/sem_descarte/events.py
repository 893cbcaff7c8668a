"""What can happen in a round of póquer sem descarte (R803). Amounts are in the unit of the terms."""

from typing import Annotated, Final, Literal

from pydantic import Field

from tombo.ledger.core.cards import CardText
from tombo.ledger.core.clock import Instant
from tombo.ledger.core.entry import EventBase, Kinds, Record
from tombo.ledger.core.facts import About, Facts
from tombo.ledger.core.findings import EachSeat, Reading
from tombo.ledger.core.ids import Hex32, LocalId
from tombo.ledger.core.money import Amount, PositiveAmount
from tombo.ledger.house.banked.events import BankedSeat, Forbids, ToldRule
from tombo.ledger.terms.sem_descarte import SemDescarteTerms
from tombo.ledger.terms.unit import RulesetRef

Combinations = Literal[
    "high_card",
    "pair",
    "two_pair",
    "trips",
    "straight",
    "flush",
    "full_house",
    "quads",
    "straight_flush",
    "royal",
]


class RoundOpened(EventBase):
    """A round (*jogada*) opens for antes, until ``deadline`` where several play (r.14)."""

    deadline: Instant | None
    kind: Literal["sem_descarte.round_opened.v1"] = "sem_descarte.round_opened.v1"
    number: Annotated[int, Field(ge=1, le=2**53 - 1)]
    ruleset: RulesetRef
    table: LocalId
    terms: SemDescarteTerms


class AntePlaced(EventBase):
    """The first bet (*ante*, r.2a, r.16); it leaves the player's account in the same commit."""

    amount: PositiveAmount
    kind: Literal["sem_descarte.ante_placed.v1"] = "sem_descarte.ante_placed.v1"
    player: LocalId
    seat: BankedSeat


class AnteRefused(EventBase):
    """An ante that the platform turned down; it moved nothing. ``rule``: what the player was told; ``forbids``: what the door found, None for nothing."""

    amount: PositiveAmount
    forbids: Forbids | None
    kind: Literal["sem_descarte.bet_refused.v1"] = "sem_descarte.bet_refused.v1"
    player: LocalId
    rule: ToldRule
    seat: BankedSeat


class BetsClosed(EventBase):
    """*Jogo feito, nada mais* (r.14-15): no ante after this."""

    kind: Literal["sem_descarte.bets_closed.v1"] = "sem_descarte.bets_closed.v1"


class CardsDealt(EventBase):
    """The cards in the order of dealing (r.19): ``discard`` first and face up, then five rounds, the house last in each.

    Index = slot. ``commitments[i]`` is the salted commitment of the ``i``-th closed card, to ``seats[i]``, none being the
    house. ``house_card`` is the last card dealt, face up.
    """

    commitments: Annotated[list[Hex32], Field(min_length=9, max_length=39)]
    discard: CardText
    house_card: CardText
    kind: Literal["sem_descarte.cards_dealt.v1"] = "sem_descarte.cards_dealt.v1"
    seats: Annotated[list[BankedSeat | None], Field(min_length=9, max_length=39)]


class DecisionRequested(EventBase):
    """A seat is asked to fold or continue until ``deadline`` (r.20-21)."""

    deadline: Instant
    kind: Literal["sem_descarte.decision_requested.v1"] = "sem_descarte.decision_requested.v1"
    seat: BankedSeat


class DecisionWarned(EventBase):
    """The mandatory warning (*pré-aviso*) that a decision has to be taken (r.31)."""

    kind: Literal["sem_descarte.decision_warned.v1"] = "sem_descarte.decision_warned.v1"
    seat: BankedSeat


class TimeExtended(EventBase):
    """The extra time after the warning (r.31)."""

    deadline: Instant
    kind: Literal["sem_descarte.time_extended.v1"] = "sem_descarte.time_extended.v1"
    seat: BankedSeat


class Folded(EventBase):
    """A seat gives up its ante: by choice (r.22), by time (r.32), or cut off before the second bet (r.35)."""

    cause: Literal["player", "time", "disconnected"]
    kind: Literal["sem_descarte.folded.v1"] = "sem_descarte.folded.v1"
    seat: BankedSeat


class Continued(EventBase):
    """A seat stays with the second bet (*bet*), exactly twice its ante (r.23); it leaves the account in the same commit."""

    bet2: PositiveAmount
    kind: Literal["sem_descarte.continued.v1"] = "sem_descarte.continued.v1"
    seat: BankedSeat


class PlayerDisconnected(EventBase):
    """A player's own equipment failed: not void (r.34); before the second bet a fold (r.35), after it the bet stands."""

    kind: Literal["sem_descarte.player_disconnected.v1"] = "sem_descarte.player_disconnected.v1"
    seat: BankedSeat


class PlayerReconnected(EventBase):
    """The player is back (r.34): what his failure led to stays as it is."""

    kind: Literal["sem_descarte.player_reconnected.v1"] = "sem_descarte.player_reconnected.v1"
    seat: BankedSeat


class OpenedCard(Record):
    """A closed card turned up, with the salt that opens its commitment."""

    card: CardText
    salt: Hex32
    slot: Annotated[int, Field(ge=0, le=38)]


class HouseShown(EventBase):
    """The house's four closed cards are shown to who continued (r.24); whether it plays (r.25)."""

    cards: Annotated[list[OpenedCard], Field(min_length=4, max_length=4)]
    kind: Literal["sem_descarte.house_shown.v1"] = "sem_descarte.house_shown.v1"
    qualifies: bool


class CardsShown(EventBase):
    """A player's cards, turned where the house plays (r.27)."""

    cards: Annotated[list[OpenedCard], Field(min_length=5, max_length=5)]
    combination: Combinations
    kind: Literal["sem_descarte.cards_shown.v1"] = "sem_descarte.cards_shown.v1"
    seat: BankedSeat


class Paid(EventBase):
    """What a seat receives: prizes on ante (r.26, r.28b) and second bet (r.28a, r.12), and its bets back."""

    ante_prize: Amount
    bet2_prize: Amount
    kind: Literal["sem_descarte.paid.v1"] = "sem_descarte.paid.v1"
    reason: Literal["house_out", "higher", "tie"]
    returned: PositiveAmount
    seat: BankedSeat


class Collected(EventBase):
    """What the house takes of a seat: the ante folded (r.22), or ante and second bet lost (r.29)."""

    amount: PositiveAmount
    kind: Literal["sem_descarte.collected.v1"] = "sem_descarte.collected.v1"
    reason: Literal["folded", "lower"]
    seat: BankedSeat


class Settled(EventBase):
    """The round is over: every bet was paid, returned or collected."""

    kind: Literal["sem_descarte.settled.v1"] = "sem_descarte.settled.v1"


class Refund(Record):
    """What a seat gets back of a void round."""

    amount: PositiveAmount
    seat: BankedSeat


class Voided(EventBase):
    """The round is void (*jogada nula*, r.33): an outage of the operator's system prevents completing it."""

    incident: LocalId
    kind: Literal["sem_descarte.voided.v1"] = "sem_descarte.voided.v1"
    refunds: list[Refund]


class FindingRecorded(EventBase):
    """Another reading of ``rule`` gives a seat another result: ``paid`` comes back to it, ``otherwise`` would.

    Both are bets, prizes and refunds together. ``otherwise`` is None where closed cards would say it, which stay closed.
    """

    kind: Literal["sem_descarte.finding_recorded.v1"] = "sem_descarte.finding_recorded.v1"
    message: Annotated[str, Field(max_length=500)]
    otherwise: Amount | None
    paid: Amount
    reading: Reading
    rule: Annotated[str, Field(max_length=40)]
    seat: BankedSeat


class FindingRecordedV2(EventBase):
    """As ``sem_descarte.finding_recorded.v1``, the objection by its name and facts: each language says them (``ledger.said``)."""

    about: About
    facts: Facts
    kind: Literal["sem_descarte.finding_recorded.v2"] = "sem_descarte.finding_recorded.v2"
    otherwise: Amount | None
    paid: Amount
    reading: Reading | EachSeat
    rule: Annotated[str, Field(max_length=40)]
    seat: BankedSeat


SemDescarteEvent = (
    RoundOpened
    | AntePlaced
    | AnteRefused
    | BetsClosed
    | CardsDealt
    | DecisionRequested
    | DecisionWarned
    | TimeExtended
    | Folded
    | Continued
    | PlayerDisconnected
    | PlayerReconnected
    | HouseShown
    | CardsShown
    | Paid
    | Collected
    | Settled
    | Voided
    | FindingRecorded
    | FindingRecordedV2
)
"""The closed union of a round's events: ``evolve`` ends in ``assert_never``."""

KINDS: Final = Kinds(
    "sem_descarte", SemDescarteEvent, RoundOpened, "sem_descarte.cards_dealt.v1", voids="sem_descarte_void_round"
)
