"""Who reads a ledger shares the folder of what is remembered of it with others who do; who makes that again has it alone.

The lock is the kernel's (``flock``), on the folder itself: there is no file that somebody could take away under a running door.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tombo.ledger.core.errors import ConflictError, KeyFileError, StoreUnavailableError
from tombo.ledger.store.locks import holders

PAUSE: Final = 0.02
"""Seconds between two tries."""
PATIENCE: Final = 10.0
"""Seconds to try for: a command that only reads has ended by then."""


def share(folder: Path) -> int:
    """Share ``folder``, until the descriptor that is returned is closed.

    Raises:
        ConflictError: somebody has it alone, as who makes again what is remembered there.
        KeyFileError: there is no such folder, or it may not be opened.
        StoreUnavailableError: it cannot be opened now.
    """
    return _held(folder, fcntl.LOCK_SH, "somebody has it alone, as 'tombo memory rebuild' does while it works")


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Have ``folder`` without anybody else who reads or records, until this ends.

    Raises:
        ConflictError: somebody does; the message says who.
        KeyFileError: there is no such folder, or it may not be opened.
        StoreUnavailableError: it cannot be opened now.
    """
    opened = _held(folder, fcntl.LOCK_EX, "doors, publisher and everybody who reads there are to end first")
    try:
        yield
    finally:
        os.close(opened)


def _held(folder: Path, how: int, why: str) -> int:
    try:
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except (FileNotFoundError, NotADirectoryError, PermissionError) as error:
        raise KeyFileError(
            f"the folder of keys {folder} cannot be opened: {error.strerror}; name the one of this ledger with --keys"
        ) from error
    except OSError as error:
        raise StoreUnavailableError(
            f"the folder of keys {folder} cannot be opened: {error.strerror}; try again"
        ) from error
    try:
        _take(opened, folder, how, why)
    except BaseException:
        os.close(opened)
        raise
    return opened


def _take(opened: int, folder: Path, how: int, why: str) -> None:
    for tries in range(int(PATIENCE / PAUSE), -1, -1):
        if _taken(opened, how):
            return
        if tries:
            time.sleep(PAUSE)
    raise ConflictError(
        f"the folder {folder} is in use, and was not let go in {PATIENCE:g} seconds: {holders(str(folder))}; {why}. Nothing was changed;"
        " try again then"
    )


def _taken(opened: int, how: int) -> bool:
    try:
        fcntl.flock(opened, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks: there a door still looks for its mark once a second
        return True
    return True
