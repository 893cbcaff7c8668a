"""The one writer, for requests on an event loop: a command is handed to it, and its request is woken once it is answered."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from threading import Lock
from typing import Final

from tombo.ledger.core.command import Envelope
from tombo.ledger.core.errors import LedgerError
from tombo.ledger.live.group import GroupWriter, Waiting
from tombo.ledger.live.ledger import Outcome
from tombo.serve.problems import RETRY_SECONDS, ProblemError

WAITING_MAX: Final = 1_024
"""Commands that wait for their answer at once, of all requests together."""


class _Wake:
    """Wakes one request from the writer's thread, once for all that was answered since it last looked."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._event = asyncio.Event()
        self._due = False

    def __call__(self) -> None:
        if not self._due:
            self._due = True
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                self._loop.call_soon_threadsafe(self._event.set)

    async def wait(self) -> None:
        """Until something was answered since the last call."""
        await self._event.wait()
        self._due = False  # before what is answered is looked at: whatever comes from now on wakes again
        self._event.clear()


class Door:
    """Hands commands to ``writer``; what waits for its answer is counted, and bounded."""

    def __init__(self, writer: GroupWriter) -> None:
        self._writer = writer
        self._lock = Lock()
        self._waiting = 0
        self._tell: Callable[[Outcome], None] = lambda _: None
        self.closing = False

    def tell(self, tell: Callable[[Outcome], None]) -> None:
        """Have ``tell`` hear of the outcome of every command as it comes to be, whoever still listens: in the writer's thread, or the event loop's."""
        self._tell = tell

    def turned_away(self, error: LedgerError) -> None:
        """What was sent here is no command that may be asked: an outcome too."""
        self._tell(error)

    @property
    def waiting(self) -> int:
        """How many commands wait for their answer."""
        return self._waiting

    def close(self) -> None:
        """Take no more commands; what waits is answered."""
        self.closing = True

    def room_for(self, count: int) -> None:
        """See that ``count`` more commands can wait, if they are handed over before anything is awaited.

        Raises:
            ProblemError: 503, this process is ending; 429, there is no room.
        """
        if self.closing:
            raise ProblemError(
                503,
                "this door is closing: nothing was taken; ask the one that comes after it",
                retry_after=RETRY_SECONDS,
            )
        if self._waiting + count > WAITING_MAX:
            raise ProblemError(
                429,
                f"{self._waiting} commands wait, and {WAITING_MAX} is the most: nothing was taken",
                retry_after=RETRY_SECONDS,
            )

    async def one(self, envelope: Envelope) -> Outcome:
        """The outcome of one command, once durable."""
        wake = _Wake()
        ticket = self._submitted(envelope, wake)
        while not ticket.answered:
            await wake.wait()
        return _outcome(ticket)

    def several(self, asked: Sequence[Envelope | LedgerError]) -> AsyncIterator[list[Outcome]]:
        """The outcomes of ``asked`` in its order, some at a time, each once durable; an error among them is its own.

        All of them wait from this call on, whoever looks: between a look for room and this call nobody else may take it.
        """
        wake = _Wake()
        for one in asked:
            if isinstance(one, LedgerError):
                self.turned_away(one)
        return _answered(deque(self._submitted(one, wake) if isinstance(one, Envelope) else one for one in asked), wake)

    def _submitted(self, envelope: Envelope, wake: _Wake) -> Waiting:
        def told(ticket: Waiting) -> None:
            with self._lock:
                self._waiting -= 1
            self._tell(_outcome(ticket))
            wake()

        with self._lock:
            self._waiting += 1
        return self._writer.submit(envelope, told)


async def _answered(tickets: deque[Waiting | LedgerError], wake: _Wake) -> AsyncIterator[list[Outcome]]:
    while tickets:
        ready = list[Outcome]()
        while tickets and (isinstance(tickets[0], LedgerError) or tickets[0].answered):
            ready.append(_outcome(tickets.popleft()))
        if ready:
            yield ready
        else:
            await wake.wait()


def _outcome(ticket: Waiting | LedgerError) -> Outcome:
    if isinstance(ticket, LedgerError):
        return ticket
    try:
        return ticket.wait()
    except LedgerError as error:  # the writer stopped before it answered
        return error
