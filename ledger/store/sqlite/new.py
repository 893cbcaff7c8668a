"""A new SQLite file of a ledger: gone again where what is done with it fails, and under its name only once all of it is there."""

from __future__ import annotations

import errno
import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import quote

from tombo.ledger.core.errors import ForeignDatabaseError, NoLedgerError, StoreUnavailableError, UsageError
from tombo.ledger.seal.secretfile import sync_directory
from tombo.ledger.store.sqlite.connect import BESIDE
from tombo.ledger.store.sqlite.file import PREFIX, check_none_left, create_store, open_evidence, path_of, taken
from tombo.ledger.store.store import Store

DRAFT: Final = ".new"
"""How the name of a file ends in which a ledger is restored."""
_NO_LINKS: Final = frozenset({errno.EPERM, errno.ENOTSUP, errno.ENOSYS})
"""What a file system without hard links says when asked for one."""


@contextmanager
def taken_back(url: str, origin: str) -> Iterator[Store]:
    """See ``tombo.ledger.store.taken_back``."""
    path = path_of(url)
    check_none_left(path)
    made = _made_new(path)
    try:
        store = create_store(url, origin)
    except BaseException as error:
        others = isinstance(error, UsageError | ForeignDatabaseError)
        if _empty(path, made, tables=not others):  # else somebody has made his own of it, or is about to
            _remove(path)
        raise
    try:
        yield store
    except BaseException:
        ours = _leads_to(path, made)  # asked while the file is open: no other gets its number
        store.close()
        if ours:
            _remove(path)
        raise


def _remove(path: Path) -> None:
    """The file and what lies beside it, in this order: without its database the rest would be taken for a lost one's."""
    for ending in (*BESIDE, ""):
        path.with_name(f"{path.name}{ending}").unlink(missing_ok=True)


@contextmanager
def drafted(url: str, origin: str) -> Iterator[Store]:
    """See ``tombo.ledger.store.drafted``."""
    path = path_of(url)
    check_none_left(path)
    draft = path.with_name(f"{path.name}{DRAFT}")
    empty = _check_free(path, draft, url)
    with taken_back(f"{PREFIX}{draft}", origin) as store:
        yield store
        store.close()  # the last to close: nothing is left beside the file
        _check_alone(draft)
        _put(draft, path, empty)


def _check_alone(draft: Path) -> None:
    """That all of it is in the file itself: of who has it open still, its newest entries would lie beside it, under a name that goes.

    Raises:
        StoreUnavailableError: somebody has it open, or the disk is full; nothing was made.
    """
    left = [name for name in (f"{draft}{end}" for end in BESIDE) if os.path.lexists(name)]
    if left:
        raise StoreUnavailableError(
            f"{draft} is open elsewhere, or the disk did not take the last of it, for {', '.join(left)} did not go; nothing was made. End what reads"
            " it, make room, and run it again"
        )


def _check_free(path: Path, draft: Path, url: str) -> tuple[int, int] | None:
    """That neither a ledger is there, nor what a restore that was killed left. Device and number of an empty file that may be replaced.

    Raises:
        UsageError: something is.
        ForeignDatabaseError: a database of something else.
    """
    empty = _empty_at(path)
    if empty is None and os.path.lexists(path):
        nothing = f"{path} is there, and holds no ledger; nothing is written over it. Remove it, and run it again"
        if path.is_dir():
            raise UsageError(nothing)
        try:
            with open_evidence(url) as found:
                raise taken(path, found.origin)
        except NoLedgerError as error:
            raise UsageError(nothing) from error
    left = [name for name in (f"{draft}{end}" for end in ("", *BESIDE)) if os.path.lexists(name)]
    if left:
        raise UsageError(
            f"{', '.join(left)} {'are' if left[1:] else 'is'} of a restore that was killed, or is at work; nothing was made. Wait for its"
            " end; or remove what it left, which is no ledger yet, and run it again"
        )
    return empty


def _empty_at(path: Path) -> tuple[int, int] | None:
    """Device and number of an empty plain file at ``path``, beside which nothing lies: who was killed at the very beginning left it."""
    try:
        found = path.lstat()
    except OSError:
        return None
    free = stat.S_ISREG(found.st_mode) and not found.st_size
    return (found.st_dev, found.st_ino) if free and not any(os.path.lexists(f"{path}{end}") for end in BESIDE) else None


def _put(draft: Path, path: Path, empty: tuple[int, int] | None) -> None:
    """The whole file under its name, where nothing stands, or the ``empty`` file that stood there before; durably.

    Raises:
        UsageError: somebody has put something there meanwhile.
        StoreUnavailableError: it cannot be put there, or be made to stay there.
    """
    try:
        try:
            if empty is not None and _empty_at(path) == empty:
                draft.replace(path)
            else:
                os.link(draft, path, follow_symlinks=False)
                draft.unlink()
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))  # ours, for the draft to replace
            draft.replace(path)
    except FileExistsError:
        raise UsageError(f"{path} was made meanwhile by somebody else; it stays, and nothing was restored") from None
    except OSError as error:
        raise StoreUnavailableError(f"{path} cannot be written: {error.strerror}; nothing was restored") from error
    try:
        sync_directory(path.parent)
    except OSError as error:
        raise StoreUnavailableError(
            f"{path} is restored, and its name cannot be made durable: {error.strerror}; run 'tombo status', and look for it after a loss of power"
        ) from error


def _made_new(path: Path) -> tuple[int, int] | None:
    """Device and number of an empty file made at ``path``; None where there is one, or none can be made, which ``create_store`` says."""
    try:
        opened = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
    except OSError:
        return None
    try:
        found = os.fstat(opened)
    finally:
        os.close(opened)  # before SQLite opens it: afterwards its locks would go with this
    return found.st_dev, found.st_ino


def _leads_to(path: Path, made: tuple[int, int] | None) -> bool:
    """Whether ``path`` leads to the file that was ``made`` still: somebody may have put another there."""
    try:
        found = path.lstat()
    except OSError:
        return False
    return (found.st_dev, found.st_ino) == made


def _empty(path: Path, made: tuple[int, int] | None, *, tables: bool) -> bool:
    """Whether the file that was ``made`` is at ``path`` still, nobody has it open, and nothing is in it but, where ``tables``, its tables.

    A disk without room leaves beside it what SQLite could not fill.
    """
    if not _leads_to(path, made):
        return False
    try:
        connection = sqlite3.connect(f"file:{quote(str(path))}?mode=rw", uri=True, timeout=0.0, isolation_level=None)
    except sqlite3.Error:
        return False
    try:
        connection.execute(
            "PRAGMA locking_mode = EXCLUSIVE"
        ).fetchone()  # before all: beside nobody, and without an index on the disk
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        kept = (
            tables
            and "stored_events" in names
            and not connection.execute("SELECT 1 FROM stored_events LIMIT 1").fetchone()
        )
        return not names or bool(kept)
    except sqlite3.Error:
        return False
    finally:
        connection.close()
