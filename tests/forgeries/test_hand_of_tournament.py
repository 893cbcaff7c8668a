"""R810 r.27, R806 r.34: a hand is played in the tournament of its table, or in none; audit and night name one that says otherwise.

By what it says of this the platform may check or fold for who is away, and silence counts otherwise.
"""

from __future__ import annotations

import pytest

from tests.forgeries.stolen import Scenes


@pytest.mark.parametrize(
    ("scene", "says", "told"),
    [
        ("cash", "taca-9", "it says that it is played in taca-9; its table is of no tournament"),
        ("tied", None, "it says that it is played in no tournament; its table is of par"),
        ("tied", "taca-9", "it says that it is played in taca-9; its table is of par"),
    ],
)
def test_a_hand_of_another_tournament_is_named(scenes: Scenes, scene: str, says: str | None, told: str) -> None:
    """Red before: a hand in euro could say that it is of a tournament, where the platform checks for who is there."""
    thief = scenes(scene)
    begun = thief.one("started", kind="hand.started.v1")
    begun.says(tournament=says)
    assert f"{begun.stream}: {told}" in scenes.night(scene, thief)
