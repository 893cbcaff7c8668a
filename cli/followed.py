"""Followed projections as commands read them: caught up first, or computed where nothing can be kept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from cli.invocation import Invocation
from cli.output import Bar, note
from cli.reading import Reader
from ledger.core.errors import StoreUnavailableError
from ledger.store import Build, Views, open_views, scratch_views
from projections.follow import Follower, Projection


@contextmanager
def followed(call: Invocation, reader: Reader, projection: type[Projection]) -> Iterator[tuple[Views, Build]]:
    """``projection``, caught up with the ledger; computed from its first entry for this use where nothing can be kept."""
    with ExitStack() as stack:
        try:
            views = stack.enter_context(open_views(call.url))
            build = _caught_up(reader, views, projection)
        except StoreUnavailableError as error:
            note(f"tombo: the tables of {projection.name} cannot be kept ({error}); they are computed for this once")
            views = stack.enter_context(scratch_views())
            build = _caught_up(reader, views, projection)
        yield views, build


def _caught_up(reader: Reader, views: Views, projection: type[Projection]) -> Build:
    bar, size = Bar("entries"), reader.store.head().size
    try:
        return Follower(reader.store, views, projection, told=lambda position: bar(position, size)).catch_up(size)
    finally:
        bar.clear()
