"""The entries of a tournament held against its own rules and the draw of its seeds, by what was on record before each (R810 r.2-52).

The door asks the same rules before it writes. Whoever seals past the door has nobody to ask, so the night asks them again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tombo.ledger.core.clock import DECIDING, SECOND
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.findings import Finding
from tombo.ledger.games.tournament.draw import SEATS_RULE, Draw
from tombo.ledger.games.tournament.events import (
    AddedOn,
    Announced,
    LevelPaused,
    LevelResumed,
    LevelStarted,
    OverlayAdded,
    PlayerMoved,
    PrizesFixed,
    Rebought,
    Reentered,
    Registered,
    RegistrationCancelled,
    RegistrationClosed,
    SeatsDrawn,
    Started,
    TableBroken,
    TournamentEvent,
)
from tombo.ledger.games.tournament.moving import moves_of
from tombo.ledger.games.tournament.prizes import OVERLAY_RULE, overlay
from tombo.ledger.games.tournament.r810 import (
    a_place_is_left,
    addon_is_offered,
    enough_have_entered,
    entries_are_taken,
    entry_may_be_taken_back,
    level_is_over,
    reentry_is_offered,
    sale_can_close,
    sale_is_closed_before,
    sale_is_in_time,
    starts_at_its_hour,
    tables_seat_everybody,
)
from tombo.ledger.games.tournament.running import LEVEL_RULE, TIME_RULE, level_end, spread
from tombo.ledger.games.tournament.state import Tournament
from tombo.ledger.house.table.state import SeatState
from tombo.ledger.terms.r810 import structure_findings
from tombo.projections.line import AnyLine
from tombo.projections.reconciliation.said.night import GIVEN_WITHOUT_CAUSE
from tombo.projections.reconciliation.tied import NotDue
from tombo.projections.tournament import said


class Lawful:
    """The commit at hand of one tournament, entry by entry."""

    def __init__(self) -> None:
        self._before: Tournament | None = None
        """The tournament as it was before the first move of the commit."""
        self._moved: list[tuple[int, PlayerMoved]] = []
        self._broken: str | None = None
        self._closed: int | None = None
        """The log index of the end of the sale."""
        self._fixed = False
        self._stream = ""

    def step(self, before: Tournament | None, entry: Entry) -> Iterator[NotDue]:
        """What is wrong with ``entry``, which followed ``before``."""
        event: TournamentEvent = entry.event
        self._stream = entry.stream
        if before is None:
            found = structure_findings(event.structure) if isinstance(event, Announced) else []
        else:
            found = [one for one in _asked(before, entry) if one is not None]
            yield from _timed(before, entry)
            yield from _drawn(before, entry)
            yield from self._sold(before, entry)
            self._note(before, entry)
        yield from against(found, entry)

    def rest(self) -> Iterator[NotDue]:
        """What is wrong with the commit as a whole: moves that the seed does not draw, an end of the sale that fixes nothing."""
        if self._closed is not None and not self._fixed:
            yield NotDue(said.FIXES_NO_PRIZES(kind=RegistrationClosed().kind, stream=self._stream), self._closed)
        if self._before is None or not self._moved:
            return
        seed = self._moved[0][1].seed
        sitting, seats = _sitting(self._before), self._before.structure.terms.seats
        draws = moves_of(sitting, self._broken, Draw(seed), seats) if _can_move(sitting, self._broken, seats) else []
        due = [(one.taken.player, one.target, one.seat) for one in draws]
        players = [self._before.entries[event.entry - 1].player for _, event in self._moved]
        moved = [(player, event.table, event.seat) for player, (_, event) in zip(players, self._moved, strict=True)]
        if due != moved or any(event.seed != seed for _, event in self._moved):
            index, event = self._moved[0]
            yield NotDue(said.SEED_DRAWS_OTHERWISE(kind=event.kind, stream=self._stream, rule=SEATS_RULE), index)

    def _note(self, before: Tournament, entry: Entry) -> None:
        """What is asked of the commit as a whole."""
        match entry.event:
            case PlayerMoved():
                self._before = self._before or before
                self._moved.append((entry.index, entry.event))
            case TableBroken():
                self._broken = entry.event.table
            case RegistrationClosed():
                self._closed = entry.index
            case _:
                pass

    def _sold(self, before: Tournament, entry: Entry) -> Iterator[NotDue]:
        """What is wrong with what the operator adds, and with prizes that are fixed at another time (R810 r.7m, r.10)."""
        if isinstance(entry.event, OverlayAdded):
            added, makes = before.overlay + entry.event.amount.cents, overlay(before)
            if added != makes:
                yield NotDue(said.OVERLAY_OTHERWISE(rule=OVERLAY_RULE, added=added, makes=makes), entry.index)
        if isinstance(entry.event, PrizesFixed):
            if self._closed is None or self._fixed:
                yield NotDue(GIVEN_WITHOUT_CAUSE(kind=entry.kind, stream=entry.stream), entry.index)
            self._fixed = True


def against(found: Iterable[Finding], entry: Entry) -> Iterator[NotDue]:
    """What is said of the rules that object to ``entry``."""
    for one in found:
        yield NotDue(
            said.AGAINST_RULE(kind=entry.kind, stream=entry.stream, rule=one.rule, found=one.told), entry.index
        )


def passed(entry: Entry | AnyLine) -> int:
    """What counts as now where something may not come too early: the earlier of what is claimed and of when it was recorded."""
    return entry.recorded if entry.occurred is None else min(entry.occurred, entry.recorded)


def _heard(entry: Entry) -> int:
    """What counts as now where something may not come too late: what is claimed, else the ledger's clock as the door decided."""
    return entry.recorded - DECIDING if entry.occurred is None else entry.occurred


