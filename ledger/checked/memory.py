"""What a ledger's own processes remember of it outside the database: the newest entry of every stream, and how far it had come.

Two files beside the signer's. ``heads`` is an SQLite file with the newest version and hash of every stream, and the ids of
the newest commands, as of a checkpoint: written with each publication. ``mark`` is a few slots of 64 bytes, one of them written with each
commit before it is acknowledged: the size of the log and the digest of its last row, and whose log it is. Both say only what was checked when it
was written; whoever can write the database cannot reach them. Neither is secret. A loss of power may take back what
``mark`` said last, never make it say more than there was (architecture, decision 22).
"""

from __future__ import annotations

import os
import sqlite3
import sys
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache, lru_cache
from hashlib import sha256
from itertools import chain, count
from operator import itemgetter
from pathlib import Path
from shutil import disk_usage
from types import TracebackType
from typing import Any, Final, Self

from tombo.ledger.checked.tail import StreamHead
from tombo.ledger.core.errors import KeyFileError, LedgerError, StoreUnavailableError
from tombo.ledger.store.sqlite.connect import primary

COMMANDS_KEPT: Final = 1_000_000
"""For how many of the newest entries the ids of their commands are remembered: a retry comes within minutes, not years."""

_BUSY_SECONDS: Final = 10.0
_SOME: Final = 4_096
_TABLES: Final = (
    "CREATE TABLE about (origin TEXT NOT NULL, size INTEGER NOT NULL) STRICT",
    "CREATE TABLE heads (stream TEXT PRIMARY KEY, version INTEGER NOT NULL, hash BLOB NOT NULL) STRICT, WITHOUT ROWID",
    "CREATE TABLE commands (first INTEGER PRIMARY KEY, id BLOB NOT NULL) STRICT",
    "CREATE INDEX commands_id ON commands (id)",
)
_PUT_HEAD: Final = "INSERT INTO heads VALUES (?, ?, ?) ON CONFLICT (stream) DO UPDATE SET version = excluded.version, hash = excluded.hash"


@lru_cache(maxsize=1 << 12)
def command_key(command_id: str) -> bytes:
    """What is remembered of a command id: 16 bytes, whatever its length."""
    return sha256(command_id.encode()).digest()[:16]


def command_mark(key: bytes) -> int:
    """The first eight bytes of a ``command_key`` as a number: they tell it from nearly every other."""
    return int.from_bytes(key[:8], "big")


