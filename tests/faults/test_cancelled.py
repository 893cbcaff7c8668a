"""A statement that somebody cancels on PostgreSQL, or that takes longer than it may, is called that, and no door says that there is no ledger."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import psycopg
import pytest

from tests.faults.plain import PlainSealing, run_of
from tombo.ledger.core.errors import StoreUnavailableError
from tombo.ledger.store import Store, open_store
from tombo.ledger.store.postgres import guard as postgres_guard
from tombo.ledger.store.postgres.recorder import PostgresLedgerRecorder

CANCELLED = b"SET LOCAL statement_timeout = 1; SELECT pg_sleep(5)"
SAID = "the server cancelled the statement .*; nothing was {}, and what was acknowledged stands"


class Cancelling:
    """A connection to the server on which the statement that begins with ``words`` is cancelled."""

    def __init__(self, pgconn: Any, words: bytes) -> None:
        self._pgconn = pgconn
        self._words = words

    def __getattr__(self, name: str) -> Any:
        return getattr(self._pgconn, name)

    def exec_(self, sql: bytes) -> Any:
        """What the server answers to ``sql``."""
        return self._pgconn.exec_(CANCELLED if sql.strip().startswith(self._words) else sql)

    def exec_params(self, sql: bytes, *others: Any) -> Any:
        """The same, of one with parameters."""
        is_ours = sql.strip().startswith(self._words)
        return self._pgconn.exec_(CANCELLED) if is_ours else self._pgconn.exec_params(sql, *others)


@pytest.fixture(params=["SET search_path TO pg_catalog", "WITH space", 'SET search_path TO "tombo'])
def cancel(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Has a statement of the next comparison of the schema cancelled, and of none after it."""
    compare, words, left = postgres_guard.schema_differences, str(request.param).encode(), list[bytes]()

    def compared(pgconn: Any, schema: str) -> list[str]:
        return compare(Cancelling(pgconn, left.pop()) if left else pgconn, schema)  # type: ignore[arg-type]  # stands in for it

    monkeypatch.setattr(postgres_guard, "schema_differences", compared)
    return lambda: left.append(words)


def test_g_a_comparison_that_is_cancelled_leaves_no_reader_without_its_schema(
    postgres_store: Store, monkeypatch: pytest.MonkeyPatch, cancel: Callable[[], None]
) -> None:
    """The session's path stayed without the ledger's schema, and every read for a second said that there is no ledger."""
    with open_store(postgres_store.url, read_only=True) as store:
        assert isinstance(store.recorder, PostgresLedgerRecorder)
        assert store.recorder._reader_held is not None
        cancel()
        monkeypatch.setattr(store.recorder._reader_held, "_again", 0.0)
        assert [store.head().size for _ in range(3)] == [0, 0, 0]


def test_g_an_opening_that_is_cancelled_is_no_missing_ledger(postgres_store: Store, cancel: Callable[[], None]) -> None:
    """Who opens the ledger at that moment hears what happened, and it opens again."""
    cancel()
    with pytest.raises(StoreUnavailableError, match=SAID.format("read")):
        open_store(postgres_store.url, read_only=True)
    with open_store(postgres_store.url, read_only=True) as store:
        assert store.head().size == 0


def test_g_a_comparison_that_is_cancelled_while_recording_is_told_and_passes(
    postgres_store: Store, monkeypatch: pytest.MonkeyPatch, cancel: Callable[[], None]
) -> None:
    """Nothing is recorded; the next append goes over another connection."""
    recorder = postgres_store.recorder
    assert isinstance(recorder, PostgresLedgerRecorder)
    recorder.insert_events(run_of("hand:a/1", 1), sealing=PlainSealing())
    assert recorder._writer_held is not None
    cancel()
    monkeypatch.setattr(recorder._writer_held, "_again", 0.0)
    with pytest.raises(StoreUnavailableError, match=SAID.format("recorded")):
        recorder.insert_events(run_of("hand:a/1", 1, 2), sealing=PlainSealing())
    assert list(recorder.insert_events(run_of("hand:a/1", 1, 2), sealing=PlainSealing())) == [2]


def test_g_a_read_that_is_cancelled_says_so(postgres_store: Store) -> None:
    """By an administrator or a time limit: the server's own words are told, and what to do."""
    assert postgres_store.head().size == 0
    assert isinstance(postgres_store.recorder, PostgresLedgerRecorder)
    assert postgres_store.recorder._reader is not None
    with pytest.raises(StoreUnavailableError, match=SAID.format("read")) as raised:
        postgres_store.recorder.fetch("SELECT pg_cancel_backend(pg_backend_pid()), pg_sleep(5)")
    assert isinstance(raised.value.__cause__, psycopg.errors.QueryCanceled)
    assert (raised.value.exit_status, "statement_timeout" in str(raised.value)) == (3, True)
    assert postgres_store.head().size == 0
