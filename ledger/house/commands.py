"""What may be asked of the house: accounts, sessions, rulesets, tables, incidents, staff."""

from __future__ import annotations

from typing import Literal

from ledger.core.clock import Instant
from ledger.core.command import CommandBase
from ledger.core.ids import LocalId, StreamId
from ledger.core.money import Money, PositiveAmount
from ledger.house.events import IdleHands, Text
from ledger.house.loss_events import DeclareLoss
from ledger.house.session_events import GameRegulation
from ledger.terms.regulation import Regulation, Seat, Terms


class ApproveRuleset(CommandBase):
    """Staff records specific rules the SRIJ approved. Unlawful ones are refused with the rule.

    ``idle_hands``: six unless the specific rules expressly have fewer (R806 r.70b).
    """

    idle_hands: IdleHands = 6
    in_force_from: Instant
    kind: Literal["approve_ruleset"] = "approve_ruleset"
    reference: Text
    regulation: Regulation = "R806"
    ruleset: LocalId
    terms: Terms


class WithdrawRuleset(CommandBase):
    """Staff takes rules out of force."""

    kind: Literal["withdraw_ruleset"] = "withdraw_ruleset"
    reason: Text
    ruleset: LocalId


class OpenAccount(CommandBase):
    """The platform opens a player's account."""

    kind: Literal["open_account"] = "open_account"
    player: LocalId


class Deposit(CommandBase):
    """Money comes in."""

    amount: Money
    kind: Literal["deposit"] = "deposit"
    player: LocalId
    reference: Text


class Withdraw(CommandBase):
    """Money goes out; more than the balance is refused."""

    amount: Money
    kind: Literal["withdraw"] = "withdraw"
    player: LocalId
    reference: Text


class StartSession(CommandBase):
    """A player's session begins, in the game of ``regulation``."""

    kind: Literal["start_session"] = "start_session"
    player: LocalId
    regulation: GameRegulation = "R806"
    session: LocalId


class WarnInactivity(CommandBase):
    """The platform warns a player who is idle at ``where``, the stream of a table (R803 r.42, R804 r.29, R805 r.36, R806 r.71)."""

    kind: Literal["warn_inactivity"] = "warn_inactivity"
    session: LocalId
    where: StreamId


class EndSession(CommandBase):
    """A session ends. For inactivity the player leaves the table he was warned at with it; the operator gives a ``reason``."""

    cause: Literal["player", "inactivity", "operator"]
    kind: Literal["end_session"] = "end_session"
    reason: Text | None = None
    session: LocalId


class OpenTable(CommandBase):
    """The platform opens a table under an approved ruleset."""

    buy_in: PositiveAmount
    kind: Literal["open_table"] = "open_table"
    mode: Literal["continuous", "session"]
    ruleset: LocalId
    table: LocalId
    top_up_max: PositiveAmount


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
    """The platform closes an empty table."""

    kind: Literal["close_table"] = "close_table"
    table: LocalId


class OpenIncident(CommandBase):
    """Something failed. The ledger lists the hands open in scope (``incident.hands_listed``)."""

    first_instant: Instant
    incident: LocalId
    kind: Literal["open_incident"] = "open_incident"
    origin: Literal["operator_system", "player_equipment", "player_network"]
    reported_by: Text
    scope: list[LocalId] | None = None


class CloseIncident(CommandBase):
    """The failure is over."""

    incident: LocalId
    kind: Literal["close_incident"] = "close_incident"
    note: Text


class ConfirmClock(CommandBase):
    """A manager looked at the clock after it stopped the door, or before the ledger is to stand still for long.

    ``clock`` is what this machine says, ``floor`` the time of the newest entry, or ``clock`` where that is later.
    """

    clock: Instant
    floor: Instant
    kind: Literal["confirm_clock"] = "confirm_clock"
    reason: Text


class GrantRole(CommandBase):
    """A member of staff gets a role. The first grant of a ledger is the platform's; later ones are a manager's."""

    kind: Literal["grant_role"] = "grant_role"
    role: LocalId
    staff: LocalId


class WithdrawRole(CommandBase):
    """A role is taken away."""

    kind: Literal["withdraw_role"] = "withdraw_role"
    role: LocalId
    staff: LocalId


class ReadCards(CommandBase):
    """Staff asks to read the closed cards of a finished hand, by its local id, or round, by its stream, and says why."""

    hand: LocalId | StreamId
    kind: Literal["read_cards"] = "read_cards"
    reason: Text


HouseCommand = (
    ApproveRuleset
    | WithdrawRuleset
    | OpenAccount
    | Deposit
    | Withdraw
    | StartSession
    | WarnInactivity
    | EndSession
    | OpenTable
    | SeatPlayer
    | TopUp
    | SitOut
    | ReturnToSeat
    | DrawButton
    | LeaveTable
    | CloseTable
    | OpenIncident
    | CloseIncident
    | ConfirmClock
    | DeclareLoss
    | GrantRole
    | WithdrawRole
    | ReadCards
)
