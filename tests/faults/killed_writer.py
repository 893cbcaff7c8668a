"""Run as a program: a writer that dies. Forks one child for each fault, so that only one interpreter is started.

``statement N``: the child kills itself as its writer's connection is about to run its Nth statement (SQLite) or to send
its Nth message (PostgreSQL). ``answer N``: as its Nth message has been answered, before anybody here has read it.
``time MS``: the parent kills the child after so many milliseconds, wherever it is; ``after MS``: so many after its first
acknowledgement. ``full BYTES``: no file may grow beyond that size. Prints one JSON line a child: what it was told to be, what it acknowledged, how it ended.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import time
from collections.abc import Callable
from typing import Any

from eventsourcing.persistence import IntegrityError

from tests.faults.plain import DEALT, PlainSealing, command, event, opening
from tombo.ledger.store import Store, open_store
from tombo.ledger.store.postgres.recorder import PostgresLedgerRecorder
from tombo.ledger.store.sqlite.recorder import SQLiteLedgerRecorder

STREAM = "hand:mesa-1/1"
APPENDS = 3


def main(url: str, faults: list[str]) -> None:
    """Let one child after another die of its fault."""
    for fault in faults:
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            _live(url, fault, writer)
        os.close(writer)
        what, _, amount = fault.partition(" ")
        with os.fdopen(reader) as pipe:
            first = [pipe.readline()] if what == "after" else []
            if what in {"time", "after"}:
                time.sleep(int(amount) / 1000)
                os.kill(child, signal.SIGKILL)
            acknowledged = [json.loads(line) for line in (*first, *pipe)]
        _, status = os.waitpid(child, 0)
        sys.stdout.write(
            json.dumps({"fault": fault, "acknowledged": acknowledged, "signal": os.WTERMSIG(status)}) + "\n"
        )
        sys.stdout.flush()


def _live(url: str, fault: str, pipe: int) -> None:
    """Append and acknowledge until the fault strikes."""
    what, _, amount = fault.partition(" ")
    store = open_store(url)
    last = store.last_row(STREAM)
    version = last.version if last else 0
    if what == "full":
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(amount), resource.RLIM_INFINITY))
    elif what not in {"time", "after"}:
        _plant(store, what, int(amount))
    for _ in range(APPENDS if what in {"statement", "answer"} else 1_000_000):
        batch = [event(STREAM, version + 1), event(STREAM, version + 2, kind=DEALT), event(STREAM, version + 3)]
        name = f"command-{version}"
        try:
            ids = store.recorder.insert_events(
                batch,
                sealing=PlainSealing(),
                commands=[command(name, 0, 3)],
                openings=[opening(STREAM, version + 2)],
            )
        except IntegrityError:  # the one killed before us had sent its commit, and it came through just now
            newest = store.last_row(STREAM)
            version = newest.version if newest else 0
            continue
        except Exception as error:  # noqa: BLE001 - whatever it is, the test is to see it
            os.write(pipe, json.dumps({"error": type(error).__name__, "message": str(error)}).encode() + b"\n")
            os._exit(0)
        os.write(pipe, json.dumps({"command": name, "ids": list(ids)}).encode() + b"\n")
        version += 3
    os._exit(0)


def _plant(store: Store, what: str, count: int) -> None:
    """Make the ``count``-th step on the writer's connection the last one of this process."""
    left = count

    def step(*_: Any) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    recorder = store.recorder
    if isinstance(recorder, SQLiteLedgerRecorder):
        recorder._open_writer().set_trace_callback(step)
    elif isinstance(recorder, PostgresLedgerRecorder):
        _Counted(recorder, step if what == "statement" else None, step if what == "answer" else None)


class _Counted:
    """Stands before the writer's libpq connection and counts what goes through: a message sent, its answer waited for, and had."""

    def __init__(
        self, recorder: PostgresLedgerRecorder, before: Callable[[], None] | None, after: Callable[[], None] | None
    ) -> None:
        self._connection = recorder._open_writer()
        self._before = before
        self._after = after
        recorder._open_writer = lambda: self  # type: ignore[method-assign,assignment,return-value] # a connection to it

    @property
    def pgconn(self) -> _Counted:
        return self

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._connection.pgconn, name)
        if name not in {"exec_", "pipeline_sync", "exit_pipeline_mode"}:
            return found

        def call(*given: Any) -> Any:
            if self._before:
                self._before()
            answer = found(*given)
            if self._after:
                self._after()
            return answer

        return call


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
