"""Reading, for requests on an event loop: a few readers of the ledger stay open, and a read has one to itself while it runs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from functools import partial
from queue import Empty, LifoQueue
from typing import Final, NamedTuple, Self, TypeVar

from tombo.ledger.core.clock import Clock
from tombo.ledger.core.errors import StoreUnavailableError
from tombo.ledger.operate.keyring import Keyring, open_checked
from tombo.ledger.store import Build, Views
from tombo.projections.follow import Projection
from tombo.projections.rows import KeptRows
from tombo.reports.shown.followed import followed
from tombo.reports.shown.kept import kept_already
from tombo.reports.shown.reading import Reader
from tombo.serve.problems import RETRY_SECONDS, ProblemError

T = TypeVar("T")

READERS: Final = 4
"""Readers that are open at once, and reads that run."""
WAITING_MAX: Final = 256
"""Reads that run or wait at once."""


class OpenedLedger(NamedTuple):
    """What a read has to itself: a reader, the clock, and the way to what projections keep of the ledger."""

    reader: Reader
    clock: Clock
    url: str
    keyring: Keyring

    def follow(self, projection: type[Projection]) -> AbstractContextManager[tuple[Views, Build]]:
        """``projection``, caught up with the ledger."""
        return followed(self.reader, self.url, projection)

    def kept(self, projection: type[Projection]) -> AbstractContextManager[KeptRows | None]:
        """``projection`` where it is kept already, caught up with the ledger; None where it is not, so that the log is read."""
        return kept_already(self.reader, self.url, projection, lambda _: None, lambda *_: None)


class Readers:
    """The readers of the ledger at ``url``: opened when they are first needed, and kept. ``close`` ends them."""

    def __init__(self, url: str, keyring: Keyring, clock: Clock, most: int = READERS) -> None:
        self._url = url
        self._keyring = keyring
        self._clock = clock
        self._pool = ThreadPoolExecutor(most, thread_name_prefix="tombo-read")
        self._idle: LifoQueue[Reader] = LifoQueue()
        self._asked = 0

    async def read(self, work: Callable[[OpenedLedger], T]) -> T:
        """What ``work`` finds, in a thread of the pool.

        Raises:
            ProblemError: 429, as many reads wait as may.
            LedgerError: as ``work`` raises, or the ledger cannot be opened.
        """
        if self._asked >= WAITING_MAX:
            raise ProblemError(
                429, f"{self._asked} reads run or wait, and {WAITING_MAX} is the most", retry_after=RETRY_SECONDS
            )
        self._asked += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, partial(self._done, work))
        finally:
            self._asked -= 1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let what runs end, and close every reader."""
        self._pool.shutdown()
        while not self._idle.empty():
            self._idle.get().store.close()

    def _done(self, work: Callable[[OpenedLedger], T]) -> T:
        try:
            reader = self._idle.get_nowait()
        except Empty:
            reader = Reader(open_checked(self._url, self._keyring, read_only=True), self._keyring)
        try:
            reader.store.catch_up()
            found = work(OpenedLedger(reader, self._clock, self._url, self._keyring))
        except StoreUnavailableError:
            reader.store.close()  # its connection may be gone: the next read opens another
            raise
        except BaseException:
            self._idle.put(reader)
            raise
        self._idle.put(reader)
        return found
