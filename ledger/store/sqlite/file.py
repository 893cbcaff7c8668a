"""Making and opening the SQLite file of a ledger."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote

from tombo.ledger.core.errors import (
    ForeignDatabaseError,
    LedgerError,
    NoLedgerError,
    StoreUnavailableError,
    TamperedError,
    UsageError,
)
from tombo.ledger.store.sqlite.connect import BESIDE, check_plain_files, connect, real_path
from tombo.ledger.store.sqlite.fence import FileFence
from tombo.ledger.store.sqlite.fence import fence as file_fence
from tombo.ledger.store.sqlite.loose import SQLiteEvidenceRecorder, SQLiteLooseRecorder
from tombo.ledger.store.sqlite.recorder import BUSY_SECONDS, SQLiteLedgerRecorder, explain
from tombo.ledger.store.sqlite.schema import APPLICATION_ID, VERSION_MIN, statements
from tombo.ledger.store.store import Store
from tombo.ledger.store.types import SCHEMA_VERSION
from tombo.ledger.store.views import MARKING, Views, spoilt

PREFIX: Final = "sqlite:///"


def open_store(url: str, *, read_only: bool) -> Store:
    """See ``tombo.ledger.store.open_store``."""
    path = _existing(url)
    recorder = SQLiteLedgerRecorder(str(path), read_only=read_only)
    try:
        _check_marks(recorder, path)
        origin = _read_origin(recorder, path)
        if not read_only:
            recorder.prepare()
    except TamperedError:
        recorder.close()
        with closing(SQLiteLooseRecorder(str(path), read_only=True)) as found:
            _check_marks(found, path)  # what is no ledger at all, or a newer one, is said to be that
        raise
    except BaseException:
        recorder.close()
        raise
    return Store(url, origin, recorder)


def fence(url: str) -> AbstractContextManager[FileFence]:
    """See ``tombo.ledger.store.fence``."""
    return file_fence(_existing(url))


def open_evidence(url: str) -> Store:
    """See ``tombo.ledger.store.open_evidence``."""
    path = _existing(url)
    recorder = SQLiteEvidenceRecorder(str(path), read_only=True)
    try:
        _check_marks(recorder, path)
        recorder.check_plain()
        origin = _origin(recorder) or ""  # who looks at it is told, and judges what is there all the same
    except BaseException:
        recorder.close()
        raise
    return Store(url, origin, recorder)


def create_store(url: str, origin: str) -> Store:
    """See ``tombo.ledger.store.create_store``."""
    path = path_of(url)
    if not path.parent.is_dir():
        raise UsageError(f"{path.parent} is not a folder; make it, or put the ledger elsewhere")
    check_none_left(path)
    try:
        # The owner's alone: every player's play and money. SQLite's log and index follow suit.
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        _create(path, origin)
    except OSError as error:
        raise StoreUnavailableError(f"{path}: {error.strerror}; no ledger was made") from error
    except sqlite3.Error as error:
        raise explain(error, str(path)) from error
    return open_store(url, read_only=False)


def check_none_left(path: Path) -> None:
    """That nothing of a database that is lost lies beside ``path``, where none is: SQLite would take it for the new one's, and empty it.

    Raises:
        UsageError: something does.
    """
    real = real_path(str(path))
    left = [name for name in (f"{real}{ending}" for ending in BESIDE) if os.path.lexists(name)]
    if left and not os.path.lexists(real):
        raise UsageError(
            f"{', '.join(left)} {'are' if left[1:] else 'is'} left of a database that is not at {real} any more, and may hold its newest"
            " entries; expected nothing beside a ledger that is to be made. Nothing was made. Bring the database back, or put what is left"
            " away, and try again"
        )


def open_views(url: str) -> Views:
    """See ``tombo.ledger.store.open_views``."""
    return views_at(_views_path(url))


def find_views(url: str) -> Views | None:
    """See ``tombo.ledger.store.find_views``."""
    path = _views_path(url)
    if not path.is_file():
        return None
    recorder = SQLiteLooseRecorder(str(path), read_only=True)
    try:
        there = recorder.fetch("SELECT name FROM sqlite_schema LIMIT 1")
    except StoreUnavailableError:
        recorder.close()
        raise
    except LedgerError as error:
        recorder.close()
        raise spoilt(str(path), error.__cause__ or error) from error
    if not there:  # left by who was killed before it was made
        recorder.close()
        return None
    return Views(recorder, str(path))


def views_at(path: Path) -> Views:
    """The file of projections at ``path``, made if it is not there."""
    check_plain_files(str(path))
    try:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # the owner's alone: it holds every player's money
        _made_in_turn(path)
    except OSError as error:
        raise StoreUnavailableError(f"{path}: {error.strerror}; no projection can be kept there") from error
    except sqlite3.OperationalError as error:
        raise explain(error, str(path), "no projection can be kept there") from error
    except sqlite3.DatabaseError as error:
        raise spoilt(str(path), error) from error
    return Views(SQLiteLooseRecorder(str(path)), str(path))


def _views_path(url: str) -> Path:
    path = path_of(url)
    return path.with_name(f"{path.stem}-views{path.suffix}")


def _made_in_turn(path: Path) -> None:
    """``_create_views``, tried again while somebody else does it: to begin a write-ahead log SQLite waits for nobody."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            return _create_views(path)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.005)


