"""The schema of projections in PostgreSQL, beside the ledger's: made by the first who may, read by whoever may.

Who owns that schema decides what lies in it, and so could plant a trigger, or a function that takes the place of one of the
server's, to be run with the rights of whoever comes next: it may hold plain tables alone (``FOREIGN``). And whoever is a
member of the role that owns it works there as that role: so its tables have one owner, and no rights but his are at hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

import psycopg
from psycopg.sql import SQL, Identifier

from tombo.ledger.core.errors import ForeignDatabaseError, StoreUnavailableError
from tombo.ledger.store.builds import NAME_MAX
from tombo.ledger.store.postgres.connect import connect, explain, lock_key
from tombo.ledger.store.postgres.recorder import PostgresLedgerRecorder
from tombo.ledger.store.views import ABOUT, MARKING, Views

_SUFFIX: Final = "_views"
"""How the name of the schema of projections ends."""
FOREIGN: Final = """
WITH place AS (SELECT oid FROM pg_namespace WHERE nspname = current_schema()),
    relation AS (SELECT c.* FROM pg_class c JOIN place ON c.relnamespace = place.oid)
SELECT 'function', proname::text FROM pg_proc JOIN place ON pronamespace = place.oid
UNION ALL SELECT 'operator', oprname::text FROM pg_operator JOIN place ON oprnamespace = place.oid
UNION ALL SELECT 'type', typname::text FROM pg_type JOIN place ON typnamespace = place.oid WHERE typrelid = 0 AND typelem = 0
UNION ALL SELECT 'relation', relname::text FROM relation
    WHERE relkind NOT IN ('r', 'i') OR relrowsecurity OR relforcerowsecurity OR relpersistence <> 'p'
UNION ALL SELECT 'trigger', tgname::text FROM pg_trigger JOIN relation ON tgrelid = relation.oid
UNION ALL SELECT 'rule', rulename::text FROM pg_rewrite JOIN relation ON ev_class = relation.oid
UNION ALL SELECT 'policy', polname::text FROM pg_policy JOIN relation ON polrelid = relation.oid
UNION ALL SELECT 'inheritance', relname::text FROM pg_inherits JOIN relation ON relation.oid IN (inhrelid, inhparent)
UNION ALL SELECT 'column', attname::text FROM pg_attribute JOIN relation ON attrelid = relation.oid
    WHERE relkind = 'r' AND attnum > 0 AND NOT attisdropped
        AND (atthasdef OR atttypid NOT IN ('pg_catalog.text'::regtype, 'pg_catalog.int8'::regtype))
UNION ALL SELECT 'constraint', conname::text FROM pg_constraint JOIN relation ON conrelid = relation.oid
    WHERE contype NOT IN ('p', 'n')
UNION ALL SELECT 'index', relname::text FROM pg_index JOIN relation ON indexrelid = relation.oid
    WHERE indexprs IS NOT NULL OR indpred IS NOT NULL AND relname <> 'builds_live'
