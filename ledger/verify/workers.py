"""Worker processes, each with a source of its own; or none, for a small log or one core."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from functools import cache, partial
from itertools import islice
from multiprocessing import get_all_start_methods, get_context
from threading import active_count
from types import TracebackType
from typing import Final, NamedTuple, Self, TypeVar

from tombo.ledger.core.collector import look_seldom
from tombo.ledger.seal.keys import PublicKey
from tombo.ledger.verify.chunk import Chunk, Task, check_chunk
from tombo.ledger.verify.rows import Bodies
from tombo.ledger.verify.source import LogSource, SourceFactory, release

T = TypeVar("T")
R = TypeVar("R")


class SignatureCheck(NamedTuple):
    """A signature to check: by which key, over what."""

    key: PublicKey
    signature: bytes
    text: bytes


class _Worker:
    """What a worker process keeps: its source, and what it has read of bodies."""

    def __init__(self, factory: SourceFactory, origin: str, trusted: int) -> None:
        self.source: LogSource = factory()
        self.bodies = Bodies(origin, trusted)

    def chunk(self, task: Task) -> Chunk:
        return check_chunk(self.source, self.bodies, task)


_HERE: Final[list[Callable[[], _Worker]]] = []


def _start(factory: SourceFactory, origin: str, trusted: int) -> None:
    # Opened at the first task: what goes wrong in here would end the process with a traceback.
    _HERE[:] = [cache(partial(_Worker, factory, origin, trusted))]
    look_seldom()


def _chunk(task: Task) -> Chunk:
    return _HERE[0]().chunk(task)


def failing(batch: list[SignatureCheck]) -> list[int]:
    """The places in ``batch`` of the signatures that do not hold."""
    return [at for at, (key, signature, text) in enumerate(batch) if not key.verify(signature, text)]


class _Done(Future[R]):
    """The result of work that was done at once."""

    def __init__(self, result: R) -> None:
        super().__init__()
        self.set_result(result)


class Workers:
    """``jobs`` processes; with one job the work is done here, as it is asked for."""

    def __init__(self, factory: SourceFactory, origin: str, trusted: int, jobs: int) -> None:
        self.jobs = jobs
        self._pool: ProcessPoolExecutor | None = None
        if jobs > 1:
            # A copy of this process has everything imported, which takes a new one most of a second; but it has no
            # other thread, and so must be made of a process that has none, and before a source is open.
            context = get_context("fork" if active_count() == 1 and "fork" in get_all_start_methods() else "spawn")
            self._pool = ProcessPoolExecutor(
                jobs, mp_context=context, initializer=_start, initargs=(factory, origin, trusted)
            )
            self._pool.submit(failing, [])
        try:
            self.local = _Worker(factory, origin, trusted)
        except BaseException:
            if self._pool is not None:
                self._pool.shutdown(cancel_futures=True)  # else its threads fall over the end of the process
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
        release(self.local.source)

    def chunks(self, tasks: Iterable[Task]) -> Iterator[Chunk]:
        """The results of ``tasks`` in their order, a few of them under way at a time."""
        if self._pool is None:
            yield from map(self.local.chunk, tasks)
            return
        yield from _in_order(self._pool.submit, _chunk, tasks, 2 * self.jobs)

    def check(self, batch: list[SignatureCheck]) -> Future[list[int]]:
        """Check signatures: the places in ``batch`` of those that do not hold."""
        if self._pool is None or not batch:
            return _Done(failing(batch))
        return self._pool.submit(failing, batch)


def _in_order(submit: Callable[..., Future[R]], work: Callable[[T], R], items: Iterable[T], ahead: int) -> Iterator[R]:
    left = iter(items)
    running = [submit(work, item) for item in islice(left, ahead)]
    while running:
        result = running.pop(0).result()
        running.extend(submit(work, item) for item in islice(left, 1))
        yield result
