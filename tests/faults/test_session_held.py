"""A3: code on the tables of an append would run in the session that appends. None does: what stands on them is asked under their lock.

The schema is compared once a second. Whatever is made in between, and is gone again before the next comparison, is noticed all the same.
"""

from __future__ import annotations

import psycopg
import pytest

from tests.conftest import run_raw
from tests.faults.plain import Meanwhile, PlainSealing, command, run_of
from tests.faults.test_store_held import append, counts
from tests.faults.test_unavailable import writer_pid
from tombo.ledger.core.errors import StoreUnavailableError, TamperedError
from tombo.ledger.store import Store, open_store
from tombo.ledger.store.postgres import guard as postgres_guard


@pytest.fixture(autouse=True)
def _nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The schema is compared when a connection is opened, and not again."""
    monkeypatch.setattr("tombo.ledger.store.postgres.guard.LOOK_SECONDS", 3600.0)


def a_trigger(body: str, when: str = "BEFORE INSERT ON {0}", rights: str = "") -> str:
    """Code on the table {0}."""
    made = when.replace("CONSTRAINT ", "")
    kind = "CONSTRAINT " if made != when else ""
    return (
        f"CREATE FUNCTION x() RETURNS trigger LANGUAGE plpgsql {rights} AS $x$BEGIN {body} RETURN NEW; END$x$;"
        f" CREATE {kind}TRIGGER x {made} FOR EACH ROW EXECUTE FUNCTION x();"
    )


DEFERRED = "CONSTRAINT AFTER INSERT ON {0} DEFERRABLE INITIALLY DEFERRED"
ATTACKS = {
    "an entry altered": a_trigger("NEW.state := set_byte(NEW.state, 9, 255 - get_byte(NEW.state, 9));").format("stored_events"),
    "a card altered": a_trigger("NEW.sealed := NEW.sealed || '\\x00'::bytea;").format("openings"),
    "statements forgotten": a_trigger("DEALLOCATE ALL;").format("commands"),
    "what is read again replaced": a_trigger("EXECUTE 'DEALLOCATE tombo_check'; EXECUTE 'PREPARE tombo_check AS SELECT 1';").format("stored_events"),
    "what is asked under the lock replaced": a_trigger("EXECUTE 'DEALLOCATE tombo_unchanged'; EXECUTE 'PREPARE tombo_unchanged (text) AS SELECT 1';").format("stored_events"),
    "the path turned": a_trigger("PERFORM set_config('search_path', 'pg_temp', false);").format("stored_events"),
    "in the commit, the disk is not waited for": a_trigger("PERFORM set_config('synchronous_commit', 'off', false);", DEFERRED).format("stored_events"),
    "in the commit, an entry altered": a_trigger(
        "CREATE OR REPLACE FUNCTION only_grows() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';"
        " UPDATE stored_events SET state = state || '\\x00'::bytea WHERE notification_id = NEW.notification_id;", DEFERRED, "SECURITY DEFINER"
    ).format("stored_events"),
    "an index of somebody's code": "CREATE FUNCTION x(bytea) RETURNS bytea IMMUTABLE LANGUAGE sql AS 'SELECT $1';"
    " CREATE INDEX x ON stored_events (x(state));",
    "a check that runs code": "CREATE FUNCTION x(bytea) RETURNS boolean LANGUAGE plpgsql AS $x$BEGIN DEALLOCATE ALL; RETURN true; END$x$;"
    " ALTER TABLE openings ADD CHECK (x(sealed));",
    "a rule, of a table that had one before": "CREATE RULE x AS ON INSERT TO commands DO INSTEAD NOTHING;",
    "a child, of a table that had one before": "CREATE TABLE x () INHERITS (commands);",
    "a rule": "CREATE RULE x AS ON INSERT TO commands DO INSTEAD NOTHING;",
    "a child": "CREATE TABLE x () INHERITS (stored_events);",
    "a policy": "ALTER TABLE commands ENABLE ROW LEVEL SECURITY; ALTER TABLE commands FORCE ROW LEVEL SECURITY;",
    "a column that is made up": "ALTER TABLE openings ADD x bigint GENERATED ALWAYS AS (version + 1) STORED;",
    "another table in its place": "ALTER TABLE commands RENAME TO x; CREATE TABLE commands (LIKE x INCLUDING ALL);",
    "a trigger of ours switched off": "ALTER TABLE stored_events DISABLE TRIGGER USER;",
}  # fmt: skip


@pytest.mark.parametrize("attack", ATTACKS)
def test_a3_what_is_made_between_two_comparisons_is_noticed_by_the_next_append(
    postgres_store: Store, attack: str
) -> None:
    """Nothing of it runs, nothing is recorded; and another door, opened when it is gone, plays on."""
    if "before" in attack:  # what the catalogue says of it since then it goes on saying
        for begins, ends in (
            ("CREATE RULE y AS ON INSERT TO commands DO INSTEAD NOTHING", "DROP RULE y ON commands"),
            ("CREATE TABLE y () INHERITS (commands)", "DROP TABLE y"),
        ):
            run_raw(postgres_store.url, begins)
            run_raw(postgres_store.url, ends)
    append_again(postgres_store, 1)
    run_raw(postgres_store.url, ATTACKS[attack])
    with pytest.raises(TamperedError, match="schema"):
        append(postgres_store.recorder, PlainSealing())
    plain, _, schema = postgres_store.url.rpartition("schema=")
    with psycopg.connect(plain.rstrip("?&")) as server:
        assert server.execute(f"SELECT count(*) FROM {schema}.stored_events").fetchone() == (1,)
    assert postgres_store.recorder._writer is None  # type: ignore[attr-defined]


def append_again(store: Store, version: int) -> None:
    """One entry more of ``hand:c/1``, with its command."""
    appended = store.recorder.insert_events(
        run_of("hand:c/1", 1, version), sealing=PlainSealing(), commands=[command(f"c{version}")]
    )
    assert list(appended) == [version]


def test_g2_what_is_made_and_gone_again_stops_no_door(postgres_store: Store) -> None:
    """The next append is over a connection that was compared; and from then on over that."""
    append_again(postgres_store, 1)
    made = ATTACKS["statements forgotten"]
    run_raw(postgres_store.url, made)
    with pytest.raises(TamperedError):
        append(postgres_store.recorder, PlainSealing())
    run_raw(postgres_store.url, "DROP FUNCTION x() CASCADE")
    append_again(postgres_store, 2)
    pid = writer_pid(postgres_store)
    run_raw(postgres_store.url, f"BEGIN; {made} ROLLBACK; ANALYZE stored_events")
    append_again(postgres_store, 3)
    assert writer_pid(postgres_store) == pid
    run_raw(postgres_store.url, "REINDEX TABLE CONCURRENTLY commands")  # an administrator's, and no harm
    append_again(postgres_store, 4)
    assert writer_pid(postgres_store) != pid


@pytest.mark.parametrize("table", ["stored_events", "commands", "openings"])
def test_a3_nothing_can_be_made_on_the_tables_while_an_append_is_under_way(postgres_store: Store, table: str) -> None:
    """From the lock to the commit they are held: whoever makes a trigger waits."""
    made = (
        f"SET lock_timeout = 100; CREATE TRIGGER x BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION only_grows()"
    )
    with pytest.raises(psycopg.errors.LockNotAvailable):
        append(postgres_store.recorder, Meanwhile(postgres_store, made))
    append(postgres_store.recorder, PlainSealing())
    assert counts(postgres_store) == [2, 2, 2]


def test_a3_a_commit_is_waited_for_whatever_is_set_meanwhile(postgres_store: Store) -> None:
    """What the connection was found to wait for it keeps, whatever the server, database or role is set to afterwards."""
    with open_store(postgres_store.url) as store:
        store.recorder.prepare()
        asked = "SELECT setting, source FROM pg_catalog.pg_settings WHERE name = 'synchronous_commit'"
        assert store.recorder._writer.execute(asked).fetchall() == [("on", "session")]  # type: ignore[attr-defined]


def test_g2_tables_that_are_changed_all_the_time_are_a_named_error(
    postgres_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Changed again between each comparison and the lock, and as a ledger's whenever it is compared: that accuses nobody."""
    append_again(postgres_store, 1)
    monkeypatch.setattr("tombo.ledger.store.postgres.guard._standing", lambda *_: "another")
    monkeypatch.setattr("tombo.ledger.store.postgres.recorder.LOCK_SECONDS", 0.2)
    postgres_store.recorder._drop_writer()  # type: ignore[attr-defined]
    with pytest.raises(StoreUnavailableError, match="is changed all the time"):
        append_again(postgres_store, 2)
    monkeypatch.undo()
    append_again(postgres_store, 2)


