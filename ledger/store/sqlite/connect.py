"""Connections to an SQLite file, each with the ledger's settings."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Final
from urllib.parse import quote

from eventsourcing.sqlite import SQLiteConnection, SQLiteConnectionPool, SQLiteDatastore

from tombo.ledger.core.errors import ForeignDatabaseError, UsageError
from tombo.ledger.store.sqlite.schema import PRAGMAS

BESIDE: Final = ("-wal", "-shm", "-journal")
"""How the names end of what SQLite keeps beside a file, and opens if it is there."""
_FULL: Final = 2
"""What SQLite answers for ``synchronous = FULL``."""


class _Pool(SQLiteConnectionPool):
    """The library's pool, its connections with our settings."""

    def _create_connection(self) -> SQLiteConnection:
        made = super()._create_connection()
        cursor = made.cursor()
        for pragma in PRAGMAS:
            cursor.execute(pragma)
        return made


class SqliteDatastore(SQLiteDatastore):
    """The library's datastore over our pool, for streams named by text."""

    def __init__(self, uri: str) -> None:
        super().__init__(uri, originator_id_type="text")
        self.pool = _Pool(db_name=uri)


def connect(
    uri: str, busy_seconds: float, bound: Callable[[sqlite3.Connection], object] | None = None
) -> sqlite3.Connection:
    """A connection with the ledger's settings, in autocommit, usable from any thread that holds its lock.

    ``bound`` comes before anything is read from the file.
    """
    connection = sqlite3.connect(
        uri, uri=True, timeout=busy_seconds, isolation_level=None, check_same_thread=False, cached_statements=64
    )
    try:
        if bound is not None:
            bound(connection)
        for pragma in PRAGMAS:
            connection.execute(pragma)
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def undecoded(connection: sqlite3.Connection) -> Iterator[None]:
    """While text is read which is none, forged or damaged: the verifier must see it to name it."""
    connection.text_factory = partial(str, encoding="utf-8", errors="surrogateescape")
    try:
        yield
    finally:
        connection.text_factory = str


def real_path(path: str) -> str:
    """Where ``path`` leads, links followed: beside that file SQLite keeps its log, and not beside a link to it."""
    return os.path.realpath(path)


def check_plain_files(path: str) -> None:
    """That the database at ``path``, and what lies beside it, are plain files, as far as they are there.

    SQLite opens them as they are, and for who writes to a pipe it waits for ever.

    Raises:
        ForeignDatabaseError: one is not.
    """
    real = real_path(path)
    for name in (real, *(f"{real}{ending}" for ending in BESIDE)):
        try:
            mode = os.lstat(name).st_mode
        except OSError:
            continue  # not there; else who opens it says why
        if not (stat.S_ISREG(mode) or (name == real and stat.S_ISDIR(mode))):  # of a folder whoever opens it says so
            raise ForeignDatabaseError(
                f"{name} is no plain file, and SQLite made none such: nothing was read, and nothing recorded. Find out who put"
                " it there, and remove it"
            )


def open_uri(path: str, *, read_only: bool) -> str:
    """How SQLite opens the file: never made if it is not there.

    On a medium that cannot be written SQLite fails to make the index of a log it does not have. Where no writer's log
    lies beside the file, nothing can change it, and SQLite is told so.

    Raises:
        ForeignDatabaseError: something other than plain files lies there.
    """
    check_plain_files(path)
    plain = f"file:{quote(path)}?mode={'ro' if read_only else 'rw'}"
    if read_only and not Path(f"{real_path(path)}-wal").exists():
        try:
            connection = sqlite3.connect(plain, uri=True)
        except sqlite3.OperationalError:
            return plain  # the first use says why
        try:
            connection.execute("PRAGMA schema_version").fetchone()
        except sqlite3.OperationalError as error:
            if primary(error) in {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY}:
                return f"{plain}&immutable=1"
        except sqlite3.Error:
            return plain  # not a database: the first use says so
        finally:
            connection.close()
    return plain


def primary(error: sqlite3.Error) -> int:
    """The primary result code of an error, 0 where it has none."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def roll_back(connection: sqlite3.Connection) -> None:
    """End the transaction, if there is one still."""
    with suppress(sqlite3.Error):  # some failures have rolled back already, and then there is nothing to do
        connection.rollback()


def check_durable(connection: sqlite3.Connection, path: str) -> None:
    """That what is acknowledged over ``connection`` is on the disk.

    Raises:
        UsageError: the file keeps no write-ahead log, or does not sync every commit.
    """
    (mode,) = connection.execute("PRAGMA journal_mode").fetchone()
    (synchronous,) = connection.execute("PRAGMA synchronous").fetchone()
    if mode != "wal" or synchronous < _FULL:
        raise UsageError(
            f"{path} does not keep a write-ahead log with every commit synced: an acknowledged entry could be"
            " lost. Set PRAGMA journal_mode = WAL, and keep it on a local disk"
        )
