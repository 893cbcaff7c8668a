"""Who may do what to a ledger in PostgreSQL: one role for each kind of process, with the rights it needs and no other.

The owner of the schema made the ledger and is used for that alone. The four roles cannot log in: the users of processes are
members of one of them. ``RIGHTS`` decides; ``statements`` is what ``tombo init --roles`` runs and ``--roles-sql`` prints, and
may be run again: it takes away whatever a role has beyond the table. What a role does not have, the server refuses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

import psycopg
from psycopg.sql import SQL, Composed, Identifier
from psycopg.sql import Literal as Quoted

from tombo.ledger.core.errors import UsageError
from tombo.ledger.store.postgres.connect import connect, explain
from tombo.ledger.store.postgres.views import shortened, views_schema
from tombo.ledger.store.roles import ROLES, Role

Verb = Literal["SELECT", "INSERT", "UPDATE"]

_READ: Final = ("SELECT",)
_ADD: Final = ("SELECT", "INSERT")
_KEEP: Final = ("SELECT", "INSERT", "UPDATE")
RIGHTS: Final[Mapping[str, Mapping[Role, tuple[Verb, ...]]]] = MappingProxyType(
    {
        "stored_events": {"writer": _ADD, "publisher": _READ, "views": _READ, "auditor": _READ},
        "commands": {"writer": _ADD, "publisher": _READ, "auditor": _READ},
        "openings": {"writer": _ADD},
        "tiles": {"writer": _READ, "publisher": _KEEP, "views": _READ, "auditor": _READ},
        "checkpoints": {"writer": _READ, "publisher": _ADD, "views": _READ, "auditor": _READ},
        "meta": {"writer": _READ, "publisher": _READ, "views": _READ, "auditor": _READ},
        "notification_tracking": {"writer": _READ, "publisher": _KEEP, "views": _READ, "auditor": _READ},
    }
)
"""Every table of a ledger, and what each role may do to it; a role that is not named may do nothing."""

_MADE: Final = """DO $tombo$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = {text}) THEN
        CREATE ROLE {role} NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS;
        COMMENT ON ROLE {role} IS {mark};
    ELSIF pg_catalog.shobj_description((SELECT oid FROM pg_catalog.pg_roles WHERE rolname = {text}), 'pg_authid')
            IS DISTINCT FROM {mark} THEN
        RAISE EXCEPTION 'the role % is there already and is not of this ledger', {text} USING ERRCODE = 'duplicate_object';
    END IF;
END $tombo$"""
_OWNED: Final = """DO $tombo$ DECLARE found name; BEGIN
    FOR found IN SELECT tablename FROM pg_catalog.pg_tables WHERE schemaname = {text} LOOP
        EXECUTE pg_catalog.format('ALTER TABLE {views}.%I OWNER TO {role}', found);
    END LOOP;
