"""The forger's hands: rows of any table taken away and others put there instead, past the triggers, on each database.

A ``Forgery`` is undone as exactly as it was done, so that nobody sees afterwards that anything was: the schema is put back in the
same transaction. Which forgeries there are is in ``forger``.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple, Protocol

import psycopg

from tombo.ledger.store.postgres.views import views_schema

Row = tuple[Any, ...]
Tables = dict[str, list[Row]]
COLUMNS: Final = {
    "stored_events": ("notification_id", "originator_id", "originator_version", "topic", "state"),
    "commands": ("command_id", "digest", "first", "count"),
    "openings": ("stream", "version", "slot", "sealed"),
    "tiles": ("level", "n", "hashes"),
    "checkpoints": ("size", "note"),
    "meta": ("name", "value"),
    "notification_tracking": ("application_name", "notification_id"),
}
ONLY_GROW: Final = ("stored_events", "commands", "openings", "checkpoints", "meta")
"""The tables whose triggers are in the way."""


class Forgery(NamedTuple):
    """Rows of ``table`` that are ``gone`` and others ``new`` in their place."""

    table: str
    what: str
    """What was done, in two or three words."""
    place: str
    """Where, for the message of a failing case."""
    index: int | None  # type: ignore[assignment]  # hides tuple.index, which nobody asks of it
    """The log index, of an entry."""
    gone: tuple[Row, ...]
    new: tuple[Row, ...]


class Hand(Protocol):
    """Who writes the database past its triggers."""

    def forge(self, forgery: Forgery) -> None:
        """Do it."""

    def restore(self, forgery: Forgery) -> None:
        """Undo it."""

    def put(self, tables: Tables) -> None:
        """Have the tables as given."""

    def read(self) -> Tables:
        """Everything there is."""


class SqliteHand:
    """The owner of an SQLite file."""

    def __init__(self, path: str) -> None:
        self._connection = sqlite3.connect(path, timeout=0.0, isolation_level=None)
        self._connection.execute("PRAGMA synchronous = OFF")
        self._connection.execute("PRAGMA ignore_check_constraints = ON")
        found = self._connection.execute("SELECT tbl_name, name, sql FROM sqlite_schema WHERE type = 'trigger'")
        self._triggers = found.fetchall()

    def close(self) -> None:
        """Let go."""
        self._connection.close()

    def settle(self) -> None:
        """Have all of it in the one file, so that it can be copied."""
        self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def forge(self, forgery: Forgery) -> None:
        """Do it."""
        self._exchange(forgery.table, forgery.gone, forgery.new)

    def restore(self, forgery: Forgery) -> None:
        """Undo it; what a publisher has mended since, of tiles and tracking, stays as it is."""
        self._exchange(forgery.table, forgery.new, forgery.gone, "" if forgery.table in ONLY_GROW else "OR IGNORE ")

    def put(self, tables: Tables) -> None:
        """Have the tables as given."""
        for name, now in self.read().items():
            self._exchange(name, set(now) - set(tables[name]), set(tables[name]) - set(now))

    def read(self) -> Tables:
        """Everything there is."""
        return {name: sorted(self._connection.execute(f"SELECT * FROM {name}")) for name in COLUMNS}

    def _exchange(self, table: str, gone: Iterable[Row], new: Iterable[Row], how: str = "") -> None:
        run = self._connection.execute
        run("BEGIN IMMEDIATE")
        triggers = [each for each in self._triggers if each[0] == table]
        for _, name, _ in triggers:
            run(f"DROP TRIGGER {name}")
        same = " AND ".join(f"{column} IS ?" for column in COLUMNS[table])
        marks = ", ".join("?" * len(COLUMNS[table]))
        self._connection.executemany(f"DELETE FROM {table} WHERE {same}", gone)
        self._connection.executemany(f"INSERT {how}INTO {table} VALUES ({marks})", new)
        for _, _, sql in triggers:
            run(sql)
        run("COMMIT")


class PostgresHand:
    """The owner of a PostgreSQL schema."""

    def __init__(self, url: str) -> None:
        plain, _, schema = url.rpartition("schema=")
        self._connection = psycopg.connect(plain.rstrip("?&"), autocommit=True)
        self._views = views_schema(schema)
        self._connection.execute(f"SET search_path TO {schema}")
        self._connection.execute("SET lock_timeout = '100ms'")

    def close(self) -> None:
        """Let go."""
        self._connection.close()

    def forge(self, forgery: Forgery) -> None:
        """Do it."""
        self._exchange({forgery.table: (forgery.gone, forgery.new)})

    def restore(self, forgery: Forgery) -> None:
        """Undo it; what a publisher has mended since, of tiles and tracking, stays as it is."""
        self._exchange({forgery.table: (forgery.new, forgery.gone)})

    def put(self, tables: Tables) -> None:
        """Have the tables as given."""
        changed = {name: (set(now), set(tables[name])) for name, now in self.read().items() if now != tables[name]}
        self._exchange({name: (tuple(now - wanted), tuple(wanted - now)) for name, (now, wanted) in changed.items()})

    def forget_views(self) -> None:
        """Have nothing followed: the tables of the projections beside the ledger are gone, with what is kept of them."""
        followed = self._connection.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = %s", (self._views,)
        ).fetchall()
        for (table,) in followed:
            self._connection.execute(f"DROP TABLE {self._views}.{table}")

    def read(self) -> Tables:
        """Everything there is."""
        found = {}
        for name, columns in COLUMNS.items():
            rows = self._connection.execute(f"SELECT {', '.join(columns)} FROM {name}").fetchall()
            found[name] = sorted(rows)
        return found

    def _exchange(self, changes: dict[str, tuple[Sequence[Row], Sequence[Row]]]) -> None:
        with self._connection.transaction():
            run = self._connection.execute
            for table, (gone, new) in changes.items():
                if table in ONLY_GROW:
                    run(f"ALTER TABLE {table} DISABLE TRIGGER only_grows")
                same = " AND ".join(f"{column} = %s" for column in COLUMNS[table])
                marks = ", ".join(["%s"] * len(COLUMNS[table]))
                cursor = self._connection.cursor()
                cursor.executemany(f"DELETE FROM {table} WHERE {same}", gone)
                kept = "" if table in ONLY_GROW else " ON CONFLICT DO NOTHING"
                columns = ", ".join(COLUMNS[table])
                cursor.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks}){kept}", new)
                if table in ONLY_GROW:
                    run(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER only_grows")
