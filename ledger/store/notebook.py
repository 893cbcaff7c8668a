"""A notebook (``tombo.ledger.verify.notebook``) in a file: an SQLite database of whoever verifies, beside no ledger."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from tombo.ledger.core.errors import ConflictError, LedgerError, NoRoomError, UnreadableError, UnwritableError
from tombo.ledger.store.sqlite.connect import primary

APPLICATION: Final = 0x746D626E
"""``application_id`` of the file, "tmbn": no other file is ever written over."""
COMMAND_BYTES: Final = 16
"""How much is kept of the SHA-256 of a command id: who makes two that agree in it has everything read again, and hides nothing."""
_RUNS: Final = {"commands_0": 1 << 16, "commands_1": 1 << 20, "commands_2": 1 << 24}
"""Where new command ids are put: each among few others. So many stay in a run; more go into the next one, and from the last into ``commands``."""
_KEYED: Final = (*_RUNS, "commands")
"""Every table of command ids, the newest first."""
_PLACE: Final = " UNION ALL ".join(f"SELECT place FROM {table} WHERE id = ?1" for table in _KEYED) + " LIMIT 1"  # noqa: S608 - tables of ours
_TABLES: Final = (
    f"PRAGMA application_id = {APPLICATION}",
    "CREATE TABLE about (document BLOB NOT NULL) STRICT",
    """CREATE TABLE facts (place INTEGER PRIMARY KEY, first INTEGER NOT NULL, stop INTEGER NOT NULL,
        stream TEXT NOT NULL, kind TEXT NOT NULL, by BLOB NOT NULL, command BLOB, digest BLOB, event BLOB NOT NULL) STRICT""",
    """CREATE TABLE streams (name BLOB PRIMARY KEY, version INTEGER NOT NULL, hash BLOB NOT NULL,
        place INTEGER NOT NULL) STRICT, WITHOUT ROWID""",
    *(f"CREATE TABLE {table} (id BLOB PRIMARY KEY, place INTEGER NOT NULL) STRICT, WITHOUT ROWID" for table in _KEYED),
)
_OF_FORMAT_1: Final = frozenset(sql for sql in _TABLES[1:] if not any(run in sql for run in _RUNS))
"""The tables of a notebook whose command ids stand in one."""
_COPIED: Final = {"about": 1, "facts": 9, "streams": 4, **dict.fromkeys(_KEYED, 2)}
"""Every table, and how many columns it has."""
_LENGTH_MAX: Final = 1 << 24
"""The longest value that is read: the document of a log signed by a hundred thousand keys is shorter."""
_BUSY_SECONDS: Final = 10.0
_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT})
_BEGINS: Final = b"SQLite format 3\0"


def is_notebook(head: bytes) -> bool:
    """Whether a file that begins with ``head`` can be one; a signed note never begins so."""
    return head.startswith(_BEGINS)


class NotebookFile:
    """The notebook at ``path``. One run at a time has it open; what a run that was killed had written is gone, and what was there before stays.

    What cannot be written is told by ``commit``: a disk that is full keeps no run from saying what it finds.
    """

    def __init__(self, path: Path, of: NotebookFile | None = None) -> None:
        """Open it. ``of``: another one, which it goes on from: that is read, and what this one held does not count once it is committed.

        Raises:
            UnreadableError: there is none, or it is no notebook.
        """
        self.path = path
        self._of = of
        self._held = self._reads = False
        self._newest = next(iter(_RUNS))
        self._trouble: LedgerError | None = None
        """Why what is to be kept could not be written, the first there was."""
        if not path.is_file():
            raise UnreadableError(
                f"{path} is no notebook: there is no such file; 'tombo verify --notebook {path}' makes one"
            )
        with self._explained():
            self._connection = sqlite3.connect(
                path.absolute(), timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
        try:
            self._look()
        except BaseException:
            self._connection.close()
            raise

    def _look(self) -> None:
        ((found,),) = self._fetch("PRAGMA application_id")
        if found != APPLICATION:
            raise UnreadableError(
                f"{self.path} is no notebook, but another file: name the one that 'tombo verify --notebook' wrote"
            )
        made = {sql for (sql,) in self._fetch("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")}
        if made == _OF_FORMAT_1:
            raise UnreadableError(
                f"the notebook {self.path} is of format 1, which an earlier program wrote; expected format 2: remove it, and run 'tombo verify --notebook {self.path}', which reads everything once"
            )
        if made != set(_TABLES[1:]):
            raise UnreadableError(
                f"the notebook {self.path} has other tables than this program makes: it is damaged, or of a newer program; name another file"
            )
        self._connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LENGTH_MAX)
        self._write("PRAGMA synchronous = FULL")

    @classmethod
    def create(cls, path: Path, of: NotebookFile | None = None) -> NotebookFile:
        """The notebook at ``path``; a new one with nothing in it where there is no file, or an empty one. ``of``: which it goes on from.

        Raises:
            UnwritableError: there is something else, or nothing can be written there.
        """
        try:
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
            if not path.stat().st_size:
                _make(path)
            return cls(path, of)
        except OSError as error:
            kind = NoRoomError if error.errno in _FULL else UnwritableError
            raise kind(
                f"the notebook {path} cannot be made: {error.strerror}; name a file that can be written"
            ) from error
        except UnreadableError as error:
            raise UnwritableError(f"{error}; nothing was written") from error

    def close(self) -> None:
        """Close the file. What was not committed is gone."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def about(self) -> bytes | None:
        """What is known of the log as a whole; None where no run was through. Nobody changes it until the facts are read."""
        self._begin_reading()
        found = self._fetch("SELECT document FROM about")
        return bytes(found[0][0]) if len(found) == 1 else None

    def facts(self) -> Iterator[tuple[Any, ...]]:
        """The facts, by index."""
        found = self._fetch("SELECT * FROM facts ORDER BY place")
        self._end_reading()
        yield from found

    def _begin_reading(self) -> None:
        if not self._held and not self._reads:
            self._write("BEGIN")
            self._reads = True

    def _end_reading(self) -> None:
        if self._reads:
            self._write("ROLLBACK")
            self._reads = False

    def link(self, name: bytes) -> tuple[int, bytes, int] | None:
        """The newest entry of the stream whose name has this SHA-256: version, hash, index; None where there is none."""
        found = self._fetch("SELECT version, hash, place FROM streams WHERE name = ?", (name,))
        return found[0] if found else None

    def place(self, name: bytes) -> int | None:
        """The first log index of the command whose id has this SHA-256; None where there is none."""
        found = self._fetch(_PLACE, (name[:COMMAND_BYTES],))
        return int(found[0][0]) if found else None

    def hold(self) -> None:
        """From here on nobody else writes, until it is closed.

        Raises:
            ConflictError: another run writes.
        """
        self._end_reading()
        self._write("BEGIN IMMEDIATE")
        self._write("SAVEPOINT held")
        self._held = True

    def begin(self, *, anew: bool) -> None:
        """Begin to write; with ``anew`` nothing that was there counts. What was begun and not finished is given up.

        Raises:
            ConflictError: another run writes.
        """
        if self._held:
            self._kept(lambda: self._write("ROLLBACK TO held"))
        else:
            self.hold()
        self._newest = _KEYED[-1 if anew else 0]
        if anew or self._of is not None:
            self._kept(self._empty)
        if self._of is not None and not anew:
            other = self._of
            self._kept(lambda: self._copy(other))

    def _empty(self) -> None:
        for table in _COPIED:
            self._write(f"DELETE FROM {table}")  # noqa: S608 - a table of ours

    def _copy(self, other: NotebookFile) -> None:
        """Take over what ``other`` holds, as it was when it was asked what is known; a file that is copied may be half written."""
        other._begin_reading()
        for table, columns in _COPIED.items():
            values = ", ".join("?" * columns)
            with closing(other._rows(table)) as rows:  # also where the disk fills in the middle of it
                self._write_many(f"INSERT INTO {table} VALUES ({values})", rows)  # noqa: S608 - a table of ours

    def _rows(self, table: str) -> Generator[tuple[Any, ...], None, None]:
        """All of a table. Where it is damaged it is this file, and not the one that it is copied into."""
        with self._explained():
            yield from self._connection.execute(f"SELECT * FROM {table}")  # noqa: S608 - a table of ours

    def keep_links(self, links: Iterable[tuple[bytes, int, bytes, int]]) -> None:
        """Keep the newest entries of streams: SHA-256 of the name, version, hash, index."""
        self._kept(lambda: self._write_many("INSERT OR REPLACE INTO streams VALUES (?, ?, ?, ?)", links))

    def keep_places(self, places: Iterable[tuple[bytes, int]]) -> None:
        """Keep commands: SHA-256 of the id, and the first log index."""
        found = ((name[:COMMAND_BYTES], place) for name, place in places)
        insert = f"INSERT OR REPLACE INTO {self._newest} VALUES (?, ?)"  # noqa: S608 - a table of ours
        self._kept(lambda: self._write_many(insert, found))

    def keep_facts(self, facts: Iterable[tuple[Any, ...]]) -> None:
        """Keep facts that came since."""
        insert = "INSERT OR REPLACE INTO facts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
        self._kept(lambda: self._write_many(insert, facts))

    def keep_about(self, about: bytes) -> None:
        """Keep what is known of the log as a whole."""
        self._kept(lambda: self._write("DELETE FROM about"))
        self._kept(lambda: self._write("INSERT INTO about VALUES (?)", (about,)))

    def commit(self) -> None:
        """What was written is what is known from here on.

        Raises:
            LedgerError: it could not be written; what was there before is there still.
        """
        if self._trouble is not None:
            raise self._trouble
        self._merge()
        self._write("COMMIT")
        self._held = False

    def _merge(self) -> None:
        """Have every run that holds more than it should go into the next one, in the order of the ids: most pages are then written for several of them."""
        for (run, most), into in zip(_RUNS.items(), _KEYED[1:], strict=True):
            ((held,),) = self._fetch(f"SELECT count(*) FROM {run}")  # noqa: S608 - a table of ours
            if held <= most:  # nothing goes into the next one, which is not counted: that would go through all of it
                return
            self._write(f"INSERT OR REPLACE INTO {into} SELECT id, place FROM {run}")  # noqa: S608 - as above
            self._write(f"DELETE FROM {run}")  # noqa: S608 - as above

    def _kept(self, write: Callable[[], object]) -> None:
        """``write``; what is in its way ``commit`` says: whoever reads the log goes on, and nothing more is written."""
        if self._trouble is None:
            try:
                write()
            except LedgerError as error:
                self._trouble = error

    def _fetch(self, sql: str, params: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        with self._explained():
            return self._connection.execute(sql, params).fetchall()

    def _write(self, sql: str, params: Sequence[object] = ()) -> None:
        with self._explained():
            self._connection.execute(sql, params)

    def _write_many(self, sql: str, rows: Iterable[tuple[Any, ...]]) -> None:
        with self._explained():
            self._connection.executemany(sql, rows)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except UnicodeDecodeError as error:  # a name in the file, or in SQLite's own sentence about it
            raise UnreadableError(f"the notebook {self.path} is damaged: {error}; make it again: remove it") from error
        except sqlite3.Error as error:
            raise _said(self.path, error) from error


def _make(path: Path) -> None:
    """Make the tables in an empty file, all of them or none."""
    try:
        # The whole path: SQLite may take a name that begins with "file:" for an address.
        connection = sqlite3.connect(path.absolute(), isolation_level=None)
        try:
            connection.execute("BEGIN IMMEDIATE")
            there = connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone()
            for statement in () if there else _TABLES:  # else another run made them just now
                connection.execute(statement)
            connection.execute("COMMIT")
        finally:
            connection.close()
    except sqlite3.Error as error:
        raise _said(path, error) from error


def _said(path: Path, error: sqlite3.Error) -> ConflictError | NoRoomError | UnreadableError | UnwritableError:
    """Why the notebook at ``path`` cannot be used."""
    match primary(error):
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return ConflictError(f"the notebook {path} is in use by another run; try again when that has ended")
        case sqlite3.SQLITE_FULL:
            return NoRoomError(
                f"the disk is full: the notebook {path} was not written, and is as it was before; free some space"
            )
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_IOERR:
            return UnwritableError(f"the notebook {path} cannot be written: {error}; it is as it was before")
        case _:
            return UnreadableError(
                f"the notebook {path} is damaged: {error}; make it again: remove it, and run 'tombo verify --notebook {path}'"
            )
