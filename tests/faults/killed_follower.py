"""Run as a program: a follower that dies. Forks one child for each fault, so that only one interpreter is started.

``WHAT step N``: the child kills itself before the Nth step of its transactions, be it a statement, a commit, or the return of
one. ``WHAT time MS``: the parent kills it after so many milliseconds. ``WHAT`` is ``catch_up`` or ``rebuild``. Prints the
signal that ended each child, 0 where it came to its end.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tests.worlds.followed import Till
from tombo.ledger.store import Views, open_store, open_views
from tombo.ledger.store.types import Writing
from tombo.projections.follow import Follower

BATCH = 40


def main(url: str, faults: list[str]) -> None:
    """Let one child after another die of its fault."""
    ended = []
    for fault in faults:
        what, kind, amount = fault.split()
        child = os.fork()
        if child == 0:
            _live(url, what, int(amount) if kind == "step" else 0)
        if kind == "time":
            time.sleep(int(amount) / 1000)
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        ended.append(os.WTERMSIG(status))
    sys.stdout.write(json.dumps(ended))


def _live(url: str, what: str, steps: int) -> None:
    """Follow until the fault strikes."""
    with open_store(url, read_only=True) as store, open_views(url) as views:
        if steps:
            interrupt(views, steps, lambda: os.kill(os.getpid(), signal.SIGKILL))
        follower = Follower(store, views, Till, BATCH)
        if what == "rebuild":
            follower.rebuild()
        else:
            follower.catch_up()
    os._exit(0)


def interrupt(views: Views, step: int, strike: Callable[[], None]) -> Callable[[], int]:
    """``strike`` before the ``step``-th step of the transactions on ``views``; the answer counts the steps so far."""
    real = views.recorder.writing
    taken = 0

    def count() -> None:
        nonlocal taken
        taken += 1
        if taken == step:
            strike()

    def counted(call: Callable[..., Any]) -> Callable[..., Any]:
        def counting(*given: Any) -> Any:
            count()
            return call(*given)

        return counting

    @contextmanager
    def writing() -> Iterator[Writing]:
        with real() as found:
            yield Writing(counted(found.execute), counted(found.track), counted(found.insert))
            count()  # about to commit
        count()  # committed, and nobody knows yet

    views.recorder.writing = writing  # type: ignore[method-assign]  # a fault is planted where no caller may reach
    return lambda: taken


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
