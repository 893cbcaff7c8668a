"""E1: a hand or round that ends, and a table that does not say so: the night names it, also where nothing else is played there."""

from __future__ import annotations

import pytest

from tests.forgeries.stolen import Scenes
from tests.worlds.forged_ledger import acts


@pytest.mark.parametrize(("scene", "kind"), [("cash", "table.hand_ended.v1"), ("banked", "banked.round_ended.v1")])
def test_e1_a_table_that_does_not_say_that_its_hand_is_over_is_named(scenes: Scenes, scene: str, kind: str) -> None:
    """Red before: at a table in euro that was left out of the last hand or round, whose stacks nothing was held against then, and all tied."""
    thief = scenes(scene)
    left_out = [act for act in acts(thief.commits) if act.kind == kind][-1]
    thief.drops(left_out)
    (told,) = [text for text in scenes.night(scene, thief) if text.endswith("does not say so with it")]
    assert left_out.stream in told


@pytest.mark.parametrize("scene", ["cash", "banked"])
def test_e1_where_every_table_says_so_nothing_is_named(scenes: Scenes, scene: str) -> None:
    """The honest scene."""
    assert scenes.night(scene, scenes(scene)) == []
