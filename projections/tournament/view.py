"""A tournament as it stood at a log index or an instant: its stream followed, the chips on its tables, the standings.

Chips are those the tables' streams count between hands: what is staked in a hand in play still counts as its owner's, as it
would if that hand were void. Nothing is kept of a hand, so that memory does not grow with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, NamedTuple

from tombo.ledger.core.entry import By, Entry
from tombo.ledger.games.tournament.events import (
    Announced,
    BountyAwarded,
    Cancelled,
    ChipsLost,
    Finished,
    PrizeAwarded,
    PrizesFixed,
    Refunded,
    TicketAwarded,
    TournamentEvent,
)
from tombo.ledger.games.tournament.evolving import evolve
from tombo.ledger.games.tournament.prizes import places
from tombo.ledger.games.tournament.state import EntryState, Tournament, tournament_stream
from tombo.ledger.house.rules import following, out_of_place
from tombo.ledger.house.table.events import TableHandEnded
from tombo.ledger.house.table.state import SeatState, Table, table_stream
from tombo.ledger.house.table.state import evolve as evolve_table
from tombo.projections.follow import AsOf, absent

Read = Callable[[str], Iterable[Entry]]
"""The entries of a stream, oldest first."""
Gift = BountyAwarded | PrizeAwarded | TicketAwarded | Refunded
"""What gives an entry something."""
NOW: Final = AsOf()


class Given(NamedTuple):
    """Something an entry was given, and the log index where that is on record."""

    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody asks of it
    event: Gift


class LeftIn(NamedTuple):
    """That an entry lost its chips, and where: at which log index, in the commit of which command, on which seat of which table."""

    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody asks of it
    command: str | None
    table: str
    seat: int | None
    event: ChipsLost


class Cancellation(NamedTuple):
    """A cancellation on record, and the tournament as it was before the commit that cancelled it."""

    log_index: int
    recorded: int
    by: By
    event: Cancelled
    before: Tournament


class Followed(NamedTuple):
    """A tournament after an entry of its stream, with the places in the log that a reader may want to look up."""

    tournament: str
    announced: int
    """The log index of its announcement."""
    log_index: int
    recorded: int
    command: str | None
    """The command of the newest entry: entries of one command are one commit."""
    before: Tournament | None
    """The state before that command."""
    state: Tournament
    given: tuple[Given, ...] = ()
    exits: tuple[LeftIn, ...] = ()
    fixed: int | None = None
    """The log index where the prizes were fixed."""
    cancellation: Cancellation | None = None
    cut: bool = False
    """Somebody asked for a log index inside a commit: its other entries come after."""
    late: tuple[int, ...] = ()
    """The log indices of ends that came when it was over already: they change nothing."""


class TableAt(NamedTuple):
    """A table of the tournament: who sits there, and the hand in play."""

    table: str
    log_index: int
    button: int | None
    hands: int
    hand: str | None
    small_blind: int
    big_blind: int
    seats: tuple[SeatState, ...]


class Standing(NamedTuple):
    """Where an entry stands: in play by chips, or placed; ``first`` to ``last`` where several share places (r.51)."""

    first: int
    last: int
    entry: EntryState
    chips: int | None
    """None for who is out."""


class TournamentView(NamedTuple):
    """A tournament as of an entry of the log, the newest that concerned it."""

    followed: Followed
    log_index: int
    recorded: int
    tables: tuple[TableAt, ...]
    stacks: Mapping[int, int]
    """Chips by entry still in play; at the end, and when it was cancelled, as they were recorded."""
    cut: bool
    """Somebody asked for a log index inside a commit: its other entries come after."""

    @property
    def state(self) -> Tournament:
        """The tournament itself."""
        return self.followed.state


def follow(found: Followed | None, entry: Entry, tournament: str) -> Followed:
    """``found`` after one more entry of the stream of ``tournament``.

    Raises:
        OutOfPlaceError: ``entry`` is none that a door wrote there.
    """
    event: TournamentEvent = entry.event
    if found is not None and isinstance(event, Cancelled | Finished) and found.state.phase in {"cancelled", "finished"}:
        return found._replace(log_index=entry.index, recorded=entry.recorded, late=(*found.late, entry.index))
    with following(entry):
        state = evolve(None if found is None else found.state, event)
    command = None if entry.command is None else entry.command.id
    if found is None or isinstance(event, Announced):
        return Followed(tournament, entry.index, entry.index, entry.recorded, command, None, state)
    same = command is not None and command == found.command
    before = found.before if same else found.state
    after = found._replace(log_index=entry.index, recorded=entry.recorded, command=command, before=before, state=state)
    if isinstance(event, Gift):
        return after._replace(given=(*found.given, Given(entry.index, event)))
    if isinstance(event, ChipsLost):
        of = found.state.entries[event.entry - 1]
        left = LeftIn(entry.index, command, of.table or "", of.seat, event)
        return after._replace(exits=(*found.exits, left))
    if isinstance(event, PrizesFixed):
        return after._replace(fixed=entry.index)
    if isinstance(event, Cancelled):
        earlier = before or found.state
        return after._replace(cancellation=Cancellation(entry.index, entry.recorded, entry.by, event, earlier))
    return after


def followed(tournament: str, read: Read, as_of: AsOf = NOW) -> Followed:
    """The stream of ``tournament`` up to a log index or an instant.

    Raises:
        NotFoundError: the ledger had no such tournament by then.
        OutOfPlaceError: an entry cannot follow those before it.
    """
    found: Followed | None = None
    after: list[Entry] = []
    for entry in _reached(read(tournament_stream(tournament)), as_of, after):
        with following(entry):
            found = follow(found, entry, tournament)
    if found is None:
        raise absent("tournament", tournament, (after[0].index, after[0].recorded) if after else None)
    return found._replace(cut=_goes_on(found.command, after))


def _reached(entries: Iterable[Entry], as_of: AsOf, after: list[Entry]) -> Iterator[Entry]:
    """The entries that were there by then; the first that was not goes into ``after``."""
    for entry in entries:
        if not as_of.reaches(entry):
            after.append(entry)
            return
        yield entry


def _goes_on(command: str | None, after: Iterable[Entry]) -> bool:
    """Whether the commit of ``command`` has entries ``after``."""
    return command is not None and any(entry.command is not None and entry.command.id == command for entry in after)


def held_by_hands(found: Followed, read: Read) -> None:
    """Every entry that lost its chips lost them in a hand that ended in the same commit at its table (R810 r.31).

    Raises:
        OutOfPlaceError: one did not.
    """
    ended: set[tuple[str, str | None, str, int]] = set()
    for table in sorted({left.table for left in found.exits}):
        for entry in read(table_stream(table)):
            if isinstance(entry.event, TableHandEnded):
                command = None if entry.command is None else entry.command.id
                ended.update(
                    (table, command, entry.event.hand, net.seat) for net in entry.event.stacks if not net.after
                )
    for left in found.exits:
        if (left.table, left.command, left.event.hand, left.seat) not in ended:
            why = LookupError(f"no hand that ended with it left seat {left.seat} of {left.table} with nothing")
            out_of_place(tournament_stream(found.tournament), left.event, why, left.index)


def tournament_view(tournament: str, read: Read, as_of: AsOf = NOW) -> TournamentView:
    """The tournament with its tables, folded from what ``read`` gives of its stream and theirs.

    Raises:
        NotFoundError: the ledger had no such tournament by then.
        OutOfPlaceError: an entry cannot follow those before it, or no hand is behind an exit.
    """
    found = followed(tournament, read, as_of)
    held_by_hands(found, read)
    state = found.state
    if state.phase != "playing":
        held = {stack.entry: stack.stack for stack in state.stacks}
        return TournamentView(found, found.log_index, found.recorded, (), held, found.cut)
    newest, tables, after = (found.log_index, found.recorded, found.command), list[TableAt](), list[Entry]()
    for name in state.tables:
        table: Table | None = None
        last = 0
        for entry in _reached(read(table_stream(name)), as_of, after):
            table, last = evolve_table(table, entry.event), entry.index
            if entry.index > newest[0]:
                newest = entry.index, entry.recorded, entry.command.id if entry.command else None
        if table is not None:
            tables.append(_table(name, last, table))
    lying = {taken.player: taken.stack for table_at in tables for taken in table_at.seats}
    stacks = {entry.entry: lying.get(entry.player, 0) for entry in state.active}
    index, recorded, command = newest
    return TournamentView(found, index, recorded, tuple(tables), stacks, found.cut or _goes_on(command, after))


def _table(name: str, log_index: int, table: Table) -> TableAt:
    blinds = table.terms.small_blind, table.terms.big_blind
    return TableAt(name, log_index, table.button, table.number, table.hand, *blinds, table.seats)


def standings(view: TournamentView) -> list[Standing]:
    """Everybody in order: who is in play by chips, then the placed (r.33, r.50-51). Who took his entry back is in none."""
    state = view.state
    placed = [
        Standing(place.first, place.last, state.entries[number - 1], None)
        for place in places(state)
        for number in place.entries
    ]
    decided = {standing.entry.entry for standing in placed}
    held = [(view.stacks.get(entry.entry, 0), entry) for entry in state.active if entry.entry not in decided]
    found = list[Standing]()
    for chips, group in groupby(sorted(held, key=lambda pair: -pair[0]), key=itemgetter(0)):
        entries = [entry for _, entry in group]
        first, last = len(found) + 1, len(found) + len(entries)
        found += [Standing(first, last, entry, chips) for entry in entries]
    final = [standing._replace(chips=view.stacks.get(standing.entry.entry)) for standing in placed]
    return found + final


def chips_bought(state: Tournament) -> int:
    """The chips of everybody who has a seat or had one: stacks, rebuys and add-ons (r.2a, r.2j, r.41)."""
    structure, total = state.structure, 0
    for entry in state.counted:
        total += structure.starting_stack if entry.status != "registered" else 0
        total += entry.rebuys * structure.rebuy.chips if structure.rebuy else 0
        total += structure.addon.chips if structure.addon and entry.added_on else 0
    return total


def standing_json(standing: Standing) -> dict[str, Any]:
    """A line of the standings as JSON."""
    entry = standing.entry
    return {
        "first": standing.first,
        "last": standing.last,
        "entry": entry.entry,
        "player": entry.player,
        "status": entry.status,
        "chips": standing.chips,
        "table": entry.table if standing.chips is not None else None,
        "seat": entry.seat if standing.chips is not None else None,
        "exit": None if entry.exit is None or standing.chips is not None else entry.exit._asdict(),
    }
