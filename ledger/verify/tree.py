"""Step 8: the tree over all leaves, compared with the stored tiles and with every checkpoint.

Kept are the hashes of full subtrees of 256 leaves and above: a fraction of a byte an entry. The root of any earlier size
follows from them and from the few leaves of one block.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Any, Final

from ledger.seal.merkle import HASH_SIZE, CompactRange, node_hash, tree_hash
from ledger.verify.report import Code
from ledger.verify.source import Tile
from ledger.verify.symptoms import Evidence, SymptomList, symptom

HEIGHT: Final = 8
WIDTH: Final = 1 << HEIGHT
TILE_BYTES: Final = HASH_SIZE * WIDTH
LEVELS: Final = 8
"""Tiles have levels from 0 to 7: 64 bits of size at 8 bits a level."""
ROOTS: Final = 1 << 12
"""How many roots of earlier sizes are remembered."""


class Tree:
    """A growing RFC 6962 tree. ``leaves_of`` reads leaf hashes again, for the roots of sizes long past."""

    def __init__(self, leaves_of: Callable[[int, int], list[bytes]]) -> None:
        self.size = 0
        self._levels: list[bytearray] = [bytearray()]
        self._tail: list[bytes] = []
        self._leaves_of = leaves_of
        self._roots: OrderedDict[int, bytes] = OrderedDict()

    def extend(self, leaves: bytes, sizes: Iterator[int]) -> list[tuple[int, bytes]]:
        """Add leaf hashes, 32 bytes each, to a tree of whole blocks; the roots at those of ``sizes`` on the way."""
        roots: list[tuple[int, bytes]] = []
        wanted = next(sizes, None)

        def done(size: int, root: bytes | None) -> int | None:
            if root is not None:
                self._remember(size, root)
                roots.append((size, root))
            return next(sizes, None)

        while wanted is not None and wanted < self.size:
            wanted = done(wanted, self.root_at(wanted))
        for begin in range(0, len(leaves), TILE_BYTES):
            piece = leaves[begin : begin + TILE_BYTES]
            block = [piece[at : at + HASH_SIZE] for at in range(0, len(piece), HASH_SIZE)]
            while wanted is not None and wanted < self.size + len(block):
                wanted = done(wanted, self._root(wanted, block))
            if len(block) == WIDTH:
                self._push(tree_hash(block))
            else:
                self._tail = block
            self.size += len(block)
        while wanted is not None and wanted == self.size:
            wanted = done(wanted, self.root())
        return roots

    def root(self) -> bytes:
        """The root over all leaves."""
        return self._root(self.size, self._tail)

    def root_at(self, size: int) -> bytes | None:
        """The root over the first ``size`` leaves; None where there are fewer."""
        if size > self.size:
            return None
        if size in self._roots:
            self._roots.move_to_end(size)
            return self._roots[size]
        begin = size - size % WIDTH
        root = self._root(size, self._leaves_of(begin, size) if size > begin else [])
        self._remember(size, root)
        return root

    def level(self, height: int) -> bytes:
        """The hashes of all full subtrees of ``2**height`` leaves, for a height from 8 on."""
        return bytes(self._levels[height - HEIGHT]) if height - HEIGHT < len(self._levels) else b""

    def _push(self, node: bytes) -> None:
        for depth, level in enumerate(self._levels):
            level.extend(node)
            if len(level) % (2 * HASH_SIZE):
                return
            node = node_hash(bytes(level[-2 * HASH_SIZE : -HASH_SIZE]), bytes(level[-HASH_SIZE:]))
            if depth + 1 == len(self._levels):
                self._levels.append(bytearray())

    def _node(self, height: int, index: int) -> bytes:
        return bytes(self._levels[height - HEIGHT][index * HASH_SIZE : (index + 1) * HASH_SIZE])

    def _root(self, size: int, block: list[bytes]) -> bytes:
        """The root at ``size``; ``block`` has the leaves of the block that ``size`` ends in."""
        blocks, rest = divmod(size, WIDTH)
        nodes, done = [], 0
        for bit in reversed(range(blocks.bit_length())):
            if blocks >> bit & 1:
                nodes.append(self._node(HEIGHT + bit, done >> bit))
                done += 1 << bit
        edge = CompactRange(blocks * WIDTH, nodes)
        for leaf in block[:rest]:
            edge.append(leaf)
        return edge.root()

    def _remember(self, size: int, root: bytes) -> None:
        self._roots[size] = root
        if len(self._roots) > ROOTS:
            self._roots.popitem(last=False)


class TileCheck:
    """(8) The stored tiles are those of the tree: each one right, none missing, none too many."""

    def __init__(self, tiles: Iterator[Tile] | None, symptoms: SymptomList) -> None:
        self._tiles = tiles or iter(())
        self._symptoms = symptoms
        self._next: Tile | None = next(self._tiles, None)
        self.present = self._next is not None
        self.known = 0
        """How many entries the tiles know: the leaves of the highest tile of level 0."""

    def leaves(self, start: int, leaves: bytes) -> None:
        """Compare the tiles of level 0 over the leaves from index ``start``, a multiple of 256."""
        stop = start + len(leaves) // HASH_SIZE
        while self._next is not None and self._next[0] == 0 and self._next[1] * WIDTH < stop:
            _, n, hashes = self._next
            begin = n * WIDTH
            if begin < self.known:
                self._odd(f"tile 0/{n} is there twice")
            else:
                if begin > self.known:
                    said = f"the tiles have no hashes of the entries from {self.known} to {begin - 1}"
                    self._symptoms.note(
                        symptom(Evidence.TABLE, Code.MISSING, said, self.known, begin - 1, field="tiles")
                    )
                own = leaves[(begin - start) * HASH_SIZE :][:TILE_BYTES]
                self._compare(begin, own, hashes)
                self.known = begin + len(hashes) // HASH_SIZE
            self._next = next(self._tiles, None)

    def finish(self, tree: Tree, at_least: int) -> None:
        """Compare the levels above; ``at_least`` entries are known to be published."""
        while self._next is not None and self._next[0] == 0:
            _, n, hashes = self._next
            if n * WIDTH == self.known:
                self.known += len(hashes) // HASH_SIZE
            else:
                self._odd(f"tile 0/{n} does not follow the {self.known} hashes before it")
            self._next = next(self._tiles, None)
        known = self.known
        if not self.present and not at_least:
            return
        if known < at_least:
            said = f"the tiles end at {known} entries; the last checkpoint stored is of {at_least}"
            self._symptoms.note(symptom(Evidence.TABLE, Code.MISSING, said, known, at_least - 1, field="tiles"))
            known = at_least
        if known > tree.size:
            said = f"the tiles hold the hashes of {known} entries; there are {tree.size}"
            self._symptoms.note(symptom(Evidence.ROW, Code.TRUNCATED, said, tree.size, known - 1, field="tiles"))
        expected = {(level, n) for level in range(1, LEVELS) for n in range(-(-(known >> (HEIGHT * level)) // WIDTH))}
        while self._next is not None:
            level, n, hashes = self._next
            width = (known >> (HEIGHT * level)) - n * WIDTH if isinstance(level, int) and 0 < level < LEVELS else 0
            own = tree.level(HEIGHT * level)[n * TILE_BYTES :][: min(width, WIDTH) * HASH_SIZE] if width > 0 else b""
            if (level, n) not in expected:
                self._odd(f"tile {level}/{n} is of no tree of {known} entries")
            elif hashes != own and known <= tree.size:
                self._odd(f"tile {level}/{n} is not the tree's")
            expected.discard((level, n))
            self._next = next(self._tiles, None)
        for level, n in sorted(expected):
            self._symptoms.note(symptom(Evidence.TABLE, Code.MISSING, f"tile {level}/{n} is not there", field="tiles"))

    def _compare(self, begin: int, own: bytes, hashes: Any) -> None:
        """Name the entries whose hash is another in the tile."""
        if not isinstance(hashes, bytes) or not hashes or len(hashes) % HASH_SIZE or len(hashes) > TILE_BYTES:
            said = f"tile 0/{begin // WIDTH} is no list of up to {WIDTH} hashes"
            self._symptoms.note(symptom(Evidence.TABLE, Code.MALFORMED, said, field="tiles"))
            return
        if own[: len(hashes)] == hashes[: len(own)]:
            return
        places = {own[at : at + HASH_SIZE]: at // HASH_SIZE for at in range(0, len(own), HASH_SIZE)}
        for at in range(0, min(len(own), len(hashes)), HASH_SIZE):
            if own[at : at + HASH_SIZE] != hashes[at : at + HASH_SIZE]:
                index = begin + at // HASH_SIZE
                elsewhere = places.get(hashes[at : at + HASH_SIZE])
                if elsewhere is not None:
                    code, said = Code.REORDERED, f"the entry published at {index} stands at {begin + elsewhere}"
                else:
                    code, said = Code.TAMPERED, "the stored tile has another hash for this entry"
                self._symptoms.note(symptom(Evidence.TILE, code, said, index, field="tiles"))

    def _odd(self, said: str) -> None:
        self._symptoms.note(symptom(Evidence.TABLE, Code.TAMPERED, said, field="tiles"))
