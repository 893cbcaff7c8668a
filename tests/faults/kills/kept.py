"""Processes that are started again whenever they end, until it is over."""

from __future__ import annotations

import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Lock, Thread
from typing import Final

PATIENCE: Final = 180.0
"""Seconds for anything that must come: a machine may be busy with other things."""
PAUSE: Final = 0.2


def until(found: Callable[[], bool], what: str) -> None:
    """Wait for it."""
    deadline = time.monotonic() + PATIENCE
    while not found():
        if time.monotonic() > deadline:
            raise AssertionError(f"nothing came of it in {PATIENCE:g} seconds: {what}")
        time.sleep(0.02)


class Tally:
    """What was done and what must not be; of several threads."""

    def __init__(self) -> None:
        self.counts = Counter[str]()
        self.wrong: list[str] = []
        self.disturbed = float("-inf")
        """When the database was last away, or another one at the fence: seconds of the machine's clock that nobody sets."""
        self._lock = Lock()

    def count(self, name: str) -> None:
        """One more of ``name``."""
        with self._lock:
            self.counts[name] += 1


class Kept(Thread):
    """One process after the other. ``passes``: the status with which one may end by itself if anything disturbed it; None where none may.

    ``always``: with that status one may end at any time.
    """

    def __init__(
        self,
        name: str,
        start: Callable[[], subprocess.Popen[str]],
        tally: Tally,
        passes: int | None = None,
        *,
        always: bool = False,
    ) -> None:
        super().__init__(name=name, daemon=True)
        self._start_one = start
        self._tally = tally
        self._passes = passes
        self._always = always
        self._over = Event()
        self._killed = set[int]()
        self._free = Lock()
        """Held by whoever starts one, and where none may start."""
        self.process: subprocess.Popen[str] | None = None

    def kill(self) -> None:
        """SIGKILL, at whatever moment it is."""
        process = self.process
        if process is not None and process.poll() is None:
            self._killed.add(process.pid)
            process.kill()
            self._tally.count(f"{self.kind} killed")

    @contextmanager
    def held(self) -> Iterator[None]:
        """SIGKILL, and until the end of the block there is no next one."""
        with self._free:
            self.kill()
            if self.process is not None:
                self.process.wait()
            yield

    @property
    def kind(self) -> str:
        """Which sort of process it is."""
        return self.name.partition(" ")[0]

    def ends(self, expected: int = 0) -> None:
        """Tell it to end, and wait for it; its status is ``expected``."""
        self._over.set()
        process = self.process
        if process is not None:
            with suppress(ProcessLookupError):
                process.send_signal(signal.SIGTERM)
        self.join(PATIENCE)
        if process is None or self.is_alive() or process.returncode != expected:
            self._tally.wrong.append(f"{self.name} did not end as it was told: {process and process.returncode}")
            if process is not None:
                process.kill()

    def is_given_up(self) -> None:
        """See that nothing of it is left, however it stands."""
        self._over.set()
        while self.is_alive():
            self.kill()
            self.join(PAUSE)

    def run(self) -> None:
        while not self._over.is_set():
            with self._free:
                born = time.monotonic()
                self.process = self._start_one()
            status = self.process.wait()
            if not self._over.is_set() and self.process.pid not in self._killed:
                self._judge(status, born)
            self._over.wait(PAUSE)

    def _judge(self, status: int, born: float) -> None:
        if status == self._passes and (self._always or self._tally.disturbed > born - 5):
            self._tally.count(f"{self.kind} ended with status {status}")
        else:
            self._tally.wrong.append(f"{self.name} ended with status {status}, and nobody had killed it")
