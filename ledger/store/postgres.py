"""The ledger in a schema of PostgreSQL: an advisory lock orders the commits, whole batches travel in one statement.

An append is three messages on one connection kept open for it: begin, lock and head; insert; commit. Nothing is
pipelined (the driver can hang on a large pipeline), and the library's database functions, which take no lock, are
refused. The library's own connections serve its reads.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache, partial
from typing import Any, Final, NoReturn

import psycopg
from eventsourcing.persistence import IntegrityError, StoredEvent
from eventsourcing.postgres import PostgresDatastore, PostgresProcessRecorder
from psycopg import pq
from psycopg.rows import dict_row
from psycopg.sql import SQL, Identifier

from ledger.core.errors import ForeignDatabaseError, LedgerError, StoreUnavailableError, UsageError
from ledger.store.postgres_wire import BINARY, INSERT, INSERT_TYPES, bulk_params, bulk_statement, insert_params
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

LOCK_SECONDS: Final = 30
"""How long an append waits for other writers before it is given up."""
SILENCE_SECONDS: Final = 10
"""How long the server waits for a writer that fell silent under the lock; sealing takes milliseconds."""

_DEFAULTS: Final[Mapping[str, str | int]] = {
    "application_name": "tombo",
    "client_encoding": "utf8",
    "connect_timeout": 10,
    # A connection whose other end is gone is noticed within a minute, not after the two hours TCP takes by itself.
    "keepalives": 1,
    "keepalives_idle": 20,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 60_000,
}
_BEGIN: Final = b"BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; EXECUTE tombo_lock; EXECUTE tombo_head"
_HEAD: Final = (
    f"SELECT notification_id, substr(state, {RECORDED_OFFSET + 1}, 8)"  # noqa: S608 - a constant of ours
    " FROM stored_events ORDER BY notification_id DESC LIMIT 1"
).encode()


class PostgresLedgerRecorder(PostgresProcessRecorder, LedgerRecorder):
    """The library's PostgreSQL recorder over our tables; see ``LedgerRecorder`` for what an append is."""

    text = 'text COLLATE "C"'
    works_elsewhere = True

    def __init__(self, params: Mapping[str, Any], schema: str, *, read_only: bool = False) -> None:
        self._params = {**_DEFAULTS, **params}
        super().__init__(_Datastore(self._params, schema))
        self._schema = schema
        self._read_only = read_only
        self._place = f"{self._params.get('dbname', 'the database')}, schema {schema}"
        self._lock = f"SELECT pg_advisory_xact_lock({lock_key(schema)})".encode()
        self._write_lock = threading.Lock()
        self._read_lock = threading.Lock()
        self._writer: psycopg.Connection[Any] | None = None
        self._reader: psycopg.Connection[Any] | None = None

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
        with self._write_lock:
            pgconn, head = self._begin()
            try:
                rows = seal_batch(head, stored_events, sealing)
                params = insert_params(head.size, rows, commands, openings)
                inserted = pgconn.exec_prepared(b"tombo_insert", params, BINARY)
                if inserted.status != pq.ExecStatus.COMMAND_OK:
                    self._refused(pgconn, inserted)
            except BaseException:
                self._roll_back(pgconn)
                raise
            self._commit(pgconn)
        return range(head.size + 1, head.size + 1 + len(stored_events))

    def fetch(self, sql: str, params: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """The rows of a query: see ``LedgerRecorder.fetch``. A lost connection is made again once."""
        with self._read_lock:
            try:
                return self._fetch(sql, params)
            except psycopg.Error as error:
                if self._reader is None or not self._reader.broken:
                    raise explain(error, self._place, "nothing was read") from error
                self._reader = None
            try:
                return self._fetch(sql, params)
            except psycopg.Error as error:
                raise explain(error, self._place, "nothing was read") from error

    @contextmanager
    def writing(self) -> Iterator[Writing]:
        """A transaction for the tables beside the entries: see ``LedgerRecorder.writing``."""
        with self._write_lock:
            committing = False
            try:
                connection = self._open_writer()
                with connection.transaction(), connection.cursor(row_factory=dict_row) as cursor:
                    yield Writing(
                        lambda sql, params: cursor.execute(translate(sql), params),
                        partial(self._insert_tracking, cursor),
                        partial(self._insert_bulk, connection.pgconn),
                    )
                    committing = True
            except psycopg.Error as error:
                lost = self._writer is not None and self._writer.broken
                if lost:
                    self._writer = None
                if lost and committing:
                    raise self._unknown(error) from error
                raise explain(error, self._place) from error

    def forget(self) -> None:
        """Clear the table of persons of its dead rows, once no older transaction can see them."""
        with self._write_lock:
            try:
                self._open_writer().execute("VACUUM persons")
            except psycopg.Error as error:
                raise explain(error, self._place) from error

    def close(self) -> None:
        """Close every connection."""
        with self._write_lock, self._read_lock:
            self.datastore.close()
            for connection in (self._reader, self._writer):
                if connection is not None:
                    connection.close()
            self._reader = self._writer = None

    def _insert_bulk(self, pgconn: pq.abc.PGconn, bulk: Bulk, rows: Sequence[tuple[Any, ...]]) -> None:
        statement, types = bulk_statement(bulk)
        inserted = pgconn.exec_params(statement, bulk_params(bulk, rows), types, (1,) * len(types))
        if inserted.status != pq.ExecStatus.COMMAND_OK:
            self._refused(pgconn, inserted)

    def _begin(self) -> tuple[pq.abc.PGconn, Head]:
        """Begin, lock and read the head, in one message; over a new connection if the old one was lost.

        READ COMMITTED, so that the head is read as it stands once the lock is there, not when the transaction began.
        """
        pgconn, found = self._send_begin()
        if pgconn.status == pq.ConnStatus.BAD:
            self._writer = None  # it had died idle: nothing was under way, so to begin again is to begin
            pgconn, found = self._send_begin()
        if found.status == pq.ExecStatus.TUPLES_OK:
            return pgconn, _head(found)
        try:
            self._refused(pgconn, found)
        finally:
            self._roll_back(pgconn)

    def _send_begin(self) -> tuple[pq.abc.PGconn, pq.abc.PGresult]:
        try:
            pgconn = self._open_writer().pgconn
            return pgconn, pgconn.exec_(_BEGIN)
        except psycopg.Error as error:
            self._writer = None
            raise explain(error, self._place) from error

    def _commit(self, pgconn: pq.abc.PGconn) -> None:
        """Commit. Only an answer says what became of it.

        Raises:
            OutcomeUnknownError: no answer came.
        """
        try:
            done = pgconn.exec_(b"COMMIT")
        except psycopg.Error as error:
            self._writer = None
            raise self._unknown(error) from error
        if pgconn.status == pq.ConnStatus.BAD:
            self._writer = None
            raise self._unknown(done.error_message.decode("utf-8", "replace").strip())
        if done.command_status != b"COMMIT":
            self._refused(pgconn, done)

    def _unknown(self, cause: object) -> OutcomeUnknownError:
        return OutcomeUnknownError(
            f"{self._place}: the connection was lost while committing ({cause});"
            " it may or may not be recorded: look before sending again"
        )

    def _refused(self, pgconn: pq.abc.PGconn, result: pq.abc.PGresult) -> NoReturn:
        """Raise what a result other than success means, before any commit was sent."""
        message = result.error_message.decode("utf-8", "replace").strip() or "no answer"
        state = (result.error_field(pq.DiagnosticField.SQLSTATE) or b"").decode()
        if pgconn.status == pq.ConnStatus.BAD:
            self._writer = None
        raise _meaning(state, message, self._place)

    def _roll_back(self, pgconn: pq.abc.PGconn) -> None:
        """End the transaction if there is one still; a lost connection ends it at the server."""
        with suppress(psycopg.Error):
            if pgconn.status == pq.ConnStatus.OK and pgconn.transaction_status != pq.TransactionStatus.IDLE:
                pgconn.exec_(b"ROLLBACK")

    def _open_writer(self) -> psycopg.Connection[Any]:
        if self._read_only:
            raise UsageError(f"{self._place} was opened for reading; nothing can be written through it")
        if self._writer is None:
            connection = connect(self._params, self._schema)
            for name, sql, types in self._statements():
                prepared = connection.pgconn.prepare(name, sql, types)
                if prepared.status != pq.ExecStatus.COMMAND_OK:
                    connection.close()
                    self._refused(connection.pgconn, prepared)
            self._writer = connection
        return self._writer

    def _statements(self) -> Sequence[tuple[bytes, bytes, Sequence[int]]]:
        """What an append is made of, prepared once a connection."""
        return (
            (b"tombo_lock", self._lock, ()),
            (b"tombo_head", _HEAD, ()),
            (b"tombo_insert", INSERT, INSERT_TYPES),
        )

    def _fetch(self, sql: str, params: Sequence[Any]) -> list[tuple[Any, ...]]:
        if self._reader is None:
            self._reader = connect(self._params, self._schema, read_only=True)
            # The one join follows the log along an index; hashing a whole table for every batch would be quadratic.
            self._reader.execute("SET enable_hashjoin = off; SET enable_mergejoin = off", prepare=False)
        with self._reader.cursor(binary=True) as cursor:
            return cursor.execute(translate(sql), params, prepare=True).fetchall()


class PostgresViewsRecorder(PostgresLedgerRecorder):
    """The same for a schema of projections, where nothing is appended: it has no entries."""

    def _statements(self) -> Sequence[tuple[bytes, bytes, Sequence[int]]]:
        return ()


class _Datastore(PostgresDatastore):
    """The library's datastore for streams named by text, with every parameter of the URL, opened at the first read."""

    def __init__(self, params: Mapping[str, Any], schema: str) -> None:
        super().__init__("", "", "", "", "", schema=schema, originator_id_type="text", pool_size=0, max_overflow=4)
        self.pool.kwargs = {**params, "row_factory": dict_row}

    def register_type_adapters(self) -> None:
        """Nothing to register: rows go in as arrays of plain types, not as the library's composite type."""


def connect(params: Mapping[str, Any], schema: str, *, read_only: bool = False) -> psycopg.Connection[Any]:
    """A connection in autocommit that sees the ledger's schema alone.

    Raises:
        psycopg.Error: the server cannot be reached, or refuses.
    """
    connection = psycopg.connect(**params, autocommit=True)
    settings = SQL(
        "SET search_path TO {schema}; SET lock_timeout = '{lock}s';"
        " SET idle_in_transaction_session_timeout = '{silence}s'; SET default_transaction_read_only = {read_only}"
    )
    connection.execute(
        settings.format(schema=Identifier(schema), lock=LOCK_SECONDS, silence=SILENCE_SECONDS, read_only=read_only),
        prepare=False,
    )
    return connection


def lock_key(schema: str) -> int:
    """The key of the advisory lock that orders the appends to the ledger in ``schema``, among those of its database."""
    digest = hashlib.sha256(f"tombo/lock/v1\n{schema}.stored_events".encode()).digest()
    return int.from_bytes(digest[:8], "big", signed=True)


def explain(error: psycopg.Error, place: str, outcome: str = "nothing was recorded") -> LedgerError | IntegrityError:
    """What an error of PostgreSQL means for the caller. The transaction it stopped is over."""
    return _meaning(error.sqlstate or "", str(error).strip(), place, outcome)


@lru_cache
def translate(sql: str) -> str:
    """``sql`` with ``%s`` for ``?``; none of our queries has either inside a text."""
    return sql.replace("?", "%s")


def _meaning(
    state: str, message: str, place: str, outcome: str = "nothing was recorded"
) -> LedgerError | IntegrityError:
    match state:
        case "23505" | "23514" | "23001":  # taken; refused by a check; refused by the triggers
            return IntegrityError(message)
        case "55P03":
            return StoreUnavailableError(
                f"{place} is locked by another writer, for longer than {LOCK_SECONDS} s; {outcome}."
                " Send the command again when that writer is done"
            )
        case "53100":
            return StoreUnavailableError(f"{place}: the disk is full; {outcome}. Free some space and send again")
        case "3F000" | "3D000" | "42P01" | "42703" | "42883" | "42804":
            return ForeignDatabaseError(f"{place} is not a ledger: {message}; `tombo init` makes one")
        case _:
            return StoreUnavailableError(f"{place}: {message}; {outcome}")


def _head(found: pq.abc.PGresult) -> Head:
    if not found.ntuples:
        return Head(0, 0)
    size, recorded = found.get_value(0, 0), found.get_value(0, 1)
    return Head(int(size or b"0"), int((recorded or b"")[2:] or b"0", 16))  # bytea in text: \x0123
