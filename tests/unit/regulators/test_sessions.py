"""A day's play by player session: the parts come to what the night closed the day with, and each round is counted once."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.worlds.reported import DAY, Night
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.lisbon import window
from tombo.ledger.core.money import Money
from tombo.ledger.house.account.events import AccountOpened, Debited, Deposited
from tombo.ledger.house.banked.events import PlayerJoined
from tombo.ledger.house.session.events import SessionStarted
from tombo.ledger.operate.keyring import Keyring, open_checked
from tombo.projections.line import Line
from tombo.reports.regulators.known import Known
from tombo.reports.regulators.pages import read_here
from tombo.reports.regulators.reading import told
from tombo.reports.regulators.sessions import NOTHING, DayPlay
from tombo.reports.regulators.totals import Sums, closed, meets
from tombo.reports.regulators.tournaments import tournament_told


def day_play(night: Night, *windows: tuple[int, int]) -> list[DayPlay]:
    """The play of each window, folded for itself from the first entry of the ledger."""
    found = list[DayPlay]()
    for each in windows:
        with open_checked(
            f"sqlite:///{night.folder}/ledger.db", Keyring(night.folder / "keys"), read_only=True
        ) as store:
            play = DayPlay()
            for _ in told(store, each, play, read_here):
                pass
            found.append(play)
    return found


def in_parts(plays: list[DayPlay]) -> dict[str, Sums]:
    """By regulation, what the sessions of all of them come to."""
    found = dict[str, Sums]()
    for play in plays:
        for part in play.parts.values():
            for at in part.tables.values():
                found[at.head.regulation] = found.get(at.head.regulation, NOTHING).plus(at.sums)
    return found


def test_the_sessions_of_a_day_come_to_what_it_was_closed_with(night: Night) -> None:
    """Tournaments are told by themselves, and everything else in a session of whoever played it."""
    (play,) = day_play(night, window(DAY))
    with open_checked(f"sqlite:///{night.folder}/ledger.db", Keyring(night.folder / "keys"), read_only=True) as store:
        meets(closed(store, DAY), play.sums)
    of_tournaments = {"R810": play.sums["R810"]}
    assert in_parts([play]) | of_tournaments == play.sums
    assert len(play.sums) == 7, "one game of the eight is played for money in no round of this night"
    assert all(play.session(part.name).player == part.player for part in play.parts.values())


def test_a_day_cut_anywhere_comes_to_the_same(night: Night) -> None:
    """A session that goes on over the cut is told in two parts: sums and rounds are those of the whole, none is counted twice."""
    begins, ends = window(DAY)
    (whole,) = day_play(night, (begins, ends))
    acts = sorted(at.first for part in whole.parts.values() for at in part.tables.values())
    cut = acts[len(acts) // 2] + 1
    parts = day_play(night, (begins, cut), (cut, ends))
    assert any(name in parts[1].parts for name in parts[0].parts), "no session goes on over the cut"
    assert in_parts(parts) == in_parts([whole])
    rounds = Counter[tuple[str, str]]()
    for play, sign in ((whole, 1), (parts[0], -1), (parts[1], -1)):
        for part in play.parts.values():
            for table, at in part.tables.items():
                rounds[part.name, table] += sign * at.rounds
    assert not any(rounds.values())


def test_hands_are_counted_for_whoever_was_dealt_in(night: Night) -> None:
    """Each hand once for everybody who was dealt in, though he staked nothing; counted here from the entries themselves."""
    (play,) = day_play(night, window(DAY))
    begins, ends = window(DAY)
    due = Counter[str]()
    for entry in night.log:
        event = entry.event
        if entry.kind != "hand.started.v1" or event.tournament is not None or not event.terms.unit.in_euro:
            continue
        if begins <= (entry.recorded if entry.occurred is None else entry.occurred) < ends:
            due.update(seated.player for seated in event.seats)
    found = Counter[str]()
    for part in play.parts.values():
        for at in part.tables.values():
            if at.head.between_players:
                found[part.player] += at.rounds
    assert +found == due
    assert due


def test_a_tournament_that_is_over_comes_to_what_its_day_was_told(night: Night) -> None:
    """All tournaments of the night were played in it: what their streams say for each player is what the day's play says of them."""
    (play,) = day_play(night, window(DAY))
    told_of = dict[str, Sums]()
    with open_checked(f"sqlite:///{night.folder}/ledger.db", Keyring(night.folder / "keys"), read_only=True) as store:
        for line in play.over:
            found = tournament_told(store, line.stream)
            assert found is not None
            assert found.over.index == line.index
            for player in {entry.player for entry in found.state.entries}:
                told_of[line.stream] = told_of.get(line.stream, NOTHING).plus(found.sums(player))
        going = [stream for stream in store.streams("tournament") if tournament_told(store, stream) is None]
    assert going == []
    total = NOTHING
    for sums in told_of.values():
        total = total.plus(sums)
    assert total == play.sums["R810"]


@pytest.mark.parametrize("seat", [None, 3])
def test_what_a_source_says_late_makes_a_session_known_as_played_from_then(seat: int | None) -> None:
    """Bets at three tables, the second told behind the first and of a time before; a bet where he plays in another session is none of this one's."""
    known, index = Known(), 0

    def told(stream: str, event: EventBase, at: int, occurred: int | None = None) -> None:
        nonlocal index
        index += 1
        known.step(Line(index, stream, index, str(event.model_dump()["kind"]), occurred, at, event))

    def bets(table: str, at: int, occurred: int | None = None) -> None:
        cause = Debited(amount=Money(100), cause=f"roulette:{table}/1", cause_version=2, wallet="cash")
        told("account:p-1", cause, at, occurred)

    told("account:p-1", AccountOpened(player="p-1"), 0)
    told("account:p-1", Deposited(amount=Money(1_000), reference="card"), 0)
    for name, session in (("w-1", "s-1"), ("w-2", "s-1"), ("w-3", "s-2"), ("w-4", "s-1")):
        if session not in known.sessions:
            told(f"session:{session}", SessionStarted(player="p-1", regulation="R804"), 0)
        told(f"banked:{name}", PlayerJoined(at=None, player="p-1", seat=seat, session=session), 0)
    bets("w-3", 100 * SECOND)
    assert known.sessions["s-1"].played is None
    bets("w-1", 700 * SECOND)
    assert known.sessions["s-1"].played == 700 * SECOND
    bets("w-2", 701 * SECOND, 400 * SECOND)
    assert known.sessions["s-1"].played == 400 * SECOND
    bets("w-4", 900 * SECOND)
    assert {name: each.played for name, each in known.sessions.items()} == {"s-1": 400 * SECOND, "s-2": 100 * SECOND}
