"""A seat is taken from who may still rest, or kept by who rests for ever: sealed by whoever has an event key, and told by the night (D6)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from tests.forgeries.resealed import Resealed
from tests.forgeries.twice import kinds
from tests.worlds.floor import TERMS, Floor, player
from tests.worlds.forged_ledger import Act, Commit, without
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.house.table.commands import EndRest, ReturnToSeat, SitOut
from tombo.ledger.house.table.events import RestEnded, Returned, SatOut
from tombo.ledger.operate.keyring import Keyring, create_ledger

ORIGIN: Final = "operator.example/1"
NOON: Final = 1_784_030_400 * SECOND
REST: Final = 600 * SECOND


class Rested(Resealed):
    """A table at which seat 3 rests for ten minutes, comes back for a moment, rests again, and is vacated."""

    def __init__(self, folder: Path) -> None:
        clock = SteppingClock(NOON, step=0)
        ledger = create_ledger(f"sqlite:///{folder}/ledger.db", Keyring(folder / "keys"), origin=ORIGIN, clock=clock)
        floor = Floor(ledger.handle)
        floor.open_table(terms=TERMS.model_copy(update={"rest_seconds": 600}))
        for command, at in (
            (SitOut(seat=3, table="mesa-1"), NOON),
            (ReturnToSeat(seat=3, table="mesa-1"), NOON + 60 * SECOND),
            (SitOut(seat=3, table="mesa-1"), NOON + 120 * SECOND),
        ):
            floor.do(command, player(3), at)
        floor.do(EndRest(seat=3, table="mesa-1"), occurred=NOON + REST)
        super().__init__(folder, ledger, NOON)


@pytest.fixture(scope="module")
def rested(tmp_path_factory: pytest.TempPathFactory) -> Rested:
    """Played once."""
    return Rested(tmp_path_factory.mktemp("rested"))


def last(found: list[Commit], kind: str) -> Act:
    """The last act of a kind."""
    return kinds(found, kind)[-1]


def without_end(found: list[Commit]) -> None:
    """He rests as at a table that says no length."""
    for act in kinds(found, "table.sat_out.v2"):
        act.event = SatOut(seat=3)
    gone = [commit for commit in found if any(isinstance(act.event, RestEnded) for act in commit.acts)]
    without(found, [act for commit in gone for act in commit.acts])


def a_minute_less(found: list[Commit]) -> None:
    """The rest that is given is a minute shorter, and ended then."""
    for act in kinds(found, "table.sat_out.v2"):
        act.says(until=NOON + REST - 60 * SECOND - 1)


def cut_short(found: list[Commit]) -> None:
    """He is sent away a second before his rest is over."""
    for commit in found:
        if any(isinstance(act.event, RestEnded) for act in commit.acts):
            for act in commit.acts:
                act.occurred = NOON + REST - SECOND


def of_who_is_back(found: list[Commit]) -> None:
    """He is sent away though he came back."""
    last(found, "table.sat_out.v2").event = Returned(seat=3)


def kept(found: list[Commit]) -> None:
    """His rest is ended, and he sits on."""
    gone = next(commit for commit in found if any(isinstance(act.event, RestEnded) for act in commit.acts))
    without(found, gone.acts[1:])


def begun_anew(found: list[Commit]) -> None:
    """Whoever takes his rest up again has another ten minutes of it."""
    last(found, "table.sat_out.v2").says(until=NOON + 2 * REST)
    gone = [commit for commit in found if any(isinstance(act.event, RestEnded) for act in commit.acts)]
    without(found, [act for commit in gone for act in commit.acts])


def as_long_again(found: list[Commit]) -> None:
    """He comes back for a moment, and rests as long as the rules give, from then on: no hand was dealt to him meanwhile."""
    begun_anew(found)
    last(found, "table.sat_out.v2").says(until=NOON + 120 * SECOND + REST)


def three_times(found: list[Commit]) -> None:
    """He rests, and never came back before he did once more."""
    last(found, "table.returned.v1").event = last(found, "table.sat_out.v2").event


CHANGES: Final[dict[str, tuple[Callable[[list[Commit]], None], tuple[str, ...]]]] = {
    "without end": (without_end, ("rests without an end", "rests without an end")),
    "a minute less": (a_minute_less, ("the rules of the table give 600 seconds",)),
    "cut short": (cut_short, ("and might rest until",)),
    "back": (of_who_is_back, ("comes back, and did not rest", "did not rest until a time")),
    "as long again": (as_long_again, ("since it rested until 2026-07-14T12:10:00",)),
    "three times": (three_times, ("is said to rest, and rests already",) * 2),
    "kept": (kept, ("and nobody leaves",)),
    "begun anew": (begun_anew, ("and that rest goes on",)),
}


def test_d6_a_rest_that_is_ended_in_time_ties(rested: Rested) -> None:
    """The honest day has no problem: one rest, taken up again, and over."""
    assert rested.night("honest", lambda _: None) == []


@pytest.mark.parametrize("name", list(CHANGES))
def test_d6_the_night_tells_of_a_rest_against_the_rules(rested: Rested, name: str) -> None:
    """Each under the check of people, with the seat. Red before: nobody looked."""
    change, says = CHANGES[name]
    told = rested.night(name, change)
    assert [check for check, _ in told] == ["people"] * len(says)
    for (_, text), due in zip(told, says, strict=True):
        assert due in text
        assert "seat 3 of table:mesa-1" in text
