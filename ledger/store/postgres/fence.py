"""The fence of a ledger in PostgreSQL: an advisory lock of a session of its own, let go by the server when that session ends."""

from __future__ import annotations

import os
import select
import socket
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import Lock
from typing import Any, Final

import psycopg

from tombo.ledger.core.errors import ConflictError, StoreUnavailableError
from tombo.ledger.store.locks import printable
from tombo.ledger.store.postgres.connect import connect, explain, lock_key

NAME_MAX: Final = 63
"""Bytes of a session's name that the server keeps."""
ASKED_EVERY: Final = 1.0
"""Seconds after which the server is asked whether the session is still there; an end that it sends is seen at once."""
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
    """The fence as the session ``connection`` holds it."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection
        self._asked = time.monotonic()
        self._lock = Lock()

    def check(self) -> None:
        """See that it is still held; asked before every commit.

        Raises:
            StoreUnavailableError: its session is gone, and another process may hold it by now.
        """
        with self._lock:
            try:
                if self._connection.closed or self._ended():
                    raise psycopg.OperationalError("its session has ended")
                if time.monotonic() - self._asked >= ASKED_EVERY:
                    self._connection.execute("SELECT 1")
                    self._asked = time.monotonic()
            except psycopg.Error as error:
                self._connection.close()
                raise StoreUnavailableError(
                    f"the fence of this ledger was lost ({str(error).strip()}), and another 'tombo serve' may hold it now: "
                    "nothing more is taken; start this one again"
                ) from error

    def _ended(self) -> bool:
        """Whether the server has something to say that nobody asked for: the end of the session."""
        return bool(select.select([self._connection.fileno()], [], [], 0)[0])


@contextmanager
def fence(params: Mapping[str, Any], schema: str) -> Iterator[SessionFence]:
    """See ``tombo.ledger.store.fence``."""
    name = f"tombo serve: process {os.getpid()} on {socket.gethostname()}".encode()[:NAME_MAX].decode(errors="ignore")
    key = lock_key(schema, "serve")
    try:
        connection = connect({**params, "application_name": name}, schema)
    except psycopg.Error as error:
        raise explain(error, f"schema {schema}") from error
    with connection:
        try:
            _take(connection, key, schema)
        except psycopg.Error as error:
            raise explain(error, f"schema {schema}") from error
        yield SessionFence(connection)


def _take(connection: psycopg.Connection[Any], key: int, schema: str) -> None:
    for _ in range(TRIES):
        taken = connection.execute("SELECT pg_try_advisory_lock(%s::bigint)", (key,)).fetchone()
        if taken is not None and taken[0]:
            return
        time.sleep(PAUSE)
    found = connection.execute(_HOLDER, (key >> 32 & _HALF, key & _HALF)).fetchone()
    by = "another session"
    if found is not None:
        pid, application, user, since = found
        by = f"session {pid} (user {printable(user or 'unknown')}, {printable(application or 'without a name')}, since {since})"
    raise ConflictError(
        f"the ledger in schema {schema} is served by {by}: one 'tombo serve' a ledger; stop that one first, or ask it"
    )
