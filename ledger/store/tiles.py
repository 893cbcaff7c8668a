"""The stored tiles of the tree, read one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from tombo.ledger.store.types import Tile

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
        before = (level, (size >> _BITS * (level + 1)) - 1)
        yield from _behind(fetch, f"level = {level} AND (level, n) > (?, ?)", before, strays)


def _behind(fetch: Fetch, where: str, last: tuple[Any, ...], strays: int) -> Iterator[Tile]:
    sql = f"{_TILE} WHERE {where} ORDER BY level, n LIMIT {_SOME}"
    same = f"{_TILE} WHERE level = ? AND n = ? LIMIT ?"
    while found := fetch(sql, last):
        last = found[-1][:2]
        yield from (Tile._make(row) for row in found if row[:2] != last)
        yield from map(Tile._make, fetch(same, (*last, strays)))
