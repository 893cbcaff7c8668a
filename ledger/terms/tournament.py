"""The structure of a tournament (R810): everything its own rules say, announced before anybody may enter.

Fees, prizes and guarantees are euro cents; stacks, blinds and what a rebuy buys are tournament chips, which have no value
in money (r.2c, r.2e, r.5). Whether a structure is lawful is judged in ``r810_terms``.
"""

from typing import Annotated, Literal

from pydantic import Field

from tombo.ledger.core.clock import Instant
from tombo.ledger.core.entry import Record
from tombo.ledger.core.findings import Reading
from tombo.ledger.core.ids import LocalId
from tombo.ledger.core.money import Amount, PositiveAmount
from tombo.ledger.core.said import Sum
from tombo.ledger.terms.poker import Terms

Count = Annotated[int, Field(ge=1, le=100_000)]
"""Of players, entries or places."""
LevelNumber = Annotated[int, Field(ge=1, le=200)]
Seconds = Annotated[int, Field(ge=1, le=7 * 86_400)]


def chips(count: int) -> Sum:
    """An amount of tournament chips (r.5), as a fact of what is said."""
    return Sum(count, None, 0)


class Fee(Record):
    """What an entry costs (*taxa de inscrição*, r.14, r.17, r.20), in cents: its parts, commission included.

    ``bounty`` stays on the player's head for whoever eliminates him (r.7p); it belongs to the parcel for prizes.
    """

    bounty: Amount
    commission: Amount
    prize: Amount

    @property
    def total(self) -> int:
        """What leaves the player's account (r.22)."""
        return self.bounty + self.commission + self.prize


class Level(Record):
    """A level (*nível*, r.2g, r.45-46): its blinds, in chips, and how long it lasts."""

    big_blind: PositiveAmount
    seconds: Seconds
    small_blind: PositiveAmount


class Reentry(Record):
    """Whoever is eliminated may enter again, for the fee and with the starting stack (r.2k)."""

    most: Count | None
    """How often a player may; None for as often as he likes."""


class Rebuy(Record):
    """Whoever has few chips or none may buy more (r.2j)."""

    chips: PositiveAmount
    commission: Amount
    most: Count | None
    """How often a player may; None is unlimited (r.7k)."""
    prize: PositiveAmount
    stack_below: Amount
    """Only with fewer chips than this; 0 or 1: only with none."""


class Addon(Record):
    """Everybody may buy chips once at the end of the time for rebuys, whatever he has (r.2a)."""

    chips: PositiveAmount
    commission: Amount
    prize: PositiveAmount


class Payout(Record):
    """From this number of entries on, these shares of the pool, in hundredths of a percent, the winner's first (r.9, r.34)."""

    entries_from: Count
    shares_bp: Annotated[list[Annotated[int, Field(ge=1, le=10_000)]], Field(min_length=1, max_length=10_000)]


class TicketPrizes(Record):
    """Prizes that are entries to another tournament (r.7c, r.7o, r.32)."""

    count: Count | None
    """How many; None: as many as the pool pays, what is left over going in cash to the next place."""
    target: LocalId
    """The tournament they open."""
    value: PositiveAmount
    """Its fee, in cents."""


class TournamentReadings(Record):
    """Readings of R810 where letter and practice differ (rules.md section 11)."""

    left_over: Literal["next_place", "by_value"] = Field(
        default="next_place", exclude_if=lambda reading: reading == "next_place"
    )
    """#20. What tickets leave of the pool goes to the place behind them, also where it is worth more than one of them, or
    ``by_value``: then it is the first place's, and the tickets are those of the next (r.50)."""
    paid_prizes: Reading
    """#9. LETTER: a cancellation pays the whole pool out again (r.36c). PRACTICE: net of prizes already credited."""
    ticket_refunds: Literal["cash", "cash_unless_freeroll", "ticket"]
    """#10. The letter: an entry won is refunded in ``cash`` of its value, however it was won (r.37 against r.28, r.30)."""
    tied_tickets: Literal["by_entry", "divided"] = Field(
        default="by_entry", exclude_if=lambda reading: reading == "by_entry"
    )
    """#21. Fewer tickets than players *ex aequo*: those of the lower entries have them, or their value is ``divided`` in cash
    (r.51); of a freeroll never (r.30)."""

    def refunds_in_cash(self, *, freeroll: bool) -> bool:
        """Whether a cancellation refunds an entry won at its value in cash (#10)."""
        return self.ticket_refunds == "cash" or (self.ticket_refunds == "cash_unless_freeroll" and not freeroll)


class Structure(Record):
    """A tournament as it is announced. ``terms`` are those of its variant (r.3), in chips, the blinds of the first level."""

    addon: Addon | None
    cancel_until: Instant | None
    """An earlier end of the time to cancel an entry than the start (r.24)."""
    credit: Literal["when_determined", "at_end"]
    """When prizes are credited (r.54)."""
    fee: Fee | None
    """None: a freeroll (r.2s, r.7o, r.15)."""
    guarantee: PositiveAmount | None
    """The least sum of prizes (r.7m)."""
    hand_by_hand_at: Count | None
    """Hand-by-hand begins once so many players are left (r.49)."""
    levels: Annotated[list[Level], Field(min_length=1, max_length=200)]
    """The last one lasts until the end."""
    open_until: Annotated[int, Field(ge=0, le=200)]
    """Entries, reentries and rebuys until the end of this level (r.23); 0: until the start."""
    payouts: Annotated[list[Payout], Field(max_length=200)]
    """By number of entries, rising; empty where all prizes are tickets."""
    players_max: Count | None
    players_min: Count
    readings: TournamentReadings
    rebuy: Rebuy | None
    reentry: Reentry | None
    replaces: LocalId | None = Field(default=None, exclude_if=lambda replaced: replaced is None)
    """A tournament that was cancelled: entries won to it, and given back or never used, open this one (r.28, r.32)."""
    schedule: Literal["scheduled", "sit_and_go"]
    """Begins at its hour, or as soon as ``players_max`` have entered (r.2r, r.2t)."""
    starting_stack: PositiveAmount
    starts: Instant | None
    """The hour of a scheduled tournament; None for a sit & go."""
    tables: Literal["one", "several"]
    """*Torneio de uma mesa* or *de mesas múltiplas* (r.2p-q, r.7a)."""
    terms: Terms
    tickets: TicketPrizes | None
    """A satellite, or a freeroll."""
    timed_seconds: Seconds | None
    """How long a timed tournament (*cronometrado*) lasts (r.2o, r.52)."""

    @property
    def fee_total(self) -> int:
        """What an entry costs in all, in cents."""
        return self.fee.total if self.fee else 0
