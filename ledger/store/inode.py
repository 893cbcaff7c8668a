"""Which files stand at some paths, asked without leaving a trace on them.

``os.stat`` asks for a file's times too, and since Linux 6.13 (multigrain timestamps) a file whose times were asked for is given a
new, exact time at its next write, so that its inode is written with every commit: a commit then takes half as long again
(``docs/decisions/0026``). ``statx`` asks for the number of the inode alone. Where the C library has no ``statx``, it is ``os.stat``.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Sequence
from typing import Any, Final

Inode = bytes
"""Number and device of a file, as the operating system knows it."""

NOTHING: Final[Inode] = bytes(16)
"""Where there is no file, or it cannot be asked about."""
_AT_FDCWD: Final = -100
_STATX_INO: Final = 0x100
_SIZE: Final = 256
_NUMBER: Final = slice(32, 40)
_DEVICE: Final = slice(136, 144)


def _statx() -> Any:
    """The C library's ``statx``; None where it has none."""
    found = getattr(ctypes.CDLL(None), "statx", None)
    if found is not None:
        found.restype = ctypes.c_int
    return found


_STATX: Final = _statx()


class Inodes:
    """Asks about the same ``paths`` again and again: for one thread at a time."""

    def __init__(self, paths: Sequence[str]) -> None:
        self._paths = [os.fsencode(path) for path in paths]
        said = ctypes.create_string_buffer(_SIZE)
        self._said = memoryview(said)
        where, at, mask = ctypes.byref(said), ctypes.c_int(_AT_FDCWD), ctypes.c_uint(_STATX_INO)
        self._asked = [(at, ctypes.c_char_p(path), ctypes.c_int(0), mask, where) for path in self._paths]
        """What the C library is given, made once: a door asks with every commit."""

    def __call__(self) -> tuple[Inode, ...]:
        """Which files stand there now, in the order of the paths."""
        if _STATX is None:
            return tuple(map(_by_stat, self._paths))
        said, found = self._said, list[Inode]()
        for asked in self._asked:
            failed = _STATX(*asked)
            found.append(NOTHING if failed else b"".join((said[_NUMBER], said[_DEVICE])))
        return tuple(found)


def _by_stat(path: bytes) -> Inode:
    try:
        found = os.stat(path)  # noqa: PTH116 - paths are bytes here
    except OSError:
        return NOTHING
    return found.st_ino.to_bytes(8, "little") + found.st_dev.to_bytes(8, "little")
