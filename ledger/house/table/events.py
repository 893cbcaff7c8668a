"""What can happen to a table of poker, of a ruleset or of a tournament."""

from typing import Literal

from tombo.ledger.core.clock import Instant
from tombo.ledger.core.entry import EventBase, Record
from tombo.ledger.core.ids import LocalId, StreamId
from tombo.ledger.core.money import Amount, PositiveAmount
from tombo.ledger.house.fields import Index
from tombo.ledger.terms.poker import Terms
from tombo.ledger.terms.unit import RulesetRef, Seat


class TableOpened(EventBase):
    """A table (*mesa*, r.6) opens under a ruleset. ``buy_in`` is the initial stack (*cave inicial*, R806 r.8, r.14)."""

    buy_in: PositiveAmount
    kind: Literal["table.opened.v1"] = "table.opened.v1"
    mode: Literal["continuous", "session"]
    ruleset: RulesetRef
    terms: Terms
    top_up_max: PositiveAmount
    """The most a stack may be brought back to by a top-up (R806 r.14)."""


class SessionSet(EventBase):
    """The table is a session table (R806 r.2m): when its hour starts and ends (r.2s). In the commit that opens it."""

    ends: Instant
    kind: Literal["table.session_set.v1"] = "table.session_set.v1"
    starts: Instant


class PlayerRegistered(EventBase):
    """A player registered for a session table (R806 r.6b)."""

    kind: Literal["table.registered.v1"] = "table.registered.v1"
    player: LocalId


class PlayerSeated(EventBase):
    """A player took a seat with his buy-in; ``commission`` is what mode (b) took of it (R806 r.17b)."""

    buy_in: PositiveAmount
    commission: Amount
    kind: Literal["table.player_seated.v1"] = "table.player_seated.v1"
    player: LocalId
    seat: Seat
    session: LocalId


class StackToppedUp(EventBase):
    """Chips bought between hands (*reposição*, R806 r.12, r.15); ``commission`` as for the buy-in."""

    amount: PositiveAmount
    commission: Amount
    kind: Literal["table.stack_topped_up.v1"] = "table.stack_topped_up.v1"
    seat: Seat


class SatOut(EventBase):
    """A player rests and keeps his seat (R806 r.68)."""

    kind: Literal["table.sat_out.v1"] = "table.sat_out.v1"
    seat: Seat


class SatOutV2(EventBase):
    """As ``table.sat_out.v1``, at a table whose rules say how long one rests: until when he keeps his seat."""

    kind: Literal["table.sat_out.v2"] = "table.sat_out.v2"
    seat: Seat
    until: Instant


class RestEnded(EventBase):
    """A rest was over, and the seat is vacated: ``table.player_left.v1`` follows in the same commit (R806 r.68)."""

    kind: Literal["table.rest_ended.v1"] = "table.rest_ended.v1"
    seat: Seat


class Returned(EventBase):
    """A resting player is back."""

    kind: Literal["table.returned.v1"] = "table.returned.v1"
    seat: Seat


class ButtonDrawn(EventBase):
    """The button was drawn as the table started or started again (R806 r.46)."""

    kind: Literal["table.button_drawn.v1"] = "table.button_drawn.v1"
    seat: Seat


class TableHandStarted(EventBase):
    """A hand began: its number, one more each time, its button and the seats dealt in."""

    button: Seat
    hand: StreamId
    kind: Literal["table.hand_started.v1"] = "table.hand_started.v1"
    number: Index
    seats: list[Seat]


class SeatNet(Record):
    """What a hand changed in a stack: ``after`` less ``before``.

    ``taken_by``: where nothing is left, the seats that won the last pot this one had a part in.
    """

    after: Amount
    before: Amount
    seat: Seat
    taken_by: list[Seat]


class TableHandEnded(EventBase):
    """A hand ended and the stacks moved: settled or void. ``bets``: the seats that bet in it, a blind being a bet (r.20-21)."""

    bets: list[Seat]
    hand: StreamId
    kind: Literal["table.hand_ended.v1"] = "table.hand_ended.v1"
    outcome: Literal["settled", "voided"]
    stacks: list[SeatNet]


class PlayerLeft(EventBase):
    """A player left with his stack (R806 r.10)."""

    kind: Literal["table.player_left.v1"] = "table.player_left.v1"
    player: LocalId
    seat: Seat
    stack: Amount


class LeaveRequested(EventBase):
    """A player asked to leave during a hand; it takes effect as the hand ends (R806 r.10, r.35)."""

    kind: Literal["table.leave_requested.v1"] = "table.leave_requested.v1"
    seat: Seat


class TableClosed(EventBase):
    """The table closed; nobody sits at it."""

    kind: Literal["table.closed.v1"] = "table.closed.v1"


SeatEvent = PlayerSeated | StackToppedUp | SatOut | SatOutV2 | RestEnded | Returned | LeaveRequested | PlayerLeft


class TournamentTableOpened(EventBase):
    """A table opens for a tournament, under the terms of its structure with the blinds of the level."""

    kind: Literal["table.tournament_opened.v1"] = "table.tournament_opened.v1"
    terms: Terms
    tournament: LocalId


class PlayerPlaced(EventBase):
    """A player was put on a seat that was drawn for him, with his chips (R810 r.39, r.48)."""

    kind: Literal["table.player_placed.v1"] = "table.player_placed.v1"
    player: LocalId
    seat: Seat
    session: LocalId
    sitting_out: bool
    stack: Amount


class BlindsSet(EventBase):
    """The blinds of the level, from the next hand on (R810 r.46)."""

    big_blind: PositiveAmount
    kind: Literal["table.blinds_set.v1"] = "table.blinds_set.v1"
    small_blind: PositiveAmount


class ChipsAdded(EventBase):
    """Chips of a rebuy or an add-on lie before a seat (R810 r.2a, r.2j)."""

    chips: PositiveAmount
    kind: Literal["table.chips_added.v1"] = "table.chips_added.v1"
    seat: Seat


SessionEvent = SessionSet | PlayerRegistered
TournamentTableEvent = TournamentTableOpened | PlayerPlaced | BlindsSet | ChipsAdded
TableEvent = (
    TableOpened
    | SessionEvent
    | SeatEvent
    | ButtonDrawn
    | TableHandStarted
    | TableHandEnded
    | TableClosed
    | TournamentTableEvent
)
