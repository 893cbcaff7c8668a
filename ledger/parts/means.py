"""By what a job is done, and what happens when a worker cannot be believed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from tombo.ledger.core.errors import LedgerError
from tombo.ledger.parts.crew import Crew, Here, Processes
from tombo.ledger.parts.job import Doer, Job
from tombo.ledger.parts.kept import KeptParts
from tombo.ledger.parts.work import Entropy, Work, WrongWorkerError

D = TypeVar("D", bound=Doer)
R = TypeVar("R")


class Means:
    """Who does the parts; where finished ones are kept, None for nowhere; who is told of a worker that was wrong.

    ``entropy`` picks the parts that are done twice: no worker is to foresee them.
    """

    def __init__(
        self,
        crew: Crew | None = None,
        finished: KeptParts | None = None,
        told: Callable[[str], object] = lambda _: None,
        entropy: Entropy = os.urandom,
    ) -> None:
        self._crew: Crew = crew or Here()
        self._finished, self._told = finished, told
        self._entropy = entropy

    @property
    def several(self) -> bool:
        """Whether it is to be done in parts: somebody works beside this process, or finished parts are kept."""
        return bool(self._crew.many) or self._finished is not None

    def run(self, job: Job[D], body: Callable[[Work[D]], R], doubts: Callable[[R], bool] = lambda _: False) -> R:
        """What ``body`` makes of the work on ``job``; begun again, without it, where a worker was wrong: what the others finished is kept.

        What goes wrong with answers that nobody compared may be their fault: then this process does all of it, and what is raised is
        raised here. So it is where ``doubts`` says of what was found that no worker is to be believed alone. Finished parts are forgotten
        once it is done.
        """
        while True:
            try:
                with Work(job, self._crew, self._entropy, self._finished) as work:
                    found = body(work)
            except WrongWorkerError as wrong:
                self._told(wrong.worker)
                self._do_without(wrong.worker)
            except LedgerError:
                raise
            except Exception:
                if not self._crew.sample:
                    raise
                self._crew = Here()
                self._clear()
            else:
                self._clear()
                if not self._crew.sample or not doubts(found):
                    return found
                self._crew = Here()

    def _do_without(self, worker: str) -> None:
        if self._finished is not None:
            self._finished.drop(worker)
        if not self._crew.without(worker):
            self._crew = Here()

    def _clear(self) -> None:
        if self._finished is not None:
            self._finished.clear()


@contextmanager
def of_this_machine(jobs: int | None = None, finished: KeptParts | None = None) -> Iterator[Means]:
    """``jobs`` processes of this machine, one a core where nothing is said; with one, this process does it all.

    To be had before anything is opened that a copy of this process must not have.
    """
    many = jobs or os.cpu_count() or 1
    crew: Crew = Processes(many) if many > 1 else Here()
    try:
        yield Means(crew, finished)
    finally:
        crew.close()
