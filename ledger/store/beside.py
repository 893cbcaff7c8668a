"""What lies beside the entries: the stored tiles of the tree, one after the other, and openings of nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from tombo.ledger.kinds import CLOSED_KINDS
from tombo.ledger.store.types import Tile

CLOSED: Final = ", ".join(f"'{kind}'" for kind in CLOSED_KINDS)
"""The kinds that deal closed cards, for a query."""
ORPHANS: Final = (
    "SELECT e.notification_id - 1, o.stream, o.version, o.slot, o.sealed"  # noqa: S608 - kinds of ours
    " FROM openings o LEFT JOIN stored_events e ON e.originator_id = o.stream AND e.originator_version = o.version"
    f" WHERE e.notification_id IS NULL OR e.topic NOT IN ({CLOSED}) ORDER BY o.stream, o.version, o.slot LIMIT ?"
)
ORPHANS_SINCE: Final = (
    "SELECT e.notification_id - 1, o.stream, o.version, o.slot, o.sealed"  # noqa: S608 - kinds of ours
    " FROM stored_events e CROSS JOIN openings o"  # CROSS JOIN: SQLite then keeps to this order
    " WHERE o.stream = e.originator_id AND o.version = e.originator_version AND e.notification_id > ?"
    f" AND e.topic NOT IN ({CLOSED}) ORDER BY o.stream, o.version, o.slot LIMIT ?"
)
_TILE: Final = "SELECT level, n, hashes FROM tiles"
_BITS: Final = 8
"""A tile has 256 hashes (C2SP tlog-tiles)."""
_LEVELS: Final = 8
"""Levels of tiles, from 0: 64 bits of size."""
_SOME: Final = 64
"""How many are read at a time, of 8 KiB each."""

Fetch = Callable[[str, Sequence[Any]], list[tuple[Any, ...]]]


def every_tile(fetch: Fetch, size: int, strays: int) -> Iterator[Tile]:
    """Every tile that reaches beyond the first ``size`` entries, by level and number; with 0 first at most ``strays`` whose place is none.

    A table that lost its constraints may hold several of one place: they come together.
    """
    if not size:
        stray = f"{_TILE} WHERE level IS NULL OR n IS NULL OR level < 0 LIMIT ?"
        yield from map(Tile._make, fetch(stray, (strays,)))
        yield from _behind(fetch, "(level, n) > (?, ?)", (-1, -1), strays)
        return
    for level in range(_LEVELS):
        before = (size >> _BITS * (level + 1)) - 1
        yield from _behind(fetch, f"level = {level} AND n > ?", (before,), strays)


def _behind(fetch: Fetch, where: str, last: tuple[Any, ...], strays: int) -> Iterator[Tile]:
    sql = f"{_TILE} WHERE {where} ORDER BY level, n LIMIT {_SOME}"
    same = f"{_TILE} WHERE level = ? AND n = ? LIMIT ?"
    while found := fetch(sql, last):
        at = found[-1][:2]
        yield from (Tile._make(row) for row in found if row[:2] != at)
        yield from map(Tile._make, fetch(same, (*at, strays)))
        last = at[-len(last) :]
