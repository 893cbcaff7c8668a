"""What the tables of a tournament are told in a commit, and what the tournament says in it: the same, seat by seat (R810 r.31, r.39, r.46-48).

Chips, seats and blinds of a tournament are on record twice: in its own stream, and in those of its tables. The door writes both in one commit,
so of each entry that is there alone somebody else is the author.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final, NamedTuple, assert_never

from tombo.ledger.core.said import Told
from tombo.ledger.games.tournament.events import (
    AddedOn,
    Cancelled,
    ChipsLost,
    Eliminated,
    Finished,
    LevelStarted,
    PlayerMoved,
    Rebought,
    SeatsDrawn,
    TableBroken,
    TournamentEvent,
)
from tombo.ledger.games.tournament.running import terms_of_level
from tombo.ledger.games.tournament.state import EntryState, Tournament
from tombo.ledger.house.table.events import (
    BlindsSet,
    ChipsAdded,
    PlayerLeft,
    PlayerPlaced,
    TableClosed,
    TableEvent,
    TableHandEnded,
    TournamentTableOpened,
)
from tombo.ledger.house.table.state import table_stream
from tombo.projections.line import AnyLine, Line
from tombo.projections.reconciliation.said import night as said

Fact = tuple[object, ...]
"""What a table is told: its stream, in a word what, and of whom, where and how much."""
CLOSED: Final = "table.closed.v1"
OPENED: Final = "table.tournament_opened.v1"
OF_TOURNAMENTS: Final = frozenset({"table.blinds_set.v1", "table.chips_added.v1", "table.player_placed.v1", OPENED})
"""What no table but one of a tournament is told."""


class TableTold(NamedTuple):
    """An entry of a table: its log index, stream and kind, and what it tells."""

    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody asks of it
    stream: str
    kind: str
    fact: Fact


class Commit(NamedTuple):
    """The part of a commit that one command is: its first log index, what the tables of a tournament are told in it, and the tournament's own lines in it."""

    first: int
    tables: tuple[TableTold, ...]
    lines: Sequence[AnyLine]


class NotDue(NamedTuple):
    """What is wrong with a tournament. ``entry``: the log index of what cannot follow; None of what is not as the rules give it."""

    told: Told
    entry: int | None = None


def table_told(line: Line[TableEvent]) -> Iterator[TableTold]:
    """What ``line``, of a table, tells that a tournament says too."""
    stream, event = line.stream, line.event
    facts: list[Fact] = []
    match event:
        case BlindsSet():
            facts = [(stream, "blinds", event.small_blind, event.big_blind)]
        case ChipsAdded():
            facts = [(stream, "chips", event.seat, event.chips)]
        case PlayerPlaced():
            facts = [(stream, "placed", event.seat, event.player, event.session, event.stack)]
        case PlayerLeft():
            facts = [(stream, "left", event.seat, event.player, event.stack)]
        case TableHandEnded():
            lost = [net for net in event.stacks if not net.after]
            facts = [(stream, "lost", net.seat, event.hand, net.before, tuple(net.taken_by)) for net in lost]
        case TableClosed():
            facts = [(stream, "closed")]
        case TournamentTableOpened():
            facts = [(stream, "opened", event.terms)]
        case _:
            pass
    return (TableTold(line.index, stream, line.kind, fact) for fact in facts)


def due(state: Tournament, event: TournamentEvent, told: Collection[Fact]) -> Iterator[Fact]:  # one case a kind
    """What the tables have to be told with ``event``, which follows ``state``. ``told``: what they are told in its commit."""
    match event:
        case SeatsDrawn() | PlayerMoved() | TableBroken() | LevelStarted():
            yield from _due_of_tables(state, event, told)
        case Rebought() | AddedOn():
            offered = state.structure.rebuy if isinstance(event, Rebought) else state.structure.addon
            yield *_place(state.entries[event.entry - 1], "chips"), offered.chips if offered else 0
        case ChipsLost():
            lost = state.entries[event.entry - 1]
            seats = tuple(sorted(_beside(state.entry(number), lost) for number in event.by))
            yield *_place(lost, "lost"), event.hand, event.stack, seats
        case Eliminated():
            entry = state.entries[event.entry - 1]
            yield *_place(entry, "left"), entry.player, 0
        case Finished() | Cancelled() if state.phase == "playing":
            held = {stack.entry: stack.stack for stack in event.stacks}
            for entry in state.active:
                if entry.table is not None:
                    yield *_place(entry, "left"), entry.player, held.get(entry.entry)
            yield from ((table_stream(table), "closed") for table in state.tables)
        case _:
            pass


