"""Snapshots: what a long stream had come to at one of its entries, kept beside the keys. Who opens a door folds what came since, not a table's whole history.

A snapshot says nothing that the log does not say, and is thrown away at any time. It is believed where this door's own event key signed it, for this ledger
and by this very program, and where the entry it was taken at is in the log: the hash of that one names every entry before it. So whoever writes the file and has
no key can only take snapshots away, and an older one that he puts back is only longer to go on from (docs/decisions/0048).
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple, get_type_hints
from urllib.parse import quote

from pydantic import TypeAdapter, ValidationError

import tombo.ledger
from tombo.ledger.catalogue import EVOLVE
from tombo.ledger.core.clock import SystemClock
from tombo.ledger.core.ids import type_of
from tombo.ledger.live.stream_state import StreamState
from tombo.ledger.seal.keys import PrivateKey

SNAPSHOT_TAG: Final = "tombo/snapshot/v1"
EVERY: Final = 512
"""A stream has a snapshot taken each time it is so many entries longer: some 15 ms of folding."""
LONG: Final = frozenset({"account", "banked", "table"})
"""The types of streams that grow for as long as there is play. Of what else there is, each has an end, or grows by the day."""

_BUSY_SECONDS: Final = 0.2
"""It is cheaper to fold a stream once more than to wait for long. Who waited in vain waits no more until the file is free again."""
_STEPS_MAX: Final = 100_000
"""What SQLite may do for one statement: a thousand times what ours take. A file with a view in the table's place may never end."""
_STATE_MAX: Final = 2**24
"""The longest state that is kept, in bytes: of an account some hundred thousand tickets. A file may have a gigabyte there."""
_TABLE: Final = (
    "CREATE TABLE IF NOT EXISTS snapshots (stream TEXT PRIMARY KEY, version INTEGER NOT NULL, hash BLOB NOT NULL, recorded INTEGER NOT NULL,"
    " stands INTEGER NOT NULL, state BLOB NOT NULL, signature BLOB NOT NULL) STRICT, WITHOUT ROWID"
)
_COLUMNS: Final = [int, bytes, int, int, bytes, bytes]
"""The types of what is asked of a row: another file's table may hold a number as text, which is signed as the same."""
_DAMAGED: Final = frozenset(
    {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_INTERRUPT}
)
"""What is said of a file that is no database, has other tables, or does not come to an end."""
_BUSY: Final = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_NO_SNAPSHOT: Final = (AttributeError, MemoryError, TypeError, ValueError, ValidationError)
"""What is raised of a row that holds anything else; the driver says so where SQLite may take no more memory."""
_LOADED: Final = SystemClock().now()
"""When this process took in what folds here, by the clock that the file system goes by: sources that were changed since may be another program's."""


class Taken(NamedTuple):
    """A snapshot: what a stream had come to at an entry of it, and when that was ``recorded``.

    An entry's hash names what it says and what it follows, and not when it was recorded: said once more after a loss it has the same one, and stands at another time.
    """

    known: StreamState
    recorded: int


