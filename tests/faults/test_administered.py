"""What an administrator does to a ledger on PostgreSQL in good faith: nobody is accused of it, and a door says what it is."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest

from ledger.core.errors import StoreUnavailableError, TamperedError
from ledger.store import Store, open_store
from ledger.store.postgres import PostgresLedgerRecorder
from tests.conftest import run_raw
from tests.faults.plain import PlainSealing, run_of
from tests.roles import PASSWORD, as_user, without_schema

SPARE = "CREATE UNIQUE INDEX commands_pkey_ccnew ON commands ({0}); UPDATE pg_index SET indisvalid = {1} WHERE indexrelid = 'commands_pkey_ccnew'::regclass"


def append(store: Store, version: int) -> list[int]:
    """One entry of ``hand:a/1``."""
    return list(store.recorder.insert_events(run_of("hand:a/1", 1, version), sealing=PlainSealing()))


@pytest.fixture
def member(postgres_store: Store) -> Iterator[str]:
    """A user who may read and record, and owns nothing."""
    schema = postgres_store.url.rpartition("schema=")[2]
    user = f"{schema}_member"
    with psycopg.connect(without_schema(postgres_store.url), autocommit=True) as server:
        server.execute(f"CREATE ROLE {user} LOGIN PASSWORD '{PASSWORD}'")
        server.execute(
            f"GRANT USAGE ON SCHEMA {schema} TO {user}; GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA {schema} TO {user}"
        )
        yield user
        server.execute(f"DROP OWNED BY {user}; DROP ROLE {user}")


def test_g_an_index_that_is_made_anew_meanwhile_is_no_tampering(postgres_store: Store) -> None:
    """REINDEX CONCURRENTLY has the same index beside it, not in force, while it works, and leaves it there where it is stopped."""
    append(postgres_store, 1)
    run_raw(postgres_store.url, SPARE.format("command_id", "false"))
    assert append(postgres_store, 2) == [2]
    with open_store(postgres_store.url) as store:
        assert append(store, 3) == [3]


@pytest.mark.parametrize(("columns", "valid"), [("command_id", "true"), ("first, command_id", "false")])
def test_g_another_index_is(postgres_store: Store, columns: str, valid: str) -> None:
    """One that is in force, or is not one of ours, is none that maintenance left."""
    run_raw(postgres_store.url, SPARE.format(columns, valid))
    with pytest.raises(TamperedError, match="index of commands is not of a ledger"):
        append(postgres_store, 1)


def test_g_a_user_who_may_not_look_any_more_is_told_so(postgres_store: Store, member: str) -> None:
    """The server says that there are no tables; it was told as no ledger, with status 2 and 'tombo init' as advice."""
    schema = postgres_store.url.rpartition("schema=")[2]
    with open_store(as_user(postgres_store.url, member)) as store:
        assert (append(store, 1), store.head().size) == ([1], 1)
        run_raw(postgres_store.url, f"REVOKE USAGE ON SCHEMA {schema} FROM {member}")
        for attempt in (store.head, store.last_checkpoint, lambda: append(store, 2)):
            with pytest.raises(
                StoreUnavailableError, match=f"permission denied for schema {schema}.*docs/postgres-roles"
            ):
                attempt()
        with pytest.raises(StoreUnavailableError, match="permission denied"):
            open_store(as_user(postgres_store.url, member), read_only=True)
        run_raw(postgres_store.url, f"GRANT USAGE ON SCHEMA {schema} TO {member}")
        assert (append(store, 2), store.head().size) == ([2], 2)


def test_g_a_session_that_lost_its_schema_reads_over_another(postgres_store: Store) -> None:
    """As one that a pool reset: the reader is made again, and does not say that there is no ledger."""
    assert append(postgres_store, 1) == [1]
    assert postgres_store.head().size == 1
    assert isinstance(postgres_store.recorder, PostgresLedgerRecorder)
    assert postgres_store.recorder._reader is not None
    postgres_store.recorder._reader.execute("SET search_path TO pg_catalog")
    assert [postgres_store.head().size for _ in range(2)] == [1, 1]
