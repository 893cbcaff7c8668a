"""What may be asked of a spin. ``round`` is the local id, ``roleta-1/42``; amounts are in the unit of the spin."""

from typing import Annotated, Literal

from pydantic import Field

from tombo.ledger.core.clock import Instant
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.ids import LocalId
from tombo.ledger.games.roulette.chances import Chip, Pocket
from tombo.ledger.games.roulette.wheel import CallBet
from tombo.ledger.house.banked.events import ToldRule


class OpenSpin(CommandBase):
    """Bets for the next spin of a table are taken until ``deadline`` (r.14); alone at the wheel nobody need announce one (r.15)."""

    deadline: Instant | None = None
    kind: Literal["open_spin"] = "open_spin"
    table: LocalId


class PlaceChips(CommandBase):
    """A player stakes chips on the layout (r.7-9)."""

    chips: Annotated[list[Chip], Field(min_length=1, max_length=150)]
    kind: Literal["place_chips"] = "place_chips"
    player: LocalId
    round: LocalId


class PlaceCallBet(CommandBase):
    """A player calls a set of numbers as they lie on the wheel (R807 r.8)."""

    bet: CallBet
    kind: Literal["place_call_bet"] = "place_call_bet"
    player: LocalId
    round: LocalId


class ReportSpinBetRefused(CommandBase):
    """The platform turned down a bet, by ``chips`` or by a ``call``, and told the player a ``rule``; the door says what forbids it (r.9-14)."""

    call: CallBet | None = None
    chips: Annotated[list[Chip], Field(max_length=150)]
    kind: Literal["report_spin_bet_refused"] = "report_spin_bet_refused"
    player: LocalId
    round: LocalId
    rule: ToldRule


class CloseBets(CommandBase):
    """No more bets (r.14); alone at the wheel, the player may launch the ball himself (r.15)."""

    kind: Literal["close_bets"] = "close_bets"
    round: LocalId


class ReportSpinConnection(CommandBase):
    """The platform lost a player who has bet: his equipment or network failed (r.22), and his bets are valid (r.23).

    ``up``: it has him again.
    """

    kind: Literal["report_spin_connection"] = "report_spin_connection"
    player: LocalId
    round: LocalId
    up: bool = False


class LandBall(CommandBase):
    """The platform says where the ball came to rest (r.16)."""

    kind: Literal["land_ball"] = "land_ball"
    number: Pocket
    round: LocalId


class SettleSpin(CommandBase):
    """The platform collects and pays (r.17)."""

    kind: Literal["settle_spin"] = "settle_spin"
    round: LocalId


class VoidSpin(CommandBase):
    """The spin is void (r.20), under an open incident of the operator's system that covers the table."""

    incident: LocalId
    kind: Literal["void_spin"] = "void_spin"
    round: LocalId


class ReleaseStakes(CommandBase):
    """The platform settles what a player who has left had in prison after the last spin: half is his."""

    kind: Literal["release_stakes"] = "release_stakes"
    player: LocalId
    round: LocalId


SpinCommand = (
    OpenSpin
    | PlaceChips
    | PlaceCallBet
    | ReportSpinBetRefused
    | CloseBets
    | ReportSpinConnection
    | LandBall
    | SettleSpin
    | VoidSpin
    | ReleaseStakes
)
