"""Snapshots: what a long stream had come to at one of its entries, kept beside the keys. Who opens a door folds what came since, not a table's whole history.

A snapshot says nothing that the log does not say, and is thrown away at any time. It is believed where this door's own event key signed it, for this ledger
and by this very program, and where the entry it was taken at is in the log: the hash of that one names every entry before it. So whoever writes the file and has
no key can only take snapshots away, and an older one that he puts back is only longer to go on from (docs/decisions/0048).
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, get_type_hints
from urllib.parse import quote

from pydantic import TypeAdapter, ValidationError

import tombo.ledger
from tombo.ledger.catalogue import EVOLVE
from tombo.ledger.core.ids import type_of
from tombo.ledger.live.stream_state import StreamState
from tombo.ledger.seal.keys import PrivateKey

SNAPSHOT_TAG: Final = "tombo/snapshot/v1"
EVERY: Final = 512
"""A stream has a snapshot taken each time it is so many entries longer: some 15 ms of folding."""
LONG: Final = frozenset({"account", "banked", "table"})
"""The types of streams that grow for as long as there is play. Of what else there is, each has an end, or grows by the day."""

_BUSY_SECONDS: Final = 0.2
"""It is cheaper to fold a stream once more than to wait for long."""
_TABLE: Final = (
    "CREATE TABLE IF NOT EXISTS snapshots (stream TEXT PRIMARY KEY, version INTEGER NOT NULL, hash BLOB NOT NULL, stands INTEGER NOT NULL,"
    " state BLOB NOT NULL, signature BLOB NOT NULL) STRICT, WITHOUT ROWID"
)
_DAMAGED: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_NO_SNAPSHOT: Final = (AttributeError, TypeError, ValueError, ValidationError)
"""What is raised of a row that holds anything else."""


class Snapshots:
    """The file ``path`` of the ledger ``origin``, made when the first snapshot is taken. ``key`` gives the event key that signs now.

    It is opened for each question: few are asked, and nobody has to close it. A file that cannot be read or written costs time, and stops nothing.
    """

    def __init__(self, path: Path, origin: str, key: Callable[[], PrivateKey]) -> None:
        self._path, self._origin, self._key = path, origin, key
        self._program = program()  # now: what lies there later may be a newer one than what folds here

    def find(self, stream: str, length: int) -> StreamState | None:
        """The snapshot of ``stream``, of ``length`` entries, that this door can believe of its entry; None where there is none. Whether the log has that entry is left to ask."""
        if length < EVERY or type_of(stream) not in LONG or not self._path.exists():
            return None
        with suppress(sqlite3.Error, OSError, *_NO_SNAPSHOT), self._opened() as connection:
            row = connection.execute(
                "SELECT version, hash, state, stands, signature FROM snapshots WHERE stream = ?", (stream,)
            ).fetchone()
            if row is None:
                return None
            *said, signature = row
            found = StreamState(*said)
            if self._key().public.verify(signature, self._text(stream, found)):
                return found._replace(state=_codec(type_of(stream)).validate_json(found.state, strict=True))
        return None

    def grown(self, stream: str, before: StreamState, after: StreamState) -> None:
        """``stream`` came from ``before`` to ``after``, which is committed: a snapshot is taken where that is due."""
        if after.version // EVERY == before.version // EVERY or type_of(stream) not in LONG:
            return
        codec = _codec(type_of(stream))
        text = codec.dump_json(after.state)
        if codec.validate_json(text, strict=True) != after.state:
            return  # what it is read back as has to be what it is, to the last field
        kept = after._replace(state=text)
        row = (stream, after.version, after.hash, after.stands, text, self._key().sign(self._text(stream, kept)))
        with suppress(sqlite3.Error, OSError), self._opened() as connection:
            connection.execute("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?, ?, ?)", row)

    def _text(self, stream: str, kept: StreamState) -> bytes:
        """What is signed of a snapshot: lines, and then its state as JSON."""
        lines = (SNAPSHOT_TAG, self._origin, self._program, stream, kept.version, kept.hash.hex(), kept.stands, "")
        state: bytes = kept.state
        return "\n".join(map(str, lines)).encode() + state

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        """The file, and its table in it. A damaged one is removed: the next snapshot makes it anew.

        Nothing is forced to the disk: what a loss of power leaves damaged is made anew too, and no row that changed has its signature.
        """
        with suppress(FileExistsError):  # never opened by itself where it is: closing it would give up locks on it
            os.close(os.open(self._path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        name = f"file:{quote(str(self._path))}?mode=rw"
        try:
            with closing(sqlite3.connect(name, uri=True, timeout=_BUSY_SECONDS, isolation_level=None)) as connection:
                connection.execute("PRAGMA trusted_schema = OFF")
                connection.execute("PRAGMA synchronous = OFF")
                connection.execute(_TABLE)
                yield connection
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & 0xFF in _DAMAGED:
                self._path.unlink(missing_ok=True)
            raise


@cache
def program() -> str:
    """The digest of what folds: of every source of ``tombo.ledger``, as it lies where this process was started from.

    A snapshot of another program is not gone on from: what a stream comes to may be said otherwise there.
    """
    home = Path(tombo.ledger.__file__).parent
    sources: Mapping[str, Path] = {str(path.relative_to(home)): path for path in home.rglob("*.py")}
    if not sources:  # installed without them: it goes on from nothing that another process has left
        return os.urandom(32).hex()
    said = "".join(f"{name} {sha256(path.read_bytes()).hexdigest()}\n" for name, path in sorted(sources.items()))
    return sha256(said.encode()).hexdigest()


@cache
def _codec(kind: str) -> TypeAdapter[Any]:
    """States of a type of stream to JSON and back."""
    return TypeAdapter(get_type_hints(EVOLVE[kind])["return"])
