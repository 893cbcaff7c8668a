"""B1: nobody enters a tournament, begins to play, takes a seat or his money for another; sealed in another's name, the night says who asked.

Red before: each entry says who asked for it, and past the play of a hand nobody held that against whose it is.
"""

from __future__ import annotations

import pytest

from tests.forgeries.stolen import Scenes
from tombo.ledger.core.entry import By

STRANGER = By(actor="player", id="p-77")
FILE = By(actor="import", id="file")


@pytest.mark.parametrize("by", [STRANGER, FILE], ids=["another player", "a file"])
@pytest.mark.parametrize(
    ("scene", "kind"),
    [
        ("satellites", "tournament.registered.v1"),
        ("satellites", "account.ticket_converted.v1"),
        ("bought", "tournament.rebought.v1"),
        ("bought", "tournament.added_on.v1"),
        ("bought", "tournament.reentered.v1"),
        ("bought", "tournament.registration_cancelled.v1"),
        ("cash", "table.player_seated.v1"),
        ("cash", "account.withdrawn.v1"),
        ("banked", "banked.player_joined.v1"),
    ],
)
def test_what_another_asked_for_is_named(scenes: Scenes, scene: str, kind: str, by: By) -> None:
    """The whole command is another's, as the verifier asks."""
    thief = scenes(scene)
    act = thief.one(kind.split(".")[1], kind=kind)
    for one in next(commit for commit in thief.commits if act in commit.acts).acts:
        one.by = by
    start = f"{act.kind} in {act.stream} was asked for by {by.id}; expected p-"
    told = scenes.night(scene, thief)
    assert [one for one in told if one.startswith(start)], told


@pytest.mark.parametrize("by", [STRANGER, FILE], ids=["a player", "a file"])
@pytest.mark.parametrize(
    ("scene", "kind"),
    [
        ("bought", "tournament.seats_drawn.v1"),
        ("bought", "tournament.registration_closed.v1"),
        ("bought", "tournament.player_moved.v1"),
        ("bought", "tournament.finished.v1"),
        ("bought", "account.deposited.v1"),
        ("timed", "tournament.time_called.v1"),
        ("cancelled", "tournament.cancelled.v1"),
        ("cash", "table.opened.v1"),
    ],
)
def test_what_is_the_platforms_to_ask_for_is_named(scenes: Scenes, scene: str, kind: str, by: By) -> None:
    """Nobody else starts, moves, ends or cancels a tournament, opens a table or an account, or says what came into the house."""
    thief = scenes(scene)
    act = [one for one in thief.all(kind.split(".")[1]) if one.kind == kind][-1]
    for one in next(commit for commit in thief.commits if act in commit.acts).acts:
        one.by = by
    said = f"{act.kind} in {act.stream} was asked for by {by.id}; expected the platform"
    assert said in scenes.night(scene, thief)


def test_a_session_begun_by_another_is_named(scenes: Scenes) -> None:
    """What is played in it is on the statement of who is said to have begun it."""
    thief = scenes("cash")
    act = thief.one("started", kind="session.started.v1")
    act.by = STRANGER
    said = f"session.started.v1 in {act.stream} was asked for by p-77; expected {act.event.player}, or the platform for him"
    assert said in scenes.night("cash", thief)
