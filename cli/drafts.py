"""Folders in which files are made before anybody sees them. Who fills one holds it; what a killed process left, the next one takes away.

A process that is killed leaves its draft, for nothing runs behind it. The system gives its lock back all the same: a draft that nobody
holds is nobody's, and may hold closed cards.
"""

from __future__ import annotations

import fcntl
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

DRAFT: Final = ".tombo-"
"""How the name of a draft begins; 16 hexadecimal digits follow."""
_DRAFTS: Final = f"{DRAFT}{'[0-9a-f]' * 16}"
_FOLDER: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


def draft_name() -> str:
    """The name of a new draft."""
    return f"{DRAFT}{secrets.token_hex(8)}"


@contextmanager
def draft_in(parent: Path, mode: int) -> Iterator[Path]:
    """A folder in ``parent`` to fill, gone when the block ends unless it was moved away. ``mode``: its permissions.

    Drafts that killed processes of this user left in ``parent`` go first.
    """
    for left in parent.glob(_DRAFTS):
        _takes_away(left)
    draft, held = _held_in(parent, mode)
    try:
        yield draft
    finally:
        shutil.rmtree(draft, ignore_errors=True)
        os.close(held)


def _held_in(parent: Path, mode: int) -> tuple[Path, int]:
    """A new folder, and what holds it as long as it is open."""
    while True:
        draft = parent / draft_name()
        draft.mkdir(mode)
        with suppress(FileNotFoundError):  # another process found it before it was held
            held = os.open(draft, _FOLDER)
            with suppress(OSError):  # a file system without locks: then nobody takes it away either
                fcntl.flock(held, fcntl.LOCK_EX)
            if draft.is_dir():
                return draft, held
            os.close(held)


def _takes_away(left: Path) -> None:
    """A draft that nobody holds."""
    try:
        found = os.open(left, _FOLDER)
    except OSError:  # a file, a link, somebody else's
        return
    try:
        if os.fstat(found).st_uid == os.geteuid():
            with suppress(OSError):  # somebody fills it, or that cannot be known
                fcntl.flock(found, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(left, ignore_errors=True)
    finally:
        os.close(found)
