"""A store that is full, locked or gone: one clear error, nothing half-written, and work goes on once it is back."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import psycopg
import pytest
from eventsourcing.persistence import StoredEvent

import tombo.ledger.store.postgres.connect as postgres_module
import tombo.ledger.store.sqlite.recorder as sqlite_module
from tests.faults.plain import PlainSealing, command, event, run_of
from tombo.ledger.core.errors import StoreUnavailableError
from tombo.ledger.store import Head, OutcomeUnknownError, Store, open_store
from tombo.ledger.store.postgres.connect import lock_key
from tombo.ledger.store.postgres.recorder import PostgresLedgerRecorder
from tombo.ledger.store.sqlite.recorder import SQLiteLedgerRecorder

HOLD = """
import sqlite3, sys, time
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read(1) if len(sys.argv) < 3 else time.sleep(float(sys.argv[2]))
connection.execute("ROLLBACK")
"""


@contextmanager
def held(store: Store, *seconds: str) -> Iterator[None]:
    """Another process has the file's lock, until the end of the block or for so many seconds."""
    path = store.url.removeprefix("sqlite:///")
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, path, *seconds], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        yield
        holder.communicate("x")


def test_a_locked_file_is_given_up_after_a_while(sqlite_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """While another process has the lock, an append waits, then says so; reading goes on, and later so does writing."""
    monkeypatch.setattr(sqlite_module, "BUSY_SECONDS", 0.3)
    sqlite_store.recorder.insert_events(run_of("hand:a/1", 1), sealing=PlainSealing())
    with held(sqlite_store):
        began = time.monotonic()
        with pytest.raises(StoreUnavailableError, match=r"locked by another process.*nothing was recorded"):
            sqlite_store.recorder.insert_events(run_of("hand:a/1", 1, 2), sealing=PlainSealing())
        assert 0.3 <= time.monotonic() - began < 3
        assert sqlite_store.head().size == 1
    assert list(sqlite_store.recorder.insert_events(run_of("hand:a/1", 1, 2), sealing=PlainSealing())) == [2]


def test_a_lock_that_is_released_in_time_is_waited_for(sqlite_store: Store) -> None:
    """A short lock costs a wait, no error."""
    with held(sqlite_store, "0.3"):
        assert list(sqlite_store.recorder.insert_events(run_of("hand:a/1", 1), sealing=PlainSealing())) == [1]


def test_a_full_file_takes_nothing_of_the_batch(sqlite_store: Store) -> None:
    """When the database cannot grow, the append fails whole, and the next one succeeds once it can."""
    recorder = sqlite_store.recorder
    assert isinstance(recorder, SQLiteLedgerRecorder)
    recorder.insert_events(run_of("hand:a/1", 2), sealing=PlainSealing())
    writer = recorder._open_writer()
    pages = writer.execute("PRAGMA page_count").fetchone()[0]
    writer.execute(f"PRAGMA max_page_count = {pages + 3}")
    batch = [event("hand:a/2", version, bytes(3_000)) for version in range(1, 21)]
    with pytest.raises(StoreUnavailableError, match=r"disk is full; nothing was recorded"):
        recorder.insert_events(batch, sealing=PlainSealing(), commands=[command("full", 0, 20)])
    assert (sqlite_store.head().size, sqlite_store.command("full")) == (2, None)
    writer.execute(f"PRAGMA max_page_count = {pages + 1000}")
    recorder.insert_events(batch, sealing=PlainSealing(), commands=[command("full", 0, 20)])
    assert sqlite_store.head().size == 22


def test_a_server_lock_is_given_up_after_a_while(postgres_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """While another session has the advisory lock, an append waits, then says so; later it goes on."""
    monkeypatch.setattr("tombo.ledger.store.postgres.connect.LOCK_SECONDS", 1)  # said as a connection is opened
    plain, _, schema = postgres_store.url.rpartition("schema=")
    with (
        open_store(postgres_store.url) as waiting,
        psycopg.connect(plain.rstrip("?&"), autocommit=True) as other,
    ):
        other.execute("SELECT pg_advisory_lock(%s::bigint)", (lock_key(schema),))
        began = time.monotonic()
        with pytest.raises(StoreUnavailableError, match="locked by another writer"):
            waiting.recorder.insert_events(run_of("hand:a/1", 1), sealing=PlainSealing())
        assert time.monotonic() - began >= 1
        other.execute("SELECT pg_advisory_unlock(%s::bigint)", (lock_key(schema),))
        assert list(waiting.recorder.insert_events(run_of("hand:a/1", 1), sealing=PlainSealing())) == [1]


class Sabotage:
    """Runs a piece of SQL elsewhere while the append holds the lock, then seals as if nothing had happened."""

    def __init__(self, store: Store, sql: str, pause: float = 0) -> None:
        self.url = store.url.rpartition("schema=")[0].rstrip("?&")
        self.sql = sql
        self.pause = pause

    def seal(self, head: Head, events: Sequence[StoredEvent]) -> list[bytes]:
        with psycopg.connect(self.url, autocommit=True) as other:
            other.execute(self.sql)
        time.sleep(self.pause)
        return PlainSealing().seal(head, events)


def writer_pid(store: Store) -> int:
    """The server's process behind the writer's connection."""
    assert isinstance(store.recorder, PostgresLedgerRecorder)
    return store.recorder._open_writer().info.backend_pid


def test_a_backend_ended_before_the_commit_certainly_wrote_nothing(postgres_store: Store) -> None:
    """The connection lost between lock and insert is a plain failure, and the next append connects again."""
    kill = f"SELECT pg_terminate_backend({writer_pid(postgres_store)}, 5000)"
    with pytest.raises(StoreUnavailableError, match="nothing was recorded") as raised:
        postgres_store.recorder.insert_events(run_of("hand:a/1", 1), sealing=Sabotage(postgres_store, kill))
    assert not isinstance(raised.value, OutcomeUnknownError)
    assert postgres_store.head().size == 0
    assert list(postgres_store.recorder.insert_events(run_of("hand:a/1", 1), sealing=PlainSealing())) == [1]


def test_connections_that_died_idle_are_made_again(postgres_store: Store) -> None:
    """A restart of the server between two calls is not seen by the caller, neither writing nor reading."""
    postgres_store.recorder.insert_events(run_of("hand:a/1", 1), sealing=PlainSealing())
    assert postgres_store.head().size == 1
    assert isinstance(postgres_store.recorder, PostgresLedgerRecorder)
    reader = postgres_store.recorder._reader
    assert reader is not None
    with psycopg.connect(postgres_store.url.rpartition("schema=")[0].rstrip("?&"), autocommit=True) as other:
        for pid in (writer_pid(postgres_store), reader.info.backend_pid):
            other.execute(f"SELECT pg_terminate_backend({pid}, 5000)")
    assert list(postgres_store.recorder.insert_events(run_of("hand:a/1", 1, 2), sealing=PlainSealing())) == [2]
    assert postgres_store.head().size == 2
    with psycopg.connect(postgres_store.url.rpartition("schema=")[0].rstrip("?&"), autocommit=True) as other:
        other.execute(f"SELECT pg_terminate_backend({writer_pid(postgres_store)}, 5000)")
    with pytest.raises(StoreUnavailableError):
        postgres_store.put_checkpoint(1, "note")
    postgres_store.put_checkpoint(1, "note")


def test_a_writer_that_falls_silent_under_the_lock_is_ended(
    postgres_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server ends a transaction that goes quiet, so a hung writer does not stop the others for ever."""
    monkeypatch.setattr(postgres_module, "SILENCE_SECONDS", 1)
    with open_store(postgres_store.url) as silent:
        with pytest.raises(StoreUnavailableError, match="nothing was recorded"):
            silent.recorder.insert_events(run_of("hand:a/1", 1), sealing=Sabotage(silent, "SELECT 1", pause=1.5))
        assert list(postgres_store.recorder.insert_events(run_of("hand:a/1", 1), sealing=PlainSealing())) == [1]
        assert list(silent.recorder.insert_events(run_of("hand:a/2", 1), sealing=PlainSealing())) == [2]


def test_a_message_says_where_and_what_next(sqlite_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error of a locked ledger names the file and the next step, in one sentence each."""
    monkeypatch.setattr(sqlite_module, "BUSY_SECONDS", 0.0)
    with held(sqlite_store), pytest.raises(StoreUnavailableError) as raised:
        sqlite_store.recorder.insert_events(run_of("hand:a/1", 1), sealing=PlainSealing())
    assert re.search(r"ledger\.db is locked.*Send the command again", str(raised.value))
    assert raised.value.exit_status == 3
