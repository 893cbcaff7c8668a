"""The schema of a ledger on PostgreSQL, described object by object, and what ``statements`` makes of an empty one.

The server is asked for everything that stands in the schema or hangs on its tables. What it should answer is told from
our own statements, so that there is no second list: constraints and triggers are written there as PostgreSQL prints them.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

import psycopg
from psycopg import pq
from psycopg.errors import error_from_result

from tombo.ledger.core.errors import ForeignDatabaseError, StoreUnavailableError
from tombo.ledger.store.guard import Described, differences, tampered_schema
from tombo.ledger.store.postgres.schema import statements
from tombo.ledger.store.postgres.wire import standing
from tombo.ledger.store.types import LOOK_SECONDS, TABLES

_DESCRIPTION: Final = b"""
WITH space AS (SELECT oid FROM pg_catalog.pg_namespace WHERE nspname = $1),
rel AS (SELECT c.* FROM pg_catalog.pg_class c JOIN space s ON c.relnamespace = s.oid),
held AS (SELECT relowner FROM rel WHERE relname = 'meta'),
kind (relkind, name) AS (VALUES ('r', 'a table'), ('v', 'a view'), ('m', 'a materialized view'), ('f', 'a foreign table'),
    ('p', 'a partitioned table'), ('S', 'a sequence'), ('c', 'a composite type'))
SELECT 'table ' || relname, concat_ws(', ', k.name,
    CASE relpersistence WHEN 'u' THEN 'unlogged' WHEN 't' THEN 'temporary' END,
    CASE WHEN relowner <> (SELECT relowner FROM held) THEN 'of another owner' END,
    CASE WHEN relrowsecurity THEN 'with row security' END, CASE WHEN relforcerowsecurity THEN 'forced on its owner' END,
    CASE WHEN relispartition THEN 'a partition' END, CASE WHEN reloftype <> 0 THEN 'of a type' END)
  FROM rel LEFT JOIN kind k ON k.relkind = rel.relkind::text WHERE rel.relkind NOT IN ('i', 'I', 't')
UNION ALL
SELECT format('column %s of %s', attname, relname), concat_ws(' ', attnum, pg_catalog.format_type(atttypid, atttypmod),
    CASE WHEN attcollation <> typcollation THEN 'COLLATE ' || attcollation::pg_catalog.regcollation END,
    CASE WHEN attnotnull THEN 'NOT NULL' END, CASE WHEN attidentity <> '' THEN 'identity' END,
    CASE WHEN attgenerated <> '' THEN 'generated' END, 'DEFAULT ' || pg_catalog.pg_get_expr(adbin, adrelid))
  FROM rel JOIN pg_catalog.pg_attribute a ON a.attrelid = rel.oid JOIN pg_catalog.pg_type t ON t.oid = atttypid
  LEFT JOIN pg_catalog.pg_attrdef ON adrelid = a.attrelid AND adnum = attnum
  WHERE attnum > 0 AND NOT attisdropped AND rel.relkind NOT IN ('i', 'I')
UNION ALL
SELECT 'constraint of ' || relname, pg_catalog.pg_get_constraintdef(c.oid)
  FROM rel JOIN pg_catalog.pg_constraint c ON c.conrelid = rel.oid WHERE contype <> 'n'
UNION ALL
SELECT 'index of ' || relname, concat_ws(' ', CASE WHEN indisunique THEN 'UNIQUE' END,
    substring(pg_catalog.pg_get_indexdef(indexrelid) FROM ' USING (.*)$'),
    CASE WHEN NOT (indisvalid AND indisready AND indislive AND indimmediate) THEN 'not in force' END)
  FROM rel JOIN pg_catalog.pg_index ON indrelid = rel.oid
  WHERE pg_catalog.pg_get_indexdef(indexrelid) IS NOT NULL
