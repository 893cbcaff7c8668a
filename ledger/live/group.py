"""Group commit: many callers, one writer thread that drains what waits and commits once.

While a commit is on its way to the store, the commands that wait are decided on top of it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from enum import Enum
from functools import partial
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Final, Self

from tombo.ledger.core.errors import LedgerError, StoreUnavailableError, UsageError
from tombo.ledger.live.ledger import Job, Ledger, Outcome

JOBS_MAX: Final = 256
"""The most commands one commit takes. What waits longer goes into the next, decided while this one is on its way."""

SWITCH_SECONDS: Final = 0.0005
"""How long the deciding thread may keep the interpreter while the commit wants to send its next message; Python's own
figure is ten times that, at three messages a commit."""


class _Word(Enum):
    """What the writer hears through its queue besides who waits."""

    CLOSE = "close"
    """Nobody else comes."""
    ARRIVED = "arrived"
    """The answer to a commit is there; it may have been landed by now."""


class Waiting:
    """A caller's place in the queue. ``wait`` returns once the command's outcome is durable.

    ``told`` is called with it then, for a caller who cannot wait: in the writer's thread, so it only counts, and wakes somebody. ``wait`` returns at once from
    then on.
    """

    __slots__ = ("_done", "_outcome", "_told", "job")

    def __init__(self, job: Job, told: Callable[[Waiting], None] | None = None) -> None:
        self.job = job
        self._told = told
        self._outcome: Outcome | None = None
        self._done = Lock()  # one raw lock a waiter costs less than a condition
        self._done.acquire()

    def resolve(self, outcome: Outcome) -> None:
        """Hand over the outcome; called once, by the writer."""
        self._outcome = outcome
        self._let_go()

    @property
    def answered(self) -> bool:
        """Whether ``wait`` returns at once."""
        return not self._done.locked()

    def wait(self) -> Outcome:
        """The outcome: a receipt, a refusal, or the error that kept the command out."""
        with self._done:
            outcome = self._outcome
        if outcome is None:
            raise StoreUnavailableError(
                f"the writer stopped before it answered the command {self.job.command_id}: it is not known whether that was "
                "recorded; send it again, under the same id"
            )
        return outcome

    def abandon(self) -> None:
        """No outcome will come, unless one has: the writer stopped."""
        if self._outcome is None:
            self._let_go()

    def _let_go(self) -> None:
        self._done.release()
        if self._told is not None:
            self._told(self)


class GroupWriter:
    """Commits the commands of many callers together, in the order they came (a context manager).

    ``check`` is asked before every commit; what it raises is the outcome of the commands that wait, and they are not recorded.
    """

    def __init__(self, ledger: Ledger, check: Callable[[], None] = lambda: None) -> None:
        self.ledger = ledger
        self._check = check
        self._queue: SimpleQueue[Waiting | _Word] = SimpleQueue()
        self._under_way: Sequence[Waiting] = ()
        """Those whose commit was sent last, ahead of its answer."""
        self._thread = Thread(target=self._run, name="tombo-writer", daemon=True)
        self._entrance = Lock()  # between a ticket taken and a ticket queued the writer does not close
        self._closed = False
        self._closing = False

    def __enter__(self) -> Self:
        self._switch_seconds = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH_SECONDS)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        with self._entrance:
            self._closed = True
            self._queue.put(_Word.CLOSE)
        self._thread.join()
        sys.setswitchinterval(self._switch_seconds)

    def submit(self, job: Job, told: Callable[[Waiting], None] | None = None) -> Waiting:
        """Queue ``job``; the ticket tells when it is durable, and ``told`` is called with it. Once the writer has closed, it tells that."""
        ticket = Waiting(job, told)
        with self._entrance:
            if self._closed:
                ticket.abandon()
            else:
                self._queue.put(ticket)
        return ticket

    def _run(self) -> None:
        tickets: list[Waiting] = []
        try:
            with ThreadPoolExecutor(1, "tombo-commit") as pool:
                while self._drain(tickets):
                    if self._stopped(tickets):
                        tickets = []
                    elif len(tickets) < JOBS_MAX and self._queue.empty() and self.ledger.under_way is None:
                        self._commit(tickets)  # nobody waits: there is nothing to decide in the meantime
                        tickets = []
                    else:
                        sent = self._commit_ahead(tickets, pool)
                        tickets = tickets[sent:]  # a list of its own: what was sent is told by the one it was in
                self.ledger.land()
        finally:
            self._abandon(tickets)  # none, unless something nobody planned ends this thread

    def _abandon(self, tickets: list[Waiting]) -> None:
        """Let nobody wait for ever: from now on nothing is taken in."""
        with self._entrance:
            self._closed = True
        try:
            with suppress(Exception):
                self.ledger.land()
        finally:
            with suppress(Empty):
                while True:
                    tickets += [ticket] if isinstance(ticket := self._queue.get_nowait(), Waiting) else []
            for ticket in (*self._under_way, *tickets):
                ticket.abandon()

    def _drain(self, tickets: list[Waiting]) -> bool:
        """Fill up ``tickets`` with what waits, waiting for the first; False once the writer closes and none is left."""
        while not tickets and not self._closing:
            if self._queue.empty() and self._has_arrived():
                self.ledger.land()  # callers that wait for it will send nothing before
            self._take(tickets, self._queue.get())
        with suppress(Empty):
            while len(tickets) < JOBS_MAX and not self._closing:
                self._take(tickets, self._queue.get_nowait())
        return bool(tickets)

    def _take(self, tickets: list[Waiting], came: Waiting | _Word) -> None:
        if isinstance(came, Waiting):
            tickets.append(came)
        elif came is _Word.CLOSE:
            self._closing = True

    def _has_arrived(self) -> bool:
        """Whether a commit is under way whose answer is there."""
        sent = self.ledger.under_way
        return sent is not None and sent.done()

    def _another(self, tickets: list[Waiting]) -> Job | None:
        """The job of one more that waits, now in ``tickets`` too; none where they are enough, or no other waits.

        As long as a commit is under way, the next to come is waited for: nothing can be sent before its answer, and what was decided
        meanwhile goes with it.
        """
        count = len(tickets)
        while len(tickets) == count < JOBS_MAX and not self._closing:
            try:
                came = self._queue.get_nowait()
            except Empty:
                if self.ledger.under_way is None or self._has_arrived():
                    return None
                came = self._queue.get()
            self._take(tickets, came)
        return tickets[-1].job if len(tickets) > count else None

    def _stopped(self, tickets: Sequence[Waiting]) -> bool:
        """Whether nothing may be recorded now; then that is what the callers hear."""
        try:
            self._check()
        except LedgerError as error:
            _resolve(tickets, [error] * len(tickets))
            return True
        return False

    def _commit_ahead(self, tickets: list[Waiting], pool: Executor) -> int:
        """Decide ``tickets``, and who comes meanwhile, on top of the commit under way, and send theirs after it; how many are dealt with."""

        def deliver(taken: int, outcomes: list[Outcome] | None) -> None:
            if outcomes is None:
                self._commit(tickets[:taken])
            else:
                _resolve(tickets[:taken], outcomes)

        try:
            jobs = [ticket.job for ticket in tickets]
            taken = self.ledger.handle_ahead(jobs, pool, deliver, partial(self._another, tickets))
        except Exception:  # noqa: BLE001  # it comes again when they are taken without haste
            self._commit(tickets)
            return len(tickets)
        self._under_way = tickets[:taken]
        if (sent := self.ledger.under_way) is not None:
            sent.add_done_callback(lambda _: self._queue.put(_Word.ARRIVED))
        return taken

    def _commit(self, tickets: Sequence[Waiting]) -> None:
        """Answer ``tickets``, those of each commit as soon as it is durable: what is told stands, whatever becomes of the next."""
        left = list(tickets)
        while left:
            try:
                outcomes = self.ledger.handle_some([ticket.job for ticket in left])
            except Exception as error:  # noqa: BLE001  # the writer must live on, and every caller must hear
                if len(left) > 1:
                    for ticket in left:  # whoever brought it down shall not keep the others out
                        self._commit([ticket])
                    return
                outcomes = [self._outcome_after(error, left[0].job)]
            _resolve(left[: len(outcomes)], outcomes)
            del left[: len(outcomes)]

    def _outcome_after(self, error: Exception, job: Job) -> Outcome:
        """What became of ``job``, alone in a commit that ended with ``error``: it may be durable all the same, so look."""
        try:
            receipt = self.ledger.receipt(job)
        except UsageError as misused:
            return misused
        except Exception as unseen:  # noqa: BLE001  # the writer must live on, and the caller must hear
            failure: LedgerError = StoreUnavailableError(
                f"the writer failed ({type(error).__name__}) and nobody could look: it is not known whether the command "
                f"{job.command_id} was recorded; send it again, under the same id, when the store is back"
            )
            failure.__cause__ = unseen
            return failure
        if receipt is not None:
            return receipt
        if isinstance(error, LedgerError):
            return error
        failure = LedgerError(f"the writer failed: {type(error).__name__}; the command was not recorded; send it again")
        failure.__cause__ = error  # whose text may hold what the command said, closed cards included
        return failure


def _resolve(tickets: Sequence[Waiting], outcomes: Sequence[Outcome]) -> None:
    for ticket, outcome in zip(tickets, outcomes, strict=True):
        ticket.resolve(outcome)
