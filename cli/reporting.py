"""The files of a regulator made in a folder, of a log that this process reads, or others beside it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from tombo.cli.terminal.progress import progress
from tombo.ledger.parts import Means
from tombo.reports.regulators.pages import Paged, PagesJob, by_means
from tombo.reports.said.commands import common

R = TypeVar("R")
_SHOWN: Final = partial(progress, what=common.PAGES)


def made_of(means: Means, job: PagesJob, make: Callable[[Paged], R], folder: Path | None = None) -> R:
    """What ``make`` makes of the log, of which ``means`` do the ``job``, in ``folder``, which is its own: where it is begun again, what was written there is gone.

    Raises:
        LedgerError: as ``make`` does.
    """

    def anew(paged: Paged) -> R:
        for written in () if folder is None else folder.iterdir():
            written.unlink()
        return make(paged)

    return by_means(means, job, anew, _SHOWN)
