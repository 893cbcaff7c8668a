"""The fence: one process serves a ledger; a second one is told who does."""

from __future__ import annotations

import os
import subprocess
import sys

import psycopg
import pytest

from tombo.ledger.core.errors import ConflictError, ForeignDatabaseError, StoreUnavailableError
from tombo.ledger.store import Store, fence
from tombo.ledger.store.postgres.database import parse

HOLD = """
import sys, time
from tombo.ledger.store import fence
with fence(sys.argv[1]):
    print("held", flush=True)
    time.sleep(600)
"""


def test_a_second_one_is_told_who_holds_it(store: Store) -> None:
    """It is refused with the process that has it, and takes it once that one has let go."""
    with fence(store.url) as held:
        held.check()
        with pytest.raises(ConflictError, match=f"process {os.getpid()} on"), fence(store.url):
            pass
    with fence(store.url) as again:
        again.check()


def test_who_is_killed_lets_go(store: Store) -> None:
    """The kernel, or the server, takes it from a process that is no more."""
    other = subprocess.Popen([sys.executable, "-c", HOLD, store.url], stdout=subprocess.PIPE, text=True)
    with other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        with pytest.raises(ConflictError, match=f"process {other.pid} on"), fence(store.url):
            pass
        other.kill()
    with fence(store.url) as held:
        held.check()


def test_two_ledgers_have_two(
    postgres_url: str, tmp_path_factory: pytest.TempPathFactory, postgres_store: Store
) -> None:
    """A ledger in another schema of the same database is another ledger."""
    other = f"{postgres_url}{'&' if '?' in postgres_url else '?'}schema=another"
    with fence(postgres_store.url), fence(other) as held:
        held.check()
    with pytest.raises(ForeignDatabaseError), fence(f"sqlite:///{tmp_path_factory.mktemp('none')}/ledger.db"):
        pass


def test_who_lost_it_takes_nothing_more(postgres_store: Store) -> None:
    """The server ends its session: the next look says so, and every one after it."""
    params, _ = parse(postgres_store.url)
    with fence(postgres_store.url) as held:
        held.check()
        with psycopg.connect(**params, autocommit=True) as connection:
            ended = connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE %s",
                (f"tombo serve: process {os.getpid()} on %",),
            ).fetchall()
        assert ended == [(True,)]
        for _ in range(2):
            with pytest.raises(StoreUnavailableError, match="fence of this ledger was lost"):
                held.check()
        with fence(postgres_store.url) as again:
            again.check()
