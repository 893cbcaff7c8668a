"""What leaves the command line: results on stdout, everything else on stderr.

One way out for text and JSON alike, so that a reader who closes the pipe early is met in one place.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, ClassVar, Final, TypeVar

from ledger.core.errors import LedgerError
from ledger.core.visible import visible_lines

T = TypeVar("T")

PATIENCE: Final = 2.0
"""Seconds before a progress bar appears."""
REDRAW: Final = 0.2
WIDTH: Final = 30


class ReaderLeftError(Exception):
    """Whoever read our stdout closed it: there is nobody to tell anything."""


class OutputError(LedgerError):
    """Our stdout takes nothing more: a full disk behind it, for example."""

    exit_status = 3


def own_streams() -> None:
    """Make the three standard streams of this process such that nothing said is lost: blocking, and there.

    Whoever starts us may have made one non-blocking for himself: then what does not fit into the pipe at once would be dropped, and
    an empty pipe look like the end of the input. Where one is closed, no file of ours may get its number.
    """
    for number in range(3):
        try:
            os.set_blocking(number, True)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free


def say(text: str) -> None:
    """A line of the result, or several, on stdout: nothing in it moves the cursor, turns the writing or hides, whoever wrote it.

    Raises:
        ReaderLeftError: nobody reads.
        OutputError: it cannot be written.
    """
    try:
        _make_room()
        sys.stdout.write(f"{visible_lines(text)}\n")
    except (OSError, AttributeError) as error:
        raise _untold(error) from None


def say_json(document: Mapping[str, Any]) -> None:
    """A JSON document on one line of stdout.

    Raises:
        ReaderLeftError: nobody reads.
        OutputError: it cannot be written.
    """
    say(json.dumps(document, ensure_ascii=False))


def flush() -> None:
    """Hand over what was said.

    Raises:
        ReaderLeftError: nobody reads.
        OutputError: it cannot be written.
    """
    try:
        sys.stdout.flush()
    except (OSError, AttributeError) as error:
        raise _untold(error) from None


def _untold(error: OSError | AttributeError) -> Exception:
    """What it means that stdout did not take what we say. There is none (an AttributeError) where it was closed before we were started."""
    if isinstance(error, BrokenPipeError | AttributeError):
        return ReaderLeftError()
    return OutputError(
        f"stdout cannot be written: {error.strerror}; what was recorded stands: send what was not answered again, under the same id"
    )


def note(text: str) -> None:
    """A remark, a warning or an error, on stderr. Where nobody reads that, it is said to nobody."""
    with suppress(OSError, AttributeError):
        _make_room()
        sys.stderr.write(f"{visible_lines(text)}\n")


class Bar:
    """A progress bar on stderr: on a terminal only, and only for what takes longer than two seconds."""

    shown: ClassVar[list[Bar]] = []
    """The one that is on the screen, if any: what is said goes where it stands."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._begun = self._drawn = time.monotonic()
        self._live = sys.stderr.isatty()
        self._drawing: Any = None

    def __call__(self, done: int, total: int | None = None) -> None:
        """``done`` of ``total`` are done."""
        now = time.monotonic()
        if not self._live or now - self._begun <= PATIENCE or now - self._drawn <= REDRAW:
            return
        self._drawn, said = now, f"{done:,} of {total:,} {self._what}" if total else f"{done:,} {self._what}"
        if self._drawing is None:
            self._drawing = _drawing()
            self._drawing.add_task(said, completed=done, total=total)
            Bar.shown.append(self)
        self._drawing.update(self._drawing.task_ids[0], completed=done, total=total, description=said)
        self._drawing.start()
        self._drawing.refresh()

    def clear(self) -> None:
        """Leave no trace of the bar; it comes again where there is more to tell."""
        if self._drawing is not None:
            self._drawing.stop()
            self._drawing = None
            Bar.shown.remove(self)


def _drawing() -> Any:
    """What draws: as wide as the terminal lets it, with the time that is left. No thread of its own, and the cursor stays.

    Whoever is killed leaves the terminal as it was: a cursor that was hidden would stay so.
    """
    from rich.console import Console  # noqa: PLC0415  # a tenth of a second, for those who wait two
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    class Seen(Console):
        def show_cursor(self, show: bool = True) -> bool:  # noqa: ARG002, FBT001  # as the library has it
            return False

    columns = (BarColumn(WIDTH), TextColumn("{task.description}", markup=False), TimeRemainingColumn())
    return Progress(
        *columns,
        console=Seen(stderr=True),
        auto_refresh=False,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )


def _make_room() -> None:
    """Take the bar from the screen: a line is said where it stands."""
    for bar in list(Bar.shown):
        bar.clear()


def progress(items: Iterable[T], what: str, total: int | None = None) -> Iterator[T]:
    """``items`` unchanged, with a bar that counts them."""
    shown = Bar(what)
    for done, item in enumerate(items, 1):
        yield item
        shown(done, total)
    shown.clear()
