"""What may be asked of a throw of the die. ``round`` is the local id: ``dado-1/7``."""

from __future__ import annotations

from typing import Literal

from tests.toy_game.events import Face, Side
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.ids import LocalId
from tombo.ledger.core.money import PositiveAmount


class OpenDie(CommandBase):
    """Bets are taken for the next throw."""

    kind: Literal["open_die"] = "open_die"
    table: LocalId


class BetOnDie(CommandBase):
    """A player bets on even or odd, once."""

    amount: PositiveAmount
    kind: Literal["bet_on_die"] = "bet_on_die"
    player: LocalId
    round: LocalId
    side: Side


class ThrowDie(CommandBase):
    """The platform says which face lies up."""

    face: Face
    kind: Literal["throw_die"] = "throw_die"
    round: LocalId


class SettleDie(CommandBase):
    """The platform pays and collects."""

    kind: Literal["settle_die"] = "settle_die"
    round: LocalId


class VoidDie(CommandBase):
    """The throw is void, under an open incident of the operator's system that covers the table."""

    incident: LocalId
    kind: Literal["void_die"] = "void_die"
    round: LocalId


DieCommand = OpenDie | BetOnDie | ThrowDie | SettleDie | VoidDie
