"""Ledgers of simulated play for tests that only read them: each is played once a process, on SQLite, and copied to where a test wants it.

The copy has the rows of the original byte for byte, as a backup that is restored has them, on either database.
"""

from __future__ import annotations

import atexit
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

from tombo.ledger.operate.keyring import Keyring, open_checked
from tombo.ledger.operate.restore import restore
from tombo.ledger.store import Store, open_evidence
from tombo.simulator.day import Plan
from tombo.simulator.run import LedgerDoor, play

SQLITE: Final = "sqlite:///"


@contextmanager
def played(plan: Plan, url: str, folder: Path, *, kills: int) -> Iterator[Store]:
    """The ledger of ``plan``, the platform killed ``kills`` times, at ``url``, where there is none; its keys in ``folder``."""
    original = _original(plan, kills)
    keys = Keyring(shutil.copytree(original / "keys", folder / "keys"))
    with open_evidence(f"{SQLITE}{original / 'ledger.db'}") as source:
        restore(source, url, source.origin, None, None)
    with open_checked(url, keys) as store:
        yield store


@cache
def _original(plan: Plan, kills: int) -> Path:
    """A folder with the ledger and its keys; it is removed at the end of the process."""
    folder = Path(mkdtemp(prefix="tombo-played-"))
    atexit.register(shutil.rmtree, folder)
    door = LedgerDoor(f"{SQLITE}{folder / 'ledger.db'}", Keyring(folder / "keys"), plan.seed)
    try:
        done = play(plan, door, kills=kills)
    finally:
        door.ledger.store.close()
    assert done.day.failures == [], plan
    return folder
