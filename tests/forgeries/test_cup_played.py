"""E1: what R810 asks of a tournament and its tables together is asked by the night too: each was sealed past the door, and all was green."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.forgeries.honest import Room
from tests.forgeries.unasked import begun, named, room, times_up, unasked, won
from tombo.ledger.games.tournament import commands as c
from tombo.ledger.games.tournament import ending

Play = Callable[[Room], None]


def cancelled_when_won(found: Room) -> None:
    """One has all chips, and gets the pool by a cancellation, besides what the others were paid of it."""
    begun(found, 4)
    won(found)
    with unasked(ending, "is_not_decided"):
        found.runs(c.CancelTournament, cause="technical", note="power")


def cancelled_when_time_is_over(found: Room) -> None:
    """The time is up, and everybody has had the button again."""
    begun(found, 3, timed_seconds=600)
    times_up(found)
    for _ in range(3):
        found.folds("m1")
    with unasked(ending, "is_not_decided"):
        found.runs(c.CancelTournament, cause="technical", note="power")


def finished_before_everybody_had_the_button(found: Room) -> None:
    """The chips are counted as the time is up, where the one who had the most then wins most."""
    begun(found, 4, timed_seconds=600)
    times_up(found)
    with patch.object(ending, "_unplayed", lambda *_: []):
        found.runs(c.FinishTournament)


DECIDED = "tournament.cancelled.v1 in tournament:cup, against R810 r.52: it is decided who has won"


@pytest.mark.parametrize(
    ("play", "start"),
    [
        (cancelled_when_won, DECIDED),
        (cancelled_when_time_is_over, DECIDED),
        (
            finished_before_everybody_had_the_button,
            "tournament.finished.v1 in tournament:cup, against R810 r.52: m1 has hands to play",
        ),
    ],
    ids=lambda one: one.__name__ if callable(one) else "",
)
def test_e1_what_the_door_was_not_asked_is_named(tmp_path: Path, play: Play, start: str) -> None:
    """The night says it, and says it of its rule."""
    with room(tmp_path) as found:
        play(found)
        told = named(found)
        assert [one for one in told if one.startswith(start)], told