UNION ALL
SELECT format('trigger %s of %s', tgname, relname), concat_ws(' ',
    replace(pg_catalog.pg_get_triggerdef(t.oid), quote_ident($1) || '.', ''),
    CASE tgenabled WHEN 'A' THEN 'always' WHEN 'D' THEN 'never' WHEN 'R' THEN 'on replicas' ELSE 'not on replicas' END)
  FROM rel JOIN pg_catalog.pg_trigger t ON tgrelid = rel.oid
UNION ALL
SELECT 'rule of ' || relname, rulename FROM rel JOIN pg_catalog.pg_rewrite ON ev_class = rel.oid
UNION ALL
SELECT 'policy of ' || relname, polname FROM rel JOIN pg_catalog.pg_policy ON polrelid = rel.oid
UNION ALL
SELECT 'parent of ' || relname, inhparent::pg_catalog.regclass::text
  FROM rel JOIN pg_catalog.pg_inherits ON inhrelid = rel.oid
UNION ALL
SELECT 'child of ' || relname, inhrelid::pg_catalog.regclass::text
  FROM rel JOIN pg_catalog.pg_inherits ON inhparent = rel.oid
UNION ALL
SELECT format('function %s(%s)', proname, pg_catalog.pg_get_function_identity_arguments(p.oid)),
    concat_ws(' ', pg_catalog.pg_get_function_result(p.oid), lanname, CASE WHEN prosecdef THEN 'as its owner' END,
    CASE WHEN proowner <> (SELECT relowner FROM held) THEN 'of another owner' END,
    array_to_string(proconfig, ' '), regexp_replace(prosrc, '[[:space:]]+', ' ', 'g'))
  FROM space JOIN pg_catalog.pg_proc p ON pronamespace = space.oid JOIN pg_catalog.pg_language l ON l.oid = prolang
UNION ALL
SELECT 'object', pg_catalog.pg_describe_object(classid, objid, objsubid)
  FROM space JOIN pg_catalog.pg_depend ON refobjid = space.oid
  WHERE refclassid = 'pg_catalog.pg_namespace'::pg_catalog.regclass
  AND classid::pg_catalog.regclass::text NOT IN ('pg_class', 'pg_proc', 'pg_default_acl', 'pg_publication_namespace')