class Memory:
    """The file ``heads``. Several processes may have it open; who writes a size that is there already writes nothing."""

    def __init__(self, path: Path, origin: str) -> None:
        """Open the memory of the ledger ``origin``.

        Raises:
            KeyFileError: it is missing, damaged, or another ledger's.
        """
        self.path = path
        self.origin = origin
        if not path.is_file():
            raise KeyFileError(
                f"the memory of {origin} is not at {path}: without it nobody can tell whether the newest entries of a stream"
                " are all there. Name the folder of keys it lies in with --keys, or make it again from the whole log with"
                " 'tombo memory rebuild'"
            )
        try:
            self._connection = _connect(path)
        except sqlite3.Error as error:
            raise _unreadable(path, error) from error
        try:
            found = self._fetch("SELECT origin, size FROM about")
        except BaseException:
            self._connection.close()
            raise
        if len(found) != 1 or found[0][0] != origin:
            self._connection.close()
            raise KeyFileError(
                f"{path} is the memory of {found[0][0] if found else 'nothing'}; expected {origin}: bring that back, or 'tombo memory"
                " rebuild' puts this one aside and makes it again"
            )

    @classmethod
    def create(cls, path: Path, origin: str) -> Memory:
        """The memory of a ledger of which nothing is known yet. One that was begun and not filled is taken.

        Raises:
            KeyFileError: there is one, with something in it.
        """
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        connection: sqlite3.Connection | None = None
        try:
            connection = _connect(path)
            if not connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
                connection.execute("PRAGMA journal_mode = WAL").fetchone()
                connection.execute("BEGIN IMMEDIATE")
                for statement in _TABLES:
                    connection.execute(statement)
                connection.execute("INSERT INTO about VALUES (?, 0)", (origin,))
                connection.execute("COMMIT")
        except sqlite3.Error as error:
            said = f"the memory {path} cannot be made: {error}"
            if primary(error) in _OF_THE_MACHINE:
                raise StoreUnavailableError(f"{said}; make room there if there is none, and run it again") from error
            raise KeyFileError(said) from error
        finally:
            if connection is not None:
                connection.close()
        made = cls(path, origin)
        if made.size():
            made.close()
            raise KeyFileError(f"{path} exists: it is what is remembered of {origin}; keep it")
        return made

    @classmethod
    def renewed(cls, path: Path, origin: str) -> Memory:
        """The memory of a ledger, to be filled from the first entry on: what it knew, or a damaged file, is put aside.

        Only where a loss was declared; else ``tombo.ledger.checked.rebuild`` makes it.

        Raises:
            KeyFileError: it cannot be made there.
        """
        if known_in(path, origin) != 0:  # an empty one was begun by a declaration that was cut off
            put_aside(path)
        return cls.create(path, origin)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def size(self) -> int:
        """Up to which log index everything is remembered: that many entries."""
        ((size,),) = self._fetch("SELECT size FROM about")
        return int(size)

    def head(self, stream: str) -> StreamHead | None:
        """The newest entry of ``stream`` among the first ``size`` entries; None where it has none there."""
        found = self._fetch("SELECT version, hash FROM heads WHERE stream = ?", (stream,))
        return StreamHead(*found[0]) if found else None

    def streams(self, kind: str) -> list[str]:
        """The streams of a type, in order of name."""
        found = self._fetch("SELECT stream FROM heads WHERE stream >= ? AND stream < ?", (f"{kind}:", f"{kind};"))
        return [stream for (stream,) in found]

    def streams_count(self, kind: str) -> int:
        """How many streams of a type there are."""
        sql = "SELECT count(*) FROM heads WHERE stream >= ? AND stream < ?"
        return int(self._fetch(sql, (f"{kind}:", f"{kind};"))[0][0])

    def commands(self, keys: Sequence[bytes]) -> dict[bytes, int]:
        """Of ``keys`` (``command_key``) those among the newest commands, with the log index of the first entry of each."""
        return {key: first for first, key in self._fetch(_commands_among(len(keys)), keys)}

    def command_marks(self) -> array[int]:
        """The ``command_mark`` of every command that is remembered, in order."""
        marks = array("Q")
        with self._explained():
            found = self._connection.execute("SELECT substr(id, 1, 8) FROM commands ORDER BY id")
            while some := found.fetchmany(_SOME):
                marks.frombytes(b"".join(map(itemgetter(0), some)))
        if sys.byteorder == "little":
            marks.byteswap()
        return marks

    @contextmanager
    def snapshot(self) -> Iterator[int]:
        """Read as of one moment: the size at it. What another process writes meanwhile is seen afterwards."""
        try:
            self._connection.execute("BEGIN")
        except sqlite3.Error as error:
            raise StoreUnavailableError(f"the memory {self.path} cannot be read: {error}; try again") from error
        try:
            yield self.size()
        finally:
            self._connection.execute("ROLLBACK")

    def advance(
        self, size: int, heads: Mapping[str, StreamHead], commands: Iterable[tuple[int, bytes]], *, start: int
    ) -> bool:
        """Remember the entries from ``start`` to ``size``; whether this call did it, and not somebody before it.

        ``heads`` are the newest entries of the streams they touch, ``commands`` (first index, ``command_key``) the ids.

        Raises:
            StoreUnavailableError: the file cannot be written.
        """
        with self._transaction():
            if not start <= self.size() < size:
                return False
            run = self._connection.executemany
            run(_PUT_HEAD, ((stream, *head) for stream, head in sorted(heads.items())))
            run("INSERT OR REPLACE INTO commands VALUES (?, ?)", commands)
            self._connection.execute("DELETE FROM commands WHERE first < ?", (size - COMMANDS_KEPT,))
            self._connection.execute("UPDATE about SET size = ?", (size,))
        return True

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            raise StoreUnavailableError(f"the memory {self.path} cannot be written: {error}; try again") from error

    def _fetch(self, sql: str, params: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        with self._explained():
            return self._connection.execute(sql, params).fetchall()

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.DatabaseError as error:
            raise _unreadable(self.path, error) from error


def _unreadable(path: Path, error: sqlite3.Error) -> LedgerError:
    """Why the memory at ``path`` says nothing: because of the machine, which passes, or because of what it holds."""
    if primary(error) in _OF_THE_MACHINE and (why := _not_ours(path)):
        return StoreUnavailableError(f"the memory {path} cannot be read: {error}; {why}")
    if primary(error) in _OF_THE_MACHINE:
        return StoreUnavailableError(
            f"the memory {path} cannot be read: {error}; nothing was recorded; {_look(path)} and try again"
        )
    return KeyFileError(
        f"the memory {path} cannot be read: {error}; bring it back, or 'tombo memory rebuild' makes it again"
    )


def _look(path: Path) -> str:
    """What to do about a disk: the most frequent cause is asked for, as SQLite says the same of every one."""
    with suppress(OSError):
        if disk_usage(path.parent).free < _BESIDE:
            return "the disk is full: free some space"
    return "look at the disk"


def _not_ours(path: Path) -> str | None:
    """What of the memory at ``path`` this user may not write, and what to do; None where he may write all of it."""
    for each in (path.parent, *files_of(path)):
        if os.path.lexists(each) and not os.access(each, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
            return (
                f"{each} is not writable by this user; expected the folder of keys and the files in it to be, as everybody who reads a ledger"
                " needs them. Nothing was recorded. Run it as their owner"
            )
    return None


_BESIDE: Final = 65_536
"""Bytes that SQLite needs beside a file, to read it, rounded up."""
_OF_THE_MACHINE: Final = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_READONLY,
    }
)
"""What SQLite says where the machine is at fault and not the file."""


