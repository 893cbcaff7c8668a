"""Where a tournament meets its tables: who it says sits there is who sits there, or nothing is decided on it (R810 r.39, r.47)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

from tombo.ledger.core.command import View
from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.games.tournament.case import TournamentCase
from tombo.ledger.games.tournament.state import EntryState, Tournament, tournament_stream
from tombo.ledger.house.rules import names_place
from tombo.ledger.house.table.state import Table, table_stream


def tables_of(view: View, tournament: str, names: Iterable[str]) -> dict[str, Table]:
    """The tables ``names`` of ``tournament``.

    Raises:
        OutOfPlaceError: one of them is not there, is over, or is not of this tournament.
    """
    found: dict[str, Table] = {}
    for name in names:
        table: Table | None = view(table_stream(name))
        if table is None or table.closed or table.tournament != tournament:
            _untied(tournament, f"it says that somebody sits at {name}, which is no table of it in play")
        found[name] = table
    return found


def seated(case: TournamentCase) -> dict[str, Table]:
    """The tables with players, by name: each on the seat, and with chips where, the tournament says so. None before and after it is played.

    Raises:
        OutOfPlaceError: a table is not there, or somebody else sits there, or he has chips who is said to have none.
    """
    if case.state.phase != "playing":
        return {}
    tables = tables_of(case.view, case.name, case.state.tables)
    there = {
        (name, taken.seat): (taken.player, bool(taken.stack)) for name, one in tables.items() for taken in one.seats
    }
    said = {
        (entry.table, entry.seat): (entry.player, entry.status == "playing")
        for entry in case.state.active
        if entry.table is not None
    }
    if there != said:
        table, seat = min({*there.items()} ^ {*said.items()}, key=str)[0]
        _untied(case.name, f"it and {table} do not say the same of seat {seat}")
    return tables


def seat_of(case: TournamentCase, entry: EntryState, table: str, seat: int) -> Table:
    """The table of ``entry``, who sits there.

    Raises:
        OutOfPlaceError: he does not.
    """
    found = tables_of(case.view, case.name, [table])[table]
    taken = found.at(seat)
    if taken is None or taken.player != entry.player or bool(taken.stack) != (entry.status == "playing"):
        _untied(case.name, f"it and {table} do not say the same of seat {seat}")
    return found


def tournament_of(view: View, table: str, tournament: str) -> Tournament:
    """The tournament that ``table`` says it is of.

    Raises:
        OutOfPlaceError: there is none.
    """
    state: Tournament | None = view(tournament_stream(tournament))
    if state is None:
        _untied(tournament, f"{table} says that it is of it, and it was not announced")
    return state


def _untied(tournament: str, why: str) -> NoReturn:
    stream = tournament_stream(tournament)
    raise OutOfPlaceError(f"TAMPERED: {stream} does not tie with its tables ({why}); run {names_place(stream)}")
