"""The fence of a ledger in PostgreSQL: an advisory lock of a session of its own, let go by the server when that session ends."""

from __future__ import annotations

import os
import select
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from threading import Lock
from typing import Any, Final

import psycopg

from tombo.ledger.core.errors import ConflictError, LedgerError, StoreUnavailableError
from tombo.ledger.store.locks import printable
from tombo.ledger.store.postgres.connect import connect, explain, lock_key

NAME_MAX: Final = 63
"""Bytes of a session's name that the server keeps."""
ASKED_EVERY: Final = 1.0
"""Seconds after which the server is asked whether the session is still there, or for another one; an end that it sends is seen at once."""
TRIES: Final = 20
PAUSE: Final = 0.1
"""How often, and after how many seconds, a lock is tried for: whoever was killed is noticed by the server a moment later."""
_HALF: Final = 2**32 - 1
_HOLDER: Final = """
SELECT l.pid, a.application_name, a.usename, to_char(a.backend_start AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS UTC')
FROM pg_locks l JOIN pg_database d ON d.oid = l.database LEFT JOIN pg_stat_activity a ON a.pid = l.pid
WHERE l.granted AND d.datname = current_database() AND l.locktype = 'advisory'
    AND l.classid::bigint = %s AND l.objid::bigint = %s AND l.objsubid = 1
"""


class SessionFence:
    """The fence as a session holds it. One whose session ended is taken again, unless another process has it by then.

    What is recorded in between is no harm: every writer meets what others recorded. The fence is there so that one process serves.
    """

    def __init__(self, connection: psycopg.Connection[Any], again: Callable[[], psycopg.Connection[Any]]) -> None:
        """``connection``: the session that holds it. ``again``: another one that does; raises a ``LedgerError`` where there is none."""
        self._connection = connection
        self._again = again
        self._asked = time.monotonic()
        self._lost: LedgerError | None = None
        self._lock = Lock()

    def close(self) -> None:
        """Let it go."""
        with self._lock:
            self._connection.close()

    def check(self) -> None:
        """See that it is still held; asked before every commit.

        Raises:
            StoreUnavailableError: its session is gone, and the server is out of reach, or another process holds it by now.
        """
        with self._lock:
            if not self._there():
                self._take_again()
            if self._lost is not None:
                raise StoreUnavailableError(
                    f"the fence of this ledger was lost with its session ({self._lost}): nothing is recorded until it is taken again,"
                    " which is tried every second"
                ) from self._lost

    def _take_again(self) -> None:
        self._connection.close()
        if self._lost is not None and time.monotonic() - self._asked < ASKED_EVERY:
            return
        try:
            self._connection, self._lost = self._again(), None
        except LedgerError as error:
            self._lost = error
        self._asked = time.monotonic()

    def _there(self) -> bool:
        try:
            if self._connection.closed or self._ended():
                return False
            if time.monotonic() - self._asked >= ASKED_EVERY:
                self._connection.execute("SELECT 1")
                self._asked = time.monotonic()
        except psycopg.Error:
            return False
        return True

    def _ended(self) -> bool:
        """Whether the server has something to say that nobody asked for: the end of the session."""
        return bool(select.select([self._connection.fileno()], [], [], 0)[0])


@contextmanager
def fence(params: Mapping[str, Any], schema: str) -> Iterator[SessionFence]:
    """See ``tombo.ledger.store.fence``."""
    name = f"tombo serve: process {os.getpid()} on {socket.gethostname()}".encode()[:NAME_MAX].decode(errors="ignore")
    named = {**params, "application_name": name}
    held = SessionFence(_session(named, schema, TRIES), partial(_session, named, schema, 1))
    try:
        yield held
    finally:
        held.close()


def _session(params: Mapping[str, Any], schema: str, tries: int) -> psycopg.Connection[Any]:
    """A session that holds the fence."""
    connection: psycopg.Connection[Any] | None = None
    try:
        connection = connect(params, schema)
        _take(connection, lock_key(schema, "serve"), schema, tries)
    except BaseException as error:
        if connection is not None:
            connection.close()
        if isinstance(error, psycopg.Error):
            raise explain(error, f"schema {schema}") from error
        raise
    return connection


def _take(connection: psycopg.Connection[Any], key: int, schema: str, tries: int) -> None:
    for left in range(tries, 0, -1):
        taken = connection.execute("SELECT pg_try_advisory_lock(%s::bigint)", (key,)).fetchone()
        if taken is not None and taken[0]:
            return
        if left > 1:
            time.sleep(PAUSE)
    found = connection.execute(_HOLDER, (key >> 32 & _HALF, key & _HALF)).fetchone()
    by = "another session"
    if found is not None:
        pid, application, user, since = found
        by = f"session {pid} (user {printable(user or 'unknown')}, {printable(application or 'without a name')}, since {since})"
    raise ConflictError(
        f"the ledger in schema {schema} is served by {by}: one 'tombo serve' a ledger; stop that one first, or ask it"
    )
