"""A9: whoever may write the tables of projections gets no statement of his run by anybody else."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.conftest import run_raw
from tests.tools.cli_run import Ran
from tests.worlds.followed import Till, paid
from tests.worlds.signed_log import SignedLog, signed_log
from tombo.ledger.core.errors import ForeignDatabaseError, TamperedError
from tombo.ledger.store import open_store, open_views
from tombo.ledger.store.postgres.database import parse
from tombo.ledger.store.postgres.views import views_schema
from tombo.projections import registry
from tombo.projections.follow import Follower


@pytest.fixture(autouse=True)
def followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """One projection is followed."""
    monkeypatch.setattr(registry, "FOLLOWED", (Till,))


@contextmanager
def followed_log(url: str, folder: Path) -> Iterator[SignedLog]:
    """A ledger of 50 payments that is followed; all of it is there still at the end."""
    with signed_log(url, folder) as log:
        log.grow([paid(number) for number in range(50)])
        with open_views(url) as views:
            Follower(log.store, views, Till).catch_up()
        yield log
    with open_store(url, read_only=True) as store:
        assert len(list(store.rows())) == log.size(50)


@pytest.fixture
def kept(store_url: str, tmp_path: Path) -> Iterator[SignedLog]:
    """The same on each database in turn."""
    with followed_log(store_url, tmp_path) as log:
        yield log


@pytest.fixture
def filed(sqlite_url: str, tmp_path: Path) -> Iterator[SignedLog]:
    """The same in a file."""
    with followed_log(sqlite_url, tmp_path) as log:
        yield log


@pytest.fixture
def served(postgres_schema_url: str, tmp_path: Path) -> Iterator[SignedLog]:
    """The same on PostgreSQL."""
    with followed_log(postgres_schema_url, tmp_path) as log:
        yield log


def in_views(url: str) -> str:
    """The URL of the database of the projections beside the ledger at ``url``, for ``run_raw``."""
    if url.startswith("sqlite"):
        return url.replace("ledger.db", "ledger-views.db")
    _, schema = parse(url)
    return url.replace(f"schema={schema}", f"schema={views_schema(schema)}")


def ledger_table(store: SignedLog) -> str:
    """How the table of entries is named from anywhere in its server."""
    return "main.stored_events" if store.url.startswith("sqlite") else f"{parse(store.url)[1]}.stored_events"


def refused(ran: Ran) -> None:
    """It ended by itself, and said where and why."""
    assert ran.status == ForeignDatabaseError.exit_status, ran
    assert "does not hold what projections keep" in ran.err
    assert "a fault of tombo" not in ran.err


def test_a9_a_table_named_in_builds_is_never_put_into_sql(kept: SignedLog) -> None:
    """A9: names of tables in ``builds`` that are SQL drop nothing, of the ledger or of anything else."""
    hostile = f"x,{ledger_table(kept)}"
    run_raw(in_views(kept.url), f"ALTER TABLE builds ADD tables text; UPDATE builds SET tables = '{hostile}'")
    for words in (("drop", "till"), ("follow", "till"), ("rebuild", "till"), ("drop",)):
        kept.run("views", *words)
    assert kept.store.row(0) is not None
    assert not [table for table in tables(kept) if table.startswith("till_")]


@pytest.mark.parametrize("name", ["builds--", 'till"; DROP TABLE builds--', "Till", "till_", "", "x\x1b[31m"])
def test_a9_a_name_in_builds_is_never_put_into_sql(kept: SignedLog, name: str) -> None:
    """A9: the name of a projection that is SQL, or none, reaches no statement and no terminal; ``builds`` is still there."""
    if not name.isprintable():
        name = "x'||chr(27)||'[31m" if kept.url.startswith("postgres") else "x'||char(27)||'[31m"
    run_raw(in_views(kept.url), f"UPDATE builds SET name = '{name}'")
    for words in (("views", "drop"), ("views", "list")):
        ran = kept.run(*words)
        refused(ran)
        assert "\x1b" not in ran.err
    assert builds(kept) == 1


COLUMNS = ("name", "build", "version", "live", "origin", "last", "state")
VALUES = ("'1_balances; DROP TABLE builds'", "x'00ff'", "1.5", "'movements(place)--'", "-1", "9e999")


@pytest.mark.parametrize("column", COLUMNS)
def test_a9_a_column_of_builds_that_is_not_what_it_should_be_is_said(filed: SignedLog, column: str) -> None:
    """A9: SQLite keeps whatever is put into a column: SQL, bytes and nonsense are a damaged database, and never a fault."""
    database = Path(in_views(filed.url).removeprefix("sqlite:///"))
    for value in VALUES:
        database.unlink(missing_ok=True)
        with open_views(filed.url) as views:
            Follower(filed.store, views, Till).catch_up(20)
        run_raw(in_views(filed.url), f"UPDATE builds SET {column} = {value}")
        for words in (("views", "list"), ("views", "follow"), ("views", "rebuild", "till"), ("views", "drop", "till")):
            ran = filed.run(*words)
            assert ran.status in {0, TamperedError.exit_status, ForeignDatabaseError.exit_status}, (value, words, ran)
            assert "a fault of tombo" not in ran.err
        assert builds(filed) <= 2


def tables(store: SignedLog) -> list[str]:
    """The tables of the projections beside ``store``."""
    with open_views(store.url) as views:
        return [name for (name,) in views.recorder.fetch(views.recorder.own_tables)]


def builds(store: SignedLog) -> int:
    """How many builds are listed; fails where the table is gone."""
    url = in_views(store.url)
    if url.startswith("sqlite"):
        connection = sqlite3.connect(url.removeprefix("sqlite:///"))
        try:
            return int(connection.execute("SELECT count(*) FROM builds").fetchone()[0])
        finally:
            connection.close()
    params, schema = parse(url)
    with psycopg.connect(**params, autocommit=True) as server:
        found: Any = server.execute(f"SELECT count(*) FROM {schema}.builds").fetchone()
        return int(found[0])


PLANTED = {
    "trigger": "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DROP TABLE {ledger}; RETURN NULL; END $$;"
    "CREATE TRIGGER t BEFORE DELETE ON builds FOR EACH STATEMENT EXECUTE FUNCTION f()",
    "rule": "CREATE RULE r AS ON DELETE TO builds DO ALSO DELETE FROM notification_tracking",
    "function": "CREATE FUNCTION count(bigint) RETURNS bigint LANGUAGE sql AS 'SELECT 7::bigint'",
    "operator": "CREATE FUNCTION f(text, bigint) RETURNS text LANGUAGE sql AS 'SELECT 1::text';"
    "CREATE OPERATOR || (LEFTARG = text, RIGHTARG = bigint, FUNCTION = f)",
    "view": "ALTER TABLE builds RENAME TO b; CREATE VIEW builds AS SELECT * FROM b",
    "default": "CREATE FUNCTION f() RETURNS text LANGUAGE sql AS 'SELECT 1::text';"
    "ALTER TABLE builds ALTER state SET DEFAULT f()",
    "check": "CREATE FUNCTION f(text) RETURNS bool LANGUAGE sql AS 'SELECT true'; ALTER TABLE builds ADD CHECK (f(state))",
    "index": "CREATE FUNCTION f(text) RETURNS text IMMUTABLE LANGUAGE sql AS 'SELECT $1';"
    "CREATE INDEX i ON builds (f(state))",
    "domain": "CREATE DOMAIN d AS text CHECK (length(VALUE) >= 0); ALTER TABLE builds ALTER state TYPE d",
    "policy": "ALTER TABLE builds ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY; CREATE POLICY p ON builds USING (true)",
    "child": "CREATE TABLE c () INHERITS (builds)",
}


@pytest.mark.parametrize("what", sorted(PLANTED))
def test_a9_what_would_run_somebody_elses_code_is_refused(served: SignedLog, what: str) -> None:
    """A9: on PostgreSQL a trigger, rule, function or type among the projections runs as whoever comes: it is said, not run."""
    run_raw(in_views(served.url), PLANTED[what].replace("{ledger}", ledger_table(served)))
    for words in (("views", "drop", "till"), ("views", "list"), ("views", "follow")):
        refused(served.run(*words))
