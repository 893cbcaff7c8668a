"""What can happen in a throw of the die."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from tests.toy_game.terms import DieTerms
from tombo.ledger.core.entry import EventBase, Kinds, Record
from tombo.ledger.core.ids import LocalId
from tombo.ledger.core.money import PositiveAmount
from tombo.ledger.house.fields import Index
from tombo.ledger.terms.unit import RulesetRef

Face = Annotated[int, Field(ge=1, le=6)]
Side = Literal["even", "odd"]


class RoundOpened(EventBase):
    """Bets are taken (r.3)."""

    kind: Literal["die.round_opened.v1"] = "die.round_opened.v1"
    number: Index
    ruleset: RulesetRef
    table: LocalId
    terms: DieTerms


class BetPlaced(EventBase):
    """A player bets on even or odd (r.4); it leaves his account in the same commit."""

    amount: PositiveAmount
    kind: Literal["die.bet_placed.v1"] = "die.bet_placed.v1"
    player: LocalId
    side: Side


class DieThrown(EventBase):
    """The die lies: from now on the throw has a result (r.5)."""

    face: Face
    kind: Literal["die.thrown.v1"] = "die.thrown.v1"


class Paid(EventBase):
    """Even money, and the stake (r.7)."""

    kind: Literal["die.paid.v1"] = "die.paid.v1"
    player: LocalId
    prize: PositiveAmount
    returned: PositiveAmount


class Collected(EventBase):
    """A losing bet is the house's (r.7)."""

    amount: PositiveAmount
    kind: Literal["die.collected.v1"] = "die.collected.v1"
    player: LocalId


class Settled(EventBase):
    """The throw is over."""

    kind: Literal["die.settled.v1"] = "die.settled.v1"


class Refund(Record):
    """What a player gets back."""

    amount: PositiveAmount
    player: LocalId


class Voided(EventBase):
    """The throw is void (r.6): no die was thrown."""

    incident: LocalId
    kind: Literal["die.voided.v1"] = "die.voided.v1"
    refunds: list[Refund]


DieEvent = RoundOpened | BetPlaced | DieThrown | Paid | Collected | Settled | Voided
KINDS: Final = Kinds("die", DieEvent, RoundOpened, voids="void_die")
