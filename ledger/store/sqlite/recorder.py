"""The ledger in one SQLite file: write-ahead log, every commit synced, one writer at a time.

An append is ``BEGIN IMMEDIATE`` (the lock), the head, the seal, the inserts, ``COMMIT``, on one connection kept open for
it. The library's own connections serve its reads.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import Any, Final

from eventsourcing.persistence import IntegrityError, Notification, StoredEvent
from eventsourcing.sqlite import SQLiteCursor, SQLiteProcessRecorder

from tombo.ledger.core.errors import (
    ForeignDatabaseError,
    LedgerError,
    MalformedError,
    StoreUnavailableError,
    UsageError,
)
from tombo.ledger.store.hostile import ReadLimits
from tombo.ledger.store.inode import Inode, Inodes
from tombo.ledger.store.locks import file_holders
from tombo.ledger.store.sqlite.connect import (
    SqliteDatastore,
    check_durable,
    check_plain_files,
    connect,
    open_uri,
    primary,
    roll_back,
    undecoded,
)
from tombo.ledger.store.sqlite.guard import GuardedFile, page_faults
from tombo.ledger.store.sqlite.schema import LETS_CUT, LETS_NOTHING
from tombo.ledger.store.types import (
    LOOK_SECONDS,
    Bulk,
    CommandRow,
    Head,
    LedgerRecorder,
    OpeningRow,
    OutcomeUnknownError,
    Sealing,
    Writing,
    check_call,
    not_kept,
    seal_batch,
)

BUSY_SECONDS: Final = 5.0
"""How long a locked database is tried again before the append is given up."""

_HEAD: Final = (
    "SELECT notification_id, originator_id, originator_version, topic, state"
    " FROM stored_events ORDER BY notification_id DESC LIMIT 1"
)
_INSERT: Final = "INSERT INTO stored_events VALUES (?, ?, ?, ?, ?)"
_INSERT_COMMAND: Final = "INSERT INTO commands VALUES (?, ?, ?, ?)"
_INSERT_OPENING: Final = "INSERT INTO openings VALUES (?, ?, ?, ?)"
_COMMANDS: Final = "SELECT command_id, digest, first, count FROM commands WHERE first >= ? ORDER BY first"
_OPENINGS: Final = "SELECT * FROM openings WHERE stream = ? AND version BETWEEN ? AND ? ORDER BY version, slot"


class SQLiteLedgerRecorder(LedgerRecorder, SQLiteProcessRecorder):
    """The library's SQLite recorder over our tables; see ``LedgerRecorder`` for what an append is."""

    clustered = " WITHOUT ROWID"
    lets_cut, lets_nothing = LETS_CUT, LETS_NOTHING
    schema = "main"
    own_tables = "SELECT name FROM main.sqlite_schema WHERE type = 'table'"
    foreign = (
        "SELECT type, name FROM main.sqlite_schema"
        " WHERE type NOT IN ('table', 'index') OR type = 'table' AND sql NOT LIKE 'CREATE TABLE %'"
    )

    def __init__(self, path: str, *, read_only: bool = False) -> None:
        self._uri = open_uri(path, read_only=read_only)
        super().__init__(SqliteDatastore(self._uri))
        self.insert_tracking_statement = self.insert_tracking_statement.replace("tracking", "notification_tracking")
        self.select_max_tracking_id_statement = self.select_max_tracking_id_statement.replace(
            "FROM tracking", "FROM notification_tracking"
        )
        self._path = path
        self._read_only = read_only
        self._write_lock = threading.Lock()
        self._read_lock = threading.Lock()
        self._writer: sqlite3.Connection | None = None
        self._writer_held: GuardedFile | None = None
        self._reader: sqlite3.Connection | None = None
        self._reader_held: GuardedFile | None = None
        self._limits: ReadLimits | None = None
        self._look_again = 0.0

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
            head = Head(0, 0) if found is None else Head.at(*found)
            rows = seal_batch(head, stored_events, sealing)
            named = [(name, digest, head.size + first, count) for name, digest, first, count in commands]
            before = cursor.connection.total_changes
            cursor.executemany(_INSERT, rows)
            if named:
                cursor.executemany(_INSERT_COMMAND, named)
            if openings:
                cursor.executemany(_INSERT_OPENING, openings)
            added = cursor.connection.total_changes - before
            if added != len(rows) + len(named) + len(openings):
                raise not_kept(self._path, f"{len(rows) + len(named) + len(openings)} rows were sent, {added} changed")
            _read_back(cursor, self._path, rows[-1], named, openings)
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
                reader = self._open_reader()
                try:
                    return self._rows(reader, sql, params)
                except sqlite3.OperationalError as error:
                    if "decode to UTF-8" not in str(error):
                        raise
                    with undecoded(reader):
                        return self._rows(reader, sql, params)
            except UnicodeEncodeError as error:  # asked for by a name that was read here
                raise MalformedError(f"{self._path} holds a name that is not UTF-8: run 'tombo verify'") from error
            except sqlite3.Error as error:
                raise explain(error, self._path, "nothing was read") from error

    def _rows(self, reader: sqlite3.Connection, sql: str, params: Sequence[Any]) -> list[tuple[Any, ...]]:
        return (
            reader.execute(sql, params).fetchall() if self._limits is None else self._limits.fetch(reader, sql, params)
        )

    @contextmanager
    def writing(self) -> Iterator[Writing]:
        """A transaction for the tables beside the entries: see ``LedgerRecorder.writing``."""
        with self._transaction() as cursor:
            tracking = partial(self._insert_tracking, SQLiteCursor(cursor))
            yield Writing(cursor.execute, tracking, partial(_insert_bulk, cursor))

    def close(self) -> None:
        """Close every connection; the last one moves the write-ahead log into the file."""
        with self._write_lock, self._read_lock:
            self.datastore.close()
            for connection in (self._reader, self._writer):
                if connection is not None:
                    connection.close()
            self._reader = self._writer = None

    def prepare(self) -> None:
        """Open the writer's connection: see ``LedgerRecorder.prepare``."""
        with self._write_lock:
            try:
                if faults := page_faults(self._open_writer(), self._path):
                    raise MalformedError(f"{self._path}: {'; '.join(faults)[:500]}; copy it, and run 'tombo verify'")
            except sqlite3.Error as error:
                raise explain(error, self._path) from error

    def _hold(self, connection: sqlite3.Connection, before: Inode) -> GuardedFile | None:
        """What ``connection`` is held to from now on."""
        return GuardedFile(connection, self._path, before)

    def _bound(self, connection: sqlite3.Connection) -> None:
        """What ``connection`` is limited to before anything is read: nothing."""

    def _connect(self, busy_seconds: float) -> tuple[sqlite3.Connection, GuardedFile | None]:
        check_plain_files(self._path)
        (before,) = Inodes((self._path,))()
        connection = connect(self._uri, busy_seconds, self._bound)
        try:
            return connection, self._hold(connection, before)
        except BaseException:
            connection.close()
            raise

    def _open_reader(self) -> sqlite3.Connection:
        """The connection for reading; once a second it is asked whether file and schema still are what they were."""
        if self._reader is None:
            self._reader, self._reader_held = self._connect(BUSY_SECONDS)
            self._look_again = time.monotonic() + LOOK_SECONDS
            if self._reader_held is not None:
                self._limits = ReadLimits(self._reader, self._path)
        elif self._reader_held is not None and time.monotonic() >= self._look_again:
            self._reader_held.check()
            self._look_again = time.monotonic() + LOOK_SECONDS
        return self._reader

    def _open_writer(self) -> sqlite3.Connection:
        if self._read_only:
            raise UsageError(f"{self._path} was opened for reading; nothing can be written through it")
        if self._writer is None:
            # No busy timeout: SQLite's own waits up to 100 ms at a time; the pauses below are shorter and uneven.
            connection, self._writer_held = self._connect(0)
            try:
                check_durable(connection, self._path)
            except BaseException:
                connection.close()
                raise
            self._writer = connection
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
                if self._writer_held is not None:
                    self._writer_held.check()
                yield cursor
            except sqlite3.Error as error:
                roll_back(connection)
                raise explain(error, self._path) from error
            except BaseException:
                roll_back(connection)
                raise
            try:
                cursor.execute("COMMIT")
            except sqlite3.Error as error:
                roll_back(connection)
                if primary(error) == sqlite3.SQLITE_IOERR and error.sqlite_errorcode != sqlite3.SQLITE_IOERR_WRITE:
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
                if primary(error) != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                    raise
                # 1 to 5 ms, by the low digits of the clock: two processes do not keep step.
                time.sleep(0.001 + time.perf_counter_ns() % 4_000 / 1_000_000)
            else:
                return


