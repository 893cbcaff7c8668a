"""What can happen outside the games: tables, accounts, rulesets, incidents, staff, keys, imports, the log."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from ledger.core.clock import Instant
from ledger.core.entry import EventBase, Record
from ledger.core.ids import Base64, Hex8, Hex32, LocalId, StreamId
from ledger.core.money import Amount, Money, PositiveAmount
from ledger.core.words import Words
from ledger.terms.regulation import Notice, Regulation, RulesetRef, Seat, Terms

Text = Annotated[str, Field(max_length=500)]
Index = Annotated[int, Field(ge=0, le=2**53 - 1)]
Version = Annotated[int, Field(ge=1, le=2**53 - 1)]
IdleHands = Annotated[int, Field(ge=1, le=6)]
"""Hands in a row without a bet that make a player idle: six, which is more than five, or fewer (R806 r.70b)."""


class RulesetApproved(EventBase):
    """The operator's specific rules (*regras específicas*) for a game, approved by the SRIJ (R806 preamble 2-3).

    ``idle_hands`` in a row without a bet are enough to warn a player (R806 r.70b); no hand depends on them.
    """

    idle_hands: IdleHands
    in_force_from: Instant
    kind: Literal["ruleset.approved.v1"] = "ruleset.approved.v1"
    notices: list[Notice]
    reference: Text
    regulation: Regulation
    terms: Terms


class RulesetWithdrawn(EventBase):
    """The rules are in force no longer; hands already started are played out under them."""

    kind: Literal["ruleset.withdrawn.v1"] = "ruleset.withdrawn.v1"
    reason: Text


class AccountOpened(EventBase):
    """A player's account, in euro."""

    kind: Literal["account.opened.v1"] = "account.opened.v1"
    player: LocalId


class Deposited(EventBase):
    """Money came in from outside."""

    amount: Money
    kind: Literal["account.deposited.v1"] = "account.deposited.v1"
    reference: Text


class Withdrawn(EventBase):
    """Money left to outside."""

    amount: Money
    kind: Literal["account.withdrawn.v1"] = "account.withdrawn.v1"
    reference: Text


class Debited(EventBase):
    """Money moved from the account into play: a buy-in, a top-up. ``cause`` is the stream and version it paid for."""

    amount: Money
    cause: StreamId
    cause_version: Version
    kind: Literal["account.debited.v1"] = "account.debited.v1"
    wallet: Literal["cash"]


class Credited(EventBase):
    """Money came back from play: a stack taken from a table."""

    amount: Money
    cause: StreamId
    cause_version: Version
    kind: Literal["account.credited.v1"] = "account.credited.v1"
    wallet: Literal["cash"]


class TableOpened(EventBase):
    """A table (*mesa*, r.6) opens under a ruleset. ``buy_in`` is the initial stack (*cave inicial*, R806 r.8, r.14)."""

    buy_in: PositiveAmount
    kind: Literal["table.opened.v1"] = "table.opened.v1"
    mode: Literal["continuous", "session"]
    ruleset: RulesetRef
    terms: Terms
    top_up_max: PositiveAmount
    """The most a stack may be brought back to by a top-up (R806 r.14)."""


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


class IncidentOpened(EventBase):
    """Something failed. Only ``operator_system`` can void a hand (R806 r.72-73). ``scope`` lists tables, or all."""

    first_instant: Instant
    kind: Literal["incident.opened.v1"] = "incident.opened.v1"
    origin: Literal["operator_system", "player_equipment", "player_network"]
    reported_by: Text
    scope: list[LocalId] | None


class OpenHand(Record):
    """A hand that was open when the incident began, at its version then."""

    hand: StreamId
    version: Version


class HandsListed(EventBase):
    """Every hand open in the incident's scope."""

    hands: list[OpenHand]
    kind: Literal["incident.hands_listed.v1"] = "incident.hands_listed.v1"


class IncidentClosed(EventBase):
    """The failure is over."""

    kind: Literal["incident.closed.v1"] = "incident.closed.v1"
    note: Text


