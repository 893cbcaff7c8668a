"""The secrets of persons, wrapped, in an SQLite file of its own in the folder of keys: never in the ledger's database.

So a copy of the database, however old, brings back nobody who was erased: what it seals opens under nothing that it holds. The
file takes a rollback journal and overwrites what is deleted; copies of it in backups are the operator's to destroy.
"""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self
from urllib.parse import quote

from tombo.ledger.core.errors import KeyFileError, StoreUnavailableError

APPLICATION_ID: Final = 0x546F6D70
"""``Tomp``, in the file's header."""
BUSY_SECONDS: Final = 5.0
WRAPPED_SIZE: Final = 60

_TABLE: Final = f"""CREATE TABLE IF NOT EXISTS persons (
    person TEXT PRIMARY KEY,
    lookup BLOB UNIQUE CHECK (length(lookup) = 32),
    wrapped BLOB NOT NULL CHECK (length(wrapped) = {WRAPPED_SIZE})
) STRICT"""
_PRAGMAS: Final = (
    "PRAGMA trusted_schema = OFF",
    "PRAGMA synchronous = FULL",
    "PRAGMA secure_delete = ON",  # an erased secret is overwritten, not only unlinked
)


class PersonsFile:
    """The file at ``path``, made if it is not there. One row a person: pseudonym, blind index of his name, wrapped secret.

    Raises:
        KeyFileError: others may read it, or it is something else.
        StoreUnavailableError: it cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            descriptor = os.open(path, os.O_CREAT | os.O_RDWR | os.O_NOFOLLOW, 0o600)
            found = os.fstat(descriptor).st_mode
            os.close(descriptor)
        except OSError as error:
            raise StoreUnavailableError(f"{path}: {error.strerror}; nothing of persons can be kept there") from error
        if not stat.S_ISREG(found):
            raise KeyFileError(f"{path} is no regular file; expected the secrets of persons: restore it from a backup")
        if found & 0o077:
            raise KeyFileError(f"{path} has mode {found & 0o777:04o}; expected 0600: chmod 600 {path}")
        self._connection = sqlite3.connect(
            f"file:{quote(str(path))}?mode=rw",
            uri=True,
            timeout=BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,
        )
        try:
            self._begin()
        except BaseException:
            self._connection.close()
            raise

    def _begin(self) -> None:
        with self._explained():
            for pragma in _PRAGMAS:
                self._connection.execute(pragma)
            ((known,),) = self._connection.execute("PRAGMA application_id").fetchall()
            ((tables,),) = self._connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()
            if known != APPLICATION_ID and tables:
                raise KeyFileError(f"{self.path} is a database of something else; expected the secrets of persons")
            if not tables:
                self._connection.execute("BEGIN IMMEDIATE")
                self._connection.execute(_TABLE)  # unless somebody made it just now
                self._connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                self._connection.execute("COMMIT")

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def by_lookup(self, lookup: bytes) -> tuple[str, bytes] | None:
        """The pseudonym and the wrapped secret of the person with this blind index."""
        return self._one("SELECT person, wrapped FROM persons WHERE lookup = ?", lookup)

    def wrapped(self, person: str) -> bytes | None:
        """The wrapped secret of ``person``; None once erased, or never known."""
        found = self._one("SELECT person, wrapped FROM persons WHERE person = ?", person)
        return None if found is None else found[1]

    def put(self, rows: Sequence[tuple[str, bytes | None, bytes]]) -> frozenset[str]:
        """Keep the secrets of persons (pseudonym, blind index, wrapped secret), all in one commit.

        Returns the pseudonyms that are not kept, since the file has that pseudonym or that index: whoever asks reads what is there.
        """
        there = set[str]()
        with self._explained():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                for row in rows:
                    done = self._connection.execute("INSERT INTO persons VALUES (?, ?, ?) ON CONFLICT DO NOTHING", row)
                    if not done.rowcount:
                        there.add(row[0])
                self._connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
                raise
        return frozenset(there)

    def destroy(self, person: str) -> bool:
        """Overwrite and delete the secret of ``person``; whether there was one."""
        with self._explained():
            return self._connection.execute("DELETE FROM persons WHERE person = ?", (person,)).rowcount > 0

    def _one(self, sql: str, value: Any) -> tuple[str, bytes] | None:
        with self._explained():
            found: tuple[str, bytes] | None = self._connection.execute(sql, (value,)).fetchone()
            return found

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            raise StoreUnavailableError(f"{self.path}: {error}; nothing was kept or destroyed; try again") from error
        except sqlite3.Error as error:
            raise KeyFileError(
                f"{self.path} is damaged: {error}; restore it from the backup of the folder of keys"
            ) from error
