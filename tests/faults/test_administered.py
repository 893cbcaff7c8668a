"""What an administrator does to a ledger on PostgreSQL in good faith: nobody is accused of it, and a door says what it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import psycopg
import pytest
from eventsourcing.persistence import StoredEvent

from tests.conftest import run_raw
from tests.faults.plain import PlainSealing, run_of
from tests.faults.test_unavailable import writer_pid
from tests.worlds.roles import PASSWORD, as_user, without_schema
from tombo.ledger.core.errors import StoreUnavailableError, TamperedError
from tombo.ledger.store import Head, Store, open_store
from tombo.ledger.store.postgres.recorder import PostgresLedgerRecorder

SPARE = "CREATE UNIQUE INDEX commands_pkey_ccnew ON commands ({0}); UPDATE pg_index SET indisvalid = {1} WHERE indexrelid = 'commands_pkey_ccnew'::regclass"


def append(store: Store, version: int) -> list[int]:
    """One entry of ``hand:a/1``."""
    return list(store.recorder.insert_events(run_of("hand:a/1", 1, version), sealing=PlainSealing()))


def end(store: Store, pid: int) -> None:
    """An administrator ends a session."""
    with psycopg.connect(without_schema(store.url), autocommit=True) as server:
        server.execute("SELECT pg_terminate_backend(%s, 5000)", (pid,))


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


@pytest.mark.parametrize("setting", ["off", "local"])
def test_g_a_user_whose_commits_are_not_waited_for_any_more_is_no_command_at_fault(
    postgres_store: Store, member: str, setting: str
) -> None:
    """A door that connects again hears it as an outage: as a wrong command it was not waited for, and the hand behind it was refused."""
    with open_store(as_user(postgres_store.url, member)) as store:
        assert append(store, 1) == [1]
        run_raw(postgres_store.url, f"ALTER ROLE {member} SET synchronous_commit = {setting}")
        end(postgres_store, writer_pid(store))
        with pytest.raises(
            StoreUnavailableError, match=f"synchronous_commit = {setting}.*nothing was recorded.*ALTER ROLE"
        ):
            append(store, 2)
        run_raw(postgres_store.url, f"ALTER ROLE {member} RESET synchronous_commit")
        assert append(store, 2) == [2]


def test_g_a_session_that_ended_under_an_append_costs_the_next_one_nothing(postgres_store: Store) -> None:
    """What reads under the lock failed, and the roll-back found the session gone: the next append goes over another."""

    class Ends(PlainSealing):
        def seal(self, head: Head, events: Sequence[StoredEvent]) -> list[bytes]:
            end(postgres_store, writer_pid(postgres_store))
            raise StoreUnavailableError("nothing was read")

    with pytest.raises(StoreUnavailableError, match="nothing was read"):
        postgres_store.recorder.insert_events(run_of("hand:a/1", 1), sealing=Ends())
    assert append(postgres_store, 1) == [1]