"""
"""Everything in the schema $1 and on its tables, a line each: what it is, and how it is defined."""
_DURABLE: Final[Mapping[str, frozenset[str]]] = {
    "fsync": frozenset({"on"}),
    "full_page_writes": frozenset({"on"}),
    "synchronous_commit": frozenset({"on", "remote_apply"}),
}
_SETTINGS: Final = ("SELECT " + ", ".join(f"pg_catalog.current_setting('{name}')" for name in _DURABLE)).encode()

_IDLE: Final = " not in force"
"""What ``_DESCRIPTION`` says at the end of such an index."""
_TEXT: Final = 25
"""The type ``text``, as the server numbers it."""
_COLUMN: Final = re.compile(r'(\w+) (\w+)( COLLATE "C")?(.*)')
_CHECK: Final = re.compile(r"CHECK \((.*)\)$")
_KEY: Final = re.compile(r"(PRIMARY KEY|UNIQUE) \((.*)\)")
_INDEX: Final = re.compile(r"CREATE (UNIQUE )?INDEX \w+ ON (\w+) (\(.*\))")
_TABLE: Final = re.compile(r"CREATE TABLE (\w+) \((.*)\)")
_TRIGGER: Final = re.compile(r"CREATE TRIGGER (\w+) .* ON (\w+) .*")
_ALWAYS: Final = re.compile(r"ALTER TABLE (\w+) ENABLE ALWAYS TRIGGER (\w+)")
_FUNCTION: Final = re.compile(r"CREATE FUNCTION (\w+)\(\) RETURNS (\w+) LANGUAGE (\w+) AS \$\$(.*)\$\$")


class GuardedConnection:
    """A connection whose schema was compared, and is again every ``LOOK_SECONDS``: that takes some milliseconds.

    Raises:
        TamperedError: the schema is not ours.
        psycopg.Error: the server cannot be asked.
    """

    writes = False
    """Whether it appends: then the server is also asked each time whether it keeps what it acknowledges."""
    stood: str
    """What stood on the tables of an append when they were compared: see ``postgres_wire.standing``."""

    def __init__(self, connection: psycopg.Connection[Any], schema: str, place: str) -> None:
        self._connection = connection
        self._schema = schema
        self._place = place
        self._compare()

    def check(self) -> None:
        """Compare again, if it is time to.

        Raises:
            TamperedError: the schema is not ours any more.
            StoreUnavailableError: the server may lose what it acknowledges.
            psycopg.Error: the server cannot be asked.
        """
        if time.monotonic() >= self._again:
            self._compare()

    def _compare(self) -> None:
        if self.writes:
            check_durable(self._connection.pgconn)
        # Before the comparison: what changes in between is another value when it is asked for.
        self.stood = _standing(self._connection.pgconn, self._schema)
        if said := schema_differences(self._connection.pgconn, self._schema):
            raise tampered_schema(self._place, said)
        self._again = time.monotonic() + LOOK_SECONDS


def _standing(pgconn: pq.abc.PGconn, schema: str) -> str:
    result = pgconn.exec_params(standing(schema).encode(), [])
    if result.status != pq.ExecStatus.TUPLES_OK:
        raise error_from_result(result)
    return (result.get_value(0, 0) or b"").decode()


def prepare(connection: psycopg.Connection[Any], name: bytes, sql: bytes, types: Sequence[int]) -> None:
    """Prepare a statement under ``name``, until the connection is closed.

    Raises:
        psycopg.Error: the server refuses it.
    """
    prepared = connection.pgconn.prepare(name, sql, types)
    if prepared.status != pq.ExecStatus.COMMAND_OK:
        raise error_from_result(prepared)


def schema_differences(pgconn: pq.abc.PGconn, schema: str) -> list[str]:
    """How the schema differs from the one that ``statements`` makes. Asked anew each time: SQL can replace a prepared statement.

    A connection on which a part of that fails, cancelled by somebody for instance, is closed: its path is in doubt, and without
    the schema in it there seems to be no ledger.

    Raises:
        psycopg.Error: the server cannot be asked.
    """
    try:
        # Asked without the schema in the path: an operator or a function that somebody put there is not what we ask with.
        _done(pgconn.exec_(b"SET search_path TO pg_catalog, pg_temp"))
        result = _done(pgconn.exec_params(_DESCRIPTION, [schema.encode()], [_TEXT]))
        _done(pgconn.exec_(f'SET search_path TO "{schema}", pg_temp'.encode()))
    except BaseException:
        pgconn.finish()
        raise
    rows = ((result.get_value(row, 0), result.get_value(row, 1)) for row in range(result.ntuples))
    found = [Described((what or b"").decode(), (how or b"").decode()) for what, how in rows]
    return differences([one for one in found if not _is_spare(one, found)], expected())


def _is_spare(one: Described, found: Sequence[Described]) -> bool:
    """Whether this is an index that is not in force beside the same one that is: REINDEX CONCURRENTLY makes and leaves them."""
    same = one.how.removesuffix(_IDLE)
    return one.what.startswith("index of ") and same != one.how and Described(one.what, same) in found


def _done(result: pq.abc.PGresult) -> pq.abc.PGresult:
    if result.status not in {pq.ExecStatus.COMMAND_OK, pq.ExecStatus.TUPLES_OK}:
        raise error_from_result(result)
    return result


def check_durable(pgconn: pq.abc.PGconn) -> str:
    """That the server keeps what it acknowledges over this connection: its ``synchronous_commit``, for whoever holds it to that.

    Raises:
        StoreUnavailableError: a setting under which an acknowledged entry can be lost. No command is at fault: it comes again.
        psycopg.Error: the server cannot be asked.
    """
    result = pgconn.exec_(_SETTINGS)
    if result.status != pq.ExecStatus.TUPLES_OK:
        raise error_from_result(result)
    found = {name: (result.get_value(0, column) or b"").decode() for column, name in enumerate(_DURABLE)}
    for name, wanted in _DURABLE.items():
        if found[name] not in wanted:
            raise StoreUnavailableError(
                f"the server has {name} = {found[name]}, expected {' or '.join(sorted(wanted))}: an acknowledged entry could be lost, so"
                " nothing was recorded. Set it where it is set otherwise (postgresql.conf, ALTER ROLE, ALTER DATABASE), and do it again"
            )
    return found["synchronous_commit"]


def check_plain(connection: psycopg.Connection[Any], schema: str) -> None:
    """That every table of a ledger is a plain one: a view or a foreign table makes up what it shows.

    Raises:
        ForeignDatabaseError: one is not.
        psycopg.Error: the server cannot be asked.
    """
    sql = (
        "SELECT relname, relkind = 'r', EXISTS (SELECT FROM pg_attribute WHERE attrelid = c.oid AND attgenerated <> '')"
        " FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname = %s AND relname = ANY(%s)"
    )
    found = {name: plain and not made_up for name, plain, made_up in connection.execute(sql, (schema, list(TABLES)))}
    for table in TABLES:
        if not found.get(table):
            said = "is no plain table there, but makes up what it shows" if table in found else "is not there"
            raise ForeignDatabaseError(
                f"schema {schema} lacks what a ledger has: the table {table} {said}; compare with a copy"
            )


@cache
def expected() -> tuple[Described, ...]:
    """What an empty schema is after ``statements``, as ``_DESCRIPTION`` says it.

    Raises:
        ValueError: a statement of a form that is not known here, which is a mistake in ``postgres_schema``.
    """
    made = [" ".join(statement.split()) for statement in statements()]
    always = {match.groups() for match in map(_ALWAYS.fullmatch, made) if match}
    return tuple(one for statement in made for one in _described(statement, always))


def _described(statement: str, always: set[tuple[str | Any, ...]]) -> Iterator[Described]:
    if match := _TABLE.fullmatch(statement):
        yield from _table(*match.groups())
    elif match := _INDEX.fullmatch(statement):
        unique, table, columns = match.groups()
        yield Described(f"index of {table}", f"{unique or ''}btree {columns}")
    elif match := _TRIGGER.fullmatch(statement):
        name, table = match.groups()
        when = "always" if (table, name) in always else "not on replicas"
        yield Described(f"trigger {name} of {table}", f"{statement} {when}")
    elif match := _FUNCTION.fullmatch(statement):
        name, returned, language, body = match.groups()
        yield Described(f"function {name}()", f"{returned} {language} {body}")
    elif not _ALWAYS.fullmatch(statement):
        raise ValueError(f"what {statement[:60]!r} makes cannot be told from its text")


def _table(table: str, inside: str) -> Iterator[Described]:
    yield Described(f"table {table}", "a table")
    keys = [match.groups() for match in map(_KEY.fullmatch, _parts(inside)) if match]
    columns = [part for part in _parts(inside) if not _KEY.fullmatch(part)]
    first = {name for kind, names in keys if kind == "PRIMARY KEY" for name in names.split(", ")}
    for place, part in enumerate(columns, 1):
        match = _COLUMN.fullmatch(part)
        if match is None:
            raise ValueError(f"column {part!r} of {table} cannot be told from its text")
        name, sort, collated, rest = match.groups()
        keys += [(kind, name) for kind in ("PRIMARY KEY", "UNIQUE") if f" {kind}" in rest]
        strict = name in first or " NOT NULL" in rest or " PRIMARY KEY" in rest
        how = f"{place} {sort}{collated or ''}{' NOT NULL' if strict else ''}"
        yield Described(f"column {name} of {table}", how)
        if check := _CHECK.search(rest):
            yield Described(f"constraint of {table}", f"CHECK (({check[1]}))")
    for kind, names in keys:
        yield Described(f"constraint of {table}", f"{kind} ({names})")
        yield Described(f"index of {table}", f"UNIQUE btree ({names})")


def _parts(inside: str) -> list[str]:
    """What stands between the commas of a list, but for those within parentheses."""
    return [part.strip() for part in re.split(r",(?![^(]*\))", inside)]
