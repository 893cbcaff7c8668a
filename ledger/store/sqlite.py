"""The ledger in one SQLite file: write-ahead log, every commit synced, one writer at a time.

An append is ``BEGIN IMMEDIATE`` (the lock), the head, the seal, the inserts, ``COMMIT``, on one connection kept open for
it. The library's own connections serve its reads.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from eventsourcing.persistence import IntegrityError, Notification, StoredEvent
from eventsourcing.sqlite import (
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
    SQLiteProcessRecorder,
)

from ledger.core.errors import ForeignDatabaseError, LedgerError, MalformedError, StoreUnavailableError, UsageError
from ledger.store.sqlite_schema import PRAGMAS
from ledger.store.types import (
    RECORDED_OFFSET,
    Bulk,
    CommandRow,
    Head,
    LedgerRecorder,
    OpeningRow,
    OutcomeUnknownError,
    Sealing,
    Writing,
    check_call,
    seal_batch,
)

BUSY_SECONDS: Final = 5.0
"""How long a locked database is tried again before the append is given up."""

_HEAD: Final = (
    f"SELECT notification_id, substr(state, {RECORDED_OFFSET + 1}, 8)"  # noqa: S608 - a constant of ours
    " FROM stored_events ORDER BY notification_id DESC LIMIT 1"
)
_INSERT: Final = "INSERT INTO stored_events VALUES (?, ?, ?, ?, ?)"
_INSERT_COMMAND: Final = "INSERT INTO commands VALUES (?, ?, ?, ?)"
_INSERT_OPENING: Final = "INSERT INTO openings VALUES (?, ?, ?, ?, ?)"


class SQLiteLedgerRecorder(SQLiteProcessRecorder, LedgerRecorder):
    """The library's SQLite recorder over our tables; see ``LedgerRecorder`` for what an append is."""

    clustered = " WITHOUT ROWID"

    def __init__(self, path: str, *, read_only: bool = False) -> None:
        self._uri = _uri(path, read_only=read_only)
        super().__init__(_Datastore(self._uri))
        self.insert_tracking_statement = self.insert_tracking_statement.replace("tracking", "notification_tracking")
        self.select_max_tracking_id_statement = self.select_max_tracking_id_statement.replace(
            "FROM tracking", "FROM notification_tracking"
        )
        self._path = path
        self._read_only = read_only
        self._write_lock = threading.Lock()
        self._read_lock = threading.Lock()
        self._writer: sqlite3.Connection | None = None
        self._reader: sqlite3.Connection | None = None

    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        sealing: Sealing | None = None,
        commands: Sequence[CommandRow] = (),
        openings: Sequence[OpeningRow] = (),
        **unsupported: Any,
    ) -> Sequence[int]:
        """Append a batch: see ``LedgerRecorder.insert_events``."""
        sealing = check_call(stored_events, sealing, unsupported)
        with self._transaction() as cursor:
            found = cursor.execute(_HEAD).fetchone()
            head = Head(0, 0) if found is None else Head(found[0], int.from_bytes(found[1], "big"))
            cursor.executemany(_INSERT, seal_batch(head, stored_events, sealing))
            if commands:
                rows = [(name, digest, head.size + first, count) for name, digest, first, count in commands]
                cursor.executemany(_INSERT_COMMAND, rows)
            if openings:
                cursor.executemany(_INSERT_OPENING, openings)
        return range(head.size + 1, head.size + 1 + len(stored_events))

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        """As in the library, by ``notification_id``, which is a column here and not the hidden ``rowid``."""
        wanted: list[tuple[str, list[Any]]] = []
        if start is not None:
            wanted.append(("notification_id >= ?" if inclusive_of_start else "notification_id > ?", [start]))
        if stop is not None:
            wanted.append(("notification_id <= ?", [stop]))
        if topics:
            wanted.append((f"topic IN ({','.join('?' * len(topics))})", list(topics)))
        where = f"WHERE {' AND '.join(test for test, _ in wanted)}" if wanted else ""
        sql = (
            "SELECT originator_id, originator_version, topic, state, notification_id"  # noqa: S608 - only our own text
            f" FROM stored_events {where} ORDER BY notification_id LIMIT ?"
        )
        params = [value for _, values in wanted for value in values]
        return [Notification(*row) for row in self.fetch(sql, [*params, limit])]

    def fetch(self, sql: str, params: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """The rows of a query: see ``LedgerRecorder.fetch``."""
        with self._read_lock:
            try:
                if self._reader is None:
                    self._reader = connect(self._uri, BUSY_SECONDS)
                try:
                    return self._reader.execute(sql, params).fetchall()
                except sqlite3.OperationalError as error:
                    if "decode to UTF-8" not in str(error):
                        raise
                    return _undecoded(self._reader, sql, params)
            except UnicodeEncodeError as error:  # asked for by a name that was read here
                raise MalformedError(f"{self._path} holds a name that is not UTF-8: run 'tombo verify'") from error
            except sqlite3.Error as error:
                raise explain(error, self._path, "nothing was read") from error

    @contextmanager
    def writing(self) -> Iterator[Writing]:
        """A transaction for the tables beside the entries: see ``LedgerRecorder.writing``."""
        with self._transaction() as cursor:
            tracking = partial(self._insert_tracking, SQLiteCursor(cursor))
            yield Writing(cursor.execute, tracking, partial(_insert_bulk, cursor))

    def forget(self) -> None:
        """Move the log into the file and empty it: it still holds the pages as they were before a row was erased.

        What another process still reads stays until it is done.
        """
        with self._write_lock:
            try:
                self._open_writer().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            except sqlite3.Error as error:
                raise explain(error, self._path) from error

    def close(self) -> None:
        """Close every connection; the last one moves the write-ahead log into the file."""
        with self._write_lock, self._read_lock:
            self.datastore.close()
            for connection in (self._reader, self._writer):
                if connection is not None:
                    connection.close()
            self._reader = self._writer = None

    def _open_writer(self) -> sqlite3.Connection:
        if self._read_only:
            raise UsageError(f"{self._path} was opened for reading; nothing can be written through it")
        if self._writer is None:
            # No busy timeout: SQLite's own waits up to 100 ms at a time; the pauses below are shorter and uneven.
            self._writer = connect(self._uri, 0)
        return self._writer

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Cursor]:
        """One transaction under the lock. Killed before the end of ``COMMIT``, it never was."""
        with self._write_lock:
            try:
                connection = self._open_writer()
                cursor = connection.cursor()
                self._begin(cursor)
            except sqlite3.Error as error:
                raise explain(error, self._path) from error
            try:
                yield cursor
            except sqlite3.Error as error:
                _roll_back(connection)
                raise explain(error, self._path) from error
            except BaseException:
                _roll_back(connection)
                raise
            try:
                cursor.execute("COMMIT")
            except sqlite3.Error as error:
                _roll_back(connection)
                if _primary(error) == sqlite3.SQLITE_IOERR and error.sqlite_errorcode != sqlite3.SQLITE_IOERR_WRITE:
                    # The commit record is written last, so a failed write left it out; but a failed sync did not take
                    # it back, and after a crash it would count.
                    raise OutcomeUnknownError(f"{self._path}: the disk failed while committing: {error}") from error
                raise explain(error, self._path) from error

    def _begin(self, cursor: sqlite3.Cursor) -> None:
        """Take the lock, trying for ``BUSY_SECONDS`` while another process has it."""
        deadline = time.monotonic() + BUSY_SECONDS
        while True:
            try:
                cursor.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                if _primary(error) != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                    raise
                # 1 to 5 ms, by the low digits of the clock: two processes do not keep step.
                time.sleep(0.001 + time.perf_counter_ns() % 4_000 / 1_000_000)
            else:
                return


