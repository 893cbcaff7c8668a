"""What keeps slips away from the tables, and the settings durability rests on."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from urllib.parse import quote

import psycopg
import pytest

from tests.conftest import run_raw
from tests.faults.plain import PlainSealing, command, opening, run_of
from tombo.ledger.core.errors import StoreUnavailableError, UsageError
from tombo.ledger.store import Store, open_store
from tombo.ledger.store.sqlite.recorder import SQLiteLedgerRecorder

GROWING = ("stored_events", "commands", "openings", "checkpoints", "meta")
COLUMN = {"stored_events": "topic", "commands": "first", "openings": "sealed", "checkpoints": "note", "meta": "value"}


def fill(store: Store) -> Store:
    """A row in every table that only grows."""
    store.recorder.insert_events(
        run_of("hand:a/1", 2), sealing=PlainSealing(), commands=[command("one")], openings=[opening("hand:a/1", 1)]
    )
    store.put_checkpoint(1, "size 1")
    return store


def contents(store: Store) -> tuple[object, ...]:
    """All that stands in those tables."""
    meta = store.recorder.fetch("SELECT * FROM meta ORDER BY 1")
    return list(store.rows()), list(store.commands()), store.openings("hand:a/1"), list(store.checkpoints()), meta


@pytest.mark.parametrize("table", GROWING)
@pytest.mark.parametrize("act", ["UPDATE {0} SET {1} = {1}", "DELETE FROM {0}"])
def test_a_slip_is_stopped(store: Store, raw: Callable[[str], None], table: str, act: str) -> None:
    """Rows of the tables that only grow are neither changed nor removed by plain SQL, whoever runs it."""
    before = contents(fill(store))
    with pytest.raises((sqlite3.IntegrityError, psycopg.errors.RestrictViolation), match="only grows"):
        raw(act.format(table, COLUMN[table]))
    assert contents(store) == before


@pytest.mark.parametrize("table", GROWING)
def test_no_table_is_truncated(postgres_store: Store, table: str) -> None:
    """TRUNCATE, which no row trigger sees, is stopped as well."""
    before = contents(fill(postgres_store))
    with pytest.raises(psycopg.errors.RestrictViolation, match="only grows"):
        run_raw(postgres_store.url, f"TRUNCATE {table}")
    assert contents(postgres_store) == before


def test_a_session_in_replica_mode_meets_the_triggers_too(postgres_store: Store) -> None:
    """The triggers fire always: the setting that skips ordinary ones does not skip them."""
    fill(postgres_store)
    with pytest.raises(psycopg.errors.RestrictViolation):
        run_raw(postgres_store.url, "SET session_replication_role = replica; DELETE FROM stored_events")


def test_replacing_a_row_is_stopped_on_our_connections(sqlite_store: Store) -> None:
    """``INSERT OR REPLACE`` deletes past an ordinary trigger; with recursive triggers it does not."""
    fill(sqlite_store)
    recorder = sqlite_store.recorder
    assert isinstance(recorder, SQLiteLedgerRecorder)
    with pytest.raises(Exception, match="only grows"), recorder.writing() as writing:
        writing.execute("INSERT OR REPLACE INTO stored_events VALUES (1, 'hand:z/1', 1, 'k', x'00')", ())
    assert next(sqlite_store.rows()).stream == "hand:a/1"


WANTED = {
    "journal_mode": "wal",
    "synchronous": 2,
    "recursive_triggers": 1,
    "trusted_schema": 0,
    "secure_delete": 1,
    "wal_autocheckpoint": 1000,
    "mmap_size": 0,
}


def test_every_connection_to_the_file_has_our_settings(sqlite_store: Store) -> None:
    """The writer's, the reader's and those of the library's pool: each syncs every commit."""
    fill(sqlite_store)
    recorder = sqlite_store.recorder
    assert isinstance(recorder, SQLiteLedgerRecorder)
    with recorder._transaction() as cursor:
        assert {name: cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in WANTED} == WANTED
    assert {name: recorder.fetch(f"PRAGMA {name}")[0][0] for name in WANTED} == WANTED
    for commit in (True, False):
        with recorder.datastore.transaction(commit=commit) as library:
            found = {}
            for name in WANTED:
                library.execute(f"PRAGMA {name}")
                found[name] = library.fetchone()[0]
            assert found == WANTED


@pytest.mark.parametrize("setting", ["synchronous_commit=off", "synchronous_commit=local"])
def test_a_server_that_acknowledges_too_early_is_refused(postgres_store: Store, setting: str) -> None:
    """A session whose commits may be lost is not a store; reading from it is allowed."""
    fill(postgres_store)
    url = f"{postgres_store.url}&options={quote(f'-c {setting}')}"
    with pytest.raises(StoreUnavailableError, match=f"synchronous_commit = {setting.partition('=')[2]}"):
        open_store(url)
    with open_store(url, read_only=True) as reader:
        assert reader.head().size == 2


def test_the_librarys_unlocked_insert_is_refused(postgres_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment variable that turns it on stops the ledger from opening on PostgreSQL."""
    fill(postgres_store)
    monkeypatch.setenv("POSTGRES_ENABLE_DB_FUNCTIONS", "yes")
    with pytest.raises(UsageError, match="POSTGRES_ENABLE_DB_FUNCTIONS"):
        open_store(postgres_store.url)