def _asked(state: Tournament, entry: Entry) -> list[Finding | None]:
    """What the rules object to in ``event``, as the door asks them."""
    event, occurred = entry.event, passed(entry)
    match event:
        case Registered():
            return [entries_are_taken(state), a_place_is_left(state), sale_is_in_time(state, _heard(entry))]
        case RegistrationCancelled():
            return [entry_may_be_taken_back(state, _heard(entry))]
        case Reentered():
            return [
                reentry_is_offered(state, event.player),
                a_place_is_left(state),
                sale_is_in_time(state, _heard(entry)),
            ]
        case Started():
            return [starts_at_its_hour(state, occurred), enough_have_entered(state)]
        case LevelStarted() if event.level > 1:
            return [level_is_over(state, occurred), sale_is_closed_before(state)]
        case SeatsDrawn():
            tables = {*state.tables, *(drawn.table for drawn in event.seats)}
            return [tables_seat_everybody(state, len(tables), len(state.active))]
        case AddedOn():
            return [addon_is_offered(state, state.entries[event.entry - 1]), sale_is_in_time(state, _heard(entry))]
        case Rebought():
            return [sale_is_in_time(state, _heard(entry))]
        case RegistrationClosed():
            return [sale_can_close(state, occurred)]
        case _:
            return []


def _timed(state: Tournament, entry: Entry) -> Iterator[NotDue]:
    """What is wrong with the times that ``entry`` sets: they follow from its own, and from what was announced (R810 r.2g, r.45, r.52)."""
    event, at = entry.event, entry.occurred
    seconds, rule = state.structure.timed_seconds, LEVEL_RULE
    match event:
        case Started():
            rule = TIME_RULE
            right = event.ends == (at + seconds * SECOND if seconds is not None and at is not None else None)
        case LevelStarted():
            right = event.until == level_end(state, event.level, at)
        case LevelPaused():
            until = state.level_until
            right = event.left == (None if until is None or at is None else max(0, until - at))
        case LevelResumed():
            left = state.level_left
            right = event.until == (None if left is None or at is None else at + left)
        case _:
            return
    if not right:
        yield NotDue(said.TIMED_OTHERWISE(kind=entry.kind, stream=entry.stream, rule=rule), entry.index)


def _drawn(state: Tournament, entry: Entry) -> Iterator[NotDue]:
    """What is wrong with seats: whoever waits is drawn one from the seed, at the tables with the fewest players (R810 r.39, r.48)."""
    event = entry.event
    if not isinstance(event, SeatsDrawn):
        return
    waiting = [one for one in state.active if one.status == "registered"]
    taken: dict[str, list[int]] = {drawn.table: [] for drawn in event.seats}
    for table, sitting in _sitting(state).items():
        taken[table] = [one.seat for one in sitting]
    seats = state.structure.terms.seats
    due = spread(Draw(event.seed), waiting, taken, seats) if len(waiting) <= _room(taken, seats) else []
    if due != event.seats:
        told = said.SEED_DRAWS_OTHERWISE(kind=entry.kind, stream=entry.stream, rule=SEATS_RULE)
        yield NotDue(told, entry.index)


def _can_move(sitting: dict[str, list[SeatState]], broken: str | None, seats: int) -> bool:
    """Whether a draw has a seat for everybody: there is a table to be dissolved, and the others hold its players."""
    return broken is None or (broken in sitting and sum(map(len, sitting.values())) <= seats * (len(sitting) - 1))


def _room(taken: dict[str, list[int]], seats: int) -> int:
    return sum(seats - len(held) for held in taken.values())


def _sitting(state: Tournament) -> dict[str, list[SeatState]]:
    """Who sits at each table of ``state``, by seat; of chips nothing is asked."""
    found: dict[str, list[SeatState]] = {table: [] for table in state.tables}
    for entry in state.active:
        if entry.table is not None and entry.seat is not None:
            found[entry.table].append(SeatState(entry.seat, entry.player, entry.session, 0))
    return {table: sorted(sitting) for table, sitting in found.items()}
