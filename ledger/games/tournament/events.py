"""What can happen to a tournament. Its tables are tables, its hands are hands; ordinary hands do not touch it.

Money is euro cents, stacks are chips. An *entry* is one paid place in the tournament: a player who enters again after his
elimination has two.
"""

from typing import Annotated, Final, Literal

from pydantic import Field

from tombo.ledger.core.clock import Instant
from tombo.ledger.core.entry import EventBase, Kinds, Record
from tombo.ledger.core.ids import Hex32, LocalId, StreamId
from tombo.ledger.core.money import Amount, Money
from tombo.ledger.house.fields import Text
from tombo.ledger.terms.tournament import Count, LevelNumber, Structure
from tombo.ledger.terms.unit import Seat

ENTRY_NUMBER_MAX: Final = 1_000_000
EntryNumber = Annotated[int, Field(ge=1, le=ENTRY_NUMBER_MAX)]
Funding = Literal["cash", "ticket", "free"]


class Announced(EventBase):
    """The tournament and its own rules (r.7-9, r.34), under the approval ``reference``."""

    kind: Literal["tournament.announced.v1"] = "tournament.announced.v1"
    reference: Text
    structure: Structure


class UsedTicket(Record):
    """An entry won in another tournament (r.28-30); ``freeroll``: in one without a fee, so that it is never money (r.30)."""

    freeroll: bool
    id: LocalId


class Registered(EventBase):
    """A player entered (r.14, r.19, r.22). ``ticket`` is the entry he had won, where that pays (r.16)."""

    entry: EntryNumber
    funding: Funding
    kind: Literal["tournament.registered.v1"] = "tournament.registered.v1"
    player: LocalId
    session: LocalId
    ticket: UsedTicket | None


class RegistrationCancelled(EventBase):
    """A player took his entry back before the start (r.24-25): the whole fee, or his ticket."""

    entry: EntryNumber
    kind: Literal["tournament.registration_cancelled.v1"] = "tournament.registration_cancelled.v1"


class Reentered(EventBase):
    """A player who was eliminated entered again (r.2k), and has a seat."""

    entry: EntryNumber
    kind: Literal["tournament.reentered.v1"] = "tournament.reentered.v1"
    player: LocalId
    session: LocalId


class Started(EventBase):
    """The tournament began (r.26, r.39). ``ends``: when the time of a timed one is up (r.2o, r.52)."""

    ends: Instant | None
    kind: Literal["tournament.started.v1"] = "tournament.started.v1"


class Drawn(Record):
    """Where the draw put an entry."""

    entry: EntryNumber
    seat: Seat
    table: LocalId


class SeatsDrawn(EventBase):
    """Seats were drawn from ``seed`` (r.39, r.48): whoever knows the seed and who was to be seated draws the same."""

    kind: Literal["tournament.seats_drawn.v1"] = "tournament.seats_drawn.v1"
    seats: Annotated[list[Drawn], Field(min_length=1)]
    seed: Hex32


class LevelStarted(EventBase):
    """The next level (r.45-46). Hands under way are played out with the blinds they began with."""

    kind: Literal["tournament.level_started.v1"] = "tournament.level_started.v1"
    level: LevelNumber
    until: Instant | None
    """When it is over; None for the last one, and where the source gave no time."""


class LevelPaused(EventBase):
    """The clock of the level stands still (r.2g)."""

    kind: Literal["tournament.level_paused.v1"] = "tournament.level_paused.v1"
    left: Amount | None
    """What was left of it, in microseconds; None where it has no end or the source gave no time."""


class LevelResumed(EventBase):
    """The clock of the level runs again."""

    kind: Literal["tournament.level_resumed.v1"] = "tournament.level_resumed.v1"
    until: Instant | None


class PlayerMoved(EventBase):
    """A player was moved to keep the tables even (r.47), to a seat drawn from ``seed`` (r.48), with his stack."""

    entry: EntryNumber
    kind: Literal["tournament.player_moved.v1"] = "tournament.player_moved.v1"
    seat: Seat
    seed: Hex32
    table: LocalId


class TableBroken(EventBase):
    """A table was dissolved; its players have been moved (r.47)."""

    kind: Literal["tournament.table_broken.v1"] = "tournament.table_broken.v1"
    table: LocalId


class Rebought(EventBase):
    """A player bought more chips (r.2j)."""

    entry: EntryNumber
    kind: Literal["tournament.rebought.v1"] = "tournament.rebought.v1"


class AddedOn(EventBase):
    """A player took his add-on (r.2a)."""

    entry: EntryNumber
    kind: Literal["tournament.added_on.v1"] = "tournament.added_on.v1"


class RegistrationClosed(EventBase):
    """Nothing more can be bought: no entries, reentries, rebuys, add-ons (r.10, r.23)."""

    kind: Literal["tournament.registration_closed.v1"] = "tournament.registration_closed.v1"


class OverlayAdded(EventBase):
    """The operator adds to the pool what the guarantee lacks (r.7m)."""

    amount: Money
    kind: Literal["tournament.overlay_added.v1"] = "tournament.overlay_added.v1"


class Prize(Record):
    """What a place wins, in cents; and whether a ticket of that value instead (r.32)."""

    amount: Amount
    place: Count
    ticket: bool


