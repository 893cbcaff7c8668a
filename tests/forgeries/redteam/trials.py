"""The trials of one honest ledger: what is honest there, asked once, and what comes of a case; a false outcome fails."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import psycopg
import pytest
from typer.main import get_command

from tests.forgeries.redteam import world
from tests.forgeries.redteam.actions import DOOR, view
from tests.forgeries.redteam.plan import Case
from tests.forgeries.redteam.scene import Scene, by_deed, watched_reads
from tests.forgeries.redteam.trial import Result, at_the_door, judge, judge_view, tried_again
from tombo.cli import main as command_line
from tombo.ledger.core.clock import SystemClock
from tombo.ledger.seal.keys import PublicKey

NO_ROOM: Final = "refused by the database"
"""The verdict where a column's own check has no room for the forgery."""
FAR: Final = 100
"""Who reads more entries than this reads them all; near to him are the first and the last ones."""
_IN_MEMORY: Final = Path("/dev/shm")


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
        try:
            found, wrong = self._door_verdict(case) if case.action in DOOR else self._view_verdict(case)
        except (psycopg.errors.CheckViolation, psycopg.errors.NotNullViolation):
            return NO_ROOM
        assert not wrong, f"{case}: {found}: {wrong}"
        return found

    def _door_verdict(self, case: Case) -> tuple[str, str]:
        forgery, action, when = case
        honest = self.door(action, when)
        result = at_the_door(self.scene, DOOR[action], forgery, when)
        found, wrong = judge(result, honest, self.scene.tables)
        return found, wrong or tried_again(self.scene, DOOR[action], result, honest)

    def _view_verdict(self, case: Case) -> tuple[str, str]:
        forgery, words, _ = case
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


@contextmanager
def hour() -> Iterator[None]:
    """It is always two hours after the play began; the command line is put together once, and no signature is verified twice.

    Whether a key signed some bytes is the same every time; thousands of cases ask it of the same few entries.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SystemClock, "now", lambda _: world.LATER)
        patch.setattr(command_line, "get_command", functools.cache(get_command))
        verify = PublicKey.verify
        known: dict[tuple[bytes, bytes, bytes], bool] = {}

        def verified(key: PublicKey, signature: bytes, data: bytes) -> bool:
            asked = key.raw, signature, data
            if asked not in known:
                known[asked] = verify(key, signature, data)
            return known[asked]

        patch.setattr(PublicKey, "verify", verified)
        yield


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder in memory where the machine has one: thousands of small ledgers wait for no disk, whose faults are tried elsewhere."""
    within = _IN_MEMORY if os.access(_IN_MEMORY, os.W_OK) else None
    with TemporaryDirectory(prefix="tombo-redteam-", dir=within) as folder:
        yield Path(folder)
