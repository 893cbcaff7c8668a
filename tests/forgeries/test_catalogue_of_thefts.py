"""E1: every theft of the catalogue, sealed with the real key, is named by the night, or stands in the threat model with its reason.

Named is not merely noticed: a sentence of the night says the table, tournament, hand or player, or gives the place of an entry beside it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from tests.forgeries.catalogue import SORTS, Theft, does, near, subject, thefts
from tests.forgeries.honest import SCENES
from tests.forgeries.stolen import Scenes

LISTED: Final = Path(__file__).parents[2] / "docs" / "redteam.toml"
LEAST: Final = 500
"""How many the catalogue has, at least."""


def unnamed() -> Mapping[str, str]:
    """The thefts that the threat model says nobody names, each with its reason."""
    listed = tomllib.loads(LISTED.read_text(encoding="utf-8"))["unnamed"]
    return {theft: one["why"] for one in listed for theft in one["thefts"]}


def is_named(scenes: Scenes, theft: Theft) -> bool | None:
    """Whether the night names ``theft``; None where there is nothing to do it with."""
    thief = scenes(theft.scene)
    beside, act = near(thief, theft), does(thief, theft)
    if act is None:
        return None
    words, problems = subject(act), scenes.problems(theft.scene, thief)
    places = {one.index for one in beside}
    return any(places & set(one.entries) or any(word in one.text for word in words) for one in problems)


@pytest.fixture(scope="module")
def catalogue(scenes: Scenes) -> list[Theft]:
    """All of it."""
    return thefts({name: scenes(name) for name in SCENES})


def test_e1_the_catalogue_has_every_theft_that_is_listed(catalogue: list[Theft]) -> None:
    """No list says of a theft what nobody tries; and there are many."""
    assert unnamed().keys() - {theft.name for theft in catalogue} == set()
    assert len(catalogue) >= LEAST


@pytest.mark.parametrize("sort", SORTS)
def test_e1_each_theft_is_named_or_listed(scenes: Scenes, catalogue: list[Theft], sort: str) -> None:
    """What is not named is exactly what docs/redteam.toml lists under ``unnamed``: a theft that comes to be named leaves that list."""
    tried = {theft.name: is_named(scenes, theft) for theft in catalogue if theft.kind.startswith(f"{sort}.")}
    listed = {name for name in unnamed() if name.startswith(f"{sort}.")}
    assert {name for name, named in tried.items() if named is False} == listed
