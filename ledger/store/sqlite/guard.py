"""The file of a ledger held to what it was when it was opened: its schema, its pages, and that it still is that file.

SQLite keeps its schema as rows of a table, which whoever can write the file can edit, and follows a file that was
renamed or removed for as long as it is open: what is written there then is at no path.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any, Final

from tombo.ledger.core.errors import ForeignDatabaseError, TamperedError
from tombo.ledger.store.guard import Described, differences, tampered_schema
from tombo.ledger.store.inode import NOTHING, Inode, Inodes
from tombo.ledger.store.sqlite.connect import real_path
from tombo.ledger.store.sqlite.schema import statements
from tombo.ledger.store.types import SCHEMA_VERSION, TABLES

QUICK_MAX: Final = 32 * 2**20
"""The largest file, in bytes, whose every page is looked at before a door opens: decision 0019 has the figures."""
FAULTS_MAX: Final = 100
"""How many faults of its pages are named."""
_SCHEMA: Final = "SELECT type, name, tbl_name, sql, rootpage FROM sqlite_schema"
_SMALL: Final = ("meta", "checkpoints", "notification_tracking")
"""Tables that stay small however long the log is."""


def files_of(path: str) -> Inodes:
    """Asks which files stand at ``path`` and beside it: the file, its write-ahead log, and the index of that log, which has the locks.

    Where ``path`` is a link, log and index lie beside what it leads to now.
    """
    real = real_path(path)
    return Inodes((path, f"{real}-wal", f"{real}-shm"))


class GuardedFile:
    """A connection to a ledger's file, and what was found over it: ``check`` says whether it still is so.

    ``before``: what stood at the path before the connection was made.

    Raises:
        TamperedError: the schema is not ours, or the file was replaced meanwhile.
    """

    def __init__(self, connection: sqlite3.Connection, path: str, before: Inode) -> None:
        self._connection = connection
        self._path = path
        self._files = files_of(path)
        self._version = self._compared()
        # The log and its index come with the first use of a connection, and stay until the last one is closed.
        self._known = self._files()
        if self._known[0] != before:
            raise replaced(path)

    def check(self) -> None:
        """That the path still leads to this file, and the schema is the one that was compared; else compare it again.

        Raises:
            TamperedError: one of them is not so.
        """
        self._check_file()
        if self._schema_version() != self._version:
            self._version = self._compared()

    def _check_file(self) -> None:
        now = self._files()
        if now != self._known and any(was not in (NOTHING, found) for was, found in zip(self._known, now, strict=True)):
            raise replaced(self._path)

    def _compared(self) -> int:
        """Compare the schema, and return its version as it was before: a change in between is seen the next time."""
        version = self._schema_version()
        if said := schema_differences(self._connection):
            raise tampered_schema(self._path, said)
        return version

    def _schema_version(self) -> int:
        return int(self._connection.execute("PRAGMA schema_version").fetchone()[0])


def replaced(path: str) -> TamperedError:
    """The error for a path that leads to another file than the one that is open."""
    return TamperedError(
        f"{path}, or the log beside it, was replaced or removed while it was open: what is recorded here would be at no"
        " path. Nothing more is recorded. Stop every process of the ledger, find out which file holds the last"
        " acknowledged entries, and run 'tombo verify' on each before one is used again"
    )


def schema_differences(connection: sqlite3.Connection) -> list[str]:
    """How the schema differs from the one that ``statements`` makes, as this connection sees it."""
    found = connection.execute(_SCHEMA).fetchall()
    said = differences(map(_described, found), _expected())
    roots = Counter(root for *_, root in found if root)
    shared = sorted(str(root) for root, times in roots.items() if times > 1)
    if shared:
        said.append(f"tables or indexes share their pages: the root page {', '.join(shared)} is used more than once")
    return said


def page_faults(connection: sqlite3.Connection, path: str) -> list[str]:
    """What is wrong with the pages: with all of them where the file is at most ``QUICK_MAX``, else with the small tables'."""
    if Path(path).stat().st_size <= QUICK_MAX:
        return _faults(connection, f"PRAGMA integrity_check({FAULTS_MAX})")
    return [fault for table in _SMALL for fault in _faults(connection, f"PRAGMA quick_check({table})")]


def check_plain(connection: sqlite3.Connection, path: str) -> None:
    """That every table of a ledger is a plain one: a view, a virtual table or a generated column makes up what it shows.

    Raises:
        ForeignDatabaseError: one is not.
    """
    kinds = {name: kind for schema, name, kind, *_ in connection.execute("PRAGMA table_list") if schema == "main"}
    for table in TABLES:
        if kinds.get(table) != "table":
            found = f"is a {kinds[table]} there" if table in kinds else "is not there"
            raise ForeignDatabaseError(
                f"{path} lacks what a ledger has: the table {table} {found}; compare with a copy"
            )
        made_up = [name for _, name, *_, hidden in connection.execute(f"PRAGMA table_xinfo({table})") if hidden]
        if made_up:
            raise ForeignDatabaseError(
                f"{path}: {table} has columns that are not stored but made up as they are read"
                f" ({', '.join(map(repr, made_up))[:200]}); no ledger has one; compare with a copy"
            )


def _faults(connection: sqlite3.Connection, pragma: str) -> list[str]:
    found = [str(said) for (said,) in connection.execute(pragma)]
    return [] if found == ["ok"] else [f"its pages are damaged: {said}" for said in found]


def _described(row: tuple[Any, ...]) -> Described:
    kind, name, table, sql, _ = row
    of = "" if name == table else f" on {table}"
    return Described(f"{kind} {name}{of}", "(made by SQLite)" if sql is None else str(sql))


@cache
def _expected() -> tuple[Described, ...]:
    """What ``statements`` makes, as this SQLite stores it."""
    empty = sqlite3.connect(":memory:", isolation_level=None)
    try:
        for statement in statements(SCHEMA_VERSION):
            empty.execute(statement)
        return tuple(map(_described, empty.execute(_SCHEMA)))
    finally:
        empty.close()
