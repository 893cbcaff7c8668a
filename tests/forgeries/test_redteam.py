"""The red team against a running system: whatever is done to the database, nothing false is decided, shown, signed or acknowledged.

Every case forges the honest ledger of ``redteam.world`` in one place, uses it in one way, and undoes the forgery. What comes of it is
exactly what comes of the honest ledger, or a refusal that names the verdict, the place and the next command; and once the
forgery is undone, the same asked again is honest. ``docs/redteam.toml`` foretells the verdicts; the threat model's table is made
from it.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator
from typing import Any, Final

import psycopg
import pytest
from typer.main import get_command

import cli.main
from ledger.core.clock import SystemClock
from tests import cli_run
from tests.forgeries.redteam import world
from tests.forgeries.redteam.actions import DOOR, view
from tests.forgeries.redteam.foretold import FORETOLD, OWNER
from tests.forgeries.redteam.hands import Forgery
from tests.forgeries.redteam.plan import Case, cases
from tests.forgeries.redteam.scene import PostgresScene, Scene, SqliteScene, by_deed, watched_reads
from tests.forgeries.redteam.trial import Result, at_the_door, judge, judge_view, tried_again

DEEDS: Final = {(one.table, one.what): set(one.verdicts) for one in FORETOLD if one.who == OWNER}
CASES: Final = 30
"""Of every deed."""
CASES_SERVED: Final = 2
"""Of every deed, on PostgreSQL, where each takes longer."""
CASES_LEAST: Final = 2_000
FAR: Final = 100
"""Who reads more entries than this reads them all; near to him are the first and the last ones."""


class Trials:
    """The scene, and what is honest in it."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.deeds = by_deed(scene.tables)
        self._near: dict[str, set[int]] = {}
        self._door: dict[tuple[str, bool], Result] = {}
        self._view: dict[str, Any] = {}

    def near(self, action: str) -> set[int]:
        """The log indices that ``action`` reads; of many the first and the last ones."""
        if action not in self._near:
            with watched_reads(self.scene.recorder) as read:
                if action in DOOR:
                    at_the_door(self.scene, DOOR[action], None, "before")
                else:
                    self.scene.again()
                    view(action, self.scene.url, self.scene.folder)
            self._near[action] = _narrowed(read)
        return self._near[action]

    def door(self, name: str, when: str) -> Result:
        """What honestly comes of a command."""
        warmed = when == "between"
        if (name, warmed) not in self._door:
            self._door[name, warmed] = at_the_door(self.scene, DOOR[name], None, when)
        return self._door[name, warmed]

    def seen(self, words: str) -> Any:
        """What is honestly shown."""
        if words not in self._view:
            self.scene.again()
            self._view[words] = view(words, self.scene.url, self.scene.folder)
        return self._view[words]

    def verdict(self, case: Case) -> str:
        """The verdict of ``case``; a case that went wrong fails here."""
        forgery, action, when = case
        if action in DOOR:
            honest = self.door(action, when)
            result = at_the_door(self.scene, DOOR[action], forgery, when)
            found, wrong = judge(result, honest, self.scene.tables)
            wrong = wrong or tried_again(self.scene, DOOR[action], result, honest)
        else:
            found, wrong = self._view_verdict(forgery, action)
        assert not wrong, f"{case}: {found}: {wrong}"
        return found

    def _view_verdict(self, forgery: Forgery, words: str) -> tuple[str, str]:
        honest = self.seen(words)
        self.scene.again()
        self.scene.hand.forge(forgery)
        ran = view(words, self.scene.url, self.scene.folder)
        self.scene.hand.restore(forgery)
        assert self.scene.hand.read() == self.scene.tables, f"{words} wrote to the ledger"
        found, wrong = judge_view(ran, honest)
        if found != "as if nothing were" and not wrong and view(words, self.scene.url, self.scene.folder) != honest:
            wrong = "otherwise, once the forgery is undone"
        return found, wrong


def _narrowed(read: set[int]) -> set[int]:
    indices = sorted(index for index in read if index >= 0)
    return set(indices if len(indices) < FAR else (*indices[: FAR // 2], *indices[-FAR // 2 :]))


@pytest.fixture(scope="module", autouse=True)
def hour() -> Iterator[None]:
    """It is always two hours after the play began; the command line is put together once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SystemClock, "now", lambda _: world.LATER)
        patch.setattr(cli.main, "get_command", functools.cache(get_command))
        yield


@pytest.fixture(scope="module")
def served(hour: None, tmp_path_factory: pytest.TempPathFactory, postgres_url: str) -> Iterator[Trials]:
    """The honest ledger on PostgreSQL."""
    schema = f"tombo_redteam_{os.getpid()}"
    url = f"{postgres_url}{'&' if '?' in postgres_url else '?'}schema={schema}"
    try:
        scene = PostgresScene(tmp_path_factory.mktemp("redteam-postgres"), url)
        try:
            yield Trials(scene)
        finally:
            scene.close()
    finally:
        with psycopg.connect(postgres_url, autocommit=True) as server:
            made = server.execute("SELECT nspname FROM pg_namespace WHERE nspname ~ %s", (f"^{schema}(_|$)",))
            for (name,) in made.fetchall():
                server.execute(f"DROP SCHEMA {name} CASCADE")


@pytest.fixture(scope="module")
def trials(hour: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Trials]:
    """The honest ledger in a file."""
    scene = SqliteScene(tmp_path_factory.mktemp("redteam"))
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


@pytest.mark.parametrize("table", ["commands", "meta", "openings"])
def test_the_same_on_postgresql(served: Trials, table: str) -> None:
    """There each deed is tried on a few rows, by the same plan, and the verdicts are none but those foretold."""
    for deed, foretold in DEEDS.items():
        if deed[0] == table:
            known = [each for each in served.deeds[deed] if not _impossible(served, each)]
            found = {served.verdict(case) for case in cases(deed, known, served.near, CASES_SERVED if known else 0)}
            assert found <= foretold, deed


def _impossible(served: Trials, forgery: Forgery) -> bool:
    """Whether the database itself has no room for it: a column's check, which nobody drops here."""
    try:
        served.scene.hand.forge(forgery)
    except psycopg.errors.CheckViolation:
        return True
    served.scene.hand.restore(forgery)
    return False
