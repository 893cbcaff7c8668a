"""Who holds the lock that appends wait for, as far as the machine tells. Of a server: ``postgres.sessions``."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import Final

_WRITER_BYTE: Final = 120
"""Where SQLite locks the index of the write-ahead log for its one writer."""
_LOCKS: Final = Path("/proc/locks")
_WORDS: Final = 8
"""How many words a line of that file has, where somebody holds the lock."""


def file_holders(path: str) -> str:
    """Who has the write lock of the SQLite file at ``path``, in words; else who has any lock of it.

    Linux lists the locks of all processes it lets us see; elsewhere, and from within a container, there may be none.
    """
    path = os.path.realpath(path)
    index = list(_locks(f"{path}-shm"))
    writers = sorted({pid for pid, mode, first, last in index if mode == "WRITE" and first <= _WRITER_BYTE <= last})
    if writers:
        return f"held by {_named(writers)}"
    others = sorted({pid for pid, *_ in (*index, *_locks(path))} - {os.getpid()})
    if others:
        return f"who holds it is not known; {_named(others)} has the file open"
    return "who holds it is not known: this machine lists no lock of the file"


def holders(path: str) -> str:
    """Who has a lock of the file or folder at ``path``, in words, as far as this machine tells."""
    found = sorted({pid for pid, *_ in _locks(path)})
    return f"held by {_named(found)}" if found else "who holds it is not known: this machine lists no lock of it"


def _named(pids: list[int]) -> str:
    return ", ".join(f"process {pid} ({_command(pid)})" for pid in pids)


def _command(pid: int) -> str:
    """What a process was asked for: the first words of its command line, none from the first option on.

    What stands behind options is for nobody's log: a claim, a reason, the password in a URL.
    """
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes()[:200].decode("utf-8", "replace").split("\0")
    except OSError:
        return "of another user, or gone"
    shown = takewhile(lambda word: not word.startswith("-") and "://" not in word, words)
    return printable(" ".join(shown).strip()) or "without a name"


def _locks(path: str) -> Iterator[tuple[int, str, int, int]]:
    """The locks of a file: process, READ or WRITE, first byte and last. None of them where the system does not say."""
    try:
        inode = os.stat(path).st_ino  # noqa: PTH116 - with the line below, the one question
        lines = _LOCKS.read_text(encoding="ascii").splitlines()
    except OSError:
        return
    for line in lines:
        words = line.split()
        # 3: POSIX  ADVISORY  WRITE 4242 fe:01:131085 120 120; a lock that is waited for has "->" before its kind.
        if len(words) == _WORDS and words[5].rpartition(":")[2] == str(inode) and int(words[4]) > 0:
            yield int(words[4]), words[3], int(words[6]), 2**63 - 1 if words[7] == "EOF" else int(words[7])


def printable(text: str) -> str:
    """``text`` without what moves the cursor or hides."""
    return "".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in text)
