"""A3: a trigger runs in the session that appends. What it can set, replace or forget there makes nothing be acknowledged that is not kept."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest

from ledger.core.errors import LedgerError, StoreUnavailableError, TamperedError
from ledger.store import Store
from ledger.store.postgres_connect import lock_key
from ledger.store.postgres_wire import statements
from tests.conftest import run_raw
from tests.faults.plain import Meanwhile, PlainSealing, command, run_of
from tests.faults.test_store_held import append, counts


def schema_of(store: Store) -> str:
    return store.url.rpartition("schema=")[2]


def a_trigger(body: str) -> str:
    return (
        f"CREATE FUNCTION x() RETURNS trigger LANGUAGE plpgsql AS $x$BEGIN {body} RETURN NEW; END$x$;"
        " CREATE TRIGGER x BEFORE INSERT ON stored_events FOR EACH ROW EXECUTE FUNCTION x()"
    )


REMOVED = "DROP FUNCTION IF EXISTS x() CASCADE"
ALTERED = (
    "IF NEW.originator_version = {0} THEN NEW.state := set_byte(NEW.state, 9, 255 - get_byte(NEW.state, 9)); END IF;"
)
COPIED = "INSERT INTO {schema}_evil.stored_events VALUES (NEW.*);"
EVIL = (
    "CREATE SCHEMA {schema}_evil; CREATE TABLE {schema}_evil.stored_events (LIKE stored_events);"
    " CREATE VIEW {schema}_evil.commands AS SELECT * FROM {schema}.commands;"
    " CREATE VIEW {schema}_evil.openings AS SELECT * FROM {schema}.openings; "
)
PATH = "PERFORM set_config('search_path', '{schema}_evil, pg_catalog, {schema}', false);"
ALIKE = (
    "CREATE OPERATOR {schema}_evil.= (LEFTARG = bytea, RIGHTARG = bytea, FUNCTION = byteane);"
    " CREATE OPERATOR {schema}_evil.> (LEFTARG = bigint, RIGHTARG = bigint, FUNCTION = int8ge); "
)
ATTACKS = {
    "the first entry altered": a_trigger(ALTERED.format(1)),
    "the last entry altered, the path leads to a copy": EVIL + a_trigger(COPIED + PATH + ALTERED.format(2)),
    "the last entry altered, other operators come first": EVIL + ALIKE + a_trigger(PATH + ALTERED.format(2)),
    "the last entry altered, what is read again replaced": EVIL
    + a_trigger(COPIED + "DEALLOCATE tombo_back; EXECUTE $s$PREPARE tombo_back ({types}) AS {back}$s$;" + ALTERED.format(2)),
}  # fmt: skip


def told(store: Store, attack: str) -> str:
    """``attack`` on this store, with the statement that reads again as it would read the copy."""
    schema = schema_of(store)
    back = next(sql for name, sql, _ in statements(schema, lock_key(schema)) if name == b"tombo_back").decode()
    back = back.replace(f'"{schema}".stored_events', f"{schema}_evil.stored_events")
    return attack.format(schema=schema, back=back, types="bigint, text[], bigint[], integer[]")


@pytest.mark.parametrize("attack", ATTACKS)
def test_a3_a_trigger_that_works_on_the_session_is_noticed(postgres_store: Store, attack: str) -> None:
    """It is there for one append, between two looks at the schema; what is appended after it is kept."""
    try:
        with pytest.raises(TamperedError, match="does not keep what it is given"):
            append(postgres_store.recorder, Meanwhile(postgres_store, told(postgres_store, ATTACKS[attack])))
        assert counts(postgres_store) == [0, 0, 0]
        run_raw(postgres_store.url, REMOVED)
        append(postgres_store.recorder, PlainSealing())
        assert counts(postgres_store) == [2, 2, 2]
    finally:
        run_raw(postgres_store.url, f"DROP SCHEMA IF EXISTS {schema_of(postgres_store)}_evil CASCADE")


FORGETS = ["DEALLOCATE tombo_insert", "DEALLOCATE tombo_back", "DEALLOCATE tombo_head", "DEALLOCATE ALL", "RESET ALL"]
SETS = [f"SET {setting}" for setting in ("bytea_output = escape", "statement_timeout = 1", "client_encoding = LATIN1")]


@pytest.mark.parametrize("forgotten", [*FORGETS, *SETS])
def test_g2_a_session_that_a_trigger_made_forget_is_given_up(postgres_store: Store, forgotten: str) -> None:
    """Whatever became of the append under way, the next is over a session that knows what it needs."""
    sealing = Meanwhile(postgres_store, a_trigger(f"EXECUTE '{forgotten}';"))
    try:
        append(postgres_store.recorder, sealing)
    except LedgerError:
        assert counts(postgres_store) == [0, 0, 0]
    run_raw(postgres_store.url, REMOVED)
    size = postgres_store.head().size
    time.sleep(1.1)  # until the schema is looked at again, over that session
    with suppress(StoreUnavailableError):  # of a session that may not think for long the next look is the last
        postgres_store.recorder.insert_events(run_of("hand:b/1", 2), sealing=PlainSealing(), commands=[command("b")])
        size += 2
    postgres_store.recorder.insert_events(run_of("hand:c/1", 2), sealing=PlainSealing(), commands=[command("c")])
    assert postgres_store.head().size == size + 2


def test_a3_a_commit_is_waited_for_whatever_a_trigger_set(postgres_store: Store) -> None:
    """Asked at the moment of the commit, the server says that it waits for the disk."""
    set_off = a_trigger("PERFORM set_config('synchronous_commit', 'off', false);")
    asked = (
        "; CREATE TABLE said (what text); CREATE FUNCTION y() RETURNS trigger LANGUAGE plpgsql AS $y$BEGIN"
        " INSERT INTO said VALUES (current_setting('synchronous_commit')); RETURN NULL; END$y$;"
        " CREATE CONSTRAINT TRIGGER y AFTER INSERT ON stored_events DEFERRABLE INITIALLY DEFERRED"
        " FOR EACH ROW EXECUTE FUNCTION y()"
    )
    append(postgres_store.recorder, Meanwhile(postgres_store, set_off + asked))
    run_raw(postgres_store.url, f"{REMOVED}; DROP FUNCTION y() CASCADE")
    assert postgres_store.recorder.fetch("SELECT DISTINCT what FROM said") == [("on",)]
