"""How players leave a tournament and how it ends: exits, the close of the sale, the end, the cancellation (R810 r.31-38, r.50-54)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from tombo.ledger.core.command import Decision
from tombo.ledger.core.findings import Finding, Reading, Refused
from tombo.ledger.games.tournament.awarding import Course, close, give_out
from tombo.ledger.games.tournament.case import Movement, TournamentCase, by_platform, by_player
from tombo.ledger.games.tournament.commands import (
    CallTime,
    CancelTournament,
    CloseRegistration,
    DeclineRebuy,
    FinishTournament,
)
from tombo.ledger.games.tournament.events import (
    Cancelled,
    Eliminated,
    Finished,
    HandByHandStarted,
    MayDeal,
    Refunded,
    StackHeld,
    TimeCalled,
)
from tombo.ledger.games.tournament.lying import seated
from tombo.ledger.games.tournament.r810 import (
    goes_hand_by_hand,
    is_not_decided,
    prizes_are_fixed,
    sale_can_close,
    sale_ends_itself,
    somebody_has_won,
    takes_part,
    time_ends_itself,
    time_is_up,
    tournament_goes_on,
)
from tombo.ledger.games.tournament.refunds import case_of as cancellation_case
from tombo.ledger.games.tournament.refunds import refunds
from tombo.ledger.games.tournament.said import course as said
from tombo.ledger.games.tournament.state import EntryState, Tournament
from tombo.ledger.games.tournament.timed import plays_on
from tombo.ledger.house.account.events import TicketReturned
from tombo.ledger.house.account.state import account_stream
from tombo.ledger.house.rules import first_breach, house
from tombo.ledger.house.staff.authority import may
from tombo.ledger.house.staff.state import MANAGER, OFFICER
from tombo.ledger.house.table.events import PlayerLeft, TableClosed
from tombo.ledger.house.table.state import Table, table_stream
from tombo.ledger.house.times import passed


def eliminate(course: Course, entry: EntryState) -> None:
    """``entry``, which has lost its chips and buys no more, is out (r.31, r.44), and its seat is free."""
    left = entry.exit
    if left is None:
        return
    course.add(Eliminated(by=list(left.by), entry=entry.entry, hand=left.hand, stack=left.stack))
    if entry.table is not None and entry.seat is not None:
        gone = PlayerLeft(player=entry.player, seat=entry.seat, stack=0)
        course.others.append((table_stream(entry.table), gone))


def after_exits(course: Course, *, complete: bool = False) -> None:
    """What follows from players being out: hand-by-hand near the places paid (r.49), prizes that are determined (r.54).

    ``complete``: no other table has a synchronized hand to end.
    """
    if goes_hand_by_hand(course.state):
        course.add(HandByHandStarted())
    give_out(course, complete=complete)


def decline(case: TournamentCase, command: DeclineRebuy) -> Decision | Refused:
    """A player without chips buys none: he is out (r.31, r.44)."""
    objection = by_player(case, command.player) or first_breach(
        tournament_goes_on(case.state), takes_part(case.state, command.player)
    )
    entry = case.state.entry_of(command.player)
    if objection or entry is None:
        return objection or house("tournament", said.ENTRY_MISSING(player=command.player))
    if entry.status != "without_chips":
        return house("tournament", said.STAYS_WITH_CHIPS(player=command.player, rule="R810 r.27"))
    seated(case)
    course = Course(case)
    eliminate(course, entry)
    after_exits(course)
    return course.decision()


def close_registration(case: TournamentCase, _: CloseRegistration) -> Decision | Refused:
    """The sale is over: who has no chips is out, the prizes are fixed (r.10, r.23, r.44)."""
    objection = by_platform(case) or first_breach(sale_can_close(case.state, passed(case.occurred, case.view)))
    if objection:
        return objection
    seated(case)
    course = Course(case)
    shut(course)
    return course.decision()


def shut(course: Course) -> None:
    """Nothing more can be bought: who has no chips is out, the prizes are fixed."""
    for entry in course.state.active:
        if entry.status == "without_chips":
            eliminate(course, entry)
    close(course)
    after_exits(course)


def shut_in_time(course: Course) -> None:
    """Where the sale is over by the terms announced, and nobody has said so, it is closed now (r.10)."""
    if sale_ends_itself(course.state, passed(course.case.occurred, course.case.view)):
        shut(course)


def _stacks(state: Tournament, tables: dict[str, Table]) -> dict[int, int]:
    """The chips of every entry in play, as they lie on the tables."""
    lying = {taken.player: taken.stack for table in tables.values() for taken in table.seats}
    return {entry.entry: lying.get(entry.player, 0) for entry in state.active}


def _hand_refusal(tables: dict[str, Table]) -> Refused | None:
    playing = [table.hand for table in tables.values() if table.hand is not None]
    return house("table", said.TOURNAMENT_HAND_IN_PLAY(hand=playing[0])) if playing else None


def _cleared(tables: dict[str, Table], gone: Collection[str] = ()) -> Iterable[Movement]:
    """Everybody leaves who is not ``gone``, and the tables close."""
    for name, table in tables.items():
        for taken in table.seats:
            if taken.player in gone:
                continue
            yield table_stream(name), PlayerLeft(player=taken.player, seat=taken.seat, stack=taken.stack)
        yield table_stream(name), TableClosed()


def call_time(case: TournamentCase, _: CallTime) -> Decision | Refused:
    """The time of a timed tournament is up; its tables play until everybody has had the button again (r.52)."""
    objection = by_platform(case) or first_breach(time_is_up(case.state, passed(case.occurred, case.view)))
    if objection:
        return objection
    course = Course(case)
    _call(course)
    return course.decision()


def _call(course: Course) -> None:
    there = Counter(entry.table for entry in course.state.active)
    tables = seated(course.case)
    last = [MayDeal(number=tables[name].number + there[name], table=name) for name in course.state.tables]
    course.add(TimeCalled(tables=last))


def call_in_time(course: Course) -> None:
    """Where the time is up, and nobody has said so, it is said now (r.52)."""
    if time_ends_itself(course.state, passed(course.case.occurred, course.case.view)):
        _call(course)


def _unplayed(case: TournamentCase, tables: dict[str, Table]) -> list[str]:
    """The tables where not everybody who is left has had the button since the time was called."""
    return [name for name, table in tables.items() if plays_on(case.state, table, case.view)]


def finish(case: TournamentCase, _: FinishTournament) -> Decision | Refused:
    """The end (r.52): what was held is recorded, every prize not yet credited is (r.54), the tables close."""
    tables, course = seated(case), Course(case)
    objection = by_platform(case)
    if objection:
        return objection
    shut_in_time(course)
    state = course.state
    stacks = _stacks(state, tables)
    objection = first_breach(
        prizes_are_fixed(state), somebody_has_won(state, stacks, _unplayed(case, tables))
    ) or _hand_refusal(tables)
    if objection:
        return objection
    course.add(Finished(stacks=[StackHeld(entry=entry, stack=stack) for entry, stack in stacks.items()]))
    give_out(course, at_end=True)
    gone = [event.player for _, event in course.others if isinstance(event, PlayerLeft)]
    course.others += _cleared(tables, gone)
    return course.decision()


def _decided(case: TournamentCase, tables: dict[str, Table]) -> Finding | None:
    """The objection to a cancellation of what has ended, once the sale is closed that is over by the terms announced."""
    course = Course(case)
    shut_in_time(course)
    return is_not_decided(course.state, _stacks(course.state, tables), _unplayed(case, tables))


def cancel(case: TournamentCase, command: CancelTournament) -> Decision | Refused:
    """The tournament is cancelled (r.35), and everybody still in play gets what r.36-37 give him; nobody else (r.38)."""
    tables = seated(case)
    objection = (
        may(case.view, case.by, platform=True, roles=(MANAGER, OFFICER))
        or first_breach(tournament_goes_on(case.state))
        or _hand_refusal(tables)
        or first_breach(_decided(case, tables))
    )
    if objection:
        return objection
    course = Course(case)
    if case.state.structure.readings.paid_prizes is Reading.PRACTICE and case.state.phase == "playing":
        give_out(course, at_end=True)  # what places have earned stands, and is taken off the sum
    stacks = _stacks(case.state, tables)
    given = refunds(course.state, stacks)
    in_play = stacks if course.state.phase == "playing" else {}  # before the start nobody has chips
    held = [StackHeld(entry=entry, stack=stack) for entry, stack in in_play.items()]
    course.add(Cancelled(case=cancellation_case(course.state), cause=command.cause, note=command.note, stacks=held))
    for share in given.shares:
        version = course.add(Refunded(entry=share.entry, fee=share.fee, share=share.share, ticket=share.ticket))
        course.pay(share.entry, share.fee + share.share, version)
        if share.ticket is not None:
            player = case.state.entries[share.entry - 1].player
            back = TicketReturned(cause=case.stream, cause_version=version, ticket=share.ticket)
            course.others.append((account_stream(player), back))
    course.others += _cleared(tables)
    return course.decision()
