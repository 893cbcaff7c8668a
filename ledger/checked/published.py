"""The published tree as it may be believed: nodes from the store's tiles, each proved against a root from outside it.

A tile needs no trust (C2SP tlog-tiles): a full one is the 256 nodes below one node of the level above, and the partial
ones at the right edge make up the root. So from the root alone every leaf hash of the tree can be had and is right.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from tombo.ledger.checked.alarm import NEXT, NO_ENTRY, WAYS_ON, Line
from tombo.ledger.core.errors import TamperedError
from tombo.ledger.exchange.edge import TILE_WIDTH, split
from tombo.ledger.seal.entry import leaves_of
from tombo.ledger.seal.merkle import EMPTY_ROOT, HASH_SIZE, CompactRange, inclusion_proof, tree_hash
from tombo.ledger.store import Store

FULL: Final = TILE_WIDTH * HASH_SIZE
CACHED: Final = 512
"""Proved tiles kept in memory, of 8 KiB each: a stream's entries lie close together, and so do those of a night."""
PROVED_MAX: Final = 65_536
"""Tiles of which is remembered what they were when they were proved, of 16 million entries in a dozen megabytes; the first that were asked for."""


class PublishedTree:
    """The tree of the log's first ``size`` entries, whose root is ``root``. ``grown`` goes on to a larger one.

    Where the tiles of ``source`` were not made as far yet (a copy from before they were was put back), they are made here, from its rows.

    Raises:
        TamperedError: the tiles at the right edge do not make up the root.
    """

    def __init__(self, source: Store, size: int, root: bytes) -> None:
        self.size = size
        self.root = root
        self._source = source
        self._edge: dict[int, bytes] = {}
        """By level, the hashes at the right edge that fill no tile yet."""
        self._full: OrderedDict[tuple[int, int], bytes] = OrderedDict()
        self._proved: dict[tuple[int, int], bytes] = {}
        """Of full tiles the hash of all that they hold, once they are proved: who goes through the log again proves none twice."""
        self._asked = 0, EMPTY_ROOT
        """The size a root was asked for last, and that root: one append after another names the same anchor."""
        self._prove_edge()

    def grown(self, size: int, root: bytes) -> PublishedTree:
        """The tree of ``size`` entries with the root ``root``, which continues this one: what is proved stays proved."""
        tree = PublishedTree(self._source, size, root)
        tree._full, tree._proved = self._full, self._proved
        return tree

    def leaf(self, index: int) -> bytes:
        """The hash of the leaf ``index``, which is below ``size``.

        Raises:
            TamperedError: the tiles do not prove it.
        """
        tile = self.tile(0, index // TILE_WIDTH)
        at = index % TILE_WIDTH * HASH_SIZE
        return tile[at : at + HASH_SIZE]

    def has(self, rows: Sequence[Line], start: int) -> bool:
        """Whether ``rows`` are the leaves from ``start`` on, as many of them.

        Raises:
            TamperedError: as for ``leaf``.
        """
        try:
            found = leaves_of(rows)
        except NO_ENTRY:
            return False
        return not rows or found == self.leaves(start, start + len(rows))

    def leaves(self, start: int, stop: int) -> bytes:
        """The hashes of the leaves from ``start`` to before ``stop``, joined.

        Raises:
            TamperedError: as for ``leaf``.
        """
        first = start // TILE_WIDTH
        tiles = b"".join(self.tile(0, n) for n in range(first, -(-stop // TILE_WIDTH)))
        begin = first * TILE_WIDTH
        return tiles[(start - begin) * HASH_SIZE : (stop - begin) * HASH_SIZE]

    def tile(self, level: int, n: int) -> bytes:
        """The hashes of a tile as far as the tree fills it.

        Raises:
            TamperedError: it is not there, or not the one that the level above names.
        """
        if n == (self.size >> 8 * level) // TILE_WIDTH:
            return self._edge[level]
        found = self._full.get((level, n))
        if found is not None:
            self._full.move_to_end((level, n))
            return found
        stored = self._stored(level, n, TILE_WIDTH)
        self._prove(level, n, stored)
        self._full[level, n] = stored
        if len(self._full) > CACHED:
            self._full.popitem(last=False)
        return stored

    def _prove(self, level: int, n: int, stored: bytes) -> None:
        """See that a full tile is the one that the level above names: or the very one that was proved to be it."""
        held = sha256(stored).digest()
        if self._proved.get((level, n)) == held:
            return
        above = self.tile(level + 1, n // TILE_WIDTH)
        at = n % TILE_WIDTH * HASH_SIZE
        if tree_hash(split(stored)) != above[at : at + HASH_SIZE]:
            first = (n * TILE_WIDTH) << 8 * level
            raise TamperedError(
                f"TAMPERED: tile {n} of level {level}, over the entries from log index {first} on, is not that of the"
                f" checkpoint of {self.size} entries; run 'tombo verify'"
            )
        if len(self._proved) < PROVED_MAX:
            self._proved[level, n] = held

    def completed(self, level: int, n: int, stored: bytes | None) -> bytes | None:
        """``stored``, or what ``tile`` gives where that is more.

        Raises:
            TamperedError: as for ``tile``.
        """
        width = min((self.size >> 8 * level) - n * TILE_WIDTH, TILE_WIDTH)
        return self.tile(level, n) if width > 0 and _short(stored, width) else stored

    def node(self, level: int, n: int) -> bytes:
        """The node ``(level, n)``: the root over the leaves ``n << level`` to ``(n + 1 << level) - 1``, all in the tree."""
        tile_level, height = divmod(level, 8)
        first = n << height
        tile = self.tile(tile_level, first // TILE_WIDTH)
        at = first % TILE_WIDTH
        return tree_hash(split(tile[at * HASH_SIZE : (at + (1 << height)) * HASH_SIZE]))

    def path(self, index: int) -> list[bytes]:
        """The inclusion proof of the leaf ``index``, its sibling first (RFC 6962 section 2.1.1)."""
        return inclusion_proof(index, self.size, self.node)

    def root_at(self, size: int) -> bytes:
        """The root this tree had at ``size`` entries, at most its own."""
        asked, root = self._asked
        if size != asked:
            root = self._root_at(size)
            self._asked = size, root
        return root

    def _root_at(self, size: int) -> bytes:
        whole = CompactRange()
        for level in reversed(range(size.bit_length())):
            if size >> level & 1:
                whole.append_node(level, self.node(level, (size >> level + 1) << 1))
        return whole.root() if size else EMPTY_ROOT

    def _prove_edge(self) -> None:
        """Take the partial tiles of every level, and see that they make up the root."""
        whole, count, level = CompactRange(), self.size, 0
        while count:
            tile, width = divmod(count, TILE_WIDTH)
            self._edge[level] = self._stored(level, tile, width) if width else b""
            count, level = tile, level + 1
        for each in reversed(range(level)):
            for hashed in split(self._edge[each]):
                whole.append_node(8 * each, hashed)
        if whole.root() != self.root:
            raise TamperedError(
                f"TAMPERED: the tiles of the first {self.size} entries do not make up the root that was signed for them;"
                f" {NEXT}. Where it finds nothing altered, a copy of another history was put in place: {WAYS_ON}"
            )

    def _stored(self, level: int, n: int, width: int) -> bytes:
        hashes = self._source.read_tile(level, n)
        if _short(hashes, width):
            behind = self._source.published() >> 8 * level < n * TILE_WIDTH + width
            # not behind: a publisher may have made it meanwhile
            hashes = self._made(hashes, level, n, width) if behind else self._source.read_tile(level, n)
        if not isinstance(hashes, bytes) or _short(hashes, width):
            found = f"{len(hashes) // HASH_SIZE} hashes" if isinstance(hashes, bytes) else "none"
            raise TamperedError(
                f"TAMPERED: tile {n} of level {level}: found {found}, expected at least {width}; the tree was altered:"
                " run 'tombo verify'"
            )
        return hashes[: width * HASH_SIZE]

    def _made(self, hashes: bytes | None, level: int, n: int, width: int) -> bytes:
        """The first ``width`` hashes of a tile that has fewer, those that it lacks from the rows or from the tiles below it."""
        kept = split(hashes if isinstance(hashes, bytes) else b"")
        first, stop = n * TILE_WIDTH + len(kept), n * TILE_WIDTH + width
        if level:
            return b"".join(
                [
                    *kept,
                    *(tree_hash(split(self._stored(level - 1, each, TILE_WIDTH))) for each in range(first, stop)),
                ]
            )
        try:
            return b"".join(kept) + leaves_of(self._source.rows(first, stop))
        except NO_ENTRY as error:
            raise TamperedError(
                f"TAMPERED: between the log indices {first} and {stop - 1} is what is no entry; {NEXT}"
            ) from error


def _short(hashes: bytes | None, width: int) -> bool:
    """Whether a tile, as the store has it, lacks any of its first ``width`` hashes."""
    return not isinstance(hashes, bytes) or len(hashes) < width * HASH_SIZE
