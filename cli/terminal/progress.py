"""How far something long has come: a bar on stderr."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import Any, Final, TypeVar

from tombo.cli.terminal.output import ON_SCREEN, in_words
from tombo.ledger.core.said import Told, Word
from tombo.reports.said.commands import common as said

T = TypeVar("T")

PATIENCE: Final = 2.0
"""Seconds before a progress bar appears."""
REDRAW: Final = 0.2
WIDTH: Final = 30


class Bar:
    """A progress bar on stderr: on a terminal only, and only for what takes longer than two seconds."""

    def __init__(self, what: Told | Word) -> None:
        """``what`` is counted, in the plural: entries."""
        self._what = what
        self._begun = self._drawn = time.monotonic()
        # There is none where it was closed before we were started.
        self._live = sys.stderr is not None and sys.stderr.isatty()
        self._drawing: Any = None

    def __call__(self, done: int, total: int | None = None) -> None:
        """``done`` of ``total`` are done."""
        now = time.monotonic()
        if not self._live or now - self._begun <= PATIENCE or now - self._drawn <= REDRAW:
            return
        so_far = said.DONE_OF(done=done, total=total, what=self._what) if total else None
        told = in_words(so_far or said.DONE_SO_FAR(done=done, what=self._what))
        self._drawn = now
        if self._drawing is None:
            self._drawing = _drawing()
            self._drawing.add_task(told, completed=done, total=total)
            ON_SCREEN.append(self.clear)
        self._drawing.update(self._drawing.task_ids[0], completed=done, total=total, description=told)
        self._drawing.start()
        self._drawing.refresh()

    def clear(self) -> None:
        """Leave no trace of the bar; it comes again where there is more to tell."""
        if self._drawing is not None:
            self._drawing.stop()
            self._drawing = None
            ON_SCREEN.remove(self.clear)


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


def progress(items: Iterable[T], what: Word, total: int | None = None) -> Iterator[T]:
    """``items`` unchanged, with a bar that counts them."""
    shown = Bar(what)
    for done, item in enumerate(items, 1):
        yield item
        shown(done, total)
    shown.clear()