"""
"""What a schema of projections never holds: whatever runs code when a plain table is read or written."""
_ALLOWED: Final = """
SELECT pg_get_userbyid(nspowner), current_user, pg_has_role(nspowner, 'MEMBER'), has_schema_privilege(oid, 'USAGE')
FROM pg_namespace WHERE nspname = %s"""
"""Who owns a schema, who asks, whether he is a member of the owner, and whether he may look into it."""


class PostgresViewsRecorder(PostgresLedgerRecorder):
    """The recorder of a schema of projections, where nothing is appended: it has no entries."""

    foreign = FOREIGN

    def _admit(self, connection: psycopg.Connection[Any]) -> None:
        """Nothing is asked of it."""

    def _hold(self, connection: psycopg.Connection[Any]) -> None:
        """To nothing: its tables come and go."""

    def _connect(self, *, read_only: bool = False) -> psycopg.Connection[Any]:
        return _connect(self._params, self.schema, read_only=read_only)


def open_views(params: Mapping[str, Any], ledger: str) -> Views:
    """The projections beside the schema ``ledger``, made if they are not there: see ``tombo.ledger.store.open_views``."""
    schema = views_schema(ledger)
    try:
        with _connect(params, schema) as connection, connection.cursor() as cursor:
            if not _has_tables(cursor, schema, [ABOUT]):  # who finds it there needs no right to make it
                with connection.transaction():
                    _create(cursor, schema)
    except psycopg.Error as error:
        raise explain(error, f"schema {schema}", "no projection can be kept there") from error
    return Views(PostgresViewsRecorder(params, schema), f"schema {schema}")


def find_views(params: Mapping[str, Any], ledger: str) -> Views | None:
    """The projections beside the schema ``ledger``, None where none were kept: see ``tombo.ledger.store.find_views``."""
    schema = views_schema(ledger)
    try:
        with _connect(params, schema, read_only=True) as connection, connection.cursor() as cursor:
            if not _has_tables(cursor, schema, [ABOUT]):
                return None
    except psycopg.Error as error:
        raise explain(error, f"schema {schema}", "nothing was read") from error
    return Views(PostgresViewsRecorder(params, schema, read_only=True), f"schema {schema}")


def views_schema(ledger: str) -> str:
    """The schema of projections beside the schema ``ledger``: one for each, also where its name is as long as can be."""
    return shortened(f"{ledger}{_SUFFIX}", len(_SUFFIX))


def shortened(name: str, ending: int) -> str:
    """``name``, where it is longer than PostgreSQL keeps with a digest in place of what stands before its last ``ending``."""
    if len(name) <= NAME_MAX:
        return name
    begins, ends = name[:-ending], name[-ending:]
    told = sha256(begins.encode()).hexdigest()[:16]
    return f"{begins[: NAME_MAX - ending - len(told) - 1]}_{told}{ends}"


def _connect(params: Mapping[str, Any], schema: str, *, read_only: bool = False) -> psycopg.Connection[Any]:
    """A connection to ``schema``, as the role that owns it where this user is a member of it.

    Raises:
        StoreUnavailableError: this user may not look into it.
    """
    connection = connect(params, schema, read_only=read_only)
    try:
        _work_as_owner(connection, schema)
    except BaseException:
        connection.close()
        raise
    return connection


def _work_as_owner(connection: psycopg.Connection[Any], schema: str) -> None:
    found = connection.execute(_ALLOWED, (schema,), prepare=False).fetchone()
    if found is None:
        return
    owner, user, member, may = found
    if member and owner != user:
        connection.execute(SQL("SET ROLE {}").format(Identifier(owner)), prepare=False)
    elif not may:
        raise StoreUnavailableError(
            f"schema {schema}: the user {user} may not read what projections keep; nothing was read. A member of the role"
            f" {owner} may (docs/postgres-roles.md)"
        )


def _has_tables(cursor: psycopg.Cursor[Any], schema: str, names: Sequence[str] | None = None) -> bool:
    """Whether ``schema`` has a table: one of ``names``, or any at all."""
    cursor.execute(
        "SELECT count(*) FROM pg_tables WHERE schemaname = %s AND (%s::text[] IS NULL OR tablename = ANY(%s))",
        (schema, names, names),
    )
    found = cursor.fetchone()
    return bool(found and found[0])


def _create(cursor: psycopg.Cursor[Any], schema: str) -> None:
    cursor.execute("SELECT pg_advisory_xact_lock(%s::bigint)", (lock_key(schema),))  # two followers take turns
    if _has_tables(cursor, schema, [ABOUT]):
        return
    cursor.execute("SELECT FROM pg_namespace WHERE nspname = %s", (schema,))
    if not cursor.rowcount:  # IF NOT EXISTS asks for the right to make schemas also where it is there
        cursor.execute(SQL("CREATE SCHEMA {}").format(Identifier(schema)))
    if _has_tables(cursor, schema):
        raise ForeignDatabaseError(
            f"schema {schema} holds tables of something else; the projections of this ledger belong there, so"
            " one of the two needs another name"
        )
    for statement in MARKING:
        cursor.execute(SQL(statement))
