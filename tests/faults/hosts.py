"""Processes of ``tombo``, each on a host with a clock of its own, supervised: whatever ends is judged and started again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Final

from tests.faults.hosted_tombo import HostClock
from tests.faults.reasons import CLOCK, ENDS, OUTAGE, RESTORED, reason_of
from tests.tools import cli_run
from tests.tools.cli_run import passphrase_file

ROOT: Final = Path(__file__).resolve().parents[2]
PATIENCE: Final = 180.0
"""Seconds for anything that must come: a machine may be busy with other things."""
AFTERMATH: Final = 10.0
"""Seconds after a disturbance in which its consequences are still told."""
RESTART_PAUSE: Final = 0.3
ACCUSATIONS: Final = ("TAMPERED", "ROLLED BACK", "fault of tombo")


def environment() -> dict[str, str]:
    """What every process is started with."""
    clean = {name: said for name, said in os.environ.items() if not name.startswith("TOMBO_")}
    phrases = dict.fromkeys(("TOMBO_PASSPHRASE_FILE", "TOMBO_ROOT_PASSPHRASE_FILE"), cli_run.PASSPHRASE_FILE)
    return {**clean, **phrases, "PYTHONPATH": str(ROOT), "TOMBO_STAFF_PASSPHRASE_FILE": str(passphrase_file())}


class Watch:
    """What goes on: disturbances under way, losses declared, and everything that must not be. Of several threads."""

    def __init__(self) -> None:
        self.open = threading.Event()
        """Processes are started and commands sent as long as it is set."""
        self.open.set()
        self.over = threading.Event()
        """No process that ends is started again."""
        self.losses = 0
        self.put_back_at = float("-inf")
        """When an older copy was last put in the place of the database."""
        self.all_clocks = False
        """Whether every clock may be held against: one that was wrong went on record."""
        self.counts: Counter[str] = Counter()
        self.wrong: list[str] = []
        self._disturbances = 0
        self._calm_since = float("-inf")
        self._lock = threading.Lock()

    @contextmanager
    def disturbed(self) -> Iterator[None]:
        """The server, a line to it or a process is disturbed meanwhile."""
        with self._lock:
            self._disturbances += 1
        try:
            yield
        finally:
            with self._lock:
                self._disturbances -= 1
                self._calm_since = time.monotonic()

    @property
    def outage(self) -> bool:
        """Whether anything is disturbed, or was a moment ago."""
        return self._disturbances > 0 or time.monotonic() - self._calm_since < AFTERMATH

    def count(self, name: str) -> None:
        """Count one more of ``name``."""
        with self._lock:
            self.counts[name] += 1


class Host:
    """Where one kind of process runs again and again: its clock, its words, and what became of each."""

    def __init__(self, name: str, watch: Watch, clock: HostClock, words: Sequence[str]) -> None:
        self.name = name
        self.watch = watch
        self.clock = clock
        self._clock_wrong_at = float("-inf")
        self._words = [sys.executable, "-m", "tests.faults.hosted_tombo", str(clock.path), *words]
        self.process: Process | None = None

    def start(self) -> Process:
        """The next process."""
        self.process = Process(self, self._words)
        return self.process

    def set_clock(self, off: int) -> None:
        """Set the clock so many microseconds wrong, or right."""
        self._clock_wrong_at = time.monotonic()
        self.clock.set(off)

    def circumstances(self, born: float) -> set[str]:
        """What may be said now by a process started at ``born``."""
        watch, found = self.watch, set[str]()
        if watch.outage:
            found.add(OUTAGE)
        if watch.all_clocks or self.clock.off or time.monotonic() - self._clock_wrong_at < AFTERMATH:
            found.add(CLOCK)
        if watch.put_back_at > born - 1.0 or not watch.open.is_set():
            found.add(RESTORED)
        return found


class Process:
    """One process: its answers come line by line, what it says on stderr is kept."""

    def __init__(self, host: Host, words: Sequence[str]) -> None:
        self.host = host
        self.born = time.monotonic()
        self.losses_before = host.watch.losses
        self.told: str | None = None
        """By which signal it was told to end, if it was."""
        self.statuses: set[int] = set()
        """What the exit status of a door may be, after what it answered."""
        self.fresh = 0
        """How many commands it recorded itself."""
        self.answers: SimpleQueue[bytes | None] = SimpleQueue()
        self._errors: list[str] = []
        self._popen = subprocess.Popen(
            words, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self._readers = [threading.Thread(target=read, daemon=True) for read in (self._read, self._listen)]
        for reader in self._readers:
            reader.start()

    @property
    def stdin(self) -> Any:
        """Where commands go."""
        return self._popen.stdin

    def send(self, number: signal.Signals) -> None:
        """Send a signal, unless it has ended."""
        if number == signal.SIGKILL:
            self.told = number.name
        elif number == signal.SIGTERM:
            self.told = self.told or number.name
        self._popen.send_signal(number)

    def has_ended(self) -> bool:
        """Whether it has."""
        return self._popen.poll() is not None

    def ended(self) -> None:
        """Wait for its end, and judge it."""
        with suppress(BrokenPipeError):
            self.stdin.close()
        try:
            status = self._popen.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._popen.kill()
            status = self._popen.wait()
            self._is_wrong(status, f"did not end in {PATIENCE:g} seconds")
        for reader in self._readers:
            reader.join()
        for stream in (self._popen.stdout, self._popen.stderr):
            if stream is not None:
                stream.close()
        self._judge(status, "".join(self._errors))

    def _judge(self, status: int, said: str) -> None:
        kind = self.host.name.partition(" ")[0]
        if self.told == "SIGKILL" and status == -signal.SIGKILL:
            self.host.watch.count(f"{kind} killed")
            return
        if status in self._expected(kind) and not any(word in said for word in ACCUSATIONS):
            self.host.watch.count(f"{kind} ended by {self.told}")
            return
        reason = reason_of(ENDS, status, said, self.host.circumstances(self.born))
        if reason is None:
            self._is_wrong(status, said)
        else:
            self.host.watch.count(f"{kind} ended: {reason}")

    def _expected(self, kind: str) -> set[int]:
        """The statuses with which it may end as it was told to: of a door, once it answered, the one that says so."""
        match self.told:
            case "SIGTERM":
                return {143} if kind == "door" else {0, 3, -signal.SIGTERM}
            case "end of input":
                return {0, 3, *self.statuses}
            case _:
                return set()

    def _is_wrong(self, status: int, said: str) -> None:
        circumstances = sorted(self.host.circumstances(self.born))
        self.host.watch.wrong.append(
            f"{self.host.name} (told: {self.told}; {circumstances}) ended with status {status}: {said[-3000:]}"
        )

    def _read(self) -> None:
        stream = self._popen.stdout
        for line in stream or ():
            self.answers.put(line)
        self.answers.put(None)

    def _listen(self) -> None:
        for line in self._popen.stderr or ():
            self._errors.append(line.decode(errors="replace"))


class Service(threading.Thread):
    """A publisher or a follower: one process after the other, until it is over."""

    def __init__(self, host: Host) -> None:
        super().__init__(name=host.name, daemon=True)
        self.host = host

    def run(self) -> None:
        watch = self.host.watch
        while not watch.over.is_set():
            if watch.open.wait(RESTART_PAUSE):
                process = self.host.start()
                while not process.has_ended():
                    with suppress(Empty):
                        process.answers.get(timeout=RESTART_PAUSE)
                    if watch.over.is_set() and process.told is None:
                        process.send(signal.SIGTERM)
                process.ended()
                watch.over.wait(RESTART_PAUSE)


def pause() -> None:
    """Give the others a moment."""
    time.sleep(RESTART_PAUSE)


def until(found: Callable[[], Any], what: str, patience: float = PATIENCE) -> None:
    """Wait until ``found`` gives anything."""
    deadline = time.monotonic() + patience
    while not found():
        if time.monotonic() > deadline:
            raise AssertionError(f"nothing came of it in {patience:g} seconds: {what}")
        time.sleep(0.02)
