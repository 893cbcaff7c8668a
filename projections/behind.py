"""A fold over a build: begun from what the build keeps, and one batch written while the next is folded."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Final, Protocol, Self

from tombo.ledger.core.errors import AlteredViewError
from tombo.ledger.store import Build, Views, ViewTable

Fetch = Callable[[str, Sequence[Any]], list[tuple[Any, ...]]]
"""Runs a query over the tables of a build, named in braces."""


CANNOT_FOLD: Final = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What a fold, which judges nothing, comes to over what no door records, or going on from what it did not write."""


class ResumedFold(Protocol):
    """What goes on from what it wrote."""

    def begin(self, state: str, fetch: Fetch, /) -> None:
        """Go on from ``state``; ``fetch`` reads the rows written so far."""
        ...


def begin(fold: ResumedFold, build: Build, fetch: Fetch) -> None:
    """Have ``fold`` go on from what ``build`` keeps.

    Raises:
        AlteredViewError: no fold wrote that: who may write the tables of projections may write anything there.
    """
    try:
        fold.begin(build.state, fetch)
    except CANNOT_FOLD as error:
        raise AlteredViewError(
            f"the projection {build.name} cannot go on: what it kept is nothing that it wrote ({type(error).__name__});"
            f" 'tombo views drop {build.name}' removes it, and it is computed again from the ledger"
        ) from error


@contextmanager
def going_on(name: str, start: int, stop: int) -> Iterator[None]:
    """A fold of the projection ``name`` over the entries from ``start`` to ``stop``.

    Raises:
        AlteredViewError: it cannot go on: see ``not_gone_on``.
    """
    try:
        yield
    except CANNOT_FOLD as error:
        raise not_gone_on(name, start, stop, error) from error


def not_gone_on(name: str, start: int, stop: int, error: Exception) -> AlteredViewError:
    """Why a fold of the projection ``name`` cannot go on, which came to ``error`` in these entries: what it kept is nothing that it wrote, or no door recorded them."""
    return AlteredViewError(
        f"the projection {name} cannot be computed for log indices {start} to {stop - 1} ({type(error).__name__}): what it"
        f" kept is nothing that it wrote, and 'tombo views rebuild {name}' computes it again from the entries alone; or"
        " entries there are none that the door records, and 'tombo reconcile' of their day names them"
    )


class BatchWriter:
    """The batches of one build, in order; ``build`` is what is written, once the block is left.

    On PostgreSQL a thread waits while the server writes a batch; on SQLite writing is work of this process, and done at once.
    """

    def __init__(self, views: Views, build: Build, told: Callable[[int], None]) -> None:
        """``told`` hears of every position once its rows are there."""
        self.build = build
        self._views = views
        self._told = told
        self._pool = ThreadPoolExecutor(1) if views.recorder.works_elsewhere else None
        self._pending: Future[Build] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        try:
            if kind is None:
                self._arrived()
        finally:
            if self._pool is not None:
                self._pool.shutdown()

    def advance(
        self, position: int, last: str, state: str, rows: Mapping[ViewTable, Sequence[tuple[Any, ...]]]
    ) -> None:
        """Have a batch written, once the one before it is."""
        self._arrived()
        if self._pool is not None:
            self._pending = self._pool.submit(self._views.advance, self.build, position, last, state, rows)
        else:
            self.build = self._views.advance(self.build, position, last, state, rows)
            self._told(position)

    def fetch(self, sql: str, params: Sequence[Any]) -> list[tuple[Any, ...]]:
        """The rows of a query over the build, all batches written."""
        self._arrived()
        return self._views.fetch(self.build, sql, params)

    def _arrived(self) -> None:
        pending, self._pending = self._pending, None
        if pending is not None:
            self.build = pending.result()
            self._told(self.build.position)
