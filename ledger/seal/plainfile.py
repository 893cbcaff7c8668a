"""Small files of ours, read as what they are: in bounded time and memory, whatever somebody put in their place."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path


def read_plain(path: Path, most: int) -> bytes:
    """What the file at ``path`` holds, its first ``most`` bytes at the most.

    Raises:
        OSError: it cannot be read, or is no plain file: for who writes to a pipe one would wait for ever.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "it is no plain file", str(path))
        return file.read(most)
