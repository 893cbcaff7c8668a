"""What the door never writes in a phase of a tournament cannot follow there, whoever sealed it (R810 r.10, r.23-26, r.31, r.45-52)."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.worlds.tournament import CUP, SEED
from tests.worlds.tournament_script import Script, before_the_money, of_ten, timed_tie
from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.games.tournament import events as t
from tombo.ledger.games.tournament.evolving import evolve
from tombo.ledger.house.rules import OUT_OF_PLACE
from tombo.projections.tournament.view import followed

SEATS: Final = [t.Drawn(entry=1, seat=1, table="mesa-1")]
LOST: Final[dict[str, Any]] = {"by": [2], "entry": 1, "hand": "hand:mesa-1/9", "stack": 1}
NEW: Final[dict[str, Any]] = {"player": "p-99", "session": "s-99"}


def announced() -> Script:
    """Ten have entered; it has not begun."""
    told = Script(**of_ten())
    told.enters(10)
    return told


def playing() -> Script:
    """T2: the sale is closed, six are out."""
    return before_the_money()


def over() -> Script:
    """It was played to its end."""
    return timed_tie()


MISPLACED: Final = [
    (playing, t.RegistrationCancelled(entry=1)),
    (over, t.RegistrationCancelled(entry=1)),
    (announced, t.RegistrationCancelled(entry=11)),
    (playing, t.Registered(entry=11, funding="cash", ticket=None, **NEW)),
    (over, t.Registered(entry=11, funding="cash", ticket=None, **NEW)),
    (announced, t.Registered(entry=11, funding="cash", player="p-1", session="s-1", ticket=None)),
    (announced, t.Registered(entry=12, funding="cash", ticket=None, **NEW)),
    (announced, t.Reentered(entry=11, player="p-1", session="s-1")),
    (playing, t.Reentered(entry=11, player="p-10", session="s-10")),
    (playing, t.Started(ends=None)),
    (over, t.Started(ends=None)),
    (announced, t.SeatsDrawn(seats=SEATS, seed=SEED)),
    (playing, t.SeatsDrawn(seats=SEATS, seed=SEED)),
    (announced, t.LevelStarted(level=1, until=None)),
    (playing, t.LevelStarted(level=1, until=None)),
    (playing, t.LevelStarted(level=3, until=None)),
    (over, t.LevelStarted(level=2, until=None)),
    (announced, t.LevelPaused(left=None)),
    (playing, t.LevelResumed(until=None)),
    (announced, t.PlayerMoved(entry=1, seat=1, seed=SEED, table="mesa-2")),
    (playing, t.PlayerMoved(entry=10, seat=1, seed=SEED, table="mesa-2")),
    (playing, t.TableBroken(table="mesa-1")),
    (announced, t.Rebought(entry=1)),
    (playing, t.Rebought(entry=1)),
    (playing, t.AddedOn(entry=1)),
    (announced, t.RegistrationClosed()),
    (playing, t.RegistrationClosed()),
    (announced, t.HandByHandStarted()),
    (playing, t.SynchronizedHandStarted(number=1, tables=[])),
    (playing, t.TimeCalled(tables=[])),
    (announced, t.ChipsLost(**LOST)),
    (playing, t.ChipsLost(**{**LOST, "entry": 10})),
    (playing, t.Eliminated(**LOST)),
    (over, t.ChipsLost(**LOST)),
    (announced, t.Finished(stacks=[])),
]


@pytest.mark.parametrize(("phase", "event"), MISPLACED)
def test_out_of_its_phase_nothing_follows(phase: Any, event: Any) -> None:
    """Red before: each of them was folded, and an entry taken back in play made every prize smaller."""
    with pytest.raises(OUT_OF_PLACE):
        evolve(phase().state, event)


@pytest.mark.parametrize(
    "event", [t.Finished(stacks=[]), t.Cancelled(case="c", cause="technical", note="n", stacks=[])]
)
def test_what_is_over_ends_once(event: Any) -> None:
    """Red before: a second end took the place of the first (R810 r.35, r.52)."""
    with pytest.raises(ValueError, match="finished, at level 1"):
        evolve(over().state, event)


ALL: Final = {1: 30_000, 2: 20_000, 3: 15_000, 4: 5_000}
"""What is held in T2."""


@pytest.mark.parametrize("held", [{}, {**ALL, 7: 7_500}, {**ALL, 99: 1}, {1: 70_000}])
@pytest.mark.parametrize("cancelled", [False, True])
def test_an_end_names_those_in_play(held: dict[int, int], *, cancelled: bool) -> None:
    """Red before: one who was out, or whom nobody knew, was folded, and what shows the tournament ended with 3 (R810 r.35, r.52)."""
    for given, may in ((held, False), (ALL, True)):
        stacks = [t.StackHeld(entry=entry, stack=stack) for entry, stack in given.items()]
        over = (
            t.Cancelled(case="c", cause="technical", note="n", stacks=stacks)
            if cancelled
            else t.Finished(stacks=stacks)
        )
        if may:
            assert evolve(playing().state, over).phase == ("cancelled" if cancelled else "finished")
        else:
            with pytest.raises(ValueError, match="playing, at level 1"):
                evolve(playing().state, over)


@pytest.mark.parametrize("change", [{"hand": "hand:mesa-1/8"}, {"stack": 2}, {"by": [3]}])
def test_who_is_out_is_out_as_he_lost_his_chips(change: dict[str, Any]) -> None:
    """Red before: another hand, stack or winner changed places and bounties (R810 r.7p, r.31, r.50)."""
    without = evolve(playing().state, t.ChipsLost(**LOST))
    assert evolve(without, t.Eliminated(**LOST)).entries[0].status == "eliminated"
    with pytest.raises(ValueError, match="playing, at level 1"):
        evolve(without, t.Eliminated(**{**LOST, **change}))


def test_who_shows_the_tournament_names_the_place() -> None:
    """Red before: the entry was taken back, and the prizes divided a smaller pool."""
    told = playing()
    told.plants(t.RegistrationCancelled(entry=1))
    with pytest.raises(OutOfPlaceError, match=r"tournament\.registration_cancelled\.v1 at log index \d+ cannot follow"):
        followed(CUP, told.read)
