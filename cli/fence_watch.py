"""Looks whether the fence of a ledger is still held, and says so once where it is not: nobody need ask for anything first."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from typing import Final, Self

from tombo.cli.terminal.output import warn
from tombo.ledger.core.errors import LedgerError
from tombo.ledger.core.said import fact_of
from tombo.reports.said.commands import network as said

LOOK_SECONDS: Final = 0.25


class FenceWatch:
    """Somebody who looks at the fence by ``check``, which raises a ``LedgerError`` while it is lost (a context manager)."""

    def __init__(self, check: Callable[[], None], every: float = LOOK_SECONDS) -> None:
        self._check = check
        self._every = every
        self._lost = False
        self._closing = Event()
        self._thread = Thread(target=self._watch, name="tombo-fence", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._closing.wait(self._every):
            self._look()

    def _look(self) -> None:
        try:
            self._check()
        except LedgerError as error:
            if not self._lost:
                warn(said.FENCE_LOST(why=fact_of(error)))
            self._lost = True
            return
        if self._lost:
            warn(said.FENCE_HELD_AGAIN())
        self._lost = False
