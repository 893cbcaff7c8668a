"""Where a tournament meets its hands: what keeps one from beginning, and who is out once one has ended.

Poker knows nothing of tournaments (decision 0010, 4): what begins a hand or lets a decision time out is wrapped here, and the end of a
hand is followed by the exits (``AFTERWARDS`` of the catalogue).
"""

from __future__ import annotations

from tombo.ledger.core.command import Decide, Decision, Envelope, View
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.ids import table_of
from tombo.ledger.games.tournament.awarding import Course
from tombo.ledger.games.tournament.case import TournamentCase
from tombo.ledger.games.tournament.ending import after_exits, call_in_time, eliminate, shut_in_time
from tombo.ledger.games.tournament.events import ChipsLost
from tombo.ledger.games.tournament.lying import tables_of, tournament_of
from tombo.ledger.games.tournament.r810 import (
    hand_is_of_a_level,
    tables_are_even,
    tables_play_hand_by_hand,
    time_allows_a_hand,
)
from tombo.ledger.games.tournament.running import unfinished
from tombo.ledger.games.tournament.state import EntryState, Tournament
from tombo.ledger.games.tournament.timed import plays_on
from tombo.ledger.house.rules import first_breach
from tombo.ledger.house.table.events import SatOut, SeatNet, TableHandEnded
from tombo.ledger.house.table.state import Table, table_stream


def beginning(decide: Decide) -> Decide:
    """``decide``, which begins a hand, with what R810 asks before one begins at a table of a tournament."""

    def judge(envelope: Envelope, view: View) -> Decision | Refused:
        name = envelope.command.table
        table: Table | None = view(table_stream(name))
        if table is None or table.tournament is None:
            return decide(envelope, view)
        state = tournament_of(view, table_stream(name), table.tournament)
        objection = first_breach(
            hand_is_of_a_level(state),
            None if state.hand_by_hand else tables_are_even(state, name),
            tables_play_hand_by_hand(state, name, table.number + 1),
            time_allows_a_hand(state, name, table.number, plays_on=plays_on(state, table, view)),
        )
        outcome = objection or decide(envelope, view)
        if isinstance(outcome, Refused):
            return outcome
        course = Course(TournamentCase(table.tournament, state, envelope.by, envelope.occurred, view))
        shut_in_time(course)  # r.10: the prizes are fixed before a hand is played for them
        call_in_time(course)  # r.52: the first hand after the time is the first of those that are counted
        return _together(course, outcome)

    return judge


def _together(course: Course, outcome: Decision) -> Decision:
    """What happened to the tournament and ``outcome``, which is another stream's, as one commit."""
    placed = tuple((course.case.stream, event) for event in course.events)
    if not placed:
        return outcome
    states = {**outcome.states, course.case.stream: course.state}
    return outcome._replace(events=(*outcome.events, *placed, *course.others), states=states)


def timing_out(decide: Decide) -> Decide:
    """``decide``, which lets a decision time out, with the player of a tournament sitting out from then on (r.43)."""

    def judge(envelope: Envelope, view: View) -> Decision | Refused:
        outcome = decide(envelope, view)
        if isinstance(outcome, Refused):
            return outcome
        stream = table_stream(table_of(f"hand:{envelope.command.hand}"))
        table: Table | None = view(stream)
        taken = None if table is None or table.tournament is None else table.at(envelope.command.seat)
        if taken is None or taken.sitting_out:
            return outcome
        return outcome._replace(events=(*outcome.events, (stream, SatOut(seat=taken.seat))))

    return judge


def with_exits(envelope: Envelope, view: View, outcome: Decision, stream: str, ended: TableHandEnded) -> Decision:
    """``outcome``, in which a hand ``ended`` at the table ``stream``, with the exits of a tournament's players in the same commit."""
    table: Table = view(stream)
    gone = [net for net in ended.stacks if not net.after]
    if table.tournament is None or not gone:
        return outcome
    state = tournament_of(view, stream, table.tournament)
    course = Course(TournamentCase(table.tournament, state, envelope.by, envelope.occurred, view))
    entries = {taken.seat: state.entry_of(taken.player) for taken in table.seats}
    for net in gone:
        entry = entries[net.seat]
        if entry is not None:
            by = sorted(found.entry for seat in net.taken_by if (found := entries[seat]))
            _exit(course, ended.hand, net, entry, by)
    rest = tables_of(view, table.tournament, [name for name in course.state.tables if table_stream(name) != stream])
    after_exits(course, complete=not unfinished(course.state, rest, view))
    return _together(course, outcome)


def _exit(course: Course, hand: str, net: SeatNet, entry: EntryState, by: list[int]) -> None:
    """A player has lost his last chip: he is out, unless he may still buy some (r.31, r.44)."""
    course.add(ChipsLost(by=by, entry=entry.entry, hand=hand, stack=net.before))
    if not may_buy(course.state, entry):
        eliminate(course, course.state.entries[entry.entry - 1])


def may_buy(state: Tournament, entry: EntryState) -> bool:
    """Whether a rebuy or an add-on could bring the player back."""
    if not state.on_sale:
        return False
    offered = state.structure.rebuy
    rebuy = offered is not None and (offered.most is None or entry.rebuys < offered.most)
    return rebuy or (state.structure.addon is not None and not entry.added_on)
