"""Parts handed out and their results taken in order, so that who does them changes nothing but the time."""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from functools import cached_property
from itertools import islice
from types import TracebackType
from typing import Any, Final, Generic, Self, TypeVar

from tombo.ledger.core.clock import SECOND
from tombo.ledger.parts.crew import Crew
from tombo.ledger.parts.job import Doer, Done, Job, do, in_short
from tombo.ledger.parts.kept import KeptParts

D = TypeVar("D", bound=Doer)
Entropy = Callable[[int], bytes]
"""So many bytes of chance."""
FEW: Final = 8_192
"""Entries that one process has looked at before others of this machine would have begun."""
TRIES_MAX: Final = 3
"""How often a part is asked of others before it is done here."""
UNANSWERED_MAX: Final = 3
"""After how many parts in a row that nobody answers others are asked no more."""
_NO_ANSWER: Final = "no answer"


class WrongWorkerError(Exception):
    """A worker answered otherwise than this process does: everything that it did is to be done again, without it."""

    def __init__(self, worker: str) -> None:
        super().__init__(worker)
        self.worker = worker


class PartAsked:
    """A part that was asked for."""

    def __init__(self, work: Work[Any], part: Any) -> None:
        self._work, self._part = work, part
        self._done: Done | None = work.kept(part)
        self._tried: list[Future[Any]] = []
        self._trouble = ""
        """What was in the way where it was tried last."""
        if self._done is None:
            self._try()

    def result(self) -> Any:
        """What came of it, from whoever was first; done here where nobody could.

        Raises:
            WrongWorkerError: this process comes to another result than a worker.
        """
        if self._done is None:
            self._done = self._awaited()
            if self._done is None:
                self._done = Done("", self._work.instead(self._part, self._trouble))
            else:
                self._work.compare(self._part, self._done)
            self._work.keep(self._part, self._done)
        return self._done.result

    @property
    def waits(self) -> bool:
        """Whether ``result`` would wait for others."""
        return self._done is None and bool(self._tried) and not any(one.done() for one in self._tried)

    @property
    def tried(self) -> frozenset[Future[Any]]:
        """What others are asked for it; nothing where it is to be done here, or is done."""
        return frozenset(self._tried)

    def _try(self) -> bool:
        future = self._work.submit(self._part)
        if future is not None:
            self._tried.append(future)
        return future is not None

    def _awaited(self) -> Done | None:
        """What a worker did; None where it is to be done here."""
        waiting = set(self._tried)
        while waiting:
            over, waiting = wait(waiting, self._work.patience / SECOND, FIRST_COMPLETED)
            for future in over:
                done = _done(future)
                if done.trouble is None:
                    return done
                self._trouble = str(done.trouble)
            if len(self._tried) < TRIES_MAX and self._try():  # it was lost, failed there, or is slow beyond patience
                waiting.add(self._tried[-1])
            elif not over:
                self._trouble = _NO_ANSWER
                self._work.unanswered()
                break
        return None


def _done(future: Future[Any]) -> Done:
    """What was done, or what was in the way: the worker was lost, or something was there."""
    error = None if future.cancelled() else future.exception()
    if error is not None or future.cancelled():
        return Done("", trouble=in_short(error or CancelledError()))
    done = future.result()
    return (
        done if isinstance(done, Done) else Done("", trouble=f"found a {type(done).__name__}, expected what was done")
    )


