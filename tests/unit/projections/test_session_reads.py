"""What the end of a session looks at: the places the session was at, however many tables there are (G7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.worlds.floor import Floor
from tests.worlds.house import house, player
from tests.worlds.roulette import DEADLINE, WHEEL, chip, opening, wheel, wheel_terms
from tests.worlds.world import TABLE, World
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.command import Decision, Envelope
from tombo.ledger.games.roulette.commands import OpenSpin, PlaceChips
from tombo.ledger.house.banked.commands import JoinTable, PartTable
from tombo.ledger.house.session.commands import EndSession, StartSession
from tombo.ledger.house.session.decide import DECIDERS
from tombo.ledger.house.session.events import SessionEntered
from tombo.ledger.house.table.commands import LeaveTable, OpenTable, SeatPlayer
from tombo.ledger.live.ledger import Acknowledgement, Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_ledger

ORIGIN = "operator.example/ledger/1"
END = EndSession(cause="player", session="s-p-1")


class Watched:
    """A world that counts what is looked at."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.seen: list[str] = []

    def __call__(self, stream: str) -> Any:
        self.seen.append(stream)
        return self.world(stream)

    def streams(self, kind: str) -> Sequence[str]:
        self.seen += self.world.streams(kind)
        return self.world.streams(kind)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.world, name)


@pytest.mark.parametrize("tables", [2, 200])
def test_g7_the_end_of_a_session_looks_only_where_the_session_was(tables: int) -> None:
    """Two hundred tables that the session never saw are not looked at; the two where it was are."""
    world = house()
    for number in range(2, tables + 1):
        world.does(OpenTable(buy_in=5_000, mode="continuous", ruleset="nl-1", table=f"mesa-{number}", top_up_max=5_000))
    for table in (TABLE, "mesa-2"):
        world.does(SeatPlayer(player="p-1", seat=1, session="s-p-1", table=table), player("p-1"))
        world.does(LeaveTable(seat=1, table=table), player("p-1"))
    watched = Watched(world)
    outcome = DECIDERS[EndSession](Envelope(END, player("p-1"), "end", None), watched)
    assert isinstance(outcome, Decision)
    assert set(watched.seen) == {"session:s-p-1", "table:mesa-1", "table:mesa-2"}


def test_g7_a_place_is_remembered_once() -> None:
    """A session that comes back to a table has been there: nothing is added to its stream."""
    world = house()
    sit = SeatPlayer(player="p-1", seat=1, session="s-p-1", table=TABLE)
    assert world.adds(sit, player("p-1"))[-1] == ("session:s-p-1", SessionEntered(where=f"table:{TABLE}"))
    world.does(LeaveTable(seat=1, table=TABLE), player("p-1"))
    assert "session:s-p-1" not in dict(world.adds(sit, player("p-1")))


def test_g7_a_bet_binds_the_session_it_was_made_in() -> None:
    """A player who left a bet on the wheel keeps that session until the spin; his other one ends at his choice."""
    world = wheel()
    world.does(PlaceChips(chips=[chip(100, "red")], player="p-1", round=f"{WHEEL}/1"), player("p-1"))
    world.does(PartTable(player="p-1", table=WHEEL), player("p-1"))
    world.does(StartSession(player="p-1", regulation="R804", session="second"), player("p-1"))
    assert world.refuses(END, player("p-1")) == "House: session"
    world.does(EndSession(cause="player", session="second"), player("p-1"))


@pytest.fixture
def wheels(store_url: str, tmp_path: Path) -> Iterator[tuple[Ledger, Ledger]]:
    """Two doors of one ledger with a wheel where p-2 and p-3 bet, and p-1 plays nowhere."""
    ring, clock = Keyring(tmp_path / "keys"), SteppingClock()
    ledger = create_ledger(store_url, ring, origin=ORIGIN, clock=clock)
    with ledger.store:
        floor = Floor(ledger.handle)
        for command, by in opening(wheel_terms()):
            if not (isinstance(command, JoinTable) and command.player == "p-1"):
                floor.do(command, by)
        floor.do(OpenSpin(deadline=DEADLINE, table=WHEEL))
        other = open_ledger(store_url, ring, clock=clock)
        with other.store:
            yield ledger, other


def test_g7_a_foreign_bet_is_no_conflict(wheels: tuple[Ledger, Ledger], monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process records a bet before each of its tries: the end of the session goes through at the first."""
    mine, other = wheels
    bets = Floor(other.handle, "bet")
    insert: Any = mine.store.recorder.insert_events
    tries: list[int] = []

    def insert_events(*args: Any, **kwargs: Any) -> Any:
        tries.append(1)
        bets.do(PlaceChips(chips=[chip(100, "red")], player="p-2", round=f"{WHEEL}/1"), player("p-2"))
        return insert(*args, **kwargs)

    monkeypatch.setattr(mine.store.recorder, "insert_events", insert_events)
    assert isinstance(mine.handle(Envelope(END, player("p-1"), "end", None)), Acknowledgement)
    assert len(tries) == 1


def test_g7_a_seat_taken_in_between_is_a_conflict(
    wheels: tuple[Ledger, Ledger], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process lets the session join a table just before its end is recorded: the end is refused."""
    mine, other = wheels
    insert: Any = mine.store.recorder.insert_events
    joined: list[Acknowledgement] = []

    def insert_events(*args: Any, **kwargs: Any) -> Any:
        if not joined:
            join = JoinTable(player="p-1", session="s-p-1", table=WHEEL)
            joined.append(Floor(other.handle, "join").do(join, player("p-1")))
        return insert(*args, **kwargs)

    monkeypatch.setattr(mine.store.recorder, "insert_events", insert_events)
    outcome = mine.handle(Envelope(END, player("p-1"), "end", None))
    assert not isinstance(outcome, Acknowledgement)
    assert "plays at banked:roleta-1" in outcome.message
