"""The jobs of a round as they come, and one of them that never had its turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tombo.ledger.core.errors import ConflictError
from tombo.ledger.live.batch import Job

Another = Callable[[], Job | None]
"""Gives one more job, where there is one to be decided with those before it."""


def no_other() -> None:
    """There is none."""


def coming(jobs: list[Job], another: Another) -> Iterator[Job]:
    """``jobs``, and behind them what ``another`` gives, which is added to them, until it gives none."""
    yield from jobs
    while (job := another()) is not None:
        jobs.append(job)
        yield job


def moved_on(job: Job, tries: int) -> ConflictError:
    """The error of ``job``, before which others got in as often as it was tried."""
    return ConflictError(
        f"command {job.command_id}: its streams moved on {tries} times while it was decided; nothing of it was "
        "recorded; send it again, and look for a second writer with 'tombo status'"
    )
