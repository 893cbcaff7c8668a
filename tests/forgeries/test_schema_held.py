"""A4, A3: a database whose schema is not the one that init makes is neither read nor written, and told object by object."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

import psycopg
import pytest

from tests.conftest import run_raw
from tests.faults.plain import PlainSealing, command, run_of
from tombo.ledger.core.errors import LedgerError, TamperedError
from tombo.ledger.store import Store, open_evidence, open_store
from tombo.ledger.store.postgres import guard

SWALLOW = "CREATE TRIGGER swallow BEFORE INSERT ON commands BEGIN SELECT RAISE(IGNORE); END"
COVER = "CREATE INDEX cover ON stored_events (originator_id, originator_version, topic, state)"
NO_STRICT = (
    "CREATE TABLE loose (notification_id INTEGER PRIMARY KEY, originator_id TEXT NOT NULL,"
    " originator_version INTEGER NOT NULL, topic TEXT NOT NULL, state BLOB NOT NULL,"
    " UNIQUE (originator_id, originator_version)); INSERT INTO loose SELECT * FROM stored_events;"
    " DROP TABLE stored_events; ALTER TABLE loose RENAME TO stored_events"
)
ROOT = (
    "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage ="
    " (SELECT rootpage FROM sqlite_schema WHERE name = 'openings') WHERE name = 'commands'; PRAGMA schema_version = 99"
)
WRITABLE = (
    "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, '= 16', '> 15') WHERE name = 'commands';"
    " PRAGMA schema_version = 99"
)

SQLITE = {
    "a trigger that swallows rows": (SWALLOW, "trigger swallow on commands is not of a ledger"),
    "a trigger that is gone": ("DROP TRIGGER stored_events_update", "trigger stored_events_update on .* is missing"),
    "a covering index": (COVER, "index cover on stored_events is not of a ledger"),
    "a view in place of a table": ("ALTER TABLE openings RENAME TO kept; CREATE VIEW openings AS SELECT * FROM kept", "table openings is missing"),
    "another table": ("CREATE TABLE more (a)", "table more is not of a ledger"),
    "figures for the planner": ("ANALYZE", "table sqlite_stat1 is not of a ledger"),
    "a generated column": ("ALTER TABLE tiles ADD COLUMN zeros BLOB AS (zeroblob(1000000))", "table tiles is .*zeros"),
    "a table made anew": (NO_STRICT, 'table stored_events is "stored_events"'),
    "an edited schema": (WRITABLE, "table commands is .*expected"),
    "two tables on the same pages": (ROOT, "share their pages"),
}  # fmt: skip

RETURN_NULL = "CREATE FUNCTION {0}() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'"
POSTGRES = {
    "a trigger that swallows rows": (RETURN_NULL.format("nothing") + "; CREATE TRIGGER swallow BEFORE INSERT ON commands FOR EACH ROW EXECUTE FUNCTION nothing()", "trigger swallow of commands is not of a ledger"),
    "a trigger that is gone": ("DROP TRIGGER only_grows ON stored_events", "trigger only_grows of stored_events is missing"),
    "a trigger put off": ("ALTER TABLE stored_events DISABLE TRIGGER only_grows", "trigger only_grows of stored_events is .* never, expected .* always"),
    "a trigger that replicas skip": ("ALTER TABLE meta ENABLE TRIGGER only_grows", "trigger only_grows of meta is"),
    "an empty guard": ("CREATE OR REPLACE FUNCTION only_grows() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'", r"function only_grows\(\) is .*RETURN NULL"),
    "a guard as its owner": ("ALTER FUNCTION only_grows() SECURITY DEFINER", r"function only_grows\(\) is .*as its owner"),
    "a rule": ("CREATE RULE swallow AS ON INSERT TO commands DO INSTEAD NOTHING", "rule of commands is not of a ledger: swallow"),
    "row security": ("ALTER TABLE openings ENABLE ROW LEVEL SECURITY; ALTER TABLE openings FORCE ROW LEVEL SECURITY", "table openings is .*row security"),
    "a policy": ("CREATE POLICY a_few ON openings USING (current_query() LIKE '%')", "policy of openings is not of a ledger: a_few"),
    "a child": ("CREATE TABLE child () INHERITS (stored_events)", "child of stored_events is not of a ledger"),
    "a view in place of a table": ("ALTER TABLE openings RENAME TO kept; CREATE VIEW openings AS SELECT * FROM kept", "table openings is a view"),
    "another table": ("CREATE TABLE more (a int)", "table more is not of a ledger"),
    "an operator": ("CREATE OPERATOR === (LEFTARG = text, RIGHTARG = text, FUNCTION = texteq)", "object is not of a ledger: operator"),
    "a domain": ("CREATE DOMAIN other AS text", "object is not of a ledger: type"),
    "a function": ("CREATE FUNCTION length(text) RETURNS integer LANGUAGE sql AS 'SELECT 16'", r"function length\(text\) is not of a ledger"),
    "a default": ("ALTER TABLE commands ALTER count SET DEFAULT 1", "column count of commands is .*DEFAULT 1"),
    "another type": ("ALTER TABLE checkpoints ALTER size TYPE numeric", "column size of checkpoints is 1 numeric"),
    "another order of text": ('ALTER TABLE commands ALTER command_id TYPE text COLLATE "POSIX"', "column command_id of commands is .*POSIX"),
    "a column that may be empty": ("ALTER TABLE stored_events ALTER topic DROP NOT NULL", "column topic of stored_events is 4 text, expected 4 text NOT NULL"),
    "a generated column": ("ALTER TABLE tiles ADD COLUMN zeros int GENERATED ALWAYS AS (1) STORED", "column zeros of tiles is not of a ledger: .*generated"),
    "a constraint that is gone": ("ALTER TABLE commands DROP CONSTRAINT commands_digest_check", "constraint of commands is missing"),
    "a constraint put off": ("ALTER TABLE checkpoints DROP CONSTRAINT checkpoints_pkey, ADD PRIMARY KEY (size) DEFERRABLE", "constraint of checkpoints is PRIMARY KEY .size. DEFERRABLE"),
    "an index of an expression": ("CREATE INDEX more ON commands (length(command_id))", "index of commands is not of a ledger"),
    "an index that is gone": ("DROP INDEX commands_first", "index of commands is missing"),
    "a table that a crash empties": ("ALTER TABLE openings SET UNLOGGED", "table openings is a table, unlogged"),
    "statistics": ("CREATE STATISTICS more ON originator_id, topic FROM stored_events", "object is not of a ledger: statistics object"),
}  # fmt: skip


def refused(store: Store, said: str) -> None:
    """The ledger is opened neither for writing nor for reading, and the message names what was found."""
    for read_only in (False, True):
        with pytest.raises(TamperedError, match=said) as raised:
            open_store(store.url, read_only=read_only)
        assert "tombo verify" in str(raised.value)
        assert raised.value.exit_status == 1


@pytest.mark.parametrize("attack", SQLITE)
def test_a4_a_file_of_another_schema_is_not_opened(sqlite_store: Store, attack: str) -> None:
    """Whatever object of an SQLite ledger is added, changed or missing is named at the opening."""
    sql, said = SQLITE[attack]
    sqlite_store.recorder.insert_events(run_of("hand:a/1", 2), sealing=PlainSealing(), commands=[command("one", 0, 2)])
    run_raw(sqlite_store.url, sql)
    refused(sqlite_store, said)


@pytest.mark.parametrize("attack", POSTGRES)
def test_a4_a_schema_that_differs_is_not_opened(postgres_store: Store, attack: str) -> None:
    """Whatever object of a ledger on PostgreSQL is added, changed or missing is named at the opening."""
    sql, said = POSTGRES[attack]
    run_raw(postgres_store.url, sql)
    refused(postgres_store, said)


def test_a4_a_child_in_another_schema_is_seen(postgres_store: Store) -> None:
    """A child table shows its rows in the parent's, wherever it lies."""
    schema = postgres_store.url.rpartition("schema=")[2]
    run_raw(postgres_store.url, f"CREATE SCHEMA {schema}_far; CREATE TABLE {schema}_far.child () INHERITS (commands)")
    refused(postgres_store, "child of commands is not of a ledger")


