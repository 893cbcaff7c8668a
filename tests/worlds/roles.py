"""A ledger on PostgreSQL with its roles, a user that is a member of each, and what such a user may be refused."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg.errors import InsufficientPrivilege

from tests.tools.cli_run import Ran, tombo
from tombo.ledger.store.postgres.roles import RoledLedger
from tombo.ledger.store.postgres.views import views_schema
from tombo.ledger.store.roles import Role

ORIGIN: Final = "operator.example/roles/1"
PASSWORD: Final = "only-of-this-test"
numbers = itertools.count(1)
VERBS: Final = ("SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE", "REFERENCES", "TRIGGER")
TRIED: Final = {
    "SELECT": "SELECT FROM {table} LIMIT 0",
    "INSERT": "INSERT INTO {table} DEFAULT VALUES",
    "UPDATE": "UPDATE {table} SET {column} = {column}",
    "DELETE": "DELETE FROM {table}",
    "TRUNCATE": "TRUNCATE {table}",
    "lock": "LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE",
    "drop": "DROP TABLE {table}",
    "alter": "ALTER TABLE {table} ADD COLUMN more text",
    "rename": "ALTER TABLE {table} RENAME TO other",
    "own": "ALTER TABLE {table} OWNER TO CURRENT_USER",
    "no triggers": "ALTER TABLE {table} DISABLE TRIGGER ALL",
    "trigger": "CREATE TRIGGER t BEFORE INSERT ON {table} FOR EACH STATEMENT EXECUTE FUNCTION suppress_redundant_updates_trigger()",
    "rule": "CREATE RULE r AS ON INSERT TO {table} DO INSTEAD NOTHING",
    "index": "CREATE INDEX ON {table} ({column})",
    "policy": "ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",
    "child": "CREATE TABLE {schema}.child () INHERITS ({table})",
}
"""Statements on a table; those that are none of the rights of ``RIGHTS`` nobody but the owner may run."""
ANYWHERE: Final = {
    "table": "CREATE TABLE {schema}.mine (a int)",
    "view": "CREATE VIEW {schema}.mine AS SELECT 1",
    "function": "CREATE FUNCTION {schema}.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    "function again": "CREATE OR REPLACE FUNCTION {schema}.only_grows() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
    "temporary table": "CREATE TEMPORARY TABLE mine (a int)",
    "schema": "CREATE SCHEMA mine",
    "drop schema": "DROP SCHEMA {schema} CASCADE",
    "event trigger": "CREATE EVENT TRIGGER mine ON ddl_command_start EXECUTE FUNCTION suppress_redundant_updates_trigger()",
    "role": "CREATE ROLE mine",
    "become owner": "SET ROLE {owner}",
    "become another": "SET SESSION AUTHORIZATION {owner}",
    "replica": "SET session_replication_role = replica",
    "program": "COPY (SELECT 1) TO PROGRAM 'true'",
    "file": "COPY (SELECT 1) TO '/tmp/never'",
    "read file": "SELECT pg_read_file('PG_VERSION')",
}


class Made(NamedTuple):
    """A ledger with its roles, and a user that is a member of each."""

    url: str
    keys: Path
    place: RoledLedger
    users: dict[Role, str]
    owner: str

    def run(self, role: Role | None, *words: str, stdin: bytes = b"") -> Ran:
        """``tombo`` as a user of ``role``; as the owner where it is None."""
        return tombo("--ledger", self.as_(role), "--keys", str(self.keys), *words, stdin=stdin)

    def as_(self, role: Role | None) -> str:
        """The ledger's URL for a user of ``role``."""
        return self.url if role is None else as_user(self.url, self.users[role])

    @contextmanager
    def connected(self, role: Role) -> Iterator[psycopg.Connection[Any]]:
        """A connection as a user of ``role``, past ``tombo``; what is done there is undone."""
        with psycopg.connect(without_schema(self.as_(role))) as connection:
            yield connection
            connection.rollback()


def as_user(url: str, user: str) -> str:
    """``url`` for another user."""
    parts = urlsplit(url)
    where = parts.netloc.rpartition("@")[2]
    return urlunsplit(parts._replace(netloc=f"{user}:{PASSWORD}@{where}"))


def without_schema(url: str) -> str:
    """``url`` as libpq takes it: without our parameter, which stands last."""
    return url.rpartition("schema=")[0].rstrip("?&")


def with_schema(url: str, schema: str) -> str:
    """``url`` of the ledger in ``schema``."""
    return f"{url}{'&' if '?' in url else '?'}schema={schema}"


def forget(url: str, schema: str, roles: list[str]) -> None:
    """Remove a ledger's schemas and roles from the server."""
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f"DROP SCHEMA IF EXISTS {schema}, {views_schema(schema)} CASCADE")
        for role in roles:
            server.execute(f'DROP OWNED BY "{role}"')
            server.execute(f'DROP ROLE "{role}"')


def refused(connection: psycopg.Connection[Any], sql: str) -> bool:
    """Whether the server refuses ``sql`` for lack of rights; any other answer, also another error, is not that."""
    try:
        connection.execute(sql, prepare=False)
    except InsufficientPrivilege:
        return True
    except psycopg.Error:
        return False
    finally:
        connection.rollback()
    return False


def rights(connection: psycopg.Connection[Any], table: str) -> set[str]:
    """What the server says this user may do to ``table``, or to any column of it."""
    asked_for = "SELECT verb FROM unnest(%s::text[]) AS verb WHERE has_table_privilege(%s, verb)"
    of_columns = "SELECT verb FROM unnest(%s::text[]) AS verb WHERE has_any_column_privilege(%s, verb)"
    whole = connection.execute(asked_for, (list(VERBS), table)).fetchall()
    parts = connection.execute(of_columns, (["SELECT", "INSERT", "UPDATE", "REFERENCES"], table)).fetchall()
    return {verb for (verb,) in whole + parts}


def first_column(connection: psycopg.Connection[Any], table: str) -> str:
    """The name of the first column of ``table``."""
    asked_for = "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnum = 1"
    ((name,),) = connection.execute(asked_for, (table,))
    return str(name)
