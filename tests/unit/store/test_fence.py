"""The fence: one process serves a ledger; a second one is told who does."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Mapping
from typing import Any

import psycopg
import pytest

from tombo.ledger.core.errors import ConflictError, ForeignDatabaseError, StoreUnavailableError
from tombo.ledger.store import Store, fence
from tombo.ledger.store.connect import Fence
from tombo.ledger.store.postgres import fence as postgres_fence
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


def test_who_lost_it_takes_it_again_unless_another_has_it(
    postgres_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server ends its session: the next look takes it again. Where another has it by then nothing is taken, until that one lets go."""
    monkeypatch.setattr(postgres_fence, "ASKED_EVERY", 0.0)
    params, _ = parse(postgres_store.url)
    with fence(postgres_store.url) as held:
        held.check()
        _ended(params)
        held.check()
        with pytest.raises(ConflictError), fence(postgres_store.url):
            pass
        _ended(params)
        with fence(postgres_store.url) as other:
            for _ in range(2):
                with pytest.raises(StoreUnavailableError, match=r"fence of this ledger was lost .* is served by"):
                    held.check()
            other.check()
        _again(held)  # the server takes its time to end the other's session
        with pytest.raises(ConflictError), fence(postgres_store.url):
            pass


def _again(held: Fence) -> None:
    until = time.monotonic() + 60
    while True:
        try:
            held.check()
        except StoreUnavailableError:
            assert time.monotonic() < until
        else:
            return


def test_it_is_not_tried_for_at_every_look(postgres_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server out of reach may take ten seconds to say so: in between, whoever asks is told at once."""
    params, _ = parse(postgres_store.url)
    with fence(postgres_store.url) as held:
        _ended(params)
        with monkeypatch.context() as away:
            away.setattr(postgres_fence, "connect", _away)
            with pytest.raises(StoreUnavailableError, match="away"):
                held.check()
        monkeypatch.setattr(postgres_fence, "ASKED_EVERY", 600.0)
        with pytest.raises(StoreUnavailableError, match="away"):
            held.check()
        monkeypatch.setattr(postgres_fence, "ASKED_EVERY", 0.0)
        held.check()


def _ended(params: Mapping[str, Any]) -> None:
    with psycopg.connect(**params, autocommit=True) as connection:
        ended = connection.execute(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE application_name LIKE %s",
            (f"tombo serve: process {os.getpid()} on %",),
        ).fetchall()
    assert ended.count((True,)) == 1, (
        ended
    )  # one that was refused before may be on its way out yet: of that the server says False


def _away(*_: object) -> psycopg.Connection[Any]:
    raise psycopg.OperationalError("away")
