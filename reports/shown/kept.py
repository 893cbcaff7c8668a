"""A followed projection where it is kept already: for whoever can do without, and would rather not read the log."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tombo.ledger.core.errors import LedgerError, StoreUnavailableError
from tombo.ledger.core.said import Told, fact_of
from tombo.ledger.store import Views, find_views, open_views
from tombo.projections.follow import Follower, Projection, check_same
from tombo.projections.rows import KeptRows
from tombo.reports.said.commands import find as said
from tombo.reports.shown.reading import Reader


@contextmanager
def kept_already(
    reader: Reader,
    url: str,
    projection: type[Projection],
    warn: Callable[[Told], None],
    told: Callable[[int, int], None],
    *,
    behind_max: int = sys.maxsize,
) -> Iterator[KeptRows | None]:
    """``projection`` where it is kept beside the ledger at ``url``, caught up; None where nothing is kept of it, or it cannot be caught up.

    Nothing is begun: that is for ``tombo views follow``, and for who cannot do without. ``warn`` hears why what is kept is of no use; ``told`` how many entries
    have been followed, and of how many. What is more than ``behind_max`` entries behind the log is of no use either, and nothing is wrong with it.
    """
    views: Views | None = None
    try:
        try:
            views = find_views(url)
            kept = None if views is None else _caught_up(reader, url, projection, views, told, behind_max=behind_max)
        except StoreUnavailableError:
            kept = None  # who may not write there cannot follow: nothing is wrong with what is kept
        except LedgerError as error:
            warn(said.READ_FROM_THE_LOG(name=projection.name, why=fact_of(error)))
            kept = None
        try:
            yield kept
        finally:
            if kept is not None and kept.views is not views:
                kept.views.close()
    finally:
        if views is not None:
            views.close()


def _caught_up(
    reader: Reader,
    url: str,
    projection: type[Projection],
    there: Views,
    told: Callable[[int, int], None],
    *,
    behind_max: int,
) -> KeptRows | None:
    """``there`` itself where it has come to the end of the log, so that who only reads need not write."""
    live, size = there.live(projection.name), reader.store.head().size
    if live is None or live.version != projection.version or size - live.position > behind_max:
        return None
    if live.position >= size:
        check_same(reader.store, live)
        return KeptRows(there, live)
    views = open_views(url)
    try:
        return KeptRows(views, Follower(reader.store, views, projection, told=lambda at: told(at, size)).catch_up(size))
    except BaseException:
        views.close()
        raise