def _due_of_tables(
    state: Tournament, event: SeatsDrawn | PlayerMoved | TableBroken | LevelStarted, told: Collection[Fact]
) -> Iterator[Fact]:
    """See ``due``: who sits where, and with which blinds."""
    match event:
        case SeatsDrawn():
            stack = state.structure.starting_stack
            for drawn in event.seats:
                entry = state.entries[drawn.entry - 1]
                yield table_stream(drawn.table), "placed", drawn.seat, entry.player, entry.session, stack
        case PlayerMoved():
            entry = state.entries[event.entry - 1]
            left = *_place(entry, "left"), entry.player
            held = next((fact[-1] for fact in told if fact[:-1] == left), None)
            yield *left, held
            yield table_stream(event.table), "placed", event.seat, entry.player, entry.session, held
        case TableBroken():
            yield table_stream(event.table), "closed"
        case LevelStarted():
            terms = terms_of_level(state, event.level)
            for table in state.tables if event.level > 1 else ():
                yield table_stream(table), "blinds", terms.small_blind, terms.big_blind
        case _:
            assert_never(event)


def _beside(entry: EntryState | None, other: EntryState) -> int:
    """The seat of an entry in play at the table of another; 0 where it is not, though it may have had one (R810 r.7p)."""
    there = entry is not None and entry.status == "playing" and entry.table == other.table
    return (entry.seat or 0) if entry is not None and there else 0


def _place(entry: EntryState, what: str) -> Fact:
    return table_stream(entry.table or ""), what, entry.seat


class Tied:
    """The commit at hand of one tournament, entry by entry."""

    def __init__(self, commit: Commit) -> None:
        self._left = list(commit.tables)
        self._told = [one.fact for one in commit.tables]
        self._drawn = False

    def step(self, state: Tournament, event: TournamentEvent, index: int, stream: str) -> Iterator[NotDue]:
        """What is wrong with ``event`` of the log index ``index``, which followed ``state``: a table is not told what it says."""
        self._drawn = self._drawn or isinstance(event, SeatsDrawn)
        lacking = False
        for fact in due(state, event, self._told):
            at = next((place for place, one in enumerate(self._left) if one.fact == fact), None)
            if at is None:
                lacking = True
            else:
                del self._left[at]
        if lacking:
            yield NotDue(said.TABLES_SAY_OTHERWISE(kind=event.kind, stream=stream), index)

    def rest(self, state: Tournament | None) -> Iterator[NotDue]:
        """What the tables are told that the tournament, which is now ``state``, gives no occasion for."""
        terms = terms_of_level(state, state.level) if self._drawn and state is not None and state.level else None
        return (uncaused(one) for one in self._left if one.kind != OPENED or one.fact[-1] != terms)


def uncaused(one: TableTold) -> NotDue:
    """What is said of an entry of a table for which nothing in its commit gives occasion."""
    return NotDue(said.GIVEN_WITHOUT_CAUSE(kind=one.kind, stream=one.stream), one.index)


def of_each(told: Iterable[tuple[str, TableTold]]) -> dict[str, tuple[TableTold, ...]]:
    """What tables are told, by the stream of their tournament."""
    found: dict[str, list[TableTold]] = {}
    for stream, one in told:
        found.setdefault(stream, []).append(one)
    return {stream: tuple(ones) for stream, ones in found.items()}