END $tombo$"""

_LOCK: Final = 0x746F6D62_6F726F6C
"""Who makes roles in a database takes turns: ``tomborol``."""
_PLAIN: Final = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)


class RoledLedger(NamedTuple):
    """The ledger that roles are made for."""

    database: str
    schema: str

    def role(self, role: Role) -> str:
        """The name of ``role``: of the server, so it tells the database too."""
        return shortened(f"{self.database}_{self.schema}_{role}", len(role) + 1)


def statements(place: RoledLedger) -> Iterator[SQL | Composed]:
    """What makes the roles of the ledger at ``place`` and gives them their rights, to be run in one transaction."""
    schema, views = Identifier(place.schema), Identifier(views_schema(place.schema))
    database = Identifier(place.database)
    names = {role: Identifier(place.role(role)) for role in ROLES}
    everybody = SQL(", ").join(names.values())
    yield SQL("SET LOCAL search_path TO pg_catalog")  # nothing that anybody put elsewhere is called
    yield SQL("SELECT pg_advisory_xact_lock({})").format(_LOCK)  # the rights of a database are one row: take turns
    for role in ROLES:
        mark = Quoted(f"tombo: {role} of {place.database}, schema {place.schema}")
        yield SQL(_MADE).format(text=Quoted(place.role(role)), role=names[role], mark=mark)
    yield SQL("REVOKE TEMPORARY ON DATABASE {} FROM PUBLIC").format(database)
    yield SQL("REVOKE CREATE ON SCHEMA {} FROM PUBLIC").format(schema)
    yield SQL("REVOKE ALL ON ALL TABLES IN SCHEMA {} FROM PUBLIC, {}").format(schema, everybody)
    yield SQL("REVOKE ALL ON SCHEMA {} FROM {}").format(schema, everybody)
    yield SQL("GRANT CONNECT ON DATABASE {} TO {}").format(database, everybody)
    yield SQL("GRANT USAGE ON SCHEMA {} TO {}").format(schema, everybody)
    for table, rights in RIGHTS.items():
        for role, verbs in rights.items():
            yield SQL("GRANT {} ON {} TO {}").format(
                SQL(", ").join(map(SQL, verbs)), Identifier(place.schema, table), names[role]
            )
    yield SQL("GRANT {} TO CURRENT_USER").format(names["views"])  # who makes a schema for a role must be a member
    yield SQL("CREATE SCHEMA IF NOT EXISTS {} AUTHORIZATION {}").format(views, names["views"])
    yield SQL("ALTER SCHEMA {} OWNER TO {}").format(views, names["views"])
    yield SQL(_OWNED).format(text=Quoted(views_schema(place.schema)), views=views, role=names["views"])
    yield SQL("GRANT USAGE ON SCHEMA {} TO {}").format(views, names["auditor"])
    yield SQL("GRANT SELECT ON ALL TABLES IN SCHEMA {} TO {}").format(views, names["auditor"])
    yield SQL("ALTER DEFAULT PRIVILEGES FOR ROLE {} IN SCHEMA {} GRANT SELECT ON TABLES TO {}").format(
        names["views"], views, names["auditor"]
    )


def grant(params: Mapping[str, Any], schema: str) -> Mapping[Role, str]:
    """Make the roles of the ledger in ``schema`` and give them their rights; their names.

    Raises:
        UsageError: this user may not, or a role of that name is somebody else's.
        StoreUnavailableError: the server refuses, or cannot be reached. No role was made.
    """
    try:
        with connect(params, schema) as connection, connection.transaction():
            place = _place(connection, schema)
            for statement in statements(place):
                connection.execute(statement, prepare=False)
    except psycopg.errors.DuplicateObject as error:
        raise UsageError(
            f"{error.diag.message_primary}; rename that role, or use a database of another name"
        ) from error
    except psycopg.Error as error:
        raise explain(error, f"schema {schema}", "no role was made; 'tombo init --roles-sql' prints the SQL") from error
    return {role: place.role(role) for role in ROLES}


def check_may_grant(params: Mapping[str, Any], schema: str) -> None:
    """That this user may make roles.

    Raises:
        UsageError: he may not.
        StoreUnavailableError: the server cannot be reached.
    """
    asked = "SELECT current_user, rolsuper OR rolcreaterole FROM pg_catalog.pg_roles WHERE rolname = current_user"
    try:
        with connect(params, schema, read_only=True) as connection:
            _place(connection, schema)
            ((user, may),) = connection.execute(asked)
    except psycopg.Error as error:
        raise explain(error, f"schema {schema}", "nothing was made") from error
    if not may:
        raise UsageError(
            f"{user} may not make roles (it lacks CREATEROLE); nothing was made. Run 'tombo init' without --roles, and"
            " have an administrator run what 'tombo init --roles-sql' prints"
        )


def script(params: Mapping[str, Any], schema: str) -> str:
    """What ``grant`` runs, as text for ``psql``, in one transaction.

    Raises:
        StoreUnavailableError: the server cannot be reached.
    """
    try:
        with connect(params, schema, read_only=True) as connection:
            told = [statement.as_string(connection) for statement in statements(_place(connection, schema))]
    except psycopg.Error as error:
        raise explain(error, f"schema {schema}", "nothing was read") from error
    return "".join(f"{line};\n" for line in ("BEGIN", *told, "COMMIT"))


def _place(connection: psycopg.Connection[Any], schema: str) -> RoledLedger:
    """The database of ``connection``, whose name becomes part of names.

    Raises:
        UsageError: its name is not plain.
    """
    ((database,),) = connection.execute("SELECT pg_catalog.current_database()")
    if not _PLAIN.fullmatch(database):
        raise UsageError(f"the database is named {database!r}; roles are named after it: letters, digits, _ and - only")
    return RoledLedger(database, schema)
