"""Moves that keep the tables even, and tables dissolved (R810 r.47-48)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tombo.ledger.core.command import Decision
from tombo.ledger.core.findings import Refused
from tombo.ledger.games.tournament.case import Movement, TournamentCase, by_platform, decided
from tombo.ledger.games.tournament.commands import MovePlayers
from tombo.ledger.games.tournament.draw import Draw
from tombo.ledger.games.tournament.events import PlayerMoved, TableBroken, TournamentEvent
from tombo.ledger.games.tournament.lying import seated
from tombo.ledger.games.tournament.r810 import every_table_has_played, rest_holds_them, tournament_goes_on
from tombo.ledger.games.tournament.running import unfinished
from tombo.ledger.games.tournament.said import course as said
from tombo.ledger.house.rules import first_breach, house
from tombo.ledger.house.table.events import PlayerLeft, PlayerPlaced, TableClosed
from tombo.ledger.house.table.state import SeatState, table_stream


class SeatChange(NamedTuple):
    """A player's way from one seat to another."""

    taken: SeatState
    source: str
    target: str
    seat: int


def move(case: TournamentCase, command: MovePlayers) -> Decision | Refused:
    """The tables made even, or one of them dissolved; who moves and where to is drawn (r.47-48)."""
    state = case.state
    objection = by_platform(case) or first_breach(tournament_goes_on(state))
    if objection:
        return objection
    tables = seated(case)
    broken = command.broken
    if broken is not None and broken not in tables:
        told = said.NO_SUCH_TABLE_WITH_PLAYERS(table=broken, tournament=case.name, tables=tuple(tables))
        return house("table", told)
    objection = first_breach(every_table_has_played(state, unfinished(state, tables, case.view)))
    if broken is not None and objection is None:
        players = sum(len(table.seats) for table in tables.values())
        room = sum(table.terms.seats for name, table in tables.items() if name != broken)
        objection = first_breach(rest_holds_them(broken, players, room))
    if objection:
        return objection
    there = {name: table.seats for name, table in tables.items()}
    moves = moves_of(there, broken, Draw(command.seed), state.structure.terms.seats)
    if not moves:
        return house("tournament", said.TABLES_ARE_EVEN())
    sources = sorted({found.source for found in moves})
    playing = [hand for source in sources if (hand := tables[source].hand) is not None]
    if playing:
        return house("table", said.HAND_BEFORE_MOVE(hand=playing[0]))
    by_player = {entry.player: entry.entry for entry in state.active}
    events: list[TournamentEvent] = [
        PlayerMoved(entry=by_player[m.taken.player], seat=m.seat, seed=command.seed, table=m.target) for m in moves
    ]
    others = [part for found in moves for part in _parts(found)]
    if broken is not None:
        events.append(TableBroken(table=broken))
        others.append((table_stream(broken), TableClosed()))
    return decided(case, events, others)


def moves_of(there: Mapping[str, Sequence[SeatState]], broken: str | None, draw: Draw, seats: int) -> list[SeatChange]:
    """Who moves where: everybody of ``broken`` to the others, then from the fullest to the emptiest until they are even.

    ``there``: who sits at each table, by seat; ``seats``: how many a table has.
    """
    present = {name: list(taken) for name, taken in there.items() if name != broken}
    held = {name: {taken.seat for taken in sitting} for name, sitting in present.items()}
    free = {name: [seat for seat in range(1, seats + 1) if seat not in held[name]] for name in present}
    found: list[SeatChange] = []

    def to_emptiest(taken: SeatState, source: str) -> None:
        target = min((name for name in present if name != source), key=lambda name: (len(present[name]), name))
        seat = draw.one(free[target])
        free[target].remove(seat)
        present[target].append(taken._replace(seat=seat))
        found.append(SeatChange(taken, source, target, seat))

    if broken is not None:
        for taken in draw.shuffled(there[broken]):
            to_emptiest(taken, broken)
        return found
    while present:
        fullest = max(present, key=lambda name: (len(present[name]), name))
        if len(present[fullest]) - min(map(len, present.values())) <= 1:
            break
        taken = draw.one([taken for taken in present[fullest] if taken in there[fullest]])
        present[fullest].remove(taken)
        to_emptiest(taken, fullest)
    return found


def _parts(found: SeatChange) -> list[Movement]:
    """What a move does to the two tables."""
    taken = found.taken
    placed = PlayerPlaced(
        player=taken.player, seat=found.seat, session=taken.session, sitting_out=taken.sitting_out, stack=taken.stack
    )
    left = PlayerLeft(player=taken.player, seat=taken.seat, stack=taken.stack)
    return [(table_stream(found.source), left), (table_stream(found.target), placed)]
