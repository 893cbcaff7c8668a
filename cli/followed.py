"""Followed projections for a command: caught up before they are read, with a bar; or computed for the call."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cli.invocation import Invocation
from cli.output import Bar, note
from ledger.core.errors import StoreUnavailableError
from ledger.store import Build, Store, Views, open_views, scratch_views
from projections.follow import Follower, Projection


@contextmanager
def followed(call: Invocation, store: Store, projection: type[Projection]) -> Iterator[tuple[Views, Build]]:
    """``projection``, caught up with the ledger; where nothing can be kept beside it, computed from its first entry and gone."""
    try:
        views = open_views(call.url)
        try:
            build = _caught_up(store, views, projection)
        except BaseException:
            views.close()
            raise
    except StoreUnavailableError as error:
        note(f"tombo: what {projection.name} keeps cannot be written ({error}); it is computed for this call")
        with scratch_views() as scratch:
            yield scratch, _caught_up(store, scratch, projection)
        return
    with views:
        yield views, build


def _caught_up(store: Store, views: Views, projection: type[Projection]) -> Build:
    bar, size = Bar(f"entries in {projection.name}"), store.head().size
    try:
        return Follower(store, views, projection, told=lambda position: bar(position, size)).catch_up(size)
    finally:
        bar.clear()
