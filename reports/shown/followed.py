"""Followed projections as whoever shows something of them reads them: caught up first, or computed where nothing can be kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager

from tombo.ledger.core.errors import StoreUnavailableError
from tombo.ledger.core.said import Told, fact_of
from tombo.ledger.store import Build, Views, open_views, scratch_views
from tombo.projections.follow import Follower, Projection
from tombo.reports.said.commands import common as said
from tombo.reports.shown.reading import Reader

Progress = Callable[[int, int], None]
"""Hears how many entries have been followed, and of how many."""
Follow = Callable[[type[Projection]], AbstractContextManager[tuple[Views, Build]]]
"""A projection, caught up with the ledger that is read."""


@contextmanager
def followed(
    reader: Reader,
    url: str,
    projection: type[Projection],
    warn: Callable[[Told], None] = lambda _: None,
    told: Progress = lambda *_: None,
) -> Iterator[tuple[Views, Build]]:
    """``projection``, caught up with the ledger at ``url``; computed from its first entry for this use where nothing can be kept.

    ``warn`` hears that nothing can.

    Raises:
        LedgerError: what is kept is not what it should be, or an entry cannot be followed.
    """
    with ExitStack() as stack:
        try:
            views = stack.enter_context(open_views(url))
            build = _caught_up(reader, views, projection, told)
        except StoreUnavailableError as error:
            warn(said.TABLES_NOT_KEPT(name=projection.name, why=fact_of(error)))
            views = stack.enter_context(scratch_views())
            build = _caught_up(reader, views, projection, told)
        yield views, build


def _caught_up(reader: Reader, views: Views, projection: type[Projection], told: Progress) -> Build:
    size = reader.store.head().size
    return Follower(reader.store, views, projection, told=lambda position: told(position, size)).catch_up(size)
