"""The tables on PostgreSQL (decision 0001), and what keeps hands off them.

Streams and ids collate as ``C``: in order of bytes, as on SQLite, so that a range of names is a range of an index. The
triggers are ``ENABLE ALWAYS``: a session in replica mode meets them too. They stop slips, not the owner of the tables.
"""

from __future__ import annotations

from typing import Final

_APPEND_ONLY: Final = ("stored_events", "commands", "openings", "checkpoints", "meta")

_CREATE: Final = (
    """CREATE TABLE stored_events (
        notification_id bigint PRIMARY KEY,
        originator_id text COLLATE "C" NOT NULL,
        originator_version bigint NOT NULL,
        topic text NOT NULL,
        state bytea NOT NULL,
        UNIQUE (originator_id, originator_version)
    )""",
    """CREATE TABLE commands (
        command_id text COLLATE "C" PRIMARY KEY,
        digest bytea NOT NULL CHECK (length(digest) = 16),
        first bigint NOT NULL,
        count integer NOT NULL CHECK (count > 0)
    )""",
    "CREATE INDEX commands_first ON commands (first, command_id)",
    """CREATE TABLE openings (
        stream text COLLATE "C" NOT NULL,
        version bigint NOT NULL,
        slot integer NOT NULL,
        sealed bytea NOT NULL CHECK (length(sealed) = 61),
        PRIMARY KEY (stream, version, slot)
    )""",
    """CREATE TABLE tiles (
        level integer NOT NULL,
        n bigint NOT NULL,
        hashes bytea NOT NULL,
        PRIMARY KEY (level, n)
    )""",
    "CREATE TABLE checkpoints (size bigint PRIMARY KEY, note text NOT NULL)",
    'CREATE TABLE meta (name text COLLATE "C" PRIMARY KEY, value text NOT NULL)',
    "CREATE TABLE notification_tracking (application_name text PRIMARY KEY, notification_id bigint NOT NULL)",
    """CREATE FUNCTION only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION '% only grows: a correction is a new entry', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
    END $$""",
)

_TRIGGER: Final = (
    "CREATE TRIGGER only_grows BEFORE DELETE OR UPDATE OR TRUNCATE ON {table}"
    " FOR EACH STATEMENT EXECUTE FUNCTION only_grows()"
)


_ALWAYS: Final = "ALTER TABLE {table} ENABLE ALWAYS TRIGGER only_grows"

LETS_CUT: Final = ("ALTER TABLE stored_events DISABLE TRIGGER only_grows",)
LETS_NOTHING: Final = (_ALWAYS.format(table="stored_events"),)
"""Either side of a cut (``tombo.ledger.store.cold``), in one transaction: nobody else sees the table without its trigger."""


def statements() -> list[str]:
    """Everything that makes an empty schema a ledger's, to be run in one transaction with that schema in the path."""
    triggers = [_TRIGGER.format(table=table) for table in _APPEND_ONLY]
    always = [_ALWAYS.format(table=table) for table in _APPEND_ONLY]
    return [*_CREATE, *triggers, *always]
