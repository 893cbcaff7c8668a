"""The baselines: the same rows into a table with the same keys and the same durability, and nothing else."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import psycopg

from bench.common import drop_schema, scratch

StoredRow = tuple[int, str, int, str, bytes]

WAL_PAGES: Final = 1_000
"""SQLite checkpoints its log at this many pages; a log that has been longer is overwritten in place, which is cheaper."""
_SCHEMA: Final = "bench_raw"
_SQLITE_TABLE: Final = """CREATE TABLE stored_events (
    notification_id INTEGER PRIMARY KEY,
    originator_id TEXT NOT NULL,
    originator_version INTEGER NOT NULL,
    topic TEXT NOT NULL,
    state BLOB NOT NULL,
    UNIQUE (originator_id, originator_version)
) STRICT"""
_SQLITE_INSERT: Final = "INSERT INTO stored_events VALUES (?, ?, ?, ?, ?)"
_POSTGRES_TABLE: Final = f"""CREATE TABLE {_SCHEMA}.stored_events (
    notification_id bigint PRIMARY KEY,
    originator_id text NOT NULL,
    originator_version bigint NOT NULL,
    topic text NOT NULL,
    state bytea NOT NULL,
    UNIQUE (originator_id, originator_version)
)"""
_POSTGRES_INSERT: Final = f"INSERT INTO {_SCHEMA}.stored_events VALUES (%b, %b, %b, %b, %b)"
_POSTGRES_INSERT_MANY: Final = (
    f"INSERT INTO {_SCHEMA}.stored_events"
    " SELECT * FROM unnest(%b::bigint[], %b::text[], %b::bigint[], %b::text[], %b::bytea[])"
)


@contextmanager
def sqlite_table() -> Iterator[sqlite3.Connection]:
    """An empty table on SQLite as the ledger has it: write-ahead log, every commit synced."""
    with scratch() as folder:
        connection = sqlite3.connect(folder / "raw.db", isolation_level=None)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute(f"PRAGMA wal_autocheckpoint = {WAL_PAGES}")
            connection.execute(_SQLITE_TABLE)
            yield connection
        finally:
            connection.close()


def sqlite_insert(connection: sqlite3.Connection, rows: Sequence[StoredRow], size: int) -> None:
    """Insert ``rows``, ``size`` a commit, the statement prepared once."""
    for start in range(0, len(rows), size):
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany(_SQLITE_INSERT, rows[start : start + size])
        connection.execute("COMMIT")


@contextmanager
def postgres_table(server: str) -> Iterator[psycopg.Connection]:
    """An empty table on PostgreSQL as the ledger has it, in a schema of its own."""
    drop_schema(server, _SCHEMA)
    with psycopg.connect(server, autocommit=True) as connection:
        connection.prepare_threshold = 0  # prepared at the first use
        connection.execute(f"CREATE SCHEMA {_SCHEMA}")
        connection.execute(_POSTGRES_TABLE)
        yield connection
    drop_schema(server, _SCHEMA)


def postgres_insert(connection: psycopg.Connection, rows: Sequence[StoredRow], size: int) -> None:
    """Insert ``rows``, ``size`` a commit: one prepared statement with binary arrays, the fastest that is not COPY."""
    for start in range(0, len(rows), size):
        chunk = rows[start : start + size]
        if len(chunk) == 1:
            connection.execute(_POSTGRES_INSERT, chunk[0])
        else:
            connection.execute(_POSTGRES_INSERT_MANY, [list(column) for column in zip(*chunk, strict=True)])