def test_g2_maintenance_that_goes_from_table_to_table_stops_no_door(
    postgres_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """VACUUM FULL makes each table anew, one after the other, while the append waits for them."""
    append_again(postgres_store, 1)
    store, again = postgres_store, postgres_store.recorder._send_begin  # type: ignore[attr-defined]
    left = ["commands", "openings", "stored_events"]

    def send_begin() -> object:
        recorder = store.recorder
        recorder._open_writer()  # type: ignore[attr-defined]
        if left:
            run_raw(store.url, f"VACUUM FULL {left.pop()}")
        return again()

    monkeypatch.setattr(postgres_store.recorder, "_send_begin", send_begin)
    append_again(postgres_store, 2)
    assert left == []


def test_a3_a_server_that_keeps_nothing_any_more_is_noticed_by_a_running_door(
    postgres_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A setting that is changed under an open connection is looked at with the schema, each second."""
    append_again(postgres_store, 1)
    monkeypatch.setitem(postgres_guard._DURABLE, "fsync", frozenset({"never"}))
    held = postgres_store.recorder._writer_held  # type: ignore[attr-defined]
    monkeypatch.setattr(held, "_again", 0.0)
    with pytest.raises(StoreUnavailableError, match="the server has fsync = on, expected never") as raised:
        append_again(postgres_store, 2)
    assert "nothing was recorded" in str(raised.value)
    monkeypatch.undo()
    append_again(postgres_store, 2)


def test_g2_a_session_that_may_not_think_for_long_is_given_up(postgres_store: Store) -> None:
    """A role that is set to a time in which nothing can be done: an error that passes, and none of tampering."""
    append_again(postgres_store, 1)
    writer = postgres_store.recorder._writer  # type: ignore[attr-defined]
    writer.execute("SET statement_timeout = 1; SET lock_timeout = 1")
    try:
        append_again(postgres_store, 2)
    except StoreUnavailableError:
        append_again(postgres_store, 2)
