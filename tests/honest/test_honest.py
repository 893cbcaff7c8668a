"""No false alarm: honest play at two doors at once, killed, suspended, ended, restored from copies and with a loss declared.

``TOMBO_HONEST_ENTRIES`` sets how many entries are played at the least on each store; ``make honest`` plays a million on SQLite.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Final

import psycopg
import pytest

from tests.honest.house import FATES, House, run
from tombo.ledger.core.clock import SystemClock

ENTRIES: Final = int(os.environ.get("TOMBO_HONEST_ENTRIES", "20000"))
STRETCHES: Final = 7
"""How often everything is looked at, at the least: once after each fate."""
STRETCH_MOST: Final = 25_000
"""Entries between two looks, at the most."""


def said(line: str) -> None:
    """Tell how far it is, to whoever runs it alone."""
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


@pytest.fixture(autouse=True, scope="module")
def machine_clock_of_processes() -> Iterator[None]:
    """The doors are processes of their own and have the machine's clock; so has this one here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SystemClock, "now", lambda _: time.time_ns() // 1_000)
        yield


@pytest.fixture
def files(tmp_path: Path) -> Iterator[str]:
    """One place after another for a ledger in a file."""

    def places() -> Iterator[str]:
        for number in count():
            (tmp_path / f"ledger-{number}").mkdir()
            yield f"sqlite:///{tmp_path / f'ledger-{number}' / 'ledger.db'}"

    return places()


@pytest.fixture
def schemas(postgres_url: str) -> Iterator[Iterator[str]]:
    """One schema after another on PostgreSQL; dropped at the end."""
    name = f"tombo_honest_{os.getpid()}"
    joint = "&" if "?" in postgres_url else "?"
    yield (f"{postgres_url}{joint}schema={name}_{number}" for number in count())
    with psycopg.connect(postgres_url, autocommit=True) as server:
        for (found,) in server.execute(
            "SELECT nspname FROM pg_namespace WHERE nspname ~ %s", (f"^{name}_",)
        ).fetchall():
            server.execute(f"DROP SCHEMA {found} CASCADE")


def test_honest_play_on_sqlite_raises_no_alarm(files: Iterator[str], tmp_path: Path) -> None:
    """Doors, publisher, verifier, views, proofs and receipts say nothing of forgery, whatever befalls the processes."""
    of = House(files, tmp_path, 1, said)
    run(of, ENTRIES, min(ENTRIES // STRETCHES, STRETCH_MOST))
    assert set(FATES) | {"restored", "loss declared"} <= set(of.befell)


def test_honest_play_on_postgresql_raises_no_alarm(schemas: Iterator[str], tmp_path: Path) -> None:
    """The same there, where the doors race for every commit; the half of it."""
    of = House(schemas, tmp_path, 2, said)
    run(of, ENTRIES // 2, min(ENTRIES // 2 // STRETCHES, STRETCH_MOST))
    assert set(FATES) | {"restored", "loss declared"} <= set(of.befell)
