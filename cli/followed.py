"""Followed projections as commands read them: caught up first, or computed where nothing can be kept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from tombo.cli.invocation import Invocation
from tombo.cli.terminal.output import warn
from tombo.cli.terminal.progress import Bar
from tombo.ledger.core.errors import StoreUnavailableError
from tombo.ledger.core.said import fact_of
from tombo.ledger.store import Build, Store, Views, find_views, open_views, scratch_views
from tombo.projections import registry
from tombo.projections.follow import Follower, Lag, Projection, lag
from tombo.projections.rows import KeptRows
from tombo.reports.said.commands import common as said
from tombo.reports.shown.kept import kept_already
from tombo.reports.shown.reading import Reader


@contextmanager
def followed(call: Invocation, reader: Reader, projection: type[Projection]) -> Iterator[tuple[Views, Build]]:
    """``projection``, caught up with the ledger; computed from its first entry for this use where nothing can be kept."""
    with ExitStack() as stack:
        try:
            views = stack.enter_context(open_views(call.url))
            build = _caught_up(reader, views, projection)
        except StoreUnavailableError as error:
            warn(said.TABLES_NOT_KEPT(name=projection.name, why=fact_of(error)))
            views = stack.enter_context(scratch_views())
            build = _caught_up(reader, views, projection)
        yield views, build


@contextmanager
def kept(call: Invocation, reader: Reader, projection: type[Projection]) -> Iterator[KeptRows | None]:
    """``projection`` where it is kept already, caught up with the ledger; None where it is not, so that the log is read."""
    bar = Bar(said.ENTRIES)
    try:
        with kept_already(reader, call.url, projection, warn, bar) as found:
            bar.clear()
            yield found
    finally:
        bar.clear()


def _caught_up(reader: Reader, views: Views, projection: type[Projection]) -> Build:
    bar, size = Bar(said.ENTRIES), reader.store.head().size
    try:
        return Follower(reader.store, views, projection, told=lambda position: bar(position, size)).catch_up(size)
    finally:
        bar.clear()


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
