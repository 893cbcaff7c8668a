"""Where tests put what they write: in memory, on a machine that has a file system there.

A commit waits for the disk, some milliseconds each time, and the suite makes hundreds of thousands of commits: on a disk it
spends most of its time waiting. What a killed process leaves behind is the same in memory, and no test pulls the plug.
Who names a place, with ``TMPDIR``, is obeyed.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Final

MEMORY: Final = Path("/dev/shm")
NEEDED: Final = 4 << 30
"""What a run may write in all, and some. With less room than that on it, the disk is used."""


def take_room() -> None:
    """Temporary files of this process, and of those that it starts, lie in memory from now on, if they can."""
    if "TMPDIR" not in os.environ and _is_fit(MEMORY):
        os.environ["TMPDIR"] = str(MEMORY)
        tempfile.tempdir = None  # asked for again


def _is_fit(place: Path) -> bool:
    """Whether ``place`` is there, may be written, has room, and lets programs run that a test puts there."""
    if not os.access(place, os.W_OK | os.X_OK):
        return False
    found = os.statvfs(place)
    return found.f_bavail * found.f_frsize >= NEEDED and not found.f_flag & os.ST_NOEXEC
