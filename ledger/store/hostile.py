"""A file that somebody else wrote is read within bounds: no value, no query and no schema of its makes a reader work without end.

Nothing of this concerns what a ledger holds. It keeps a small forged file from filling the memory or the disk of whoever
looks at it: its rows are as long as its header says, its pages may name one another in circles, its columns may be
computed. An honest file never comes near a bound.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from ledger.seal.note import NOTE_MAX

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
_SETTINGS: Final = (
    f"PRAGMA hard_heap_limit = {HEAP_MAX}",
    "PRAGMA temp_store = MEMORY",
    "PRAGMA cell_size_check = ON",
    "PRAGMA automatic_index = OFF",  # the queries have their indexes; where they were dropped, none is built for them
)


class Bounds:
    """The bounds of one connection that only reads."""

    def __init__(self, connection: sqlite3.Connection, path: str) -> None:
        try:
            size = Path(path).stat().st_size
        except OSError:
            size = 0
        self._budget = (STEPS_LEAST + STEPS_A_BYTE * size) // _EVERY
        self._left = self._budget
        connection.set_progress_handler(self._spent, _EVERY)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LENGTH_MAX)
        for setting in _SETTINGS:
            connection.execute(setting)

    def fetch(self, connection: sqlite3.Connection, sql: str, params: Sequence[Any]) -> list[tuple[Any, ...]]:
        """The rows of a query; of values that no ledger holds only the beginning.

        Raises:
            sqlite3.Error: as SQLite does; ``SQLITE_INTERRUPT`` where it would have worked for too long.
            MemoryError: it would have taken too much memory.
        """
        self._left = self._budget
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

    def _spent(self) -> int:
        self._left -= 1
        return int(self._left < 0)


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
