"""Followed projections as whoever shows something of them reads them: caught up first, or computed where nothing can be kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Any

from tombo.ledger.core.errors import StoreUnavailableError
from tombo.ledger.core.said import Told, fact_of
from tombo.ledger.store import Build, Store, Views, find_views, open_views, scratch_views
from tombo.projections import registry
from tombo.projections.follow import Follower, Lag, Projection, lag
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


def lags(store: Store, url: str) -> list[Lag]:
    """How far everything follows that is followed, and what else is kept.

    Raises:
        LedgerError: what is kept cannot be read.
    """
    followed = {projection.name: projection.version for projection in registry.FOLLOWED}
    views = find_views(url)
    if views is None:
        return [lag(store, None, name) for name in followed]
    with views:
        others = [name for name in views.names() if name not in followed]
        return [lag(store, views, name, followed.get(name, 0)) for name in (*followed, *others)]


def lag_json(found: Lag) -> dict[str, Any]:
    """How far one follows, for programs: ``behind`` is how many entries are not in its rows yet."""
    return {
        "name": found.name,
        "position": found.position,
        "behind": found.behind,
        "rebuilding": found.rebuilding,
        **({"older": True} if found.older else {}),
    }


def lags_json(found: Sequence[Lag]) -> dict[str, Any]:
    """How far they follow a log of so many entries, for programs."""
    return {"entries": max((one.size for one in found), default=0), "projections": [lag_json(one) for one in found]}
