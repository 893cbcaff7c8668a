"""Group commit: many callers, one writer thread that drains what waits and commits once."""

from __future__ import annotations

from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Final, Self

from ledger.app import Job, Ledger, Outcome
from ledger.core.errors import LedgerError, StoreUnavailableError

JOBS_MAX: Final = 512
"""The most commands one commit takes; what waits longer goes into the next."""


class Ticket:
    """A caller's place in the queue. ``wait`` returns once the command's outcome is durable."""

    __slots__ = ("_done", "_outcome", "job")

    def __init__(self, job: Job) -> None:
        self.job = job
        self._outcome: Outcome | None = None
        self._done = Lock()  # one raw lock a waiter costs less than a condition
        self._done.acquire()

    def resolve(self, outcome: Outcome) -> None:
        """Hand over the outcome; called once, by the writer."""
        self._outcome = outcome
        self._done.release()

    def wait(self) -> Outcome:
        """The outcome: a receipt, a refusal, or the error that kept the command out."""
        with self._done:
            outcome = self._outcome
        if outcome is None:
            raise StoreUnavailableError("the writer stopped before this command was recorded; send it again")
        return outcome

    def abandon(self) -> None:
        """No outcome will come: the writer stopped."""
        self._done.release()


class GroupWriter:
    """Commits the commands of many callers together, in the order they came (a context manager)."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self._queue: SimpleQueue[Ticket | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="tombo-writer", daemon=True)
        self._entrance = Lock()  # between a ticket taken and a ticket queued the writer does not close
        self._closed = False

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        with self._entrance:
            self._closed = True
            self._queue.put(None)
        self._thread.join()

    def submit(self, job: Job) -> Ticket:
        """Queue ``job``; the ticket tells when it is durable. Once the writer has closed, it tells that."""
        ticket = Ticket(job)
        with self._entrance:
            if self._closed:
                ticket.abandon()
            else:
                self._queue.put(ticket)
        return ticket

    def _run(self) -> None:
        closing = False
        while not closing:
            ticket = self._queue.get()
            tickets: list[Ticket] = []
            while ticket is not None:
                tickets.append(ticket)
                if len(tickets) == JOBS_MAX:
                    break
                try:
                    ticket = self._queue.get_nowait()
                except Empty:
                    break
            closing = ticket is None
            if tickets:
                self._commit(tickets)

    def _commit(self, tickets: list[Ticket]) -> None:
        try:
            outcomes = self.ledger.handle_many([ticket.job for ticket in tickets])
        except Exception as error:  # noqa: BLE001  # the writer must live on, and every caller must hear
            if len(tickets) > 1:
                for ticket in tickets:  # whoever brought it down shall not keep the others out
                    self._commit([ticket])
                return
            failure = (
                error if isinstance(error, LedgerError) else LedgerError(f"the writer failed: {type(error).__name__}")
            )
            failure.__cause__ = error  # whose text may hold what the command said, closed cards included
            outcomes = [failure]
        for ticket, outcome in zip(tickets, outcomes, strict=True):
            ticket.resolve(outcome)
