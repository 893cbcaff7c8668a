"""A file that somebody else wrote is read within bounds: no value, no query and no schema of its makes a reader work without end.

Nothing of this concerns what a ledger holds. It keeps a small forged file from filling the memory or the disk of whoever
looks at it: its rows are as long as its header says, its pages may name one another in circles, its columns may be
computed. An honest file never comes near a bound.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from typing import Any, Final

from tombo.ledger.core.errors import MalformedError
from tombo.ledger.seal.note import NOTE_MAX
from tombo.ledger.store.sqlite.connect import BESIDE, real_path

LENGTH_MAX: Final = 70_000
"""The longest row that is read at the first go, in bytes: an entry has at most 65,535."""
LENGTH_TRIED: Final = 1 << 24
"""The longest row that is read at all: a signed note may have 1,000,000 bytes, and what is too long is to be named."""
KEPT: Final = NOTE_MAX + 1
"""How much is handed on of a value that is longer than any a ledger has: enough to be refused."""
TOTAL_MAX: Final = 1 << 28
"""The most that one query with such rows in it may give, in bytes."""
HEAP_MAX: Final = 1 << 30
"""How much memory SQLite may take, sorting and temporary tables included: nothing of them goes to the disk."""
STEPS_LEAST: Final = 50_000_000
STEPS_A_BYTE: Final = 50
"""How many steps of SQLite's machine a query may take: a scan of a whole honest table takes one or two a byte."""
_EVERY: Final = 1_000_000
_AT_ONCE: Final = 8_192
"""So many rows a door or a view reads before it asks how many there can be: twice what it reads of the log at a time."""
_COMPRESSED: Final = 16
"""How many times longer a file may be than the room it takes: file systems compress; a file of holes takes none."""
_BLOCK: Final = 512
_SETTINGS: Final = (
    f"PRAGMA hard_heap_limit = {HEAP_MAX}",
    "PRAGMA temp_store = MEMORY",
    "PRAGMA cell_size_check = ON",
    "PRAGMA automatic_index = OFF",  # the queries have their indexes; where they were dropped, none is built for them
)


class QueryBudget:
    """How long a query of one connection may work: in proportion to what the file holds, which is asked only of a long one."""

    def __init__(self, connection: sqlite3.Connection, path: str) -> None:
        self._path = path
        self._spent = 0
        connection.set_progress_handler(self._more, _EVERY)

    def begin(self) -> None:
        """A query begins."""
        self._spent = 0

    def _more(self) -> int:
        self._spent += _EVERY
        return int(self._spent > STEPS_LEAST and self._spent > STEPS_LEAST + STEPS_A_BYTE * bytes_held(self._path))


class ReadLimits:
    """The bounds of a connection through which a door or a view reads a ledger, whose owner may have changed it since."""

    def __init__(self, connection: sqlite3.Connection, path: str) -> None:
        self._path = path
        self._steps = QueryBudget(connection, path)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LENGTH_TRIED)

    def fetch(self, connection: sqlite3.Connection, sql: str, params: Sequence[Any]) -> list[tuple[Any, ...]]:
        """The rows of a query that gives no row twice.

        Raises:
            sqlite3.Error: as SQLite does; ``SQLITE_INTERRUPT`` where it would have worked for too long.
            MalformedError: it gives more than the file holds.
        """
        self._steps.begin()
        cursor = connection.execute(sql, params)
        rows = cursor.fetchmany(_AT_ONCE)
        if len(rows) < _AT_ONCE:
            return rows
        left = bytes_held(self._path)
        while some := cursor.fetchmany(_AT_ONCE):
            left -= sum(len(value) for row in some for value in row if isinstance(value, str | bytes))
            if left < 0:
                raise MalformedError(
                    f"{self._path} shows more rows than it can hold: a table or an index of it leads in circles; nothing of it is"
                    " believed: run 'tombo verify'"
                )
            rows += some
        return rows


class Bounds:
    """The bounds of one connection that only reads."""

    def __init__(self, connection: sqlite3.Connection, path: str) -> None:
        self._steps = QueryBudget(connection, path)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LENGTH_MAX)
        for setting in _SETTINGS:
            connection.execute(setting)

    def fetch(self, connection: sqlite3.Connection, sql: str, params: Sequence[Any]) -> list[tuple[Any, ...]]:
        """The rows of a query; of values that no ledger holds only the beginning.

        Raises:
            sqlite3.Error: as SQLite does; ``SQLITE_INTERRUPT`` where it would have worked for too long.
            MemoryError: it would have taken too much memory.
        """
        self._steps.begin()
        try:
            return connection.execute(sql, params).fetchall()
        except sqlite3.DataError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_TOOBIG:
                raise
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LENGTH_TRIED)
        try:
            return _fetch_long(connection, sql, params)
        finally:
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LENGTH_MAX)


def bytes_held(path: str) -> int:
    """How much the database at ``path`` can hold, its log included; what a file has of holes does not count."""
    real, held = real_path(path), 0
    for name in (real, f"{real}{BESIDE[0]}"):
        try:
            found = os.stat(name)  # noqa: PTH116 - paths are text here
        except OSError:
            continue
        taken = found.st_blocks * _BLOCK * _COMPRESSED  # 0 where the file system does not say
        held += min(found.st_size, taken or found.st_size)
    return held


def _fetch_long(connection: sqlite3.Connection, sql: str, params: Sequence[Any]) -> list[tuple[Any, ...]]:
    rows, total = [], 0
    for row in connection.execute(sql, params):
        rows.append(tuple(map(_cut, row)))
        total += sum(len(value) for value in rows[-1] if isinstance(value, str | bytes))
        if total > TOTAL_MAX:
            raise MemoryError
    return rows


def _cut(value: Any) -> Any:
    return value[:KEPT] if isinstance(value, str | bytes) else value
