"""Reading, for requests on an event loop: a few readers of the ledger stay open, and a read has one to itself while it runs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from queue import Empty, LifoQueue
from typing import Final, NamedTuple, Self, TypeVar

from tombo.ledger.core.clock import Clock
from tombo.ledger.core.errors import LedgerError, StoreUnavailableError
from tombo.ledger.core.said import Told
from tombo.ledger.operate.keyring import Keyring, open_checked
from tombo.ledger.store import Build, Views
from tombo.projections.follow import Projection
from tombo.projections.rows import KeptRows
from tombo.reports.shown.followed import followed
from tombo.reports.shown.kept import kept_already
from tombo.reports.shown.reading import Reader
from tombo.serve.problems import RETRY_SECONDS, ProblemError, is_not_what_was_sealed

T = TypeVar("T")

READERS: Final = 4
"""Readers that are open at once, and reads that run."""
WAITING_MAX: Final = 256
"""Reads that run or wait at once."""


BEHIND_MAX: Final = 100_000
"""Entries that a request waits for while a projection follows them, or reads itself: some seconds."""
VIEWS_SECONDS: Final = 60
"""When to ask again for what is not kept: 'tombo views follow' runs once a minute."""


def _views_wanted(why: str) -> ProblemError:
    told = f"{why}, and no request computes it from the log: 'tombo views follow', as a user who may write there, keeps it or says why not"
    return ProblemError(503, told, retry_after=VIEWS_SECONDS)


class OpenedLedger(NamedTuple):
    """What a read has to itself: a reader, the clock, and the way to what projections keep of the ledger."""

    reader: Reader
    clock: Clock
    url: str
    keyring: Keyring

    def follow(self, projection: type[Projection]) -> AbstractContextManager[tuple[Views, Build]]:
        """``projection``, caught up with the ledger, and kept.

        At the terminal who waits for it is told, and it is computed from the first entry where nothing can be kept. Here nobody would see that, and
        four who ask for it would keep every other read waiting: it is refused, with the command that keeps it.

        Raises:
            ProblemError: 503, nothing can be kept of it, or it is too far behind for a request to wait for.
        """

        def not_kept(_: Told) -> None:
            raise _views_wanted(f"{projection.name} cannot be kept beside the ledger")

        def followed_so_far(position: int, size: int) -> None:
            if size - position > BEHIND_MAX:
                raise _views_wanted(f"{projection.name} is {size - position} entries behind the log")

        return followed(self.reader, self.url, projection, not_kept, followed_so_far)

    def kept(self, projection: type[Projection]) -> AbstractContextManager[KeptRows | None]:
        """``projection`` where it is kept already and a little behind at most, caught up with the ledger; else None: for what then reads the newest entries alone."""
        return kept_already(self.reader, self.url, projection, lambda _: None, lambda *_: None, behind_max=BEHIND_MAX)

    @contextmanager
    def kept_or_short(self, projection: type[Projection]) -> Iterator[KeptRows | None]:
        """The same for what reads the log itself without it, however far back: that it does where the log is short.

        Raises:
            ProblemError: 503, it is not kept, or far behind, and the log is longer than a request waits for.
        """
        with self.kept(projection) as found:
            size = self.reader.store.head().size
            if found is None and size > BEHIND_MAX:
                raise _views_wanted(f"{projection.name} does not follow the log, which has {size} entries")
            yield found


class Readers:
    """The readers of the ledger at ``url``: opened when they are first needed, and kept. ``close`` ends them."""

    def __init__(
        self, url: str, keyring: Keyring, clock: Clock, alarm: Callable[[Exception], None], most: int = READERS
    ) -> None:
        """``alarm`` hears, in the thread that reads, that the store is not what was sealed."""
        self._url = url
        self._keyring = keyring
        self._clock = clock
        self._alarm = alarm
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
            return self._read(work)
        except LedgerError as error:
            if is_not_what_was_sealed(error):
                self._alarm(error)
            raise

    def _read(self, work: Callable[[OpenedLedger], T]) -> T:
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
