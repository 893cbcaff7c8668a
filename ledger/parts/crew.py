"""Who does the parts: this process as they are asked for, or processes beside it. A cluster is ``tombo.ledger.parts.cluster``."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_all_start_methods, get_context, parent_process
from threading import Thread, active_count
from typing import Any, Final, Protocol

from tombo.ledger.core.clock import SECOND

PATIENCE: Final = 600 * SECOND
"""How long a process of this machine may be at one part before it is asked for again: a part takes seconds."""
_TOLD: Final = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
"""By which a process is told to end."""


class Crew(Protocol):
    """Runs functions with what they are to be applied to, somewhere.

    ``many``: how many parts it does at a time; 0 where each is done as it is asked for, in this process. ``patience``: after how long a part is
    asked for once more, in microseconds. ``sample``: one part of how many is done again here and compared; 0 where the workers are this very program.
    """

    many: int
    patience: int
    sample: int

    def submit(self, function: Callable[..., Any], *words: Any) -> Future[Any]:
        """Have ``function`` applied to ``words``.

        Raises:
            BrokenExecutor: nothing more is done here before ``mend``.
        """
        ...

    def mend(self) -> bool:
        """Go on with others where workers were lost; False where nobody is left."""
        ...

    def without(self, worker: str) -> bool:
        """Ask ``worker`` no more; False where nobody else is left."""
        ...

    def close(self) -> None:
        """Let everybody go."""
        ...


class Here:
    """Nobody but this process."""

    many = sample = 0
    patience = PATIENCE

    def submit(self, function: Callable[..., Any], *words: Any) -> Future[Any]:  # noqa: ARG002 - the port's
        """Nobody is asked: ``many`` says so."""
        raise BrokenExecutor("nobody works beside this process")

    def mend(self) -> bool:
        """Nobody is left."""
        return False

    def without(self, worker: str) -> bool:  # noqa: ARG002 - the port's
        """Nobody is left."""
        return False

    def close(self) -> None:
        """Nobody to let go."""


class Processes:
    """``many`` processes of this machine, in order to use its cores."""

    sample = 0
    patience = PATIENCE

    def __init__(self, many: int) -> None:
        self.many = many
        self._left = 2
        """How often lost processes are replaced."""
        # A copy of this process has everything imported, which takes a new one most of a second; but it has no
        # other thread, and so must be made of a process that has none, and before a source is open. Others begin with the first part.
        forks = active_count() == 1 and "fork" in get_all_start_methods()
        self._pool: ProcessPoolExecutor | None = None
        if forks:
            with suppress(BrokenExecutor):  # it is told of where the first part is asked for
                self._pool = self._begun("fork")

    def submit(self, function: Callable[..., Any], *words: Any) -> Future[Any]:
        """Have ``function`` applied to ``words`` by one of them.

        Raises:
            BrokenExecutor: a process was lost, or none can be made: the system has no more, or no file or memory for one.
        """
        if self._pool is None:
            self._pool = self._begun("spawn")
        with _signals_wait(), _none_made():  # a new process may begin with it
            return self._pool.submit(function, *words)

    def mend(self) -> bool:
        """Others in the place of lost ones: a pool of which one was killed takes nothing more."""
        if not self._left:
            return False
        self._left -= 1
        self._end()
        try:
            self._pool = self._begun("spawn")  # by now a source is open, which no copy is to have
        except BrokenExecutor:
            return False
        return True

    def without(self, worker: str) -> bool:  # noqa: ARG002 - the port's
        """They are this program: who is wrong here is wrong everywhere."""
        return False

    def close(self) -> None:
        """End them."""
        self._end()

    def _begun(self, how: str) -> ProcessPoolExecutor:
        with _signals_wait() as before, _none_made():
            pool = ProcessPoolExecutor(self.many, get_context(how), _end_with_parent, (before,))
            try:
                pool.submit(int)
            except OSError:
                # Of some processes one cannot be made: the others would be waited for as this one ends, for ever.
                _ended(pool)
                raise
        return pool

    def _end(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            _ended(pool)


def _ended(pool: ProcessPoolExecutor) -> None:
    """End the processes of ``pool``."""
    processes = [*(pool._processes or {}).values()]  # noqa: SLF001  # shutdown waits for who hangs, for ever
    for process in processes:
        process.kill()  # they only read, and one that was stopped takes no other signal
    pool.shutdown(cancel_futures=True)
    for process in processes:
        process.join()


@contextmanager
def _none_made() -> Iterator[None]:
    """Say of what the system says against another process that there are no others."""
    try:
        yield
    except OSError as error:
        raise BrokenExecutor(f"no process can be made: {error.strerror}") from error


@contextmanager
def _signals_wait() -> Iterator[set[int]]:
    """Have signals wait until the block ends; gives those that waited before. One that came while a process is copied was lost in a hook of Python's, or answered by the copy."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _TOLD)
    try:
        yield set(map(int, before))
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent(waiting: set[int]) -> None:
    """Have this process end when its parent does, whatever becomes of that: it would wait for a next part for ever.

    Who interrupts a command at a terminal interrupts every process of it; the parent says so, and ends the others.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_SETMASK, waiting)
    Thread(target=_end_after_parent, daemon=True).start()


def _end_after_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)
