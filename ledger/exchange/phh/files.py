"""Which files an import reads: those named, and those inside the folders named; what cannot be read, by name."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from tombo.ledger.core.errors import UnreadableError

ONE: Final = ".phh"
MANY: Final = ".phhs"


class PhhFile(NamedTuple):
    """A file to import; ``fault`` says why it is none, and is empty where nothing is known against it."""

    path: Path
    fault: str = ""


def holds_many(path: Path) -> bool:
    """Whether a file holds many hands, by its name."""
    return path.suffix.lower() == MANY


def file_digest(path: Path) -> tuple[str, int]:
    """SHA-256 in hexadecimal, and size in bytes, of a file, read in pieces."""
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        return digest, file.tell()


def phh_files(paths: Iterable[Path]) -> Iterator[PhhFile]:
    """The ``.phh`` and ``.phhs`` files named or inside the folders named, a folder at a time, in order of name.

    What cannot be read is among them, with its fault: a pipe, a link that leads nowhere, a folder that was read already
    under another name, a folder that holds no such file.

    Raises:
        UnreadableError: a path that does not exist, or a file of another kind that was named itself.
    """
    for path in paths:
        if not os.path.lexists(path):
            raise UnreadableError(f"{path}: found nothing there; expected a .phh or .phhs file, or a folder of them")
        if path.is_dir():
            yield from _in_named_folder(path)
        elif not _is_phh(path):
            raise UnreadableError(f"{path}: expected a file named .phh or .phhs, or a folder of them")
        else:
            yield PhhFile(path, _fault(path))


def hold_more_than(paths: Iterable[Path], size: int) -> bool:
    """Whether the files that an import of ``paths`` reads have more than ``size`` bytes together; no further than that is looked."""
    total = 0
    with suppress(OSError, UnreadableError):  # the import says of it whatever there is to say
        for file in phh_files(paths):
            total += 0 if file.fault else file.path.stat().st_size
            if total > size:
                return True
    return False


def _in_named_folder(folder: Path) -> Iterator[PhhFile]:
    empty = True
    for file in _in_folder(folder, set()):
        empty = False
        yield file
    if empty:
        yield PhhFile(folder, "found no file named .phh or .phhs in this folder; expected one at least")


def _in_folder(folder: Path, read: set[tuple[int, int]]) -> Iterator[PhhFile]:
    """The files of a folder and of those in it; ``read`` are the folders that were entered, so that links end."""
    try:
        status = folder.stat()
        place = (status.st_dev, status.st_ino)
        paths = [] if place in read else sorted(folder.iterdir())
    except OSError as error:
        yield PhhFile(folder, _why(error))
        return
    if place in read:
        yield PhhFile(folder, "this link leads to a folder that was read already; expected each folder once")
        return
    read.add(place)
    for path in paths:
        if _is_folder(path):
            yield from _in_folder(path, read)
        elif _is_phh(path):
            yield PhhFile(path, _fault(path))


def _is_phh(path: Path) -> bool:
    return path.suffix.lower() in {ONE, MANY}


def _is_folder(path: Path) -> bool:
    try:
        return stat.S_ISDIR(path.stat().st_mode)
    except OSError:
        return False


def _fault(path: Path) -> str:
    """Why a path cannot be read as a file; without opening it, since a pipe would wait for its writer."""
    try:
        mode = path.stat().st_mode
    except OSError as error:
        return _why(error)
    return "" if stat.S_ISREG(mode) else "found a pipe, a socket or a device; expected a file"


def _why(error: OSError) -> str:
    return f"this cannot be read: {error.strerror or type(error).__name__}; expected a file"