def known_in(path: Path, origin: str) -> int | None:
    """How many entries of the ledger ``origin`` the memory at ``path`` knows; None where there is none that can be read.

    Raises:
        StoreUnavailableError: the machine is at fault, and not the file.
    """
    try:
        with Memory(path, origin) as memory:
            return memory.size()
    except KeyFileError:
        return None


def put_aside(path: Path) -> None:
    """Give the memory at ``path``, if there is one, a name at which nothing lies yet: ``heads.old``, else ``heads.old.2`` and so on."""
    names = chain([f"{path.name}.old"], (f"{path.name}.old.{number}" for number in count(2)))
    aside = next(
        named for named in map(path.with_name, names) if not any(os.path.lexists(each) for each in files_of(named))
    )
    for old, new in zip(files_of(path), files_of(aside), strict=True):
        with suppress(FileNotFoundError):
            old.replace(new)


def files_of(path: Path) -> tuple[Path, ...]:
    """The memory at ``path`` and what SQLite keeps beside it."""
    return tuple(path.with_name(f"{path.name}{ending}") for ending in ("", "-wal", "-shm"))


@cache
def _commands_among(count: int) -> str:
    """The query for ``count`` keys: the same text each time, so that it is prepared once."""
    return f"SELECT first, id FROM commands WHERE id IN ({', '.join('?' * count)})"  # noqa: S608 - marks alone


def _connect(path: Path) -> sqlite3.Connection:
    """A connection to the memory.

    Raises:
        StoreUnavailableError: it cannot be opened now; no file descriptor is left, for example.
    """
    try:
        connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    except sqlite3.OperationalError as error:
        raise StoreUnavailableError(
            f"the memory {path} cannot be opened: {error}; {_not_ours(path) or 'try again'}"
        ) from error
    try:
        connection.execute("PRAGMA synchronous = FULL")
    except BaseException:
        connection.close()
        raise
    return connection