def _read_back(
    cursor: sqlite3.Cursor,
    path: str,
    last: tuple[int, str, int, str, bytes],
    commands: Sequence[tuple[str, bytes, int, int]],
    openings: Sequence[OpeningRow],
) -> None:
    """That what was inserted can be read as it was sent, before it is committed: the last row, commands and openings.

    Raises:
        TamperedError: it cannot.
    """
    if cursor.execute(_HEAD).fetchone() != last:
        raise not_kept(path, f"the newest row is not {last[1]} version {last[2]}, the last of this append")
    if commands:
        named = sorted(commands, key=itemgetter(2))
        if cursor.execute(_COMMANDS, (named[0][2],)).fetchall() != named:
            raise not_kept(path, f"the rows of {len(commands)} commands are not read as they were sent")
    if not openings:
        return
    for stream, run in groupby(sorted(openings), key=attrgetter("stream")):
        sent = list(run)
        if cursor.execute(_OPENINGS, (stream, sent[0].version, sent[-1].version)).fetchall() != sent:
            raise not_kept(path, f"the openings of {stream} are not read as they were sent")


def _insert_bulk(cursor: sqlite3.Cursor, bulk: Bulk, rows: Sequence[tuple[Any, ...]]) -> None:
    marks = ", ".join("?" * len(bulk.columns))
    cursor.executemany(f"INSERT INTO {bulk.table} VALUES ({marks}){bulk.on_conflict()}", rows)  # noqa: S608 - our names


