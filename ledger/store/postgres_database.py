"""Making and opening the schema of a ledger in PostgreSQL."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final
from urllib.parse import urlsplit, urlunsplit

import psycopg
from eventsourcing.utils import strtobool
from psycopg.conninfo import conninfo_to_dict
from psycopg.sql import SQL, Identifier

from ledger.core.errors import ForeignDatabaseError, UsageError
from ledger.store.postgres import PostgresLedgerRecorder, PostgresViewsRecorder, connect, explain, lock_key
from ledger.store.postgres_schema import statements
from ledger.store.store import Store
from ledger.store.types import SCHEMA_VERSION, TABLES, check_tables
from ledger.store.views import ABOUT, MARKING, NAME_MAX, Views

_VIEWS: Final = "_views"
"""How the name of the schema of projections ends."""
_SCHEMA: Final = re.compile(r"[a-z_][a-z0-9_]{0,62}")
_DURABLE: Final[Mapping[str, frozenset[str]]] = {
    "fsync": frozenset({"on"}),
    "full_page_writes": frozenset({"on"}),
    "synchronous_commit": frozenset({"on", "remote_apply"}),
}


def open_store(url: str, *, read_only: bool) -> Store:
    """See ``ledger.store.open_store``."""
    params, schema = parse(url)
    recorder = PostgresLedgerRecorder(params, schema, read_only=read_only)
    try:
        meta = _read_meta(recorder, schema)
        if not read_only:
            _check_durable(recorder)
    except BaseException:
        recorder.close()
        raise
    return Store(url, meta["origin"], recorder)


def create_store(url: str, origin: str) -> Store:
    """See ``ledger.store.create_store``."""
    params, schema = parse(url)
    try:
        with connect(params, schema) as connection, connection.transaction(), connection.cursor() as cursor:
            _create(cursor, schema, origin)
    except psycopg.Error as error:
        raise explain(error, f"schema {schema}") from error
    return open_store(url, read_only=False)


def open_views(url: str) -> Views:
    """See ``ledger.store.open_views``."""
    params, schema = _views_place(url)
    try:
        with connect(params, schema) as connection, connection.cursor() as cursor:
            if not _has_tables(cursor, schema, [ABOUT]):  # who finds it there needs no right to make it
                with connection.transaction():
                    _create_views(cursor, schema)
    except psycopg.Error as error:
        raise explain(error, f"schema {schema}", "no projection can be kept there") from error
    return Views(PostgresViewsRecorder(params, schema), f"schema {schema}")


def find_views(url: str) -> Views | None:
    """See ``ledger.store.find_views``."""
    params, schema = _views_place(url)
    try:
        with connect(params, schema, read_only=True) as connection, connection.cursor() as cursor:
            if not _has_tables(cursor, schema, [ABOUT]):
                return None
    except psycopg.Error as error:
        raise explain(error, f"schema {schema}", "nothing was read") from error
    return Views(PostgresViewsRecorder(params, schema, read_only=True), f"schema {schema}")


def views_schema(ledger: str) -> str:
    """The schema of projections beside the schema ``ledger``: one for each, also where its name is as long as can be."""
    if len(ledger) + len(_VIEWS) <= NAME_MAX:
        return f"{ledger}{_VIEWS}"
    told = sha256(ledger.encode()).hexdigest()[:16]
    return f"{ledger[: NAME_MAX - len(_VIEWS) - len(told) - 1]}_{told}{_VIEWS}"


def _views_place(url: str) -> tuple[dict[str, Any], str]:
    params, ledger = parse(url)
    return params, views_schema(ledger)


def _has_tables(cursor: psycopg.Cursor[Any], schema: str, names: Sequence[str] | None = None) -> bool:
    """Whether ``schema`` has a table: one of ``names``, or any at all."""
    cursor.execute(
        "SELECT count(*) FROM pg_tables WHERE schemaname = %s AND (%s::text[] IS NULL OR tablename = ANY(%s))",
        (schema, names, names),
    )
    found = cursor.fetchone()
    return bool(found and found[0])


def _create_views(cursor: psycopg.Cursor[Any], schema: str) -> None:
    cursor.execute("SELECT pg_advisory_xact_lock(%s::bigint)", (lock_key(schema),))  # two followers take turns
    if _has_tables(cursor, schema, [ABOUT]):
        return
    cursor.execute(SQL("CREATE SCHEMA IF NOT EXISTS {}").format(Identifier(schema)))
    if _has_tables(cursor, schema):
        raise ForeignDatabaseError(
            f"schema {schema} holds tables of something else; the projections of this ledger belong there, so"
            " one of the two needs another name"
        )
    for statement in MARKING:
        cursor.execute(SQL(statement))


def parse(url: str) -> tuple[dict[str, Any], str]:
    """What libpq needs to connect, and the ledger's schema.

    Raises:
        UsageError: the URL is no URL of PostgreSQL, or the schema no plain name.
    """
    parts = urlsplit(url)
    query = [part for part in parts.query.split("&") if part]  # left as it is: libpq reads no + as a space
    schema = dict(part.split("=", 1) for part in query if part.startswith("schema=")).get("schema", "public")
    if _SCHEMA.fullmatch(schema) is None:
        raise UsageError(f"schema={schema} in the ledger's URL; expected small letters, digits and _, at most 63")
    rest = "&".join(part for part in query if not part.startswith("schema="))
    plain = urlunsplit(parts._replace(query=rest)) if parts.netloc else f"{parts.scheme}://{parts.path}?{rest}"
    try:
        return dict(conninfo_to_dict(plain)), schema
    except psycopg.Error as error:
        raise UsageError(f"the ledger's URL is not one that PostgreSQL takes: {str(error).strip()}") from error


def _create(cursor: psycopg.Cursor[Any], schema: str, origin: str) -> None:
    cursor.execute("SELECT pg_advisory_xact_lock(%s::bigint)", (lock_key(schema),))  # two inits take turns
    if schema != "public":
        cursor.execute(SQL("CREATE SCHEMA IF NOT EXISTS {}").format(Identifier(schema)))
    cursor.execute(
        "SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
        " WHERE n.nspname = %s AND c.relname = ANY(%s)",
        (schema, list(TABLES)),
    )
    there = {name for (name,) in cursor.fetchall()}
    if there == set(TABLES):
        cursor.execute("SELECT value FROM meta WHERE name = 'origin'")
        found = cursor.fetchone()
        raise UsageError(
            f"schema {schema} is already the ledger {found[0] if found else '(unnamed)'}; `tombo status` shows it,"
            " and init never overwrites one"
        )
    if there:
        raise ForeignDatabaseError(
            f"schema {schema} holds tables of something else ({', '.join(sorted(there))});"
            " give the ledger a schema of its own with ?schema=name"
        )
    for statement in statements():
        cursor.execute(SQL(statement))
    for fact in (("origin", origin), ("schema", str(SCHEMA_VERSION))):
        cursor.execute("INSERT INTO meta VALUES (%s, %s)", fact)


def _read_meta(recorder: PostgresLedgerRecorder, schema: str) -> dict[str, str]:
    """The facts of the ledger in ``schema``.

    Raises:
        ForeignDatabaseError: it is not a ledger, or of another schema version.
    """
    meta = dict(recorder.fetch("SELECT name, value FROM meta"))
    if "origin" not in meta or "schema" not in meta:
        raise ForeignDatabaseError(f"schema {schema} has a table meta, but not a ledger's; `tombo init` makes a ledger")
    if meta["schema"] != str(SCHEMA_VERSION):
        raise ForeignDatabaseError(
            f"schema {schema} is a ledger of schema version {meta['schema']}, and this program knows"
            f" {SCHEMA_VERSION}; use the version of tombo that made it, or a newer one"
        )
    found = recorder.fetch("SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()")
    check_tables([name for (name,) in found], f"schema {schema}")
    return meta


def _check_durable(recorder: PostgresLedgerRecorder) -> None:
    """That the server keeps what it acknowledges, and that the library's unlocked insert is not asked for.

    Raises:
        UsageError: a setting under which an acknowledged entry can be lost or missed.
    """
    if strtobool(os.environ.get("POSTGRES_ENABLE_DB_FUNCTIONS") or "no"):
        raise UsageError(
            "POSTGRES_ENABLE_DB_FUNCTIONS is set: the library's database functions insert without the lock, and a"
            " reader of the log misses entries. Unset it"
        )
    for name, wanted in _DURABLE.items():
        ((found,),) = recorder.fetch("SELECT setting FROM pg_settings WHERE name = ?", (name,))
        if found not in wanted:
            raise UsageError(
                f"the server has {name} = {found}, expected {' or '.join(sorted(wanted))}: an acknowledged entry could"
                " be lost. Set it in postgresql.conf"
            )
