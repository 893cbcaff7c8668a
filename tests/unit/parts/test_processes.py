"""Processes beside this one: they are no copies of what is open here, and end when it does (decision 0043)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor
from pathlib import Path
from threading import Event, Thread, active_count

import pytest

from tombo.ledger.parts import Here, Processes, means, of_this_machine


def test_what_replaces_a_lost_process_is_no_copy(tmp_path: Path) -> None:
    """By then a source is open here: a copy would have it too."""
    (tmp_path / "mark").touch()
    with (tmp_path / "mark").open() as opened:
        held, alone = os.fstat(opened.fileno()), active_count() == 1
        crew = Processes(1)
        try:
            assert (
                crew.submit(_holds, opened.fileno(), held.st_ino).result() == alone
            )  # beside threads there is no copy
            with pytest.raises(BrokenExecutor):
                crew.submit(os.kill, crew.submit(os.getpid).result(), signal.SIGKILL).result()
            assert crew.mend()
            assert not crew.submit(_holds, opened.fileno(), held.st_ino).result()
        finally:
            crew.close()


def _holds(descriptor: int, inode: int) -> bool:
    try:
        return os.fstat(descriptor).st_ino == inode
    except OSError:
        return False


def test_a_process_that_was_stopped_keeps_nobody_waiting() -> None:
    """It takes no signal but the one that ends it."""
    crew = Processes(2)
    pids = {crew.submit(os.getpid).result() for _ in range(20)}
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    crew.close()
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_beside_threads_none_begins_before_the_first_part() -> None:
    """A new process takes a second: where there is nothing to do, none is made."""
    held = Event()
    thread = Thread(target=held.wait)
    thread.start()
    try:
        idle, crew = Processes(2), Processes(1)
        assert idle._pool is None
        idle.close()
        assert crew.submit(os.getpid).result() != os.getpid()
        crew.close()
    finally:
        held.set()
        thread.join()


def test_processes_end_with_the_one_that_made_them() -> None:
    """Also if it is killed: they would wait for a next part for ever."""
    words = "import os, signal; from tombo.ledger.parts import Processes; crew = Processes(2); print(*crew._pool._processes, flush=True); os.kill(os.getpid(), signal.SIGKILL)"
    ran = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == -signal.SIGKILL
    left = [int(word) for word in ran.stdout.split()]
    assert len(left) == 2
    for _ in range(200):
        left = [pid for pid in left if Path(f"/proc/{pid}").exists()]
        if not left:
            break
        time.sleep(0.05)
    assert left == []


NONE_MADE = """
import errno, os, sys
from multiprocessing import util
from pathlib import Path
from tests.unit.parts.test_work import RIGHT, Squares, squares
from tombo.ledger.parts import Means, Processes

left = [int(sys.argv[2])]

def rare(real):
    def made(*words):
        left[0] -= 1
        if left[0] < 0:
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        return real(*words)
    return made

os.fork = rare(os.fork)
util.spawnv_passfds = rare(util.spawnv_passfds)
crew, told = Processes(2), []
assert Means(crew, done_here=told.append).run(Squares(Path(sys.argv[1])), squares) == RIGHT
crew.close()
print(told[0].why)
"""


@pytest.mark.parametrize("made", [0, 1])
def test_where_no_process_can_be_made_this_one_does_it(tmp_path: Path, made: int) -> None:
    """And says why. Red before: the one that was made was waited for at the end, for ever; or a raw error of the system ended it."""
    words = [sys.executable, "-c", NONE_MADE, str(tmp_path), str(made)]
    ran = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)
    assert (ran.returncode, ran.stdout.strip()) == (
        0,
        "BrokenExecutor: no process can be made: Resource temporarily unavailable",
    ), ran.stderr


@pytest.mark.parametrize(("jobs", "beside"), [(1, 0), (2, 1), (3, 2), (None, 3)])
def test_who_has_as_much_to_do_as_the_others_is_one_of_them(
    monkeypatch: pytest.MonkeyPatch, jobs: int | None, beside: int
) -> None:
    """On two cores two processes work at a night, and not three."""
    made: list[int] = []

    def processes(many: int) -> Here:
        made.append(many)
        return Here()

    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    monkeypatch.setattr(means, "Processes", processes)
    with of_this_machine(jobs, counted=True):
        assert made == [beside] * bool(beside)
    with of_this_machine(jobs):
        assert made[-1:] == [jobs or 4] * (jobs != 1)