class PrizesFixed(EventBase):
    """Number and amount of the prizes (r.10), the winner's first. ``pool`` in cents, overlay included."""

    kind: Literal["tournament.prizes_fixed.v1"] = "tournament.prizes_fixed.v1"
    pool: Amount
    prizes: list[Prize]


class HandByHandStarted(EventBase):
    """All tables play hand by hand from now on (r.49)."""

    kind: Literal["tournament.hand_by_hand_started.v1"] = "tournament.hand_by_hand_started.v1"


class MayDeal(Record):
    """A table and the number of the hand it may begin."""

    number: Count
    table: LocalId


class SynchronizedHandStarted(EventBase):
    """Each table may begin its next hand: together they are one hand (r.49-50)."""

    kind: Literal["tournament.synchronized_hand_started.v1"] = "tournament.synchronized_hand_started.v1"
    number: Count
    tables: list[MayDeal]


class TimeCalled(EventBase):
    """The time of a timed tournament is up: each table plays on until everybody has had the button again (r.52).

    ``tables``: the last hand a table may begin, one more for each player it has now.
    """

    kind: Literal["tournament.time_called.v1"] = "tournament.time_called.v1"
    tables: list[MayDeal]


class ChipsLost(EventBase):
    """A player lost his last chip in ``hand``, and may still buy more (r.31, r.44). ``stack`` is what he had at its start."""

    by: list[EntryNumber]
    """Who won the last pot he had a part in, for his bounty (r.7p)."""
    entry: EntryNumber
    hand: StreamId
    kind: Literal["tournament.chips_lost.v1"] = "tournament.chips_lost.v1"
    stack: Amount


class Eliminated(EventBase):
    """A player is out (r.31, r.44). ``stack`` is what he had at the start of ``hand``, which orders who went together (r.50)."""

    by: list[EntryNumber]
    entry: EntryNumber
    hand: StreamId
    kind: Literal["tournament.eliminated.v1"] = "tournament.eliminated.v1"
    stack: Amount


class BountyAwarded(EventBase):
    """The prize for an elimination, or a share of it (r.7p, r.33)."""

    amount: Money
    eliminated: EntryNumber
    entry: EntryNumber
    kind: Literal["tournament.bounty_awarded.v1"] = "tournament.bounty_awarded.v1"


class PrizeAwarded(EventBase):
    """A place wins its prize, in cents (r.33, r.54). Who tied share the places ``place`` to ``place_last`` (r.51)."""

    amount: Money
    entry: EntryNumber
    kind: Literal["tournament.prize_awarded.v1"] = "tournament.prize_awarded.v1"
    place: Count
    place_last: Count


class TicketAwarded(EventBase):
    """A place wins an entry to another tournament (r.32)."""

    entry: EntryNumber
    kind: Literal["tournament.ticket_awarded.v1"] = "tournament.ticket_awarded.v1"
    place: Count
    ticket: LocalId


class StackHeld(Record):
    """The chips of an entry."""

    entry: EntryNumber
    stack: Amount


class Finished(EventBase):
    """One player holds all chips, or the time of a timed tournament is up (r.52)."""

    kind: Literal["tournament.finished.v1"] = "tournament.finished.v1"
    stacks: list[StackHeld]
    """What every entry still in play held, for a timed end (r.33)."""


class Cancelled(EventBase):
    """The tournament was cancelled (r.35), in the case of r.36 named. ``stacks``: of the entries still in play."""

    case: Literal["a", "b", "c"]
    cause: Literal["too_few_players", "technical", "force_majeure"]
    kind: Literal["tournament.cancelled.v1"] = "tournament.cancelled.v1"
    note: Text
    stacks: list[StackHeld]


class Refunded(EventBase):
    """What a cancellation gives an entry (r.36-37): the fee back, or the ticket, and a share by chips; in cents."""

    entry: EntryNumber
    fee: Amount
    kind: Literal["tournament.refunded.v1"] = "tournament.refunded.v1"
    share: Amount
    ticket: LocalId | None
    """The ticket given back instead of the fee."""


EntryEvent = (
    Registered
    | Reentered
    | RegistrationCancelled
    | SeatsDrawn
    | PlayerMoved
    | Rebought
    | AddedOn
    | ChipsLost
    | Eliminated
    | BountyAwarded
    | PrizeAwarded
    | TicketAwarded
    | Refunded
)
"""What happens to entries; the rest happens to the tournament as a whole."""

TournamentEvent = (
    Announced
    | Registered
    | RegistrationCancelled
    | Reentered
    | Started
    | SeatsDrawn
    | LevelStarted
    | LevelPaused
    | LevelResumed
    | PlayerMoved
    | TableBroken
    | Rebought
    | AddedOn
    | RegistrationClosed
    | OverlayAdded
    | PrizesFixed
    | HandByHandStarted
    | SynchronizedHandStarted
    | TimeCalled
    | ChipsLost
    | Eliminated
    | BountyAwarded
    | PrizeAwarded
    | TicketAwarded
    | Finished
    | Cancelled
    | Refunded
)

KINDS: Final = Kinds("tournament", TournamentEvent, Announced)
