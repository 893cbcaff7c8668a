"""Run as a program: a follower of the book that dies. Each child kills itself before the Nth step of its transactions.

``URL BATCH STEP...``: forks one child a step, one after the other, so that each goes on where the one before was killed.
Prints the signals that ended them, 0 for one that came to its end.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ledger.store import Views, open_store, open_views
from ledger.store.types import Writing
from projections.accounts.followed import Accounts
from projections.follow import Follower


def main(url: str, batch: int, steps: list[int]) -> None:
    """Let one child after another die."""
    ended = []
    for step in steps:
        child = os.fork()
        if child == 0:
            with open_store(url, read_only=True) as store, open_views(url) as views:
                _dies_before(views, step)
                Follower(store, views, Accounts, batch).catch_up()
            os._exit(0)
        _, status = os.waitpid(child, 0)
        ended.append(os.WTERMSIG(status))
    sys.stdout.write(json.dumps(ended))


def _dies_before(views: Views, step: int) -> None:
    """The process is killed before the ``step``-th statement, commit, or answer to a commit."""
    real, left = views.recorder.writing, step

    def count() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def counted(call: Callable[..., Any]) -> Callable[..., Any]:
        def counting(*given: Any) -> Any:
            count()
            return call(*given)

        return counting

    @contextmanager
    def writing() -> Iterator[Writing]:
        with real() as found:
            yield Writing(counted(found.execute), counted(found.track), counted(found.insert))
            count()
        count()

    views.recorder.writing = writing  # type: ignore[method-assign]  # a fault where no caller may reach


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), [int(step) for step in sys.argv[3:]])