def test_a4_a_table_of_somebody_else_is_seen(postgres_store: Store) -> None:
    """Who owns one table of the ledger can do with it what he likes: all have one owner."""
    role = postgres_store.url.rpartition("schema=")[2] + "_role"
    run_raw(postgres_store.url, f"CREATE ROLE {role}; ALTER TABLE openings OWNER TO {role}")
    try:
        refused(postgres_store, "table openings is a table, of another owner")
    finally:
        run_raw(postgres_store.url, f"ALTER TABLE openings OWNER TO CURRENT_USER; DROP ROLE {role}")


def test_a_schema_is_not_described_by_functions_somebody_put_there(postgres_store: Store) -> None:
    """An operator of the ledger's own schema that fits better than the server's is not asked what there is."""
    run_raw(
        postgres_store.url,
        "CREATE FUNCTION lie(text, name) RETURNS text LANGUAGE sql AS $$SELECT 'table meta'$$;"
        "CREATE OPERATOR || (LEFTARG = text, RIGHTARG = name, FUNCTION = lie)",
    )
    refused(postgres_store, r"function lie\(text, name\)")


def test_what_statements_make_is_told_from_their_text(postgres_store: Store) -> None:
    """Every object of a new ledger is foreseen: opening it again finds no difference, on this server's version."""
    with open_store(postgres_store.url) as again:
        assert again.differences() == []
    assert len(guard.expected()) > 40