def _insert_bulk(cursor: sqlite3.Cursor, bulk: Bulk, rows: Sequence[tuple[Any, ...]]) -> None:
    marks = ", ".join("?" * len(bulk.columns))
    cursor.executemany(f"INSERT INTO {bulk.table} VALUES ({marks}){bulk.on_conflict()}", rows)  # noqa: S608 - our names


class _Pool(SQLiteConnectionPool):
    """The library's pool, its connections with our settings."""

    def _create_connection(self) -> SQLiteConnection:
        made = super()._create_connection()
        cursor = made.cursor()
        for pragma in PRAGMAS:
            cursor.execute(pragma)
        return made


class _Datastore(SQLiteDatastore):
    """The library's datastore over our pool, for streams named by text."""

    def __init__(self, uri: str) -> None:
        super().__init__(uri, originator_id_type="text")
        self.pool = _Pool(db_name=uri)


def connect(uri: str, busy_seconds: float) -> sqlite3.Connection:
    """A connection with the ledger's settings, in autocommit, usable from any thread that holds its lock."""
    connection = sqlite3.connect(
        uri, uri=True, timeout=busy_seconds, isolation_level=None, check_same_thread=False, cached_statements=64
    )
    for pragma in PRAGMAS:
        connection.execute(pragma)
    return connection