class Work(Generic[D]):
    """A job and who does it. ``entropy`` picks the parts that are done again; ``finished`` keeps what is done, None where nobody needs it again."""

    def __init__(self, job: Job[D], crew: Crew, entropy: Entropy, finished: KeptParts | None = None) -> None:
        self._job = job
        self._crew, self._entropy, self._finished = crew, entropy, finished
        self._many = crew.many
        self._seen: set[str] = set()
        self._unanswered = 0
        self.trouble = ""
        """What was in the way of others, the first there was."""
        self.instead_of = 0
        """How many parts this process did because others could not."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if "here" in self.__dict__:
            self.here.close()

    @cached_property
    def here(self) -> D:
        """What does a part in this process."""
        return self._job.open()

    @cached_property
    def _sent(self) -> bytes:
        """The job as it is sent: where this process does it all, it need not be one that can be."""
        return pickle.dumps(self._job)

    @property
    def believed(self) -> bool:
        """Whether what is done is done by this program: what others did is good for a report that is looked at again, and for nothing that is kept."""
        return not self._crew.sample

    def alone(self, *, little: bool) -> bool:
        """Whether this process does it by itself: where nobody else is, or ``little`` is to do, with which it is done before others of this machine have begun."""
        return not self._many or (little and self.believed)

    @property
    def patience(self) -> int:
        """After how long a part is asked for once more, in microseconds; at once where nobody works beside this process any more."""
        return self._crew.patience if self._many else 0

    def of_size(self, size: int, least: int = 0) -> int:
        """How large the log is for this run: ``size``, or what it was when the run that is gone on with began, if that is ``least`` or more."""
        begun = self.kept("size")
        if begun is None or int(begun.result) < least:
            begun = Done("", size)
            self.keep("size", begun)
        return min(size, int(begun.result))

    def ask(self, part: Any) -> PartAsked:
        """Have a part done; ``result`` waits for it."""
        return PartAsked(self, part)

    def in_order(self, parts: Iterable[Any]) -> Iterator[Any]:
        """What comes of ``parts``, in their order, a few of them under way at a time: from now on, before the first one is waited for.

        Raises:
            WrongWorkerError: this process comes to another result than a worker.
        """
        left, ahead = iter(parts), max(1, 2 * self._many)
        return self._taken(deque(map(self.ask, islice(left, ahead))), left)

    def _taken(self, asked: deque[PartAsked], left: Iterator[Any]) -> Iterator[Any]:
        """The results of what is ``asked``, in its order; with each another of those that are ``left`` is asked for."""
        while asked:
            result = asked.popleft().result()
            asked.extend(map(self.ask, islice(left, 1)))
            yield result

    def first_of(self, asked: Sequence[PartAsked]) -> PartAsked:
        """One of some parts that were ``asked`` for: whichever is done first, or is to be done here; the one asked for first, where nobody answers within patience."""
        here = next((one for one in asked if not one.tried), None)
        if here is not None:
            return here
        over, _ = wait([future for one in asked for future in one.tried], self.patience / SECOND, FIRST_COMPLETED)
        return next((one for one in asked if one.tried & over), asked[0])

    def submit(self, part: Any) -> Future[Any] | None:
        """A part handed to a worker; None where nobody works beside this process, or nobody any more."""
        while self._many:
            try:
                return self._crew.submit(do, self._sent, part)
            except BrokenExecutor as error:
                self.trouble = self.trouble or in_short(error)
                if not self._crew.mend():
                    self._many = 0
        return None

    def instead(self, part: Any, trouble: str) -> Any:
        """What comes of a part that nobody else could do, for there was ``trouble``; where nobody is to work beside this process it is as any other."""
        found = self.here(part)
        if self._crew.many:
            self.instead_of += 1
            self.trouble = self.trouble or trouble
        return found

    def unanswered(self) -> None:
        """Nobody did a part within patience, however often it was asked for: where that goes on this process does the rest alone."""
        self._unanswered += 1
        if self._unanswered >= UNANSWERED_MAX:
            self._many = 0

    def compare(self, part: Any, done: Done) -> None:
        """Hold what a worker did against what this process does: of each its first part, whatever accuses, and then a sample.

        Raises:
            WrongWorkerError: it is not the same.
        """
        self._unanswered = 0
        sample = self._crew.sample
        if not sample:
            return
        if done.worker in self._seen and not self.here.accuses(done.result) and self._picks() % sample:
            return
        self._seen.add(done.worker)
        if self.here(part) != done.result:
            raise WrongWorkerError(done.worker)

    def _picks(self) -> int:
        return int.from_bytes(self._entropy(8))

    def kept(self, part: Any) -> Done | None:
        """A part that is finished already."""
        return None if self._finished is None else self._finished.get(self._sent, part)

    def keep(self, part: Any, done: Done) -> None:
        """Keep a finished part, if anybody needs it again.

        Raises:
            UnwritableError: it cannot be kept; what was kept before stays.
        """
        if self._finished is None:
            return
        try:
            self._finished.put(self._sent, part, done)
        except OSError as error:
            raise self._finished.unwritable(error) from error
