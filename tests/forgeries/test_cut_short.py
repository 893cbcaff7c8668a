"""Silence sealed right after an outage: what the operator's failure took is given once more, and the night says who did not get it (D1)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.worlds.casino import BEGINS, ORIGIN
from tests.worlds.floor import Floor, deal
from tombo.ledger.core.clock import SECOND, SteppingClock, display_instant
from tombo.ledger.core.lisbon import day_of
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.games.poker.events import DecisionTimedOut, Folded
from tombo.ledger.games.poker.state import Hand
from tombo.ledger.games.poker.turns import turn
from tombo.ledger.house.incident.commands import CloseIncident, OpenIncident
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger, inscribe
from tombo.projections.reconciliation.run import reconcile

HAND: Final = "hand:mesa-1/1"
ASKED: Final = BEGINS + 60 * SECOND
DEADLINE: Final = ASKED + 30 * SECOND
MENDED: Final = ASKED + 300 * SECOND
"""When the outage was over, which began while he was asked."""


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Ledger]:
    """A hand in play: a seat is asked for 30 seconds."""
    url, keys = f"sqlite:///{tmp_path}/room.db", Keyring(tmp_path / "keys")
    made = create_ledger(url, keys, origin=ORIGIN, clock=SteppingClock(BEGINS, step=0))
    floor = Floor(made.handle, "room")
    floor.open_table("mesa-1", players=2)
    floor.do(poker.StartHand(table="mesa-1"))
    floor.do(deal("mesa-1", 1, ["As", "Kd", "Ah", "Kc"]))
    floor.do(poker.RequestDecision(deadline=DEADLINE, hand="mesa-1/1", seat=asked(made)), occurred=ASKED)
    yield made
    made.store.close()


def asked(room: Ledger) -> int:
    """Whose turn it is."""
    hand: Hand = room.view()(HAND)
    position = turn(hand)
    assert position is not None
    return hand.seats[position]


def fails(room: Ledger, at: int, until: int) -> None:
    """The operator's own system fails at every table."""
    floor = Floor(room.handle, "outage")
    opening = OpenIncident(first_instant=at, incident="power", origin="operator_system", reported_by="monitor")
    floor.do(opening, occurred=at)
    floor.do(CloseIncident(incident="power", note="replaced"), occurred=until)


def silent(room: Ledger, at: int) -> tuple[int, int]:
    """Somebody who has an event key folds the seat for its silence, at an instant; the version and log index of that."""
    clock = room.clock
    assert isinstance(clock, SteppingClock)
    clock.instant = at
    version, seat = room.view().version(HAND) + 1, asked(room)
    sealed = inscribe(room, "thief/1", [(HAND, DecisionTimedOut(seat=seat)), (HAND, Folded(seat=seat))])
    room.store.head()
    return version, sealed.entries[0].index


def told(room: Ledger) -> list[tuple[str, str, tuple[int, ...]]]:
    """What the night says of voids and silence."""
    return [
        (one.check, one.text, one.entries)
        for one in reconcile(room.store, None, day_of(BEGINS)).problems
        if one.check == "void"
    ]


@pytest.mark.parametrize("late", [1, 20 * SECOND])
def test_d1_silence_right_after_an_outage_is_named(room: Ledger, late: int) -> None:
    """His time by the clock was over long ago, and none of it was his. Red before: nothing was said."""
    fails(room, ASKED + SECOND, MENDED)
    version, at = silent(room, MENDED + late)
    said = (
        f"{HAND} version {version} decides for a player by his silence at {display_instant(MENDED + late)}; an outage of the"
        f" operator's own system that was over at {display_instant(MENDED)} had given him his time once more, until"
        f" {display_instant(DEADLINE + MENDED - ASKED)}"
    )
    assert told(room) == [("void", said, (at,))]


def test_d1_silence_after_the_time_given_once_more_is_his_own(room: Ledger) -> None:
    """He had all of it."""
    fails(room, ASKED + SECOND, MENDED)
    silent(room, DEADLINE + MENDED - ASKED + 1)
    assert told(room) == []


def test_d1_an_outage_that_was_over_before_he_was_asked_gives_nothing(room: Ledger) -> None:
    """What failed then took nothing from him."""
    fails(room, BEGINS, ASKED - SECOND)
    silent(room, DEADLINE + 1)
    assert told(room) == []
