"""A lock between processes: a file beside what it guards, that says who holds it. Nobody waits for ever.

The lock is the kernel's (``flock``): whoever dies lets go of it. The text in the file is for people.
"""

from __future__ import annotations

import fcntl
import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tombo.ledger.core.clock import Clock, SystemClock, display_instant
from tombo.ledger.core.errors import ConflictError

PAUSE: Final = 0.02
"""Seconds between two tries."""
PATIENCE: Final = 10.0
"""Seconds to try for, where nothing else is said."""


@contextmanager
def locked(path: Path, what: str, *, clock: Clock | None = None, patience: float | None = None) -> Iterator[None]:
    """Hold the lock ``path``, which guards ``what``; wait for at most ``patience`` seconds, else :data:`PATIENCE`.

    Raises:
        ConflictError: somebody else holds it; the message says who, and since when.
        OSError: the file cannot be written.
    """
    patience = PATIENCE if patience is None else patience
    with path.open("a+", encoding="utf-8") as file:
        for tries in range(int(patience / PAUSE), -1, -1):
            if _taken(file.fileno(), fcntl.LOCK_EX):
                break
            if not tries:
                raise ConflictError(
                    f"{what} is held by {_said(path)} ({path}), and was not let go in {patience:g} seconds; "
                    "try again when that process has ended"
                )
            time.sleep(PAUSE)
        _write(path, file.fileno(), f"{_myself()} since {display_instant((clock or SystemClock()).now())}\n")
        try:
            yield
        finally:
            _write(path, file.fileno(), "")


def holder(path: Path) -> str | None:
    """Who holds the lock ``path``, as its file says; None where nobody does, or the file cannot be read."""
    try:
        with path.open(encoding="utf-8") as file:
            return None if _taken(file.fileno(), fcntl.LOCK_SH) else _said(path)
    except OSError:
        return None


def _taken(descriptor: int, how: int) -> bool:
    try:
        fcntl.flock(descriptor, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _myself() -> str:
    return f"process {os.getpid()} on {socket.gethostname()}"


def _write(path: Path, descriptor: int, text: str) -> None:
    try:
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, text.encode(), 0)
    except OSError as error:  # of a descriptor the system does not say which file it is
        raise OSError(error.errno, error.strerror, str(path)) from error


def _said(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip() or "a process that did not say which"
    except OSError:
        return "a process that cannot be told"
