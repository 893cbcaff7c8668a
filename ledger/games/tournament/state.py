"""The state of a tournament, as ``evolving`` folds it from its events.

Chips are not here: they lie on the tables, whose streams count them.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from tombo.ledger.games.tournament.events import Funding, MayDeal, Prize, StackHeld, UsedTicket
from tombo.ledger.terms.tournament import Structure

Status = Literal["registered", "playing", "without_chips", "eliminated", "cancelled"]
"""``without_chips``: lost them all, and may still buy more (r.31)."""


class Exit(NamedTuple):
    """How an entry left: in which hand, with how many chips at its start, eliminated by whom."""

    order: int
    """Rising with time: eliminations of one hand, or of one synchronized hand, have one order (r.50)."""
    hand: str
    stack: int
    by: tuple[int, ...]


class EntryState(NamedTuple):
    """A paid place in the tournament."""

    entry: int
    player: str
    session: str
    funding: Funding
    ticket: UsedTicket | None = None
    again: bool = False
    """A reentry (r.2k)."""
    status: Status = "registered"
    table: str | None = None
    seat: int | None = None
    rebuys: int = 0
    added_on: bool = False
    exit: Exit | None = None
    won: int = 0
    """Prizes awarded, in cents: bounties too, and tickets at their value."""


class Tournament(NamedTuple):
    """A tournament as its stream tells it."""

    structure: Structure
    reference: str
    entries: tuple[EntryState, ...] = ()
    """By number, from 1."""
    phase: Literal["announced", "playing", "finished", "cancelled"] = "announced"
    ends: int | None = None
    level: int = 0
    level_until: int | None = None
    paused: bool = False
    level_left: int | None = None
    """What was left of the level when it was paused, in microseconds."""
    closed: bool = False
    """Nothing more can be bought (r.10)."""
    overlay: int = 0
    pool: int | None = None
    prizes: tuple[Prize, ...] | None = None
    """None until they are fixed."""
    hand_by_hand: bool = False
    synchronized: int = 0
    """The number of the synchronized hand, 0 before the first."""
    may_deal: tuple[MayDeal, ...] = ()
    """Which hand each table may begin, hand by hand."""
    time_called: tuple[MayDeal, ...] | None = None
    """The last hand each table may begin, as counted when the time of a timed tournament was up."""
    called_at: tuple[tuple[str, int], ...] = ()
    """The last hand that each table had begun by then."""
    orders: int = 0
    """The newest order of an exit."""
    last_hand: str | None = None
    """The hand, or synchronized hand, of the newest exit."""
    awarded: tuple[int, ...] = ()
    """The entries whose prize for their place is awarded."""
    bounties: tuple[int, ...] = ()
    """The entries whose bounty is awarded."""
    stacks: tuple[StackHeld, ...] = ()
    """What was held at the end of a timed tournament, or when it was cancelled."""
    case: Literal["a", "b", "c"] | None = None
    """Of r.36, once cancelled."""
    refunded: tuple[int, ...] = ()

    def entry(self, number: int) -> EntryState | None:
        """The entry by its number."""
        return self.entries[number - 1] if 0 < number <= len(self.entries) else None

    def entry_of(self, player: str) -> EntryState | None:
        """The newest entry of ``player`` that he has not taken back."""
        return next((e for e in reversed(self.entries) if e.player == player and e.status != "cancelled"), None)

    def tables_of(self, session: str) -> frozenset[str]:
        """The tables where entries of ``session`` were last seated."""
        return frozenset(e.table for e in self.entries if e.session == session and e.table is not None)

    @property
    def counted(self) -> tuple[EntryState, ...]:
        """The entries that count: all but those taken back."""
        return tuple(entry for entry in self.entries if entry.status != "cancelled")

    @property
    def on_sale(self) -> bool:
        """Whether entries, reentries and rebuys are possible: before the start, and until the end of the level announced (r.23)."""
        if self.phase == "announced":
            return True
        return self.phase == "playing" and not self.closed and self.level <= self.structure.open_until

    @property
    def active(self) -> tuple[EntryState, ...]:
        """The entries still in play (r.36b): with chips, or with the right to buy some."""
        return tuple(entry for entry in self.entries if entry.status in {"registered", "playing", "without_chips"})

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables with players, by name."""
        return tuple(sorted({entry.table for entry in self.active if entry.table is not None}))


def tournament_stream(tournament: str) -> str:
    """The stream of a tournament: ``tournament:domingo-50``."""
    return f"tournament:{tournament}"
