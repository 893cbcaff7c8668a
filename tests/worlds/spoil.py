"""Changes a ledger's rows as whoever owns the database could: past the triggers, which stand again afterwards."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any, Final

import psycopg

GUARDED: Final = ("stored_events", "commands")


def spoil(url: str, sql: str, *values: Any) -> None:
    """Run ``sql``, whose parameters are written ``?``, on the ledger at ``url``."""
    if url.startswith("sqlite:///"):
        _sqlite(url.removeprefix("sqlite:///"), sql, values)
    else:
        _postgres(url, sql.replace("?", "%s"), values)


def row_state(url: str, index: int) -> bytes:
    """The state of the row at a log index."""
    sql = "SELECT state FROM stored_events WHERE notification_id = ?"
    if url.startswith("sqlite:///"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as database:
            found = database.execute(sql, (index + 1,)).fetchone()
    else:
        with _connected(url) as server:
            found = server.execute(sql.replace("?", "%s").encode(), (index + 1,)).fetchone()
    assert found is not None
    return bytes(found[0])


def _sqlite(path: str, sql: str, values: tuple[Any, ...]) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        guards = database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            database.execute(f"DROP TRIGGER {name}")
        database.execute(sql, values)
        for _, text in guards:
            database.execute(text)


def _postgres(url: str, sql: str, values: tuple[Any, ...]) -> None:
    with _connected(url) as server:
        for table in GUARDED:
            server.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER".encode())
        server.execute(sql.encode(), values)
        for table in GUARDED:
            server.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER only_grows".encode())


def _connected(url: str) -> psycopg.Connection[Any]:
    server, _, schema = url.partition("schema=")
    return psycopg.connect(server.rstrip("?&"), options=f"-c search_path={schema}")
