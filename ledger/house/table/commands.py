"""What may be asked of a table of poker."""

from typing import Literal

from pydantic import Field

from tombo.ledger.core.clock import Instant
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.ids import LocalId
from tombo.ledger.core.money import PositiveAmount
from tombo.ledger.terms.unit import Seat


class OpenTable(CommandBase):
    """The platform opens a table under an approved ruleset; one in mode ``session`` says when it ``starts`` (R806 r.2m)."""

    buy_in: PositiveAmount
    kind: Literal["open_table"] = "open_table"
    mode: Literal["continuous", "session"]
    ruleset: LocalId
    starts: Instant | None = Field(default=None, exclude_if=lambda starts: starts is None)
    table: LocalId
    top_up_max: PositiveAmount


class RegisterPlayer(CommandBase):
    """A player is registered for a session table, for a seat of it or one that falls vacant (R806 r.6b)."""

    kind: Literal["register_player"] = "register_player"
    player: LocalId
    table: LocalId


class SeatPlayer(CommandBase):
    """A player takes a seat; the buy-in leaves his account in the same commit."""

    kind: Literal["seat_player"] = "seat_player"
    player: LocalId
    seat: Seat
    session: LocalId
    table: LocalId


class TopUp(CommandBase):
    """A player buys chips between hands (R806 r.11b, r.12, r.15)."""

    amount: PositiveAmount
    kind: Literal["top_up"] = "top_up"
    seat: Seat
    table: LocalId


class SitOut(CommandBase):
    """A player rests (R806 r.68)."""

    kind: Literal["sit_out"] = "sit_out"
    seat: Seat
    table: LocalId


class EndRest(CommandBase):
    """The platform vacates the seat of who has rested for longer than the rules of the table let him (R806 r.68)."""

    kind: Literal["end_rest"] = "end_rest"
    seat: Seat
    table: LocalId


class ReturnToSeat(CommandBase):
    """A resting player comes back."""

    kind: Literal["return_to_seat"] = "return_to_seat"
    seat: Seat
    table: LocalId


class DrawButton(CommandBase):
    """The platform drew the button (R806 r.46)."""

    kind: Literal["draw_button"] = "draw_button"
    seat: Seat
    table: LocalId


class LeaveTable(CommandBase):
    """A player leaves with his stack (R806 r.10); during a hand it takes effect at its end."""

    kind: Literal["leave_table"] = "leave_table"
    seat: Seat
    table: LocalId


class CloseTable(CommandBase):
    """The platform closes an empty table, or a session table whose hour is over: who sits there leaves with his stack (R806 r.2s)."""

    kind: Literal["close_table"] = "close_table"
    table: LocalId