class Snapshots:
    """The file ``path`` of the ledger ``origin``, made when the first snapshot is taken. ``key`` gives the event key that signs now.

    It is opened for each question: few are asked, and nobody has to close it. A file that cannot be read or written costs time, and stops nothing.
    """

    def __init__(self, path: Path, origin: str, key: Callable[[], PrivateKey]) -> None:
        self._path, self._origin, self._key = path, origin, key
        self._program = program()  # now: what lies there later may be a newer one than what folds here
        self._patience = _BUSY_SECONDS

    def find(self, stream: str, length: int) -> Taken | None:
        """The snapshot of ``stream``, of ``length`` entries, that this door can believe of its entry; None where there is none. Whether the log has that entry is left to ask."""
        if length < EVERY or type_of(stream) not in LONG:
            return None
        with suppress(sqlite3.Error, OSError, *_NO_SNAPSHOT):
            row = self._row(stream) if self._path.exists() else None
            if row is None or [type(each) for each in row] != _COLUMNS:
                return None
            version, entry_hash, recorded, stands, text, signature = row
            found = Taken(StreamState(version, entry_hash, text, stands), recorded)
            if self._key().public.verify(signature, self._text(stream, found)):
                state = _codec(type_of(stream)).validate_json(text, strict=True)
                return found._replace(known=found.known._replace(state=state))
        return None

    def _row(self, stream: str) -> Any:
        with self._opened() as connection:
            asked = "SELECT version, hash, recorded, stands, state, signature FROM snapshots WHERE stream = ?"
            return connection.execute(asked, (stream,)).fetchone()

    def grown(self, stream: str, before: StreamState, after: StreamState, recorded: int) -> None:
        """``stream`` came from ``before`` to ``after``, which is committed, its last entry ``recorded`` then: a snapshot is taken where that is due."""
        if after.version // EVERY == before.version // EVERY or type_of(stream) not in LONG:
            return
        with suppress(sqlite3.Error, OSError, *_NO_SNAPSHOT):
            codec = _codec(type_of(stream))
            text = codec.dump_json(after.state)
            if codec.validate_json(text, strict=True) != after.state:
                return  # what it is read back as has to be what it is, to the last field
            signature = self._key().sign(self._text(stream, Taken(after._replace(state=text), recorded)))
            row = (stream, after.version, after.hash, recorded, after.stands, text, signature)
            with self._opened() as connection:
                connection.execute("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?, ?, ?, ?)", row)

    def _text(self, stream: str, taken: Taken) -> bytes:
        """What is signed of a snapshot: lines, and then its state as JSON."""
        at, state = taken.known, taken.known.state
        lines = (
            SNAPSHOT_TAG,
            self._origin,
            self._program,
            stream,
            at.version,
            at.hash.hex(),
            taken.recorded,
            at.stands,
            "",
        )
        return b"".join(("\n".join(map(str, lines)).encode(), state))

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        """The file, and its table in it. One that is damaged, or another's, is removed: the next snapshot makes it anew.

        Nothing is forced to the disk: what a loss of power leaves damaged is made anew too, and no row that changed has its signature.
        """
        with suppress(FileExistsError):  # never opened by itself where it is: closing it would give up locks on it
            os.close(os.open(self._path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        name = f"file:{quote(str(self._path))}?mode=rw"
        try:
            with closing(sqlite3.connect(name, uri=True, timeout=self._patience, isolation_level=None)) as connection:
                connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _STATE_MAX)
                connection.set_progress_handler(lambda: True, _STEPS_MAX)
                connection.execute("PRAGMA trusted_schema = OFF")
                connection.execute("PRAGMA synchronous = OFF")
                connection.execute(_TABLE)
                yield connection
                self._patience = _BUSY_SECONDS
        except sqlite3.DatabaseError as error:
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK) & 0xFF
            if code in _BUSY:
                self._patience = 0.0
            if code in _DAMAGED:
                self._path.unlink(missing_ok=True)
            raise


@cache
def program() -> str:
    """The digest of what folds: of every source of ``tombo.ledger``, as it lies where this process was started from.

    A snapshot of another program is not gone on from: what a stream comes to may be said otherwise there.
    """
    try:
        return _digest(Path(tombo.ledger.__file__).parent)
    except OSError:
        return os.urandom(32).hex()  # it goes on from nothing that another process has left


def _digest(home: Path) -> str:
    """The digest of the sources in ``home``.

    Raises:
        OSError: there are none; one cannot be read, or was changed since this process took it in.
    """
    said = list[str]()
    for path in sorted(home.rglob("*.py")):
        if path.stat().st_ctime_ns // 1_000 >= _LOADED:
            raise OSError(f"{path} was changed since this process began")
        said.append(f"{path.relative_to(home)} {sha256(path.read_bytes()).hexdigest()}\n")
    if not said:
        raise FileNotFoundError(f"no sources in {home}")
    return sha256("".join(said).encode()).hexdigest()


@cache
def _codec(kind: str) -> TypeAdapter[Any]:
    """States of a type of stream to JSON and back."""
    return TypeAdapter(get_type_hints(EVOLVE[kind])["return"])