class RoleGranted(EventBase):
    """A member of staff may act in a role."""

    kind: Literal["staff.granted.v1"] = "staff.granted.v1"
    role: LocalId


class RoleWithdrawn(EventBase):
    """A role was taken away again."""

    kind: Literal["staff.withdrawn.v1"] = "staff.withdrawn.v1"
    role: LocalId


class CardsRead(EventBase):
    """Somebody read closed cards through the ledger: who is in ``by``, why is here (decision 16)."""

    hand: StreamId
    kind: Literal["staff.cards_read.v1"] = "staff.cards_read.v1"
    reason: Text


class CardsReadV2(EventBase):
    """As ``staff.cards_read.v1``, the reason sealed under the house's secret: it may name whoever complained."""

    hand: StreamId
    kind: Literal["staff.cards_read.v2"] = "staff.cards_read.v2"
    reason: Words


class KeyRegistered(EventBase):
    """A key may sign from here on: it proves possession, and the root key vouches (``docs/format.md``)."""

    key: Hex8
    kind: Literal["key.registered.v1"] = "key.registered.v1"
    name: Annotated[str, Field(pattern=r"^[!-*,-~]{1,120}$")]
    possession: Base64
    public: Base64
    purpose: Literal["event", "checkpoint"]
    root_signature: Base64


class KeyRetired(EventBase):
    """A key signs no more from this index on."""

    key: Hex8
    kind: Literal["key.retired.v1"] = "key.retired.v1"
    root_signature: Base64


class KeyRevoked(EventBase):
    """A key is not to be believed after ``last_good``, the last good log index, which may lie in the past."""

    key: Hex8
    kind: Literal["key.revoked.v1"] = "key.revoked.v1"
    last_good: Annotated[int, Field(ge=-1, le=2**53 - 1)]
    reason: Text
    root_signature: Base64


class LogOpened(EventBase):
    """The ledger begins: its origin, the public half of its root key, and whether its money is play money."""

    demo: bool
    kind: Literal["log.opened.v1"] = "log.opened.v1"
    origin: Annotated[str, Field(pattern=r"^[!-*,-~]{1,120}$")]
    root: Base64


class ClockStepped(EventBase):
    """The clock stood behind the last recorded time; ``clock`` is what it said."""

    clock: Instant
    floor: Instant
    kind: Literal["log.clock_stepped.v1"] = "log.clock_stepped.v1"


class LossDeclared(EventBase):
    """Entries once acknowledged are gone (a restored backup): the indices, and why."""

    first: Index
    kind: Literal["log.loss_declared.v1"] = "log.loss_declared.v1"
    last: Index
    reason: Text


class ImportOpened(EventBase):
    """A file is imported: its SHA-256, format and size. The stream is named after the digest."""

    format: Literal["phh"]
    kind: Literal["import.opened.v1"] = "import.opened.v1"
    name: Text
    sha256: Hex32
    size: Index


class RefusedItem(Record):
    """A hand of the file that was not recorded, and why."""

    item: Text
    reason: Text


class ImportClosed(EventBase):
    """The file was read to its end: what became of each of its hands."""

    duplicates: Index
    flagged: Index
    hands: Index
    kind: Literal["import.closed.v1"] = "import.closed.v1"
    recorded: Index
    refused: list[RefusedItem]


RulesetEvent = RulesetApproved | RulesetWithdrawn
AccountEvent = AccountOpened | Deposited | Withdrawn | Debited | Credited
SeatEvent = PlayerSeated | StackToppedUp | SatOut | Returned | LeaveRequested | PlayerLeft
TableEvent = TableOpened | SeatEvent | ButtonDrawn | TableHandStarted | TableHandEnded | TableClosed
IncidentEvent = IncidentOpened | HandsListed | IncidentClosed
KeyEvent = KeyRegistered | KeyRetired | KeyRevoked
LogEvent = LogOpened | ClockStepped | LossDeclared
ImportEvent = ImportOpened | ImportClosed