def _undecoded(connection: sqlite3.Connection, sql: str, params: Sequence[Any]) -> list[tuple[Any, ...]]:
    """The rows of a query that finds text which is none, forged or damaged: the verifier must see it to name it."""
    connection.text_factory = partial(str, encoding="utf-8", errors="surrogateescape")
    try:
        return connection.execute(sql, params).fetchall()
    finally:
        connection.text_factory = str


def explain(error: sqlite3.Error, path: str, outcome: str = "nothing was recorded") -> LedgerError | IntegrityError:
    """What an error of SQLite means for the caller. The transaction it stopped has been rolled back."""
    if isinstance(error, sqlite3.IntegrityError):
        return IntegrityError(error)
    match _primary(error):
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StoreUnavailableError(
                f"{path} is locked by another process, for longer than {BUSY_SECONDS:.0f} s; {outcome}."
                " Send the command again when that process is done"
            )
        case sqlite3.SQLITE_FULL:
            return StoreUnavailableError(f"{path}: the disk is full; {outcome}. Free some space and send again")
        case sqlite3.SQLITE_NOTADB:
            return ForeignDatabaseError(f"{path} is not an SQLite database; `tombo init` makes a ledger elsewhere")
        case sqlite3.SQLITE_CORRUPT:
            return MalformedError(f"{path} is damaged: {error}; verify a copy, and restore what does not verify")
        case sqlite3.SQLITE_ERROR:
            return ForeignDatabaseError(
                f"{path} lacks what a ledger has: {error}; `tombo init` makes a ledger elsewhere"
            )
        case _:
            return StoreUnavailableError(f"{path}: {error}; {outcome}")


def _uri(path: str, *, read_only: bool) -> str:
    """How SQLite opens the file: never made if it is not there.

    On a medium that cannot be written SQLite fails to make the index of a log it does not have. Where no writer's log
    lies beside the file, nothing can change it, and SQLite is told so.
    """
    plain = f"file:{quote(path)}?mode={'ro' if read_only else 'rw'}"
    if read_only and not Path(f"{path}-wal").exists():
        connection = sqlite3.connect(plain, uri=True)
        try:
            connection.execute("PRAGMA schema_version").fetchone()
        except sqlite3.OperationalError as error:
            if _primary(error) in {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY}:
                return f"{plain}&immutable=1"
        except sqlite3.Error:
            return plain  # not a database: the first use says so
        finally:
            connection.close()
    return plain


def _primary(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _roll_back(connection: sqlite3.Connection) -> None:
    with suppress(sqlite3.Error):  # some failures have rolled back already, and then there is nothing to do
        connection.rollback()
