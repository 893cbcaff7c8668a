"""What may be asked of a poker hand. ``hand`` is the local id, ``mesa-1/42``; amounts are in the hand's unit."""

from typing import Annotated, Literal

from pydantic import Field

from tombo.ledger.core.cards import CardText
from tombo.ledger.core.clock import Instant
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.facts import About, Facts
from tombo.ledger.core.ids import Hex32, LocalId
from tombo.ledger.core.money import PositiveAmount
from tombo.ledger.terms.unit import Seat


class StartHand(CommandBase):
    """The platform starts the next hand of a table: button, blinds (r.48, r.64). Everyone able to play is dealt in."""

    deck_root: Hex32 | None = None
    kind: Literal["start_hand"] = "start_hand"
    table: LocalId


class DealHoleCards(CommandBase):
    """The platform deals the closed cards in the order of dealing (r.49-50)."""

    cards: Annotated[list[CardText], Field(min_length=4, max_length=40)]
    hand: LocalId
    kind: Literal["deal_hole_cards"] = "deal_hole_cards"


class DealBoard(CommandBase):
    """The platform turns the flop, the turn or the river (r.53-57), or the next card of póquer sintético (R809 r.54-59)."""

    cards: Annotated[list[CardText], Field(min_length=1, max_length=3)]
    hand: LocalId
    kind: Literal["deal_board"] = "deal_board"


class PostStraddle(CommandBase):
    """A player posts a straddle or a restraddle before he sees his cards (R809 r.50-51); its amount is fixed."""

    hand: LocalId
    kind: Literal["post_straddle"] = "post_straddle"
    post: Literal["straddle", "restraddle"]
    seat: Seat


class Fold(CommandBase):
    """A player gives up (r.34a)."""

    hand: LocalId
    kind: Literal["fold"] = "fold"
    seat: Seat


class Check(CommandBase):
    """A player passes (r.34b)."""

    hand: LocalId
    kind: Literal["check"] = "check"
    seat: Seat


class Call(CommandBase):
    """A player equals the bet before him, with all he has if he has less (r.34c, r.39)."""

    hand: LocalId
    kind: Literal["call"] = "call"
    seat: Seat


class PlaceBet(CommandBase):
    """A player bets or raises *to* ``total`` on this street (r.34d, r.37)."""

    hand: LocalId
    kind: Literal["place_bet"] = "place_bet"
    seat: Seat
    total: PositiveAmount


class RequestDecision(CommandBase):
    """The platform asks a seat to decide until ``deadline`` (r.43)."""

    deadline: Instant
    hand: LocalId
    kind: Literal["request_decision"] = "request_decision"
    seat: Seat


class ExtendTime(CommandBase):
    """The platform gives extra time (r.44)."""

    deadline: Instant
    hand: LocalId
    kind: Literal["extend_time"] = "extend_time"
    seat: Seat


class TimeOut(CommandBase):
    """The platform says that a seat's time ran out (r.45): check if possible, else fold."""

    hand: LocalId
    kind: Literal["time_out"] = "time_out"
    seat: Seat


class ActForAbsent(CommandBase):
    """The platform acts at once for who is absent from a tournament (R810 r.26-27), check if possible, else fold; or folds for who leaves (r.10)."""

    hand: LocalId
    kind: Literal["act_for_absent"] = "act_for_absent"
    seat: Seat


class ReportRefused(CommandBase):
    """The platform puts a player's refused try on record, with ``about`` and ``facts`` of the answer, or of its own."""

    about: About
    attempt: Annotated[str, Field(max_length=200)]
    facts: Facts
    hand: LocalId
    kind: Literal["report_refused"] = "report_refused"
    rule: Annotated[str, Field(max_length=40)]
    seat: Seat


class ReportConnection(CommandBase):
    """The platform lost (``up`` false) or regained a player's connection (r.73)."""

    hand: LocalId
    kind: Literal["report_connection"] = "report_connection"
    seat: Seat
    up: bool


class SettleHand(CommandBase):
    """The platform ends the betting: showdown, pots, commission (r.59-63). ``mucks``: losers who do not show.

    The hole cards come from the openings the ledger kept at the deal.
    """

    hand: LocalId
    kind: Literal["settle_hand"] = "settle_hand"
    mucks: list[Seat] = Field(default=[], fail_fast=True)


class ShowCards(CommandBase):
    """A player shows his cards once the hand is over (no breach of r.11d)."""

    hand: LocalId
    kind: Literal["show_cards"] = "show_cards"
    seat: Seat


class VoidHand(CommandBase):
    """The hand is void by an outage of the operator's system (r.72), under an open incident that covers it."""

    hand: LocalId
    incident: LocalId
    kind: Literal["void_hand"] = "void_hand"


HandCommand = (
    StartHand
    | DealHoleCards
    | DealBoard
    | PostStraddle
    | Fold
    | Check
    | Call
    | PlaceBet
    | RequestDecision
    | ExtendTime
    | TimeOut
    | ActForAbsent
    | ReportRefused
    | ReportConnection
    | SettleHand
    | ShowCards
    | VoidHand
)
