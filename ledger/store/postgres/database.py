"""Making and opening the schema of a ledger in PostgreSQL."""

from __future__ import annotations

import os
import re
from contextlib import AbstractContextManager, closing
from typing import Any, Final
from urllib.parse import urlsplit, urlunsplit

import psycopg
from eventsourcing.utils import strtobool
from psycopg.conninfo import conninfo_to_dict
from psycopg.sql import SQL, Identifier

from tombo.ledger.core.errors import ForeignDatabaseError, TamperedError, UsageError
from tombo.ledger.store.postgres import views as postgres_views
from tombo.ledger.store.postgres.connect import connect, explain, lock_key
from tombo.ledger.store.postgres.fence import SessionFence
from tombo.ledger.store.postgres.fence import fence as session_fence
from tombo.ledger.store.postgres.loose import PostgresEvidenceRecorder
from tombo.ledger.store.postgres.recorder import PostgresLedgerRecorder
from tombo.ledger.store.postgres.schema import statements
from tombo.ledger.store.store import Store
from tombo.ledger.store.types import SCHEMA_VERSION, TABLES
from tombo.ledger.store.views import Views

_SCHEMA: Final = re.compile(r"[a-z_][a-z0-9_]{0,62}")


def open_store(url: str, *, read_only: bool) -> Store:
    """See ``tombo.ledger.store.open_store``."""
    params, schema = parse(url)
    recorder = PostgresLedgerRecorder(params, schema, read_only=read_only)
    try:
        meta = _read_meta(recorder, schema)
        if not read_only:
            _check_no_functions()
            recorder.prepare()
    except TamperedError:
        recorder.close()
        with closing(PostgresEvidenceRecorder(params, schema, read_only=True)) as found:
            _read_meta(found, schema)  # what is no ledger at all, or a newer one, is said to be that
        raise
    except BaseException:
        recorder.close()
        raise
    return Store(url, meta["origin"], recorder)


def open_evidence(url: str) -> Store:
    """See ``tombo.ledger.store.open_evidence``."""
    params, schema = parse(url)
    recorder = PostgresEvidenceRecorder(params, schema, read_only=True)
    try:
        recorder.check_plain()
        meta = _facts(recorder, schema)
    except BaseException:
        recorder.close()
        raise
    return Store(
        url, meta.get("origin", ""), recorder
    )  # who looks at it is told, and judges what is there all the same


def create_store(url: str, origin: str) -> Store:
    """See ``tombo.ledger.store.create_store``."""
    params, schema = parse(url)
    try:
        with connect(params, schema) as connection, connection.transaction(), connection.cursor() as cursor:
            _create(cursor, schema, origin)
    except psycopg.Error as error:
        raise explain(error, f"schema {schema}") from error
    return open_store(url, read_only=False)


def open_views(url: str) -> Views:
    """See ``tombo.ledger.store.open_views``."""
    return postgres_views.open_views(*parse(url))


def find_views(url: str) -> Views | None:
    """See ``tombo.ledger.store.find_views``."""
    return postgres_views.find_views(*parse(url))


def fence(url: str) -> AbstractContextManager[SessionFence]:
    """See ``tombo.ledger.store.fence``."""
    return session_fence(*parse(url))


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
        found = dict(conninfo_to_dict(plain))
    except psycopg.Error as error:
        said = str(error).strip()
        if "@" in url:
            said = f"{said.partition(chr(34))[0].strip()} ..."  # what libpq quotes may be a part of the password
        raise UsageError(f"the ledger's URL is not one that PostgreSQL takes: {said}") from error
    if "@" in str(found.get("dbname", "")):
        raise UsageError(
            "the ledger's URL has a / or an @ before its host's name; expected in a password %2F and %40, or better no password:"
            " libpq reads it from the file that PGPASSFILE names"
        )
    return found, schema


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
            " and nothing is ever written over a ledger. What a restore that was killed left is removed first (docs/restore.md)"
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
    meta = _facts(recorder, schema)
    if "origin" not in meta or "schema" not in meta:
        raise ForeignDatabaseError(
            f"schema {schema} has a table meta, but not a ledger's; 'tombo verify' looks at one that was spoilt, 'tombo init'"
            " makes a new one"
        )
    return meta


def _facts(recorder: PostgresLedgerRecorder, schema: str) -> dict[str, str]:
    """What the table ``meta`` says.

    Raises:
        ForeignDatabaseError: it is of another schema version.
    """
    meta = dict(recorder.fetch("SELECT name, value FROM meta"))
    if meta.get("schema", str(SCHEMA_VERSION)) != str(SCHEMA_VERSION):
        raise ForeignDatabaseError(
            f"schema {schema} is a ledger of schema version {meta['schema']}, and this program knows"
            f" {SCHEMA_VERSION}; use the version of tombo that made it, or a newer one"
        )
    return meta


def _check_no_functions() -> None:
    """That the library's unlocked insert is not asked for.

    Raises:
        UsageError: it is.
    """
    if strtobool(os.environ.get("POSTGRES_ENABLE_DB_FUNCTIONS") or "no"):
        raise UsageError(
            "POSTGRES_ENABLE_DB_FUNCTIONS is set: the library's database functions insert without the lock, and a"
            " reader of the log misses entries. Unset it"
        )
