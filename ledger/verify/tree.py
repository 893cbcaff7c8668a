"""Step 8: the tree over all leaves, compared with the stored tiles and with every checkpoint.

Kept are the hashes of full subtrees of 256 leaves and above: a fraction of a byte an entry. The root of any earlier size
follows from them and from the few leaves of one block.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple

from tombo.ledger.seal.merkle import HASH_SIZE, CompactRange, node_hash, tree_hash
from tombo.ledger.verify.report import Code
from tombo.ledger.verify.source import Growing, Tile
from tombo.ledger.verify.symptoms import Directness, SymptomList, symptom

HEIGHT: Final = 8
WIDTH: Final = 1 << HEIGHT
TILE_BYTES: Final = HASH_SIZE * WIDTH
LEVELS: Final = 8
"""Tiles have levels from 0 to 7: 64 bits of size at 8 bits a level."""
ROOTS: Final = 1 << 12
"""How many roots of earlier sizes are remembered."""


class EdgeHashes(NamedTuple):
    """The right edge of a tree of ``size`` leaves: what has to be known of it to go on from it, 8 KiB a level at most."""

    size: int
    tail: bytes
    """The leaves of the block that is not full, 32 bytes each."""
    above: tuple[bytes, ...]
    """Of each level of tiles above the leaves, the first of which has height 8: the hashes in the tile that is not full."""

    def holds(self) -> bool:
        """Whether there are as many hashes as a tree of that size has."""
        counts, count = [], self.size
        while count:
            counts.append(count % WIDTH * HASH_SIZE)
            count >>= HEIGHT
        return [len(self.tail), *map(len, self.above)] == (counts or [0])


NO_EDGE: Final = EdgeHashes(0, b"", ())
"""The edge of the tree without leaves."""


def _each(hashes: bytes) -> list[bytes]:
    return [hashes[at : at + HASH_SIZE] for at in range(0, len(hashes), HASH_SIZE)]


def _above_blocks(edge: EdgeHashes) -> tuple[list[int], list[bytearray]]:
    """The nodes above the blocks of 256 leaves, as far as ``edge`` has them, height by height; and the number of the first of each height."""
    starts, levels = [], list[bytearray]()
    blocks = edge.size >> HEIGHT
    for depth in range(max(1, blocks.bit_length())):
        level, within = divmod(depth, HEIGHT)
        count = blocks >> depth
        if within == 0:
            starts.append(count - count % WIDTH)
            levels.append(bytearray(edge.above[level] if level < len(edge.above) else b""))
        else:
            below = _each(bytes(levels[-1]))
            starts.append(starts[-1] >> 1)
            levels.append(bytearray().join(map(node_hash, below[::2], below[1::2])))
    return starts, levels


class Tree:
    """A growing RFC 6962 tree. ``leaves_of`` reads leaf hashes again, for the roots of sizes long past.

    ``beginning`` is the tree that it goes on from: below it there are neither leaves nor nodes here, and ``root_before`` has the roots.
    """

    def __init__(
        self,
        leaves_of: Callable[[int, int], list[bytes]],
        beginning: EdgeHashes = NO_EDGE,
        root_before: Callable[[int], bytes | None] = lambda _: None,
    ) -> None:
        self.size = beginning.size
        self._begin = self.size - self.size % WIDTH
        self._starts, self._levels = _above_blocks(beginning)
        self._tail = _each(beginning.tail)
        self.leaves_of = leaves_of
        self._root_before = root_before
        self._roots: OrderedDict[int, bytes] = OrderedDict()

    @property
    def tail(self) -> bytes:
        """The leaves of the block that is not full."""
        return b"".join(self._tail[: self.size % WIDTH])

    def edge(self) -> EdgeHashes:
        """What has to be known of it to go on from it."""
        above, height, count = [], HEIGHT, self.size >> HEIGHT
        while count:
            first = count - count % WIDTH
            above.append(self.nodes(height, first, count - first))
            height, count = height + HEIGHT, count >> HEIGHT
        return EdgeHashes(self.size, self.tail, tuple(above))

    def extend(self, leaves: bytes, sizes: Iterator[int]) -> list[tuple[int, bytes]]:
        """Add leaf hashes, 32 bytes each; the roots at those of ``sizes`` on the way."""
        leaves, self.size = self.tail + leaves, self.size - self.size % WIDTH
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
        if begin < self._begin:
            root = self._root_before(size)
        else:
            root = self._root(size, self.leaves_of(begin, size) if size > begin else [])
        if root is not None:
            self._remember(size, root)
        return root

    def nodes(self, height: int, first: int, count: int) -> bytes:
        """The hashes of ``count`` full subtrees of ``2**height`` leaves from number ``first`` on, for a height from 8 on; as many as there are."""
        depth = height - HEIGHT
        if depth >= len(self._levels) or first < self._starts[depth]:
            return b""
        begin = (first - self._starts[depth]) * HASH_SIZE
        return bytes(self._levels[depth][begin : begin + count * HASH_SIZE])

    def _push(self, node: bytes) -> None:
        for depth, level in enumerate(self._levels):
            level.extend(node)
            if len(level) % (2 * HASH_SIZE):
                return
            node = node_hash(bytes(level[-2 * HASH_SIZE : -HASH_SIZE]), bytes(level[-HASH_SIZE:]))
            if depth + 1 == len(self._levels):
                self._levels.append(bytearray())
                self._starts.append(0)

    def _root(self, size: int, block: list[bytes]) -> bytes:
        """The root at ``size``; ``block`` has the leaves of the block that ``size`` ends in."""
        blocks, rest = divmod(size, WIDTH)
        nodes, done = [], 0
        for bit in reversed(range(blocks.bit_length())):
            if blocks >> bit & 1:
                nodes.append(self.nodes(HEIGHT + bit, done >> bit, 1))
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
    """(8) The stored tiles are those of the tree: each one right, none missing, none too many.

    ``read`` gives those that reach beyond the first ``begin`` leaves, a multiple of 256, from the first one on. A publisher may be filling them while they are read: what is absent is
    looked for a second time before it is called missing.
    """

    def __init__(self, read: Callable[[], Iterator[Tile] | None], symptoms: SymptomList, begin: int = 0) -> None:
        self._begin = begin
        self._read = read
        self._symptoms = symptoms
        self._tiles = read() or iter(())
        self._next: Tile | None = None
        self.present = False
        self.known = begin
        """How many entries the tiles know: the leaves of the highest tile of level 0."""
        self._gaps: dict[int, tuple[int, int]] = {}
        """Entries without a hash, from an index to before another, by the number of the tile that should have it."""
        self._advance()

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
                    self._gaps[self.known // WIDTH] = self.known, begin
                if begin >= start:  # those before are of entries that are not there
                    self._compare(begin, leaves[(begin - start) * HASH_SIZE :][:TILE_BYTES], hashes)
                self.known = begin + len(hashes) // HASH_SIZE
            self._advance()

    def finish(self, tree: Tree, at_least: int, log: Growing) -> None:
        """Compare the levels above; ``at_least`` entries are known to be published."""
        while self._next is not None and self._next[0] == 0:
            _, n, hashes = self._next
            if n * WIDTH == self.known:
                self.known += len(hashes) // HASH_SIZE
            elif not log.reaches(n * WIDTH + 1):
                self._odd(f"tile 0/{n} does not follow the {self.known} hashes before it")
            self._advance()
        known = self.known
        if not self.present and not at_least:
            return
        if known > tree.size and not log.reaches(known):
            said = f"the tiles hold the hashes of {known} entries; there are {tree.size}"
            self._symptoms.note(symptom(Directness.ROW, Code.TRUNCATED, said, tree.size, known - 1, field="tiles"))
        self._above(tree, max(known, at_least), log)
        if known < min(at_least, tree.size):
            self._gaps[known // WIDTH] = known, min(at_least, tree.size)
        for begin, stop in self._still_missing(tree):
            said = f"the tiles have no hashes of the entries from {begin} to {stop - 1}"
            self._symptoms.note(symptom(Directness.TABLE, Code.MISSING, said, begin, stop - 1, field="tiles"))

    def _above(self, tree: Tree, published: int, log: Growing) -> None:
        """The levels above the leaves: as wide as the leaves known ask, or wider, where more were ``published``."""
        known = min(self.known, tree.size)
        most = max(published, log.now()) if log.now() > log.size else published
        expected = {
            (level, n)
            for level in range(1, LEVELS)
            for n in range(self._begin >> (HEIGHT * (level + 1)), -(-(known >> (HEIGHT * level)) // WIDTH))
        }
        while self._next is not None:
            level, n, hashes = self._next
            height, width = HEIGHT * level, len(hashes) // HASH_SIZE
            own = tree.nodes(height, n * WIDTH, width)
            if n * WIDTH + width > most >> height:
                self._odd(f"tile {level}/{n} is of no tree of {most} entries")
            elif width < min((known >> height) - n * WIDTH, WIDTH):
                self._odd(f"tile {level}/{n} is not the tree's")
            else:
                for first, stop in _runs(own, hashes):
                    begin, end = (n * WIDTH + first) << height, (n * WIDTH + stop) << height
                    self._odd(f"tile {level}/{n} is not the tree's", begin, end - 1)
            expected.discard((level, n))
            self._advance()
        for level, n in sorted(expected):
            self._symptoms.note(
                symptom(Directness.TABLE, Code.MISSING, f"tile {level}/{n} is not there", field="tiles")
            )

    def _still_missing(self, tree: Tree) -> list[tuple[int, int]]:
        """The gaps that a second look does not fill with the hashes of the tree."""
        for level, n, hashes in (self._read() or ()) if self._gaps else ():
            if _objection(level, n, hashes) is None and level == 0 and n in self._gaps:
                begin, stop = self._gaps[n]
                end = min(n * WIDTH + len(hashes) // HASH_SIZE, stop)
                found = hashes[(begin - n * WIDTH) * HASH_SIZE : (end - n * WIDTH) * HASH_SIZE]
                if begin < end and found == b"".join(tree.leaves_of(begin, end)):
                    del self._gaps[n]
                    if end < stop:
                        self._gaps[end // WIDTH] = end, stop
        return sorted(self._gaps.values())

    def _advance(self) -> None:
        """Go to the next tile that is one."""
        self._next = None
        for tile in self._tiles:
            self.present = True
            objection = _objection(*tile)
            if objection is None:
                self._next = tile
                return
            self._symptoms.note(symptom(Directness.TABLE, *objection, field="tiles"))

    def _compare(self, begin: int, own: bytes, hashes: bytes) -> None:
        """Name the entries whose hash is another in the tile."""
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
                self._symptoms.note(symptom(Directness.TILE, code, said, index, field="tiles"))

    def _odd(self, said: str, first: int | None = None, last: int | None = None) -> None:
        self._symptoms.note(symptom(Directness.TABLE, Code.TAMPERED, said, first, last, field="tiles"))


def published_roots(tiles: Iterable[Tile], sizes: Iterable[int]) -> dict[int, bytes]:
    """The roots that the stored tiles have at ``sizes``, as far as they go: what was published, whatever the rows say."""
    tree, roots = Tree(lambda _start, _stop: []), dict[int, bytes]()
    wanted = iter(sorted(sizes))
    for level, n, hashes in tiles:
        if level != 0 or n * WIDTH != tree.size or _objection(level, n, hashes) is not None:
            break
        roots.update(tree.extend(hashes, wanted))
    return roots


def _runs(own: bytes, hashes: bytes) -> Iterator[tuple[int, int]]:
    """Where two lists of hashes differ: from one place to before another."""
    begin = None
    for at in range(0, min(len(own), len(hashes)) + 1, HASH_SIZE):
        differs = own[at : at + HASH_SIZE] != hashes[at : at + HASH_SIZE] and at < min(len(own), len(hashes))
        if differs and begin is None:
            begin = at // HASH_SIZE
        elif not differs and begin is not None:
            yield begin, at // HASH_SIZE
            begin = None


def _objection(level: Any, n: Any, hashes: Any) -> tuple[Code, str] | None:
    """Why this is no tile, or None if it is one."""
    if not isinstance(level, int) or not isinstance(n, int) or not 0 <= level < LEVELS or n < 0:
        return Code.TAMPERED, f"tile {level!r}/{n!r} is of no tree"
    if not isinstance(hashes, bytes) or not hashes or len(hashes) % HASH_SIZE or len(hashes) > TILE_BYTES:
        return Code.MALFORMED, f"tile {level}/{n} is no list of up to {WIDTH} hashes"
    return None
