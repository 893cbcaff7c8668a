"""The ledger in a schema of PostgreSQL: an advisory lock orders the commits, whole batches travel in one statement.

An append is two messages on one connection kept open for it: begin, lock and head; then insert, read again what was inserted,
and commit. The library's database functions, which take no lock, are refused. Its own connections serve its reads.
"""

from __future__ import annotations

import threading
import time
from binascii import unhexlify
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, Final, NoReturn

import psycopg
from eventsourcing.persistence import IntegrityError, StoredEvent
from eventsourcing.postgres import PostgresProcessRecorder
from psycopg import pq
from psycopg.rows import dict_row

from tombo.ledger.core.errors import LedgerError, StoreUnavailableError, TamperedError, UsageError
from tombo.ledger.store.postgres.connect import (
    DEFAULTS,
    LOCK_SECONDS,
    PostgresqlDatastore,
    connect,
    explain,
    lock_key,
    locked,
    may_not_look,
    meaning,
    translate,
)
from tombo.ledger.store.postgres.guard import GuardedConnection, check_durable, prepare
from tombo.ledger.store.postgres.message import Prepared, in_one_message
from tombo.ledger.store.postgres.schema import LETS_CUT, LETS_NOTHING
from tombo.ledger.store.postgres.wire import (
    DIFFERS,
    PLANNED,
    begin,
    bulk_params,
    bulk_statement,
    check_params,
    insert_params,
    statements,
)
from tombo.ledger.store.types import (
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

_LOCKED: Final = "55P03"
_FORBIDDEN: Final = "42501"
_NO_STATEMENT: Final = "26000"
_FORGOTTEN: Final = frozenset({_NO_STATEMENT, "3F000", "42P01"})
"""What is said to a session that somebody made forget what it was set up with: no such statement, schema or table."""


class PostgresLedgerRecorder(LedgerRecorder, PostgresProcessRecorder):
    """The library's PostgreSQL recorder over our tables; see ``LedgerRecorder`` for what an append is."""

    text = 'text COLLATE "C"'
    own_tables = "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()"
    works_elsewhere = True
    lets_cut, lets_nothing = LETS_CUT, LETS_NOTHING

    def __init__(self, params: Mapping[str, Any], schema: str, *, read_only: bool = False) -> None:
        self._params = {**DEFAULTS, **params}
        super().__init__(PostgresqlDatastore(self._params, schema))
        self.schema = schema
        self._read_only = read_only
        self._place = f"{self._params.get('dbname', 'the database')}, schema {schema}"
        self._write_lock = threading.Lock()
        self._read_lock = threading.Lock()
        self._writer: psycopg.Connection[Any] | None = None
        self._writer_held: GuardedConnection | None = None
        self._reader: psycopg.Connection[Any] | None = None
        self._reader_held: GuardedConnection | None = None

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
                check = check_params(head.size, len(rows), params)
                self._append(pgconn, Prepared(b"tombo_insert", params), Prepared(b"tombo_check", check))
            except BaseException as error:
                self._roll_back(pgconn)
                if isinstance(error, TamperedError):
                    self._drop_writer()  # whoever did that may have set the session otherwise too
                raise
        return range(head.size + 1, head.size + 1 + len(stored_events))

    def fetch(self, sql: str, params: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """The rows of a query: see ``LedgerRecorder.fetch``. A connection that is lost, or lost sight of its tables, is made again once."""
        with self._read_lock:
            try:
                return self._fetch(sql, params)
            except psycopg.Error as error:
                if self._reader is None or not (self._reader.broken or error.sqlstate in _FORGOTTEN):
                    raise self._explain(error, "nothing was read") from error
                self._reader.close()
                self._reader = None
            try:
                return self._fetch(sql, params)
            except psycopg.Error as error:
                raise self._explain(error, "nothing was read") from error

    def may_read(self, table: str) -> bool:
        """Whether this user may read ``table``: see ``LedgerRecorder.may_read``."""
        ((may,),) = self.fetch("SELECT has_table_privilege(?, 'SELECT')", (f"{self.schema}.{table}",))
        return bool(may)

    @contextmanager
    def writing(self) -> Iterator[Writing]:
        """A transaction for the tables beside the entries: see ``LedgerRecorder.writing``."""
        with self._write_lock:
            committing = False
            try:
                connection = self._open_writer()
                with connection.transaction(), connection.cursor(row_factory=dict_row) as cursor:
                    if self._writer_held is not None:
                        self._writer_held.check()
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
                raise self._explain(error) from error

    def close(self) -> None:
        """Close every connection."""
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
                self._open_writer()
            except psycopg.Error as error:
                raise self._explain(error) from error

    def _insert_bulk(self, pgconn: pq.abc.PGconn, bulk: Bulk, rows: Sequence[tuple[Any, ...]]) -> None:
        statement, types = bulk_statement(bulk)
        inserted = pgconn.exec_params(statement, bulk_params(bulk, rows), types, (1,) * len(types))
        if inserted.status != pq.ExecStatus.COMMAND_OK:
            self._refused(pgconn, inserted)

    def _begin(self) -> tuple[pq.abc.PGconn, Head]:
        """Begin, lock and read the head, in one message; over a new connection if the old one was lost.

        READ COMMITTED, so that the head is read as it stands once the lock is there, not when the transaction began.
        """
        deadline = time.monotonic() + LOCK_SECONDS
        pgconn, found = self._send_begin()
        if pgconn.status == pq.ConnStatus.BAD or _sqlstate(found) not in {"", _LOCKED}:
            # It had died idle, or somebody changed it or the tables: nothing was under way, so to begin again, with a
            # connection that is compared, is to begin.
            self._drop_writer()
            pgconn, found = self._send_begin()
        while _sqlstate(found) == DIFFERS and time.monotonic() < deadline:  # maintenance goes from table to table
            self._drop_writer()
            pgconn, found = self._send_begin()
        try:
            if found.status != pq.ExecStatus.TUPLES_OK:
                self._refused(pgconn, found)
            if self._writer_held is not None:
                self._writer_held.check()
            return pgconn, _head(found)
        except psycopg.Error as error:
            self._drop_writer()  # whatever made it fail is not to fail the next append too
            raise self._explain(error) from error
        except BaseException:
            self._roll_back(pgconn)
            raise

    def _send_begin(self) -> tuple[pq.abc.PGconn, pq.abc.PGresult]:
        try:
            pgconn = self._open_writer().pgconn
            stood = self._writer_held.stood if self._writer_held is not None else None
            return pgconn, pgconn.exec_(begin(self.schema, stood))
        except psycopg.Error as error:
            self._writer = None
            raise self._explain(error) from error

    def _append(self, pgconn: pq.abc.PGconn, insert: Prepared, check: Prepared) -> None:
        """Insert a batch, see that it can be read as it was sent, and commit. Only an answer says what became of it.

        Raises:
            OutcomeUnknownError: no answer came.
            TamperedError: it cannot be read as it was sent; nothing was recorded.
        """
        try:
            done = in_one_message(pgconn, (insert, check), b"COMMIT")[-1]
        except BaseException as error:
            self._drop_writer()  # whatever comes next over this connection would be an answer to this
            if isinstance(error, psycopg.Error):
                raise self._unknown(error) from error
            raise
        if _sqlstate(done) == DIFFERS:
            raise not_kept(
                self._place, "the new entries, their commands or their openings are not read as they were sent"
            )
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
        state = _sqlstate(result)
        if pgconn.status == pq.ConnStatus.BAD or state in _FORGOTTEN:
            self._drop_writer()
        if state == _LOCKED:
            raise locked(self._params, self.schema, self._place)
        if state == DIFFERS:
            raise StoreUnavailableError(
                f"{self._place} is changed all the time, and as a ledger's whenever it is looked at (VACUUM FULL or REINDEX at work?);"
                " nothing was recorded. Send the command again when that is over"
            )
        raise meaning(state, message, self._place)

    def _explain(self, error: psycopg.Error, outcome: str = "nothing was recorded") -> LedgerError | IntegrityError:
        if error.sqlstate == _LOCKED:
            return locked(self._params, self.schema, self._place, outcome)
        if error.sqlstate in _FORGOTTEN and (forbidden := may_not_look(self._connect, self.schema)):
            return meaning(_FORBIDDEN, forbidden, self._place, outcome)
        return explain(error, self._place, outcome)

    def _roll_back(self, pgconn: pq.abc.PGconn) -> None:
        """End the transaction if there is one still; a lost connection ends it at the server."""
        with suppress(psycopg.Error):
            if pgconn.status == pq.ConnStatus.OK and pgconn.transaction_status != pq.TransactionStatus.IDLE:
                pgconn.exec_(b"ROLLBACK")

    def _open_writer(self) -> psycopg.Connection[Any]:
        if self._read_only:
            raise UsageError(f"{self._place} was opened for reading; nothing can be written through it")
        if self._writer is None or self._writer.broken:  # a roll-back over it may have found that out
            connection = self._connect()
            try:
                # psycopg forgets all statements after a rollback, ours too, once it has prepared one by itself.
                connection.prepare_threshold = None
                self._writer_held = self._admit(connection)
            except BaseException:
                connection.close()
                raise
            self._writer = connection
        return self._writer

    def _connect(self, *, read_only: bool = False) -> psycopg.Connection[Any]:
        return connect(self._params, self.schema, read_only=read_only)

    def _drop_writer(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self._writer = None

    def _admit(self, connection: psycopg.Connection[Any]) -> GuardedConnection | None:
        """Make a connection one that appends: checked, and with the statements of an append prepared."""
        held = self._hold(connection)
        if held is not None:
            held.writes = True
        durable = check_durable(connection.pgconn)
        connection.execute(f"SET synchronous_commit = {durable}; {PLANNED}")  # a reload changes it no more
        for statement in statements(self.schema, lock_key(self.schema)):
            prepare(connection, *statement)
        return held

    def _hold(self, connection: psycopg.Connection[Any]) -> GuardedConnection | None:
        """What ``connection`` is held to from now on."""
        return GuardedConnection(connection, self.schema, self._place)

    def _open_reader(self) -> psycopg.Connection[Any]:
        if self._reader is None:
            connection = self._connect(read_only=True)
            try:
                # The one join follows the log along an index; hashing a whole table for every batch would be quadratic.
                connection.execute("SET enable_hashjoin = off; SET enable_mergejoin = off", prepare=False)
                self._reader_held = self._hold(connection)
            except BaseException:
                connection.close()
                raise
            self._reader = connection
        elif self._reader_held is not None:
            self._reader_held.check()
        return self._reader

    def _fetch(self, sql: str, params: Sequence[Any]) -> list[tuple[Any, ...]]:
        with self._open_reader().cursor(binary=True) as cursor:
            return cursor.execute(translate(sql), params, prepare=True).fetchall()


def _sqlstate(result: pq.abc.PGresult) -> str:
    return (result.error_field(pq.DiagnosticField.SQLSTATE) or b"").decode()


def _head(found: pq.abc.PGresult) -> Head:
    if not found.ntuples:
        return Head(0, 0)
    size, stream, version, kind, state = (found.get_value(0, column) or b"" for column in range(5))
    return Head.at(int(size), stream.decode(), int(version), kind.decode(), unhexlify(state))