def _create_views(path: Path) -> None:
    connection = connect(f"file:{quote(str(path))}?mode=rw", busy_seconds=5.0)
    empty = "SELECT count(*) = 0 FROM sqlite_schema"
    try:
        if not connection.execute(empty).fetchone()[0]:
            return
        connection.execute("PRAGMA journal_mode = WAL").fetchone()
        connection.execute("BEGIN IMMEDIATE")
        if connection.execute(empty).fetchone()[0]:  # else somebody made it just now
            for statement in MARKING:
                connection.execute(statement)
        connection.execute("COMMIT")
    finally:
        connection.close()


def _create(path: Path, origin: str) -> None:
    connection = connect(f"file:{quote(str(path))}?mode=rw", busy_seconds=5.0)
    try:
        # An empty file is free: so is one left by an init that was killed before it committed.
        connection.execute("PRAGMA journal_mode = WAL").fetchone()
        connection.execute("BEGIN IMMEDIATE")
        if connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
            raise _taken(connection, path)
        for statement in statements(SCHEMA_VERSION):
            connection.execute(statement)
        facts = [("origin", origin), ("schema", str(SCHEMA_VERSION))]
        connection.executemany("INSERT INTO meta VALUES (?, ?)", facts)
        connection.execute("COMMIT")
    finally:
        connection.close()


def _taken(connection: sqlite3.Connection, path: Path) -> UsageError | ForeignDatabaseError:
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        return ForeignDatabaseError(f"{path} is a database of something else; give the ledger a file of its own")
    origin = connection.execute("SELECT value FROM meta WHERE name = 'origin'").fetchone()[0]
    return taken(path, origin)


def taken(path: Path, origin: str) -> UsageError:
    """What is said of a file that is a ledger already."""
    return UsageError(
        f"{path} is already the ledger {origin}; `tombo status` shows it, and nothing is ever written over a ledger"
    )


def _existing(url: str) -> Path:
    """The path of a file that is there.

    Raises:
        ForeignDatabaseError: it is not there, or no file.
        StoreUnavailableError: it cannot be looked for.
    """
    path = path_of(url)
    try:
        there = path.is_file()
    except OSError as error:
        raise StoreUnavailableError(f"{path}: {error.strerror}; nothing was read") from error
    if not there:
        if path.is_dir():
            raise ForeignDatabaseError(
                f"{path} is a folder; expected the file of a ledger, for example {path / 'ledger.db'}"
            )
        raise NoLedgerError(f"there is no ledger at {path}; `tombo init --ledger {url}` makes one")
    return path


def _check_marks(recorder: SQLiteLedgerRecorder, path: Path) -> None:
    """That the file says that it is a ledger, of a schema we know.

    Raises:
        ForeignDatabaseError: it does not.
        StoreUnavailableError: it cannot be read.
    """
    ((application,),) = recorder.fetch("PRAGMA application_id")
    ((version,),) = recorder.fetch("PRAGMA user_version")
    if application != APPLICATION_ID and not recorder.fetch("SELECT 1 FROM sqlite_schema LIMIT 1"):
        raise NoLedgerError(f"there is no ledger at {path}, which is empty; `tombo init` makes one")
    if application != APPLICATION_ID:
        raise ForeignDatabaseError(
            f"{path} is an SQLite database, but not a ledger (application id {application:#010x}, expected"
            f" {APPLICATION_ID:#010x}); `tombo init` makes a ledger elsewhere"
        )
    if version != SCHEMA_VERSION:
        raise ForeignDatabaseError(
            f"{path} is a ledger of schema {version}, and this program knows schema {SCHEMA_VERSION};"
            " use the version of tombo that made it, or a newer one"
        )


def _read_origin(recorder: SQLiteLedgerRecorder, path: Path) -> str:
    """The name of the ledger.

    Raises:
        ForeignDatabaseError: it has none.
    """
    origin = _origin(recorder)
    if origin is None:
        raise ForeignDatabaseError(
            f"{path} does not say which ledger it is: its table meta has no origin; run 'tombo verify', and restore the table from a backup"
        )
    return origin


def _origin(recorder: SQLiteLedgerRecorder) -> str | None:
    """The name of the ledger as its table of facts has it; None where it has none."""
    found = recorder.fetch("SELECT value FROM meta WHERE name = 'origin'")
    return str(found[0][0]) if found else None


def path_of(url: str) -> Path:
    """The file that ``url`` names.

    Raises:
        UsageError: it names none, or this SQLite is too old.
    """
    if sqlite3.sqlite_version_info < VERSION_MIN:
        wanted = ".".join(map(str, VERSION_MIN))
        raise UsageError(f"SQLite {sqlite3.sqlite_version} is too old: the ledger needs {wanted} or newer")
    path = unquote(url.removeprefix(PREFIX))
    if not url.startswith(PREFIX) or not path or ":memory:" in path:
        raise UsageError(f"{url} names no file; expected sqlite:///path/ledger.db (sqlite:////path from the root)")
    return Path(path)
