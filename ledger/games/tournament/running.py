"""The tournament in play: start, late entries, levels, moves between tables, hand by hand (R810 r.26, r.39-49)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.command import Decision
from tombo.ledger.core.findings import Refused
from tombo.ledger.games.tournament.awarding import Course, give_out
from tombo.ledger.games.tournament.case import Movement, TournamentCase, by_platform, decided
from tombo.ledger.games.tournament.commands import (
    PauseLevel,
    ResumeLevel,
    SeatLateEntries,
    StartLevel,
    StartSynchronizedHand,
    StartTournament,
)
from tombo.ledger.games.tournament.draw import Draw
from tombo.ledger.games.tournament.events import (
    Drawn,
    LevelPaused,
    LevelResumed,
    LevelStarted,
    MayDeal,
    SeatsDrawn,
    Started,
    SynchronizedHandStarted,
)
from tombo.ledger.games.tournament.lying import seated
from tombo.ledger.games.tournament.r810 import (
    clock_runs,
    enough_have_entered,
    every_table_has_played,
    level_is_over,
    sale_is_closed_before,
    starts_at_its_hour,
    tables_are_even,
    tables_are_synchronized,
    tables_seat_everybody,
    tournament_goes_on,
)
from tombo.ledger.games.tournament.said import course as said
from tombo.ledger.games.tournament.state import EntryState, Tournament
from tombo.ledger.games.tournament.timed import plays_on
from tombo.ledger.house.names import table_name_refusal
from tombo.ledger.house.rules import first_breach, house
from tombo.ledger.house.table.events import BlindsSet, ButtonDrawn, PlayerPlaced, TournamentTableOpened
from tombo.ledger.house.table.state import Table, table_stream
from tombo.ledger.house.times import passed
from tombo.ledger.terms.poker import Terms

LEVEL_RULE: Final = "R810 r.45"
"""How long a level lasts."""
HAND_BY_HAND_RULE: Final = "R810 r.49"
"""How the tables play near the places paid."""
BUTTON_RULE: Final = "R806 r.64"
"""Where the button of the next hand lies, through R810 r.3."""
DEALT_RULE: Final = "R810 r.27"
"""Who plays a hand: whoever has a chip, present or not."""
TIME_RULE: Final = "R810 r.52"
"""When the time of a timed tournament is up."""


def terms_of_level(state: Tournament, level: int) -> Terms:
    """The terms a hand of ``level`` is played under: those announced, with the blinds of the level (r.46)."""
    blinds = state.structure.levels[level - 1]
    changes = {"big_blind": blinds.big_blind, "min_bet": blinds.big_blind, "small_blind": blinds.small_blind}
    return state.structure.terms.model_copy(update=changes)


def level_end(state: Tournament, level: int, occurred: int | None) -> int | None:
    """When ``level``, begun at ``occurred``, is over; None for the last one."""
    if occurred is None or level >= len(state.structure.levels):
        return None
    return occurred + state.structure.levels[level - 1].seconds * SECOND


def start(case: TournamentCase, command: StartTournament) -> Decision | Refused:
    """The tournament starts: seats and buttons are drawn, whoever is absent sits out, the first level begins (r.26, r.39-41)."""
    state, waiting = case.state, case.state.active
    objection = by_platform(case) or first_breach(
        starts_at_its_hour(state, passed(case.occurred, case.view)),
        enough_have_entered(state),
        tables_seat_everybody(state, len(set(command.tables)), len(waiting)),
    )
    objection = objection or _names_refusal(case, command.tables)
    if objection:
        return objection
    draw = Draw(command.seed)
    places = spread(draw, waiting, {table: [] for table in command.tables}, state.structure.terms.seats)
    timed = state.structure.timed_seconds
    ends = case.occurred + timed * SECOND if timed is not None and case.occurred is not None else None
    opened = [
        (table_stream(table), TournamentTableOpened(terms=terms_of_level(state, 1), tournament=case.name))
        for table in command.tables
    ]
    buttons: list[Movement] = [
        (
            table_stream(table),
            ButtonDrawn(seat=draw.one(sorted(place.seat for place in places if place.table == table))),
        )
        for table in command.tables
    ]
    return decided(
        case,
        [
            Started(ends=ends),
            SeatsDrawn(seats=places, seed=command.seed),
            LevelStarted(level=1, until=level_end(state, 1, case.occurred)),
        ],
        [*opened, *_placed(state, places, absent=command.absent), *buttons],
    )


def _names_refusal(case: TournamentCase, tables: Sequence[str]) -> Refused | None:
    """The objection to tables that are there already, named twice, or with names too long for their hands."""
    if len(set(tables)) != len(tables):
        return house("table", said.TOURNAMENT_TABLE_NAMED_TWICE())
    taken = [table for table in tables if case.view(table_stream(table)) is not None]
    if taken:
        return house("table", said.TOURNAMENT_TABLE_NAME_TAKEN(table=taken[0]))
    return next((objection for table in tables if (objection := table_name_refusal(table))), None)


def spread(draw: Draw, waiting: Iterable[EntryState], taken: dict[str, list[int]], seats: int) -> list[Drawn]:
    """A drawn seat for everybody waiting, each in a drawn order at the table with the fewest players (r.39, r.47)."""
    places: list[Drawn] = []
    for entry in draw.shuffled(list(waiting)):
        table = min(taken, key=lambda name: (len(taken[name]), name))
        seat = draw.one([seat for seat in range(1, seats + 1) if seat not in taken[table]])
        taken[table].append(seat)
        places.append(Drawn(entry=entry.entry, seat=seat, table=table))
    return sorted(places, key=lambda place: place.entry)


def _placed(state: Tournament, places: Iterable[Drawn], *, absent: Sequence[int] = ()) -> list[Movement]:
    """The players on their seats, each with the starting stack (r.41)."""
    moved: list[Movement] = []
    for place in places:
        entry = state.entries[place.entry - 1]
        placed = PlayerPlaced(
            player=entry.player,
            seat=place.seat,
            session=entry.session,
            sitting_out=place.entry in absent,
            stack=state.structure.starting_stack,
        )
        moved.append((table_stream(place.table), placed))
    return moved


def seat_late(case: TournamentCase, command: SeatLateEntries) -> Decision | Refused:
    """Seats for who entered after the start (r.7n, r.2k), at the tables with the fewest players."""
    state = case.state
    objection = by_platform(case) or first_breach(tournament_goes_on(state)) or _names_refusal(case, command.tables)
    if objection:
        return objection
    waiting = [entry for entry in state.active if entry.status == "registered"]
    if state.phase != "playing" or not waiting:
        return house("tournament", said.NOBODY_WAITS_FOR_SEAT())
    there = {name: [taken.seat for taken in table.seats] for name, table in seated(case).items()}
    taken = {**there, **{table: [] for table in command.tables}}
    players = len(waiting) + sum(map(len, taken.values()))
    objection = first_breach(tables_seat_everybody(state, len(taken), players))
    if objection:
        return objection
    places = spread(Draw(command.seed), waiting, taken, state.structure.terms.seats)
    level = terms_of_level(state, state.level)
    opened = [
        (table_stream(table), TournamentTableOpened(terms=level, tournament=case.name)) for table in command.tables
    ]
    return decided(case, [SeatsDrawn(seats=places, seed=command.seed)], [*opened, *_placed(state, places)])


def start_level(case: TournamentCase, _: StartLevel) -> Decision | Refused:
    """The next level: its blinds hold at every table from its next hand on (r.45-46)."""
    state = case.state
    objection = by_platform(case) or first_breach(
        tournament_goes_on(state), level_is_over(state, passed(case.occurred, case.view)), sale_is_closed_before(state)
    )
    if objection:
        return objection
    tables = seated(case)
    level = state.level + 1
    blinds = state.structure.levels[level - 1]
    event = BlindsSet(big_blind=blinds.big_blind, small_blind=blinds.small_blind)
    return decided(
        case,
        [LevelStarted(level=level, until=level_end(state, level, case.occurred))],
        [(table_stream(table), event) for table in tables],
    )


def pause_level(case: TournamentCase, _: PauseLevel) -> Decision | Refused:
    """The clock of the level stands still; hands under way are played out."""
    objection = by_platform(case) or first_breach(clock_runs(case.state, paused=False))
    if objection:
        return objection
    until = case.state.level_until
    left = None if until is None or case.occurred is None else max(0, until - case.occurred)
    return decided(case, [LevelPaused(left=left)])


def resume_level(case: TournamentCase, _: ResumeLevel) -> Decision | Refused:
    """The clock runs again, for what was left."""
    objection = by_platform(case) or first_breach(clock_runs(case.state, paused=True))
    if objection:
        return objection
    left = case.state.level_left
    until = None if left is None or case.occurred is None else case.occurred + left
    return decided(case, [LevelResumed(until=until)])


def start_synchronized(case: TournamentCase, _: StartSynchronizedHand) -> Decision | Refused:
    """The next hand of all tables (r.49), once none has one in play."""
    tables = seated(case)
    objection = by_platform(case) or first_breach(
        tournament_goes_on(case.state),
        tables_are_synchronized(case.state),
        every_table_has_played(case.state, unfinished(case.state, tables, case.view)),
        tables_are_even(case.state, *tables),
    )
    if objection:
        return objection
    course = Course(case)
    give_out(course, complete=True)
    may = [MayDeal(number=table.number + 1, table=name) for name, table in tables.items()]
    course.add(SynchronizedHandStarted(number=case.state.synchronized + 1, tables=may))
    return course.decision()


def unfinished(state: Tournament, tables: Mapping[str, Table], view: Callable[[str], Any]) -> list[str]:
    """The tables with a hand in play, or with one to begin that they may begin and have the players for.

    Once the time is up a table that has played its last hand keeps nobody waiting.
    """
    due = {may.table: may.number for may in state.may_deal}
    return [
        name
        for name, table in tables.items()
        if table.hand is not None or (table.number < due.get(name, 0) and plays_on(state, table, view))
    ]
