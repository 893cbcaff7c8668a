"""The red team against a running system: whatever is done to the database, nothing false is decided, shown, signed or acknowledged.

Every case forges the honest ledger of ``redteam.world`` in one place, uses it in one way, and undoes the forgery. What comes of it is
exactly what comes of the honest ledger, or a refusal that names the verdict, the place and the next command; and once the
forgery is undone, the same asked again is honest. ``docs/redteam.toml`` foretells the verdicts; the threat model's table is made
from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest

from tests.forgeries.redteam.actions import DOOR
from tests.forgeries.redteam.foretold import FORETOLD, OWNER
from tests.forgeries.redteam.plan import CASES, cases
from tests.forgeries.redteam.scene import SqliteScene
from tests.forgeries.redteam.trial import at_the_door
from tests.forgeries.redteam.trials import Trials, hour, scratch
from tests.tools import cli_run

DEEDS: Final = {(one.table, one.what): set(one.verdicts) for one in FORETOLD if one.who == OWNER}
CASES_LEAST: Final = 2_000


@pytest.fixture(scope="module")
def trials() -> Iterator[Trials]:
    """The honest ledger in a file."""
    with hour(), scratch() as folder:
        scene = SqliteScene(folder)
        try:
            yield Trials(scene)
        finally:
            scene.close()


def test_the_suite_tries_what_it_says(trials: Trials) -> None:
    """Everything that the forger knows is tried and foretold, in at least 2,000 cases."""
    assert set(trials.deeds) == set(DEEDS)
    assert len(DEEDS) * CASES >= CASES_LEAST


@pytest.mark.parametrize("name", DOOR)
def test_the_honest_ledger_verifies(trials: Trials, name: str) -> None:
    """After each action alone, forged by nobody, the ledger verifies; else nothing could be told from a forgery."""
    trials.scene.again()
    at_the_door(trials.scene, DOOR[name], None, "before")
    words = ("--ledger", trials.scene.url, "--keys", str(trials.scene.folder / "keys"), "verify")
    ran = cli_run.tombo(*words)
    assert ran.status == 0, ran


@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: "-".join(deed).replace(" ", "_"))
def test_nothing_false_is_decided_shown_signed_or_acknowledged(trials: Trials, deed: tuple[str, str]) -> None:
    """What the owner of the database does to a table changes no outcome: it is as if nothing were, or refused as foretold."""
    found = {trials.verdict(case) for case in cases(deed, trials.deeds[deed], trials.near, CASES)}
    assert found == DEEDS[deed]