def explain(error: sqlite3.Error, path: str, outcome: str = "nothing was recorded") -> LedgerError | IntegrityError:
    """What an error of SQLite means for the caller. The transaction it stopped has been rolled back."""
    if isinstance(error, sqlite3.IntegrityError):
        return IntegrityError(error)
    match primary(error):
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StoreUnavailableError(
                f"{path} is locked by another process, for longer than {BUSY_SECONDS:.0f} s"
                f" ({file_holders(path)}); {outcome}. Send the command again when that process is done"
            )
        case sqlite3.SQLITE_FULL:
            return StoreUnavailableError(f"{path}: the disk is full; {outcome}. Free some space, and do it again")
        case sqlite3.SQLITE_NOTADB:
            return ForeignDatabaseError(f"{path} is not an SQLite database; `tombo init` makes a ledger elsewhere")
        case sqlite3.SQLITE_CORRUPT:
            return MalformedError(f"{path} is damaged: {error}; verify a copy, and restore what does not verify")
        case sqlite3.SQLITE_INTERRUPT | sqlite3.SQLITE_TOOBIG:
            return MalformedError(
                f"{path} makes its readers work without end ({error}), which no ledger does; nothing of it is believed:"
                " compare with a copy"
            )
        case sqlite3.SQLITE_ERROR:
            return ForeignDatabaseError(
                f"{path} lacks what a ledger has: {error}; `tombo init` makes a ledger elsewhere"
            )
        case _:
            return StoreUnavailableError(f"{path}: {error}; {outcome}")
