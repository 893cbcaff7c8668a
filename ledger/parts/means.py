"""By what a job is done, and what happens when a worker cannot be believed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple, TypeVar

from tombo.ledger.core.errors import LedgerError
from tombo.ledger.parts.crew import Crew, Here, Processes
from tombo.ledger.parts.job import Doer, Job, in_short
from tombo.ledger.parts.kept import KeptParts
from tombo.ledger.parts.work import Entropy, Work, WrongWorkerError

D = TypeVar("D", bound=Doer)
R = TypeVar("R")


class DoneHere(NamedTuple):
    """That this process did what others were to do: nothing else would show it but how long it took."""

    parts: int
    """How many parts; 0 for all of it, from the beginning."""
    why: str
    """What was in the way of others, the first there was; in one line, without keys and cards."""


DoneHereTold = Callable[[DoneHere], object]


class Means:
    """Who does the parts; where finished ones are kept, None for nowhere; who is told of a worker that was wrong.

    ``entropy`` picks the parts that are done twice: no worker is to foresee them. ``done_here`` is told, once there is an answer, what this process
    did for others; where there is none, what is raised says what there is to say.
    """

    def __init__(
        self,
        crew: Crew | None = None,
        finished: KeptParts | None = None,
        told: Callable[[str], object] = lambda _: None,
        entropy: Entropy = os.urandom,
        done_here: DoneHereTold = lambda _: None,
    ) -> None:
        self._crew: Crew = crew or Here()
        self._finished, self._told = finished, told
        self._entropy = entropy
        self._done_here = done_here

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
        here: DoneHere | None = None
        while True:
            try:
                with Work(job, self._crew, self._entropy, self._finished) as work:
                    found = body(work)
            except WrongWorkerError as wrong:
                self._told(wrong.worker)
                self._do_without(wrong.worker)
            except LedgerError:
                raise
            except Exception as error:
                if not self._crew.sample:
                    raise
                here = DoneHere(0, in_short(error))
                self._crew = Here()
                self._clear()
            else:
                self._clear()
                here = here or (DoneHere(work.instead_of, work.trouble) if work.instead_of else None)
                if not self._crew.sample or not doubts(found):
                    if here is not None:
                        self._done_here(here)
                    return found
                self._crew = Here()

    def anew(self, why: str, alone: Callable[[], R]) -> R:
        """What ``alone`` makes of it, this process by itself, where nothing came of it in parts, and ``why``: told once it is made.

        What it raises is the answer, and says by itself what is wrong.
        """
        found = alone()
        self._done_here(DoneHere(0, why))
        return found

    def _do_without(self, worker: str) -> None:
        if self._finished is not None:
            self._finished.drop(worker)
        if not self._crew.without(worker):
            self._crew = Here()

    def _clear(self) -> None:
        if self._finished is not None:
            self._finished.clear()


@contextmanager
def of_this_machine(
    jobs: int | None = None,
    finished: KeptParts | None = None,
    done_here: DoneHereTold = lambda _: None,
    *,
    counted: bool = False,
) -> Iterator[Means]:
    """``jobs`` processes of this machine, one a core where nothing is said; with one, this process does it all. ``done_here``: as for ``Means``.

    ``counted``: whether this process is one of them, for it has as much to do as each of the others; else it only merges, and they are beside it.
    To be had before anything is opened that a copy of this process must not have.
    """
    many = jobs or os.cpu_count() or 1
    crew: Crew = Processes(many - counted) if many > 1 else Here()
    try:
        yield Means(crew, finished, done_here=done_here)
    finally:
        crew.close()
