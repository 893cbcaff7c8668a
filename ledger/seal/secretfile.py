"""Files that hold a secret: written once, whole or not at all, durably, for the eyes of their owner alone; refused when others may read them."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Final

from tombo.ledger.core.errors import KeyFileError, LedgerError, NoRoomError

SECRET_FILE_MAX: Final = 4_096
"""The most bytes such a file may have; all of ours are far shorter."""
_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT})
"""What a disk without room says."""
_NO_LINKS: Final = frozenset({errno.EPERM, errno.ENOTSUP, errno.ENOSYS})
"""What a file system without hard links says when asked for one."""


def write_secret_file(path: Path, text: str) -> None:
    """Write ``text`` to a new file that only its owner may read, durably.

    Raises:
        KeyFileError: the file exists (a secret is never overwritten) or cannot be written.
        NoRoomError: the disk is full; nothing stands under the name.
    """
    draft = path.with_name(f".tombo-{os.urandom(8).hex()}")
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                os.fchmod(descriptor, 0o600)
                file.write(text)
                file.flush()
                os.fsync(descriptor)
            _named(draft, path)
        finally:
            draft.unlink(missing_ok=True)
        try:
            sync_directory(path.parent)
        except BaseException:
            path.unlink(missing_ok=True)  # just named: who is told that it was not written finds nothing there
            raise
    except FileExistsError:
        raise KeyFileError(f"{path} exists; a key is never overwritten. Move it away or name another file") from None
    except OSError as error:
        raise unwritten(f"the key file {path} cannot be written", error) from error


def _named(draft: Path, path: Path) -> None:
    """``draft`` under its name, where nothing stands: by a link; by an empty file it replaces where there are no links, as on a stick."""
    try:
        os.link(draft, path, follow_symlinks=False)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        draft.replace(path)


def unwritten(said: str, error: OSError) -> LedgerError:
    """The error of who could not write a file, ``said`` in our words: on a full disk nothing is wrong with what was asked."""
    if error.errno in _FULL:
        return NoRoomError(f"{said}: {error.strerror}; make room there, then run it again")
    return KeyFileError(f"{said}: {error.strerror}")


def replace_secret_file(path: Path, text: str) -> None:
    """Put ``text`` in the place of a file that only its owner may read: durably, and all of it or nothing.

    Raises:
        KeyFileError: it cannot be written.
    """
    beside = path.with_name(f"{path.name}.new")
    try:
        beside.unlink(missing_ok=True)  # left by who was killed here before
        write_secret_file(beside, text)
        beside.replace(path)
        sync_directory(path.parent)
    except OSError as error:
        raise unwritten(f"the key file {path} cannot be replaced", error) from error


def read_secret_file(path: Path, what: str = "key file") -> str:
    """The text of a file that only its owner may read. What is no UTF-8 comes back with replacement characters.

    Raises:
        KeyFileError: missing, readable by others than its owner, no regular file, or longer than any of ours.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)  # a pipe of this name must not hold us up
        with os.fdopen(descriptor, "rb") as file:
            mode = os.fstat(descriptor).st_mode
            data = file.read(SECRET_FILE_MAX + 1)
    except OSError as error:
        raise KeyFileError(f"the {what} {path} cannot be read: {error.strerror}") from error
    if mode & 0o077:
        raise KeyFileError(f"the {what} {path} has mode {mode & 0o777:04o}; expected 0600: chmod 600 {path}")
    if len(data) > SECRET_FILE_MAX:
        raise KeyFileError(f"the {what} {path} is damaged; expected at most {SECRET_FILE_MAX} bytes")
    return data.decode("utf-8", errors="replace")


def sync_directory(path: Path) -> None:
    """Make a name just created or replaced in ``path`` survive a loss of power."""
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
