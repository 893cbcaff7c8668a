"""A folder that one process fills, and no other beside it: what it made is remembered, and taken back where it fails.

The claim is a file that is made where there is none, and locked by the kernel (``flock``) while its maker lives: one that nobody
holds was left by who was killed. Nothing is ever taken back for having appeared: only what this process made, by device and number.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import Enum
from pathlib import Path
from typing import Final

from tombo.ledger.core.errors import ConflictError, StoreUnavailableError
from tombo.ledger.seal.secretfile import unwritten

CLAIM: Final = "init"
"""The name of the file. It is gone when all is made."""
TRIES: Final = 5
"""How often a lock is asked for, between two of which somebody who made the file just now locks it."""
PAUSE: Final = 0.02


class Claimed(Enum):
    """How a claim stands."""

    NOT = "nobody claims the folder"
    HELD = "somebody is at work there"
    LEFT = "somebody was killed there"


class FolderClaim:
    """What this process has made in a folder that it has claimed."""

    def __init__(self) -> None:
        self.keep = False
        """Whether what was made stays also where the rest fails: it belongs to something that does."""
        self._made: list[tuple[Path, tuple[int, int]]] = []

    def made(self, path: Path) -> None:
        """Remember ``path``, a file that this process has just made where there was none."""
        found = _identity(path)
        if found is not None:
            self._made.append((path, found))

    @contextmanager
    def making(self, *paths: Path) -> Iterator[None]:
        """Remember those of ``paths``, files or folders, that were not there and come to be in this block, also where it fails."""
        absent = [path for path in paths if _identity(path) is None]
        try:
            yield
        finally:
            for path in absent:
                self.made(path)

    @property
    def empty(self) -> bool:
        """Whether nothing was made."""
        return not self._made

    def take_back(self) -> None:
        """Remove what was made, as far as it is there still; of folders those that are empty then."""
        for path, made in reversed(self._made):
            _removed(path, made)
        self._made.clear()


def claim_in(folder: Path) -> Claimed:
    """How a claim of ``folder`` stands."""
    for tries in range(TRIES):
        if tries:
            time.sleep(PAUSE)
        try:
            opened = os.open(folder / CLAIM, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        except OSError:  # not there, or not to be told: who opens the folder says why
            return Claimed.NOT
        try:
            fcntl.flock(opened, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:  # somebody has it; or a file system without locks, where nobody knows
            return Claimed.HELD
        finally:
            os.close(opened)
    return Claimed.LEFT


@contextmanager
def claimed(folder: Path) -> Iterator[FolderClaim]:
    """Have ``folder`` to fill, made if need be, for its owner alone; where the block fails, what was made there goes again.

    Where ``keep`` of the claim is set by then it stays, and the claim with it, which says that it is not whole.

    Raises:
        ConflictError: somebody else has it, or was killed there.
        KeyFileError: it cannot be made.
        NoRoomError: the disk is full.
        StoreUnavailableError: it cannot be made now.
    """
    path = folder / CLAIM
    try:
        new = _made_folder(folder)
    except OSError as error:
        raise _unmade(folder, error) from error
    try:
        opened = _opened(path, new)
    except FileExistsError:
        raise ConflictError(
            f"{path} is there: another 'tombo init' is at work in {folder}, or was killed there; nothing was made"
        ) from None
    except PermissionError as error:
        raise unwritten(f"the folder of keys {folder} cannot be written to", error) from error
    except OSError as error:
        raise _unmade(folder, error) from error
    claim, found = FolderClaim(), os.fstat(opened)
    ours = found.st_dev, found.st_ino
    try:
        with suppress(OSError):  # a file system without locks
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield claim
        _removed(path, ours)
    except BaseException:
        if not claim.keep:
            claim.take_back()
        if claim.empty:
            _removed(path, ours)
            if new is not None:
                _removed(folder, new)
        raise
    finally:
        os.close(opened)


def _opened(path: Path, new: tuple[int, int] | None) -> int:
    """The claim, made at ``path``; where it cannot be, a folder that is ``new`` goes again."""
    try:
        return os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
    except OSError:
        if new is not None:
            _removed(path.parent, new)
        raise


def _unmade(folder: Path, error: OSError) -> Exception:
    said = unwritten(f"the folder of keys {folder} cannot be made", error)
    return said if said.exit_status == StoreUnavailableError.exit_status else StoreUnavailableError(str(said))


def _made_folder(folder: Path) -> tuple[int, int] | None:
    """Device and number of ``folder`` where it was made here; None where it was there."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    try:
        folder.mkdir(mode=0o700)
    except FileExistsError:
        return None
    return _identity(folder)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.lstat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _removed(path: Path, made: tuple[int, int]) -> None:
    """Remove what is at ``path`` if it is what was ``made``; a folder that holds something stays."""
    if _identity(path) != made:
        return
    with suppress(OSError):
        if path.is_dir() and not path.is_symlink():
            path.rmdir()
        else:
            path.unlink()
