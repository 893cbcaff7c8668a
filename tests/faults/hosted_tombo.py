"""``tombo`` on a host of its own: a process whose clock stands in a file, where the driver of a test sets it right or wrong.

``python -m tests.faults.hosted_tombo CLOCK WORDS...``. The date is the machine's monotonic clock, which nobody sets, and what the file says.
"""

from __future__ import annotations

import mmap
import signal
import sys
from pathlib import Path
from struct import Struct
from typing import Final
from unittest.mock import patch

from tombo.cli.main import main
from tombo.ledger.core.clock import SystemClock

_SHIFT: Final = Struct("<q")


class HostClock:
    """The clock of one host, in a file that its processes read at every look."""

    def __init__(self, path: Path) -> None:
        """Right, as the clock of this process is."""
        self.path = path
        self._right = SystemClock().now() - SystemClock().monotonic()
        self.off = 0
        self.set(0)

    def set(self, off: int) -> None:
        """Set it so many microseconds ahead of what is right, or back."""
        self.off = off
        with self.path.open("r+b" if self.path.exists() else "wb") as file:
            file.write(_SHIFT.pack(self._right + off))


def run(clock: Path) -> int:
    """Run ``tombo`` by that clock; its exit status."""
    with clock.open("rb") as file, mmap.mmap(file.fileno(), _SHIFT.size, access=mmap.ACCESS_READ) as shift:

        def now(self: SystemClock) -> int:
            return self.monotonic() + int(_SHIFT.unpack(shift[: _SHIFT.size])[0])

        with patch.object(SystemClock, "now", now):
            return main()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a suite in the background ignores it, and so would this
    path = Path(sys.argv.pop(1))
    sys.exit(run(path))
