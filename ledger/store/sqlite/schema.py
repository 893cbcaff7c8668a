"""The tables on SQLite (decision 0001), what keeps hands off them, and the settings of every connection.

``STRICT`` makes a column keep its type; ``WITHOUT ROWID`` halves the writes where the key is the row. Commands lie in the
order of the log, in which a verification reads them. The triggers stop slips, not intruders: who owns the file can drop
them, which is the verifier's business.
"""

from __future__ import annotations

from typing import Final

APPLICATION_ID: Final = 0x546F6D62
"""``Tomb``, in the file's header: tells a ledger from any other SQLite file."""
VERSION_MIN: Final = (3, 37, 0)
"""The first SQLite with ``STRICT`` tables."""

_APPEND_ONLY: Final = ("stored_events", "commands", "openings", "checkpoints", "meta")

_TABLES: Final = (
    """CREATE TABLE stored_events (
        notification_id INTEGER PRIMARY KEY,
        originator_id TEXT NOT NULL,
        originator_version INTEGER NOT NULL,
        topic TEXT NOT NULL,
        state BLOB NOT NULL,
        UNIQUE (originator_id, originator_version)
    ) STRICT""",
    """CREATE TABLE commands (
        command_id TEXT NOT NULL UNIQUE,
        digest BLOB NOT NULL CHECK (length(digest) = 16),
        first INTEGER PRIMARY KEY,
        count INTEGER NOT NULL CHECK (count > 0)
    ) STRICT""",
    """CREATE TABLE openings (
        stream TEXT NOT NULL,
        version INTEGER NOT NULL,
        slot INTEGER NOT NULL,
        sealed BLOB NOT NULL CHECK (length(sealed) = 61),
        PRIMARY KEY (stream, version, slot)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE tiles (
        level INTEGER NOT NULL,
        n INTEGER NOT NULL,
        hashes BLOB NOT NULL,
        PRIMARY KEY (level, n)
    ) STRICT""",
    "CREATE TABLE checkpoints (size INTEGER PRIMARY KEY, note TEXT NOT NULL) STRICT",
    "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
    """CREATE TABLE notification_tracking (
        application_name TEXT PRIMARY KEY,
        notification_id INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID""",
)


def statements(schema_version: int) -> list[str]:
    """Everything that makes an empty database a ledger's, to be run in one transaction."""
    triggers = [_trigger(table, act) for table in _APPEND_ONLY for act in ("UPDATE", "DELETE")]
    marks = [f"PRAGMA application_id = {APPLICATION_ID}", f"PRAGMA user_version = {schema_version}"]
    return [*_TABLES, *triggers, *marks]


def _trigger(table: str, act: str) -> str:
    """What refuses an ``act`` upon a table."""
    return (
        f"CREATE TRIGGER {table}_{act.lower()} BEFORE {act} ON {table}"
        f" BEGIN SELECT RAISE(ABORT, '{table} only grows: a correction is a new entry'); END"
    )


LETS_CUT: Final = ("DROP TRIGGER stored_events_update",)
LETS_NOTHING: Final = (_trigger("stored_events", "UPDATE"),)
"""Either side of a cut (``tombo.ledger.store.cold``), in one transaction: afterwards the schema is what it was, word for word."""

PRAGMAS: Final = (
    "PRAGMA synchronous = FULL",  # acknowledged means on the disk: NORMAL may lose the last commits in a power cut
    "PRAGMA recursive_triggers = ON",  # without it INSERT OR REPLACE deletes a row past the trigger
    "PRAGMA trusted_schema = OFF",  # the schema is data of whoever wrote the file
    "PRAGMA mmap_size = 0",  # mapped pages count as memory: a long scan would seem to eat the file's size
    "PRAGMA wal_autocheckpoint = 1000",  # and never TRUNCATE while appending: growing the log again costs syncs
)
