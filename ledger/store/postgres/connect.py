"""Connections to PostgreSQL that see the ledger's schema alone, and what their errors mean."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

import psycopg
from eventsourcing.persistence import IntegrityError
from eventsourcing.postgres import PostgresDatastore
from psycopg.rows import dict_row
from psycopg.sql import SQL, Identifier

from tombo.ledger.core.errors import ForeignDatabaseError, LedgerError, NoLedgerError, StoreUnavailableError
from tombo.ledger.store.postgres.sessions import session_holders

LOCK_SECONDS: Final = 30
"""How long an append waits for other writers before it is given up."""
SILENCE_SECONDS: Final = 10
"""How long the server waits for a writer that fell silent under the lock; sealing takes milliseconds."""

_FORBIDDEN: Final = (
    "SELECT current_user FROM pg_catalog.pg_namespace"
    " WHERE nspname = %s AND NOT pg_catalog.has_schema_privilege(oid, 'USAGE')"
)
DEFAULTS: Final[Mapping[str, str | int]] = {
    "application_name": "tombo",
    "client_encoding": "utf8",
    "connect_timeout": 10,
    # A connection whose other end is gone is noticed within a minute, not after the two hours TCP takes by itself.
    "keepalives": 1,
    "keepalives_idle": 20,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 60_000,
}


class PostgresqlDatastore(PostgresDatastore):
    """The library's datastore for streams named by text, with every parameter of the URL, opened at the first read."""

    def __init__(self, params: Mapping[str, Any], schema: str) -> None:
        super().__init__("", "", "", "", "", schema=schema, originator_id_type="text", pool_size=0, max_overflow=4)
        self.pool.kwargs = {**params, "row_factory": dict_row}

    def register_type_adapters(self) -> None:
        """Nothing to register: rows go in as arrays of plain types, not as the library's composite type."""


def connect(params: Mapping[str, Any], schema: str, *, read_only: bool = False) -> psycopg.Connection[Any]:
    """A connection in autocommit that sees the ledger's schema alone.

    Raises:
        psycopg.Error: the server cannot be reached, or refuses.
    """
    connection = psycopg.connect(**params, autocommit=True)
    # pg_catalog comes first by itself. Temporary tables, which a pooled session may have, would come before ours unless
    # named last. Where a policy would hide rows from us, row_security = off makes it an error. How the server writes bytes and
    # names is ours too: an administrator may have set otherwise for the database or the role.
    settings = SQL(
        "SET search_path TO {schema}, pg_temp; SET row_security = off; SET lock_timeout = '{lock}s';"
        " SET idle_in_transaction_session_timeout = '{silence}s'; SET default_transaction_read_only = {read_only};"
        " SET bytea_output = 'hex'; SET quote_all_identifiers = off"
    )
    try:
        connection.execute(
            settings.format(schema=Identifier(schema), lock=LOCK_SECONDS, silence=SILENCE_SECONDS, read_only=read_only),
            prepare=False,
        )
    except BaseException:
        connection.close()
        raise
    return connection


def lock_key(schema: str, what: str = "stored_events") -> int:
    """The key of an advisory lock of the ledger in ``schema``, among those of its database: of ``what`` is guarded.

    ``stored_events``: the order of the appends; ``serve``: that one process serves.
    """
    digest = hashlib.sha256(f"tombo/lock/v1\n{schema}.{what}".encode()).digest()
    return int.from_bytes(digest[:8], "big", signed=True)


def holders(params: Mapping[str, Any], schema: str) -> str:
    """Who holds the lock that orders the appends, or one of a table, asked over a connection of its own: as far as it can be found out."""
    try:
        with connect(params, schema, read_only=True) as connection:
            return session_holders(connection, lock_key(schema))
    except psycopg.Error:
        return "who holds it cannot be asked"


def may_not_look(connecting: Callable[[], psycopg.Connection[Any]], schema: str) -> str:
    """That this user may not look into ``schema``, if so: the server calls its tables missing then, not forbidden."""
    try:
        with connecting() as connection:
            found = connection.execute(_FORBIDDEN, (schema,)).fetchone()
    except psycopg.Error:
        return ""
    return f"permission denied for schema {schema} (the user {found[0]} lacks USAGE)" if found else ""


def locked(
    params: Mapping[str, Any], schema: str, place: str, outcome: str = "nothing was recorded"
) -> StoreUnavailableError:
    """A lock was waited for in vain: who holds it."""
    return StoreUnavailableError(
        f"{place} is locked by another writer, for longer than {LOCK_SECONDS} s ({holders(params, schema)}); {outcome}."
        " Send the command again when that writer is done"
    )


def explain(error: psycopg.Error, place: str, outcome: str = "nothing was recorded") -> LedgerError | IntegrityError:
    """What an error of PostgreSQL means for the caller. The transaction it stopped is over."""
    return meaning(error.sqlstate or "", str(error).strip(), place, outcome)


@lru_cache
def translate(sql: str) -> str:
    """``sql`` with ``%s`` for ``?``; none of our queries has either inside a text."""
    return sql.replace("?", "%s")


def meaning(
    state: str, message: str, place: str, outcome: str = "nothing was recorded"
) -> LedgerError | IntegrityError:
    """What an error of PostgreSQL means for the caller, by its SQLSTATE."""
    match state:
        case "23505" | "23514" | "23001":  # taken; refused by a check; refused by the triggers
            return IntegrityError(message)
        case "55P03":
            return StoreUnavailableError(
                f"{place} is locked by another writer, for longer than {LOCK_SECONDS} s; {outcome}."
                " Send the command again when that writer is done"
            )
        case "57014":
            return StoreUnavailableError(
                f"{place}: the server cancelled the statement ({message}); by whom is not known: an administrator, or a time limit of this"
                f" user or database; {outcome}, and what was acknowledged stands. Do it again; if it is cancelled again, see statement_timeout"
            )
        case "42501":
            return StoreUnavailableError(
                f"{place}: {message}; {outcome}. The role of this user has no right to do that: docs/postgres-roles.md"
                " says which has"
            )
        case "53100":
            return StoreUnavailableError(f"{place}: the disk is full; {outcome}. Free some space, and do it again")
        case "3F000" | "3D000" | "42P01":
            return NoLedgerError(f"{place} is not a ledger: {message}; `tombo init` makes one")
        case "42703" | "42883" | "42804":
            return ForeignDatabaseError(f"{place} is not a ledger: {message}; `tombo init` makes one")
        case _:
            return StoreUnavailableError(f"{place}: {message}; {outcome}")
