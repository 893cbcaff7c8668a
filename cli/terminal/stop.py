"""SIGTERM, SIGINT and SIGHUP where nothing half done may be left: they end the wait for input, and nothing else."""

from __future__ import annotations

import atexit
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final, Protocol, Self

from tombo.ledger.core.errors import UnreadableError

SIGNALS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def ends_with(status: int) -> None:
    """Let this process end with ``status``, whatever it is told from now on: all is done and said, and only its memory is given back.

    A signal that came then would hide the status of a door or a publisher that found something.
    """
    atexit.register(
        signal.pthread_sigmask, signal.SIG_BLOCK, SIGNALS
    )  # Python gives the signals back before it is done

    def end(*_: object) -> None:
        os._exit(status)

    for number in SIGNALS:
        if signal.getsignal(number) not in {signal.SIG_IGN, None}:
            signal.signal(number, end)


class _ToldError(BaseException):
    """SIGTERM or SIGHUP came, by its number."""


Waits = Callable[[], None]
"""Says that a signal came and waits, and what stands if another one does."""


@contextmanager
def taken_away_if_told() -> Iterator[Callable[[Waits], None]]:
    """SIGTERM and SIGHUP as Ctrl-C in the block: what is half done in it is taken away, and then the process ends by that signal.

    What it gives is called where the block had better be finished: from then on the first signal, Ctrl-C too, is said to wait and waits for
    the end of the block; a second one does not, for what the block waits for may never answer. In either part another one ends the process
    at once. A signal that is ignored stays ignored; outside the main thread there are none.
    """
    before = dict[int, object]()
    waiting = list[int]()

    def take(number: int, _frame: FrameType | None) -> None:
        for known in before:
            signal.signal(known, signal.SIG_DFL)
        raise _ToldError(number)

    def finish(says: Waits) -> None:
        def wait(number: int, _frame: FrameType | None) -> None:
            waiting.append(number)
            _handle(SIGNALS, take, before)
            says()

        _handle(SIGNALS, wait, before)

    _handle((signal.SIGTERM, signal.SIGHUP), take, before)
    try:
        yield finish
    except _ToldError as told:
        _give_back(before)  # a block around this one takes away what is its own, too
        waiting.clear()  # this signal ends what one before it waited for
        os.kill(os.getpid(), told.args[0])
        raise
    finally:
        _give_back(before)
        for number in waiting[:1]:
            os.kill(os.getpid(), number)


def _give_back(before: dict[int, object]) -> None:
    """What handled each signal before handles it again; once."""
    while before:
        number, handler = before.popitem()
        signal.signal(number, handler)  # type: ignore[arg-type]  # what getsignal gave


def _handle(
    numbers: Iterable[int], handler: Callable[[int, FrameType | None], None], before: dict[int, object]
) -> None:
    """``handler`` for those signals that are not ignored; into ``before`` what handled each until then."""
    if threading.current_thread() is threading.main_thread():
        for known in numbers:
            if signal.getsignal(known) not in {signal.SIG_IGN, None}:
                before.setdefault(known, signal.signal(known, handler))


class StoppedError(BaseException):
    """A signal came while the next line was waited for. No line was handed on since."""


class Lines(Protocol):
    """Where commands come from: a file, a pipe."""

    def readline(self, size: int, /) -> bytes:
        """The next line, at most ``size`` bytes of it; nothing at the end."""
        ...


class Stop:
    """Takes the first SIGTERM, SIGINT or SIGHUP (a context manager); a second one ends the process at once, whatever it waits for.

    A signal that is ignored, as for a command in the background, stays ignored. Outside the main thread there are none.
    """

    def __init__(self) -> None:
        self.signal: int | None = None
        """The signal that came."""
        self.waiting = False
        """Whether a line is waited for: only then the signal may break in."""
        self._before: dict[int, object] = {}

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for number in SIGNALS:
                if signal.getsignal(number) not in {signal.SIG_IGN, None}:
                    self._before[number] = signal.signal(number, self._take)
        return self

    def __exit__(self, *_: object) -> None:
        _give_back(self._before)

    def _take(self, number: int, _frame: FrameType | None) -> None:
        self.signal = number
        for known in self._before:
            # Not Python's own: an exception breaks into one thread and not into another that waits for a reader of answers.
            signal.signal(known, signal.SIG_DFL)
        if self.waiting:
            raise StoppedError


class Stoppable:
    """``lines`` up to the moment at which ``stop`` is asked for."""

    def __init__(self, lines: Lines, stop: Stop) -> None:
        self._lines = lines
        self._stop = stop

    def readline(self, size: int, /) -> bytes:
        """The next line, or nothing once a signal came.

        Raises:
            StoppedError: one came at the very end of the wait; the line is lost, and nobody saw it.
            UnreadableError: where the lines come from gives none, as a folder, or a file that is open for writing alone.
        """
        self._stop.waiting = True  # before the look: a signal after it breaks into the wait
        try:
            return b"" if self._stop.signal is not None else self._lines.readline(size)
        except StoppedError:
            return b""
        except OSError as error:
            from tombo.reports.said.commands import common as said  # noqa: PLC0415  # no row is needed for the help

            raise UnreadableError(said.COMMANDS_UNREADABLE(why=error.strerror or str(error))) from error
        finally:
            self._stop.waiting = False
