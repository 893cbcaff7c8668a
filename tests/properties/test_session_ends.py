"""The end of a session, decided from where the session was, against the list of everything it was once decided from (G7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest

from tests.worlds.simulated import WorldDoor
from tests.worlds.world import PLATFORM, World
from tombo.ledger.core.command import Decision, Envelope
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.findings import Refused
from tombo.ledger.house.banked.state import BankedTable, held_in
from tombo.ledger.house.session.commands import EndSession
from tombo.ledger.house.session.decide import DECIDERS
from tombo.ledger.house.session.state import Session
from tombo.ledger.house.table.events import SatOut
from tombo.ledger.house.table.state import Table
from tombo.simulator.ask import Told
from tombo.simulator.day import Day, Plan
from tombo.simulator.run import BEGINS, HOUR

EVERY: Final = 97
"""Of how many commits one is followed by a look at every session."""
REASON: Final = "asked by a test"


def bound(world: World, name: str, session: Session) -> str | None:
    """What keeps the session ``name`` from its end, looked for at every table there is; None where nothing does."""
    for stream in world.streams("table"):
        table: Table = world(stream)
        if table.tournament is None and any(taken.session == name for taken in table.seats):
            return stream
    for stream in world.streams("banked"):
        banked: BankedTable = world(stream)
        if any(place.session == name for place in banked.places):
            return stream
    for stream in world.streams("banked"):
        banked = world(stream)
        other = any(place.player == session.player and place.session != name for place in banked.places)
        if not other and held_in(world, banked, session.player) is not None:
            return stream
    return None


def absent(world: World, name: str) -> Iterator[tuple[str, EventBase]]:
    """The seats of tournaments that the end of the session ``name`` leaves empty, looked for at every table there is."""
    for stream in world.streams("table"):
        table: Table = world(stream)
        for taken in table.seats:
            if table.tournament is not None and taken.session == name and not taken.sitting_out:
                yield stream, SatOut(seat=taken.seat)


class Looker:
    """Asks, now and then, of every open session how it would end, and holds the answer against the list of everything."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.commits = 0
        self.ends: dict[str, int] = {"free": 0, "bound": 0, "sits out": 0}

    def commit(self, _: Envelope, told: Told) -> None:
        """One command was answered."""
        if isinstance(told, Decision):
            self.commits += 1
            if not self.commits % EVERY:
                for stream in self.world.streams("session"):
                    self._look(stream)

    def _look(self, stream: str) -> None:
        world, name = self.world, stream.partition(":")[2]
        session: Session = world(stream)
        if session.ended:
            return
        command = EndSession(cause="operator", reason=REASON, session=name)
        outcome: Any = DECIDERS[EndSession](Envelope(command, PLATFORM, "look", None), world)
        expected = bound(world, name, session)
        if isinstance(outcome, Refused):
            assert expected is not None, (name, outcome)
            self.ends["bound"] += 1
            return
        assert expected is None, (name, expected)
        *moved, (ended, _) = outcome.events
        assert (ended, moved) == (stream, list(absent(world, name)))
        self.ends["sits out" if moved else "free"] += 1


@pytest.mark.parametrize("seed", range(2))
def test_g7_a_session_ends_as_when_every_table_was_looked_at(seed: int) -> None:
    """Days of every game and of tournaments: who is free to end his session, who is bound, and who sits out, are the same."""
    world = World()
    day = Day(
        Plan(seed=seed, begins=BEGINS, ends=BEGINS + 3 * HOUR, tables=16, pace=6, malice=0.05, trouble=0.2),
        WorldDoor(world),
    )
    looker = Looker(world)
    day.on_commit = looker.commit
    day.begins()
    day.runs()
    assert day.failures == []
    assert min(looker.ends.values()) > 0, looker.ends