@pytest.mark.parametrize("read_only", [False, True])
def test_a4_a_schema_changed_under_a_running_process_stops_it(
    store: Store,
    raw: Callable[[str], None],
    monkeypatch: pytest.MonkeyPatch,
    read_only: bool,  # noqa: FBT001
) -> None:
    """A trigger that comes after the opening is found under the lock, before anything is signed, and by who reads."""
    monkeypatch.setattr("tombo.ledger.store.sqlite.recorder.LOOK_SECONDS", 0.0, raising=False)
    monkeypatch.setattr("tombo.ledger.store.postgres.guard.LOOK_SECONDS", 0.0, raising=False)
    store.recorder.insert_events(run_of("hand:a/1", 1), sealing=PlainSealing())
    with open_store(store.url, read_only=read_only) as running:
        assert running.head().size == 1
        raw(
            SQLITE["a trigger that swallows rows"][0]
            if store.url.startswith("sqlite")
            else POSTGRES["a trigger that swallows rows"][0]
        )
        sealing = PlainSealing()
        acts: list[Callable[[], object]] = [running.head]
        if not read_only:
            batch = run_of("hand:a/1", 1, 2)
            acts = [
                lambda: running.recorder.insert_events(batch, sealing=sealing, commands=[command("one")]),
                lambda: running.put_checkpoint(1, "note"),
            ]
        for act in acts:
            with pytest.raises(TamperedError, match="trigger swallow"):
                act()
        assert sealing.heads == [], "something was signed"


def test_a4_a_verifier_reads_it_all_the_same_and_says_so(store: Store, raw: Callable[[str], None]) -> None:
    """Evidence is read however the schema was changed; what differs is listed, and an honest ledger has no such list."""
    store.recorder.insert_events(run_of("hand:a/1", 2), sealing=PlainSealing())
    with open_evidence(store.url) as evidence:
        assert (evidence.differences(), len(list(evidence.rows()))) == ([], 2)
    raw(COVER)
    with open_evidence(store.url) as evidence:
        assert len(list(evidence.rows())) == 2
        assert [("not of a ledger" in said) for said in evidence.differences()] == [True]


def test_a_damaged_page_is_told_before_a_door_opens(sqlite_store: Store) -> None:
    """An index that lacks a row of its table is found when the file is opened for writing, and by a verifier."""
    sqlite_store.recorder.insert_events(run_of("hand:a/1", 2), sealing=PlainSealing())
    path = sqlite_store.url.removeprefix("sqlite:///")
    sqlite_store.close()
    connection = sqlite3.connect(path, isolation_level=None)
    (made,) = connection.execute("SELECT sql FROM sqlite_schema WHERE name = 'stored_events'").fetchone()
    version = connection.execute("PRAGMA schema_version").fetchone()[0]
    plain = made.replace(",\n        UNIQUE (originator_id, originator_version)", "")
    hide = "PRAGMA writable_schema = ON; {}; PRAGMA schema_version = {}; PRAGMA writable_schema = OFF"
    (index,) = connection.execute(
        "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_stored_events_1'"
    ).fetchone()
    quoted = plain.replace("'", "''")
    connection.executescript(
        hide.format(
            f"DELETE FROM sqlite_schema WHERE name = 'sqlite_autoindex_stored_events_1'; UPDATE sqlite_schema SET sql = '{quoted}' WHERE name = 'stored_events'",
            version + 1,
        )
    )
    connection.close()
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("INSERT INTO stored_events VALUES (3, 'hand:a/1', 3, 'hidden', x'00')")  # in no index
    quoted = made.replace("'", "''")
    connection.executescript(
        hide.format(
            f"INSERT INTO sqlite_schema VALUES ('index', 'sqlite_autoindex_stored_events_1', 'stored_events', {index}, NULL); UPDATE sqlite_schema SET sql = '{quoted}' WHERE name = 'stored_events'",
            version + 2,
        )
    )
    connection.close()
    with pytest.raises(LedgerError, match="missing from index"):
        open_store(sqlite_store.url)
    with open_evidence(sqlite_store.url) as evidence:
        assert any("missing from index" in said for said in evidence.differences())


def test_a_policy_cannot_hide_rows_from_a_verifier(postgres_store: Store) -> None:
    """Where row security would filter what a plain role reads, the query fails and shows nothing: ``row_security`` is off."""
    postgres_store.recorder.insert_events(run_of("hand:a/1", 2), sealing=PlainSealing())
    assert isinstance(postgres_store.recorder.fetch("SHOW row_security")[0][0], str)
    assert postgres_store.recorder.fetch("SHOW row_security") == [("off",)]
    assert postgres_store.recorder.fetch("SHOW search_path")[0][0].endswith(", pg_temp")


def test_a_temporary_table_is_not_taken_for_ours(postgres_store: Store) -> None:
    """A session that somebody used before, as behind a pooler, may have tables of our names: ours come first."""
    postgres_store.recorder.insert_events(run_of("hand:a/1", 2), sealing=PlainSealing())
    reader = postgres_store.recorder._reader  # type: ignore[attr-defined]
    assert isinstance(reader, psycopg.Connection)
    reader.execute("SET default_transaction_read_only = off")
    reader.execute("CREATE TEMP TABLE stored_events (notification_id bigint)")
    assert postgres_store.head().size == 2
