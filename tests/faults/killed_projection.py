"""Follows a projection of a ledger in small batches, and kills itself before a write, before a commit or after one.

Program for tests: ``python -m tests.faults.killed_projection NAME URL BATCH STEP…``; one child after another dies at its step, and
each goes on where the one before it was. Prints the signal of each on a line of its own, 0 for one that came to the end.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tombo.ledger.store import Views, open_store, open_views
from tombo.ledger.store.types import Writing
from tombo.projections.follow import Follower, Projection
from tombo.projections.registry import FOLLOWED


def main(name: str, url: str, batch: int, steps: list[int]) -> None:
    """Let one child after another die at its step."""
    (projection,) = (one for one in FOLLOWED if one.name == name)
    for step in steps:
        child = os.fork()
        if child == 0:
            try:
                _live(projection, url, batch, step)
            finally:
                os._exit(1)
        _, status = os.waitpid(child, 0)
        if os.WIFEXITED(status) and os.WEXITSTATUS(status):
            sys.exit(f"the child of step {step} failed")
        sys.stdout.write(f"{os.WTERMSIG(status)}\n")
        sys.stdout.flush()


def _live(projection: type[Projection], url: str, batch: int, step: int) -> None:
    """Follow to the end, or to the step."""
    with open_store(url, read_only=True) as store, open_views(url) as views:
        _plant(views, step)
        Follower(store, views, projection, batch).catch_up()
    os._exit(0)


def _plant(views: Views, count: int) -> None:
    """Make the ``count``-th step of writing the last one of this process."""
    left = count
    real = views.recorder.writing

    def step() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def stepping(write: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any) -> Any:
            step()
            return write(*given)

        return call

    @contextmanager
    def writing() -> Iterator[Writing]:
        with real() as there:
            yield Writing(stepping(there.execute), stepping(there.track), stepping(there.insert))
            step()
        step()

    views.recorder.writing = writing  # type: ignore[method-assign]


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), [int(step) for step in sys.argv[4:]])
