"""The right edge of a tree that is kept in C2SP tiles: what has to be known of it to make it grow, and no more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from tombo.ledger.seal.merkle import HASH_SIZE, CompactRange, tree_hash

TILE_WIDTH: Final = 256
"""How many hashes a full tile has, and how many entries (C2SP tlog-tiles)."""

ReadTile = Callable[[int, int, int], bytes]
"""Gives of a level's tile with a number its first hashes, as many as asked for, joined."""
EdgeTile = tuple[int, int, bytes]
"""Level, number and hashes of a tile."""


class Edge:
    """At every level the hashes that do not fill a tile yet. ``read`` gives them for a tree that has ``size`` leaves already.

    Memory, and what is read, are logarithmic in the size; of a tree without leaves nothing is read.
    """

    def __init__(self, size: int = 0, read: ReadTile = lambda *_: b"") -> None:
        self.size = size
        self._full: list[EdgeTile] = []
        self._counts: list[int] = []
        self._open: list[bytearray] = []
        count = size
        while count:
            tile, width = divmod(count, TILE_WIDTH)
            kept = read(len(self._counts), tile, width) if width else b""
            self._counts.append(count)
            self._open.append(bytearray(kept))
            count = tile

    def append(self, hashed: bytes, level: int = 0) -> None:
        """Add a hash; a tile that fills up adds its root one level higher (C2SP tlog-tiles)."""
        if level == len(self._open):
            self._open.append(bytearray())
            self._counts.append(0)
        hashes = self._open[level]
        hashes += hashed
        self._counts[level] += 1
        if not level:
            self.size += 1
        if len(hashes) == TILE_WIDTH * HASH_SIZE:
            filled = bytes(hashes)
            self._full.append((level, self._counts[level] // TILE_WIDTH - 1, filled))
            hashes.clear()
            self.append(tree_hash(split(filled)), level + 1)

    def root(self) -> bytes:
        """The root of the tree, from what is held here alone."""
        whole = CompactRange()
        for level in reversed(range(len(self._open))):
            for hashed in split(bytes(self._open[level])):
                whole.append_node(8 * level, hashed)
        return whole.root()

    def filled(self) -> list[EdgeTile]:
        """The tiles filled since the last call."""
        full, self._full = self._full, []
        return full

    def partial(self) -> Iterator[EdgeTile]:
        """The tile of every level that is not full, where there is one."""
        for level, hashes in enumerate(self._open):
            if hashes:
                yield level, self._counts[level] // TILE_WIDTH, bytes(hashes)


def split(hashes: bytes) -> list[bytes]:
    """The hashes of a tile, one by one."""
    return [hashes[at : at + HASH_SIZE] for at in range(0, len(hashes), HASH_SIZE)]
