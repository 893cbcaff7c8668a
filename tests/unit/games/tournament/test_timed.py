"""The end of a timed tournament: the time, and the hands until everybody has had the button again (R810 r.52) (E5)."""

from __future__ import annotations

from tests.worlds.tournament import START, Cup
from tests.worlds.world import PLATFORM
from tombo.ledger.games.poker.commands import StartHand
from tombo.ledger.games.tournament import commands as c
from tombo.ledger.games.tournament.events import MayDeal, TimeCalled
from tombo.ledger.games.tournament.timed import had_button_again, plays_on
from tombo.ledger.house.table.state import Table

TEN_MINUTES = 600 * 1_000_000


def _called(*tables: str, players: int = 4) -> Cup:
    """Ten minutes are over, and nothing more is sold."""
    world = Cup(timed_seconds=600)
    world.enters(*(f"p-{number}" for number in range(1, players + 1)))
    world.starts(*tables)
    world.does(c.CloseRegistration(tournament=world.current))
    world.does(c.CallTime(tournament=world.current), PLATFORM, occurred=START + TEN_MINUTES)
    return world


def _table(world: Cup, name: str) -> Table:
    found = world(f"table:{name}")
    assert isinstance(found, Table)
    return found


def test_who_was_moved_takes_along_that_he_has_had_the_button() -> None:
    """A table dissolved after the time: its player who had the button is waited for no more."""
    world = _called("mesa-1", "mesa-2")
    one, other = (taken.player for taken in _table(world, "mesa-2").seats)
    world.all_in("mesa-2", [one, other])
    had = had_button_again(world.state, world)
    assert len(had) == 1
    assert had < {one, other}
    world.does(c.MovePlayers(broken="mesa-2", seed="05" * 32, tournament=world.current))
    assert had_button_again(world.state, world) == had
    everybody = [taken.player for taken in _table(world, "mesa-1").seats]
    while had_button_again(world.state, world) < frozenset(everybody):
        assert world.objection(c.FinishTournament(tournament=world.current)) == "R810 r.52"
        world.all_in("mesa-1", everybody[:2])
    assert not plays_on(world.state, _table(world, "mesa-1"), world)
    assert world.objection(StartHand(table="mesa-1")) == "R810 r.52"
    assert world.objection(c.FinishTournament(tournament=world.current)) == "accepted"


def test_the_button_of_a_hand_begun_before_the_time_does_not_count() -> None:
    """What was had before the time was up is had again after it."""
    world = Cup(timed_seconds=600)
    world.enters("p-1", "p-2")
    world.starts("mesa-1")
    world.does(c.CloseRegistration(tournament=world.current))
    world.all_in("mesa-1", ["p-1", "p-2"])
    world.does(c.CallTime(tournament=world.current), PLATFORM, occurred=START + TEN_MINUTES)
    assert had_button_again(world.state, world) == frozenset()
    assert world.objection(c.FinishTournament(tournament=world.current)) == "R810 r.52"
    world.all_in("mesa-1", ["p-1", "p-2"])
    world.all_in("mesa-1", ["p-1", "p-2"])
    assert world.objection(c.FinishTournament(tournament=world.current)) == "accepted"


def test_the_first_hand_after_the_time_is_counted_though_nobody_called_it() -> None:
    """The time is said to be up with that hand, which is the first of those until everybody has had the button again. Red before: it played on for ever."""
    world = Cup(timed_seconds=600)
    world.enters("p-1", "p-2")
    world.starts("mesa-1")
    world.does(c.CloseRegistration(tournament=world.current))
    events = world.does(StartHand(table="mesa-1"), PLATFORM, occurred=START + TEN_MINUTES)
    assert [event for event in events if isinstance(event, TimeCalled)] == [
        TimeCalled(tables=[MayDeal(number=2, table="mesa-1")])
    ]
    assert world.objection(c.CallTime(tournament=world.current), PLATFORM, START + TEN_MINUTES) == "R810 r.52"


def test_a_hand_a_moment_before_the_time_is_none_of_them() -> None:
    """It begins as every other."""
    world = Cup(timed_seconds=600)
    world.enters("p-1", "p-2")
    world.starts("mesa-1")
    world.does(c.CloseRegistration(tournament=world.current))
    world.does(StartHand(table="mesa-1"), PLATFORM, occurred=START + TEN_MINUTES - 1)
    assert world.state.time_called is None
