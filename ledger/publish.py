"""The publisher: grows the RFC 6962 tree over the rows, keeps C2SP tiles, has checkpoints signed.

Crash anywhere and run it again: tiles and the position they stand for are one transaction; the signer remembers what
it signed in a file of its own; a checkpoint it signed that the store never got is stored on the next run. What cannot
be mended honestly (rows fewer than were published, a tree that is not the one signed) stops it, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from ledger.core.errors import ConflictError, TamperedError
from ledger.seal.checkpoint import Checkpoint, Signer, parse_checkpoint
from ledger.seal.entry import leaf_data
from ledger.seal.keys import PublicKey
from ledger.seal.merkle import CompactRange, consistency_proof, leaf_hash, range_hash, tree_hash
from ledger.seal.note import open_note
from ledger.store import IntegrityError, Store, Tile
from ledger.store.sealing import NO_ANCHOR, Anchor

TILE_WIDTH: Final = 256
HASH_SIZE: Final = 32
ROWS_MAX: Final = 65_536
"""How many rows are hashed before the tiles are written: memory stays flat however far the tree is behind."""


class _Edge:
    """The right edge of the tree: at every level the hashes that do not fill a tile yet."""

    def __init__(self, store: Store, size: int) -> None:
        self.size = size
        self.full: list[Tile] = []
        self._counts: list[int] = []
        self._open: list[bytearray] = []
        count = size
        while count:
            tile, width = divmod(count, TILE_WIDTH)
            kept = _tile(store, len(self._counts), tile, width) if width else b""
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
            self.full.append(Tile(level, self._counts[level] // TILE_WIDTH - 1, filled))
            hashes.clear()
            self.append(tree_hash(_split(filled)), level + 1)

    def root(self) -> bytes:
        """The root of the tree, from what is held here alone."""
        whole = CompactRange()
        for level in reversed(range(len(self._open))):
            for hashed in _split(bytes(self._open[level])):
                whole.append_node(8 * level, hashed)
        return whole.root()

    def tiles(self) -> Iterator[Tile]:
        """The tiles filled since the last call, then the partial one of every level."""
        yield from self.full
        self.full = []
        for level, hashes in enumerate(self._open):
            if hashes:
                yield Tile(level, self._counts[level] // TILE_WIDTH, bytes(hashes))


def _split(hashes: bytes) -> list[bytes]:
    return [hashes[at : at + HASH_SIZE] for at in range(0, len(hashes), HASH_SIZE)]


def _tile(store: Store, level: int, n: int, width: int) -> bytes:
    hashes = store.read_tile(level, n)
    if hashes is None or len(hashes) < width * HASH_SIZE:
        found = "none" if hashes is None else f"{len(hashes) // HASH_SIZE} hashes"
        raise TamperedError(
            f"tile {n} of level {level}: found {found}, expected at least {width}; the tree was altered: run 'tombo verify'"
        )
    return hashes[: width * HASH_SIZE]


def node_of(store: Store) -> Callable[[int, int], bytes]:
    """Reads nodes of the published tree: ``node(level, n)`` is the root of leaves ``n << level`` to ``(n + 1) << level``."""

    def node(level: int, n: int) -> bytes:
        tile_level, height = divmod(level, 8)
        first = n << height
        tile, at = divmod(first, TILE_WIDTH)
        hashes = _tile(store, tile_level, tile, at + (1 << height))
        return tree_hash(_split(hashes[at * HASH_SIZE :]))

    return node


def tree_root(store: Store, size: int) -> bytes:
    """The root of the published tree at ``size``."""
    return range_hash(0, size, node_of(store)) if size else NO_ANCHOR.root


def grow(store: Store) -> int:
    """Bring the tree up to the rows; its new size.

    Raises:
        TamperedError: the store holds fewer rows than were published, an index is missing, a tile is damaged.
        ConflictError: another publisher is at work.
    """
    return _grown(store, store.published()).size


def _grown(store: Store, signed: int) -> _Edge:
    """Bring the tree up to the rows; its edge, in which every entry from ``signed`` on was hashed from its row."""
    size, target = store.published(), store.head().size
    if target < size:
        raise TamperedError(
            f"the store holds {target} entries, {size} were published: entries were lost or cut off; compare with the "
            "signer's last checkpoint, restore the missing entries, or declare the loss"
        )
    edge = _Edge(store, min(size, signed))
    while edge.size < target:
        stop = min(size if edge.size < size else target, edge.size + ROWS_MAX)
        for row in store.rows(edge.size, stop):
            if row.index != edge.size:
                raise TamperedError(f"log index {edge.size} is missing, the next is {row.index}: run 'tombo verify'")
            edge.append(leaf_hash(leaf_data(row.stream, row.version, row.kind, row.state)))
        if edge.size != stop:
            raise TamperedError(f"log index {edge.size} is missing: run 'tombo verify'")
        tiles = list(edge.tiles())
        if stop > size:  # else they were published already
            try:
                store.put_published(tiles, None, edge.size)
            except IntegrityError:
                raise ConflictError("another publisher is growing this tree; run one at a time") from None
    return edge


def publish(store: Store, signer: Signer) -> str:
    """Grow the tree, have its head signed, keep the checkpoint; the signed note.

    The root is that of the rows: what tiles say of entries that were not signed yet is not believed. The signer refuses
    what is not provably consistent with the last it signed, whatever the store says.

    Raises:
        TamperedError: the tree is not a continuation of the one last signed, or not the one in the tiles.
        ConflictError: another publisher is at work.
    """
    last = signer.last()
    edge = _grown(store, last.size)
    size, root = edge.size, edge.root()
    if size < last.size:
        raise TamperedError(
            f"the store holds {size} entries, the signer signed {last.size}: entries were lost or cut off; restore them, "
            "or declare the loss"
        )
    if tree_root(store, size) != root:
        raise TamperedError(
            f"the tiles of {size} entries are not those of the rows: run 'tombo verify'; nothing was signed"
        )
    note = signer.sign(
        Checkpoint(store.origin, size, root), consistency_proof(last.size, size, node_of(store))
    ).decode()
    # If we die here the signer knows a checkpoint that the store does not; the next run stores it.
    if store.last_checkpoint() != note:
        try:
            store.put_checkpoint(size, note)
        except IntegrityError:
            raise ConflictError("another publisher stored this checkpoint; run one at a time") from None
    return note


def newest_anchor(store: Store, key: PublicKey) -> Anchor:
    """The newest checkpoint in the store that ``key`` signed: what the next append may name as its anchor.

    Raises:
        TamperedError: the newest checkpoint in the store is not signed by ``key``.
    """
    note = store.last_checkpoint()
    if note is None:
        return NO_ANCHOR
    text, verified = open_note(note.encode(), (key,))
    if not verified:
        raise TamperedError(f"the newest checkpoint in the store is not signed by {key.vkey}: run 'tombo verify'")
    checkpoint = parse_checkpoint(text)
    return Anchor(checkpoint.size, checkpoint.root)
