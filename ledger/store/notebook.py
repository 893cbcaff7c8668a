"""A notebook (``tombo.ledger.verify.notebook``) in a file: an SQLite database of whoever verifies, beside no ledger."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfile
from types import TracebackType
from typing import Any, Final, Self

from tombo.ledger.core.errors import ConflictError, NoRoomError, UnreadableError, UnwritableError
from tombo.ledger.store.sqlite.connect import primary

APPLICATION: Final = 0x746D626E
"""``application_id`` of the file, "tmbn": no other file is ever written over."""
COMMAND_BYTES: Final = 16
"""How much is kept of the SHA-256 of a command id: who makes two that agree in it has everything read again, and hides nothing."""
_TABLES: Final = (
    f"PRAGMA application_id = {APPLICATION}",
    "CREATE TABLE about (document BLOB NOT NULL) STRICT",
    """CREATE TABLE facts (place INTEGER PRIMARY KEY, first INTEGER NOT NULL, stop INTEGER NOT NULL,
        stream TEXT NOT NULL, kind TEXT NOT NULL, by BLOB NOT NULL, command BLOB, digest BLOB, event BLOB NOT NULL) STRICT""",
    """CREATE TABLE streams (name BLOB PRIMARY KEY, version INTEGER NOT NULL, hash BLOB NOT NULL,
        place INTEGER NOT NULL) STRICT, WITHOUT ROWID""",
    "CREATE TABLE commands (id BLOB PRIMARY KEY, place INTEGER NOT NULL) STRICT, WITHOUT ROWID",
)
_EMPTIED: Final = ("DELETE FROM about", "DELETE FROM facts", "DELETE FROM streams", "DELETE FROM commands")
_BUSY_SECONDS: Final = 10.0
_BEGINS: Final = b"SQLite format 3\0"


def is_notebook(head: bytes) -> bool:
    """Whether a file that begins with ``head`` can be one; a signed note never begins so."""
    return head.startswith(_BEGINS)


class NotebookFile:
    """The notebook at ``path``. One run at a time has it open; what a run that was killed had written is gone, and what was there before stays."""

    def __init__(self, path: Path) -> None:
        """Open it.

        Raises:
            UnreadableError: there is none, or it is no notebook.
        """
        self.path = path
        self._begun = False
        if not path.is_file():
            raise UnreadableError(
                f"{path} is no notebook: there is no such file; 'tombo verify --notebook {path}' makes one"
            )
        with self._explained():
            self._connection = sqlite3.connect(
                path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
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
        self._write("PRAGMA synchronous = FULL")

    @classmethod
    def create(cls, path: Path) -> NotebookFile:
        """The notebook at ``path``; a new one with nothing in it where there is no file, or an empty one.

        Raises:
            UnwritableError: there is something else, or nothing can be written there.
        """
        try:
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
            if not path.stat().st_size:
                _make(path)
            return cls(path)
        except OSError as error:
            raise UnwritableError(
                f"the notebook {path} cannot be made: {error.strerror}; name a file that can be written"
            ) from error
        except UnreadableError as error:
            raise UnwritableError(f"{error}; nothing was written") from error

    @classmethod
    def copied(cls, source: Path, path: Path) -> NotebookFile:
        """A copy of the notebook at ``source``, at ``path``.

        Raises:
            UnwritableError: there is something else at ``path``, or nothing can be written there.
        """
        cls.create(path).close()
        try:
            copyfile(source, path)
        except OSError as error:
            raise UnwritableError(f"the notebook {path} cannot be written: {error.strerror}") from error
        return cls(path)

    def close(self) -> None:
        """Close the file. What was not committed is gone."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def about(self) -> bytes | None:
        """What is known of the log as a whole; None where no run was through."""
        found = self._fetch("SELECT document FROM about")
        return bytes(found[0][0]) if len(found) == 1 else None

    def facts(self) -> Iterator[tuple[Any, ...]]:
        """The facts, by index."""
        yield from self._fetch("SELECT * FROM facts ORDER BY place")

    def link(self, name: bytes) -> tuple[int, bytes, int] | None:
        """The newest entry of the stream whose name has this SHA-256: version, hash, index; None where there is none."""
        found = self._fetch("SELECT version, hash, place FROM streams WHERE name = ?", (name,))
        return found[0] if found else None

    def place(self, name: bytes) -> int | None:
        """The first log index of the command whose id has this SHA-256; None where there is none."""
        found = self._fetch("SELECT place FROM commands WHERE id = ?", (name[:COMMAND_BYTES],))
        return int(found[0][0]) if found else None

    def begin(self, *, anew: bool) -> None:
        """Begin to write; with ``anew`` nothing that was there counts. What was begun and not finished is given up."""
        if self._begun:
            self._write("ROLLBACK")
        self._begun = False
        self._write("BEGIN IMMEDIATE")
        self._begun = True
        for emptied in _EMPTIED if anew else ():
            self._write(emptied)

    def keep_links(self, links: Iterable[tuple[bytes, int, bytes, int]]) -> None:
        """Keep the newest entries of streams: SHA-256 of the name, version, hash, index."""
        self._write_many("INSERT OR REPLACE INTO streams VALUES (?, ?, ?, ?)", links)

    def keep_places(self, places: Iterable[tuple[bytes, int]]) -> None:
        """Keep commands: SHA-256 of the id, and the first log index."""
        found = ((name[:COMMAND_BYTES], place) for name, place in places)
        self._write_many("INSERT OR REPLACE INTO commands VALUES (?, ?)", found)

    def keep_facts(self, facts: Iterable[tuple[Any, ...]]) -> None:
        """Keep facts that came since."""
        self._write_many("INSERT OR REPLACE INTO facts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", facts)

    def keep_about(self, about: bytes) -> None:
        """Keep what is known of the log as a whole."""
        self._write("DELETE FROM about")
        self._write("INSERT INTO about VALUES (?)", (about,))

    def commit(self) -> None:
        """What was written is what is known from here on."""
        self._write("COMMIT")
        self._begun = False

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
        except sqlite3.Error as error:
            raise _said(self.path, error) from error


def _make(path: Path) -> None:
    """Make the tables in an empty file, all of them or none."""
    try:
        connection = sqlite3.connect(path, isolation_level=None)
        try:
            connection.execute("BEGIN IMMEDIATE")
            for statement in _TABLES:
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
