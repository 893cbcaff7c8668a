"""The publisher: grows the RFC 6962 tree over the rows, keeps C2SP tiles, has checkpoints signed.

Crash anywhere and run it again: tiles and the position they stand for are one transaction; the signer remembers what
it signed in a file of its own; a checkpoint it signed that the store never got is stored on the next run. What cannot
be mended honestly (rows fewer than were published, a tree that is not the one signed, an entry that no event key signed)
stops it, with the reason.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import islice
from typing import Final

from tombo.ledger.checked import CheckedStore
from tombo.ledger.checked.tail import Keys, Tail
from tombo.ledger.core.errors import ConflictError, KeyFileError, LedgerError, TamperedError
from tombo.ledger.exchange.edge import TILE_WIDTH, Edge, split
from tombo.ledger.seal.checkpoint import Checkpoint, Signer
from tombo.ledger.seal.entry import leaf_data, unpack
from tombo.ledger.seal.keys import PublicKey
from tombo.ledger.seal.merkle import (
    HASH_SIZE,
    consistency_proof,
    inclusion_proof,
    leaf_hash,
    range_hash,
    tree_hash,
    verify_inclusion,
)
from tombo.ledger.seal.note import open_note
from tombo.ledger.store import IntegrityError, Store, Tile
from tombo.ledger.store.mapper import CanonicalMapper
from tombo.ledger.store.sealing import NO_ANCHOR

HEADS_MAX: Final = 65_536
"""How many heads of streams are held to check the chain of a tail with."""
ROWS_MAX: Final = 65_536
"""How many rows are hashed before the tiles are written: memory stays flat however far the tree is behind."""


def _edge(store: Store, size: int) -> Edge:
    return Edge(size, partial(_tile, store))


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
        return tree_hash(split(hashes[at * HASH_SIZE :]))

    return node


def tree_root(store: Store, size: int) -> bytes:
    """The root of the published tree at ``size``."""
    return range_hash(0, size, node_of(store)) if size else NO_ANCHOR.root


def root_of_rows(store: Store, size: int) -> bytes:
    """The root over the first ``size`` rows: of the published tiles, and of the rows that came after them."""
    edge = _edge(store, min(store.published(), size))
    for leaf in _plain(store, edge.size, size):
        edge.append(leaf)
    return edge.root()


def publish(store: CheckedStore, signer: Signer) -> str:
    """Sign the head of the log, and write down what is known of what was signed: see ``sign_head``."""
    note = sign_head(store.unchecked, signer, keys=store)
    store.remember()
    return note


def sign_head(store: Store, signer: Signer, *, keys: Store | None = None) -> str:
    """Grow the tree, have its head signed, keep the checkpoint; the signed note. One at a time for each signer.

    The root is that of the rows: what tiles say of entries that were not signed yet is not believed, and every one of those
    entries must bear the signature of an event key (``tombo.ledger.checked.tail``). The signer refuses what is not provably consistent with the last
    it signed, whatever the store says. ``keys`` is where it is read which keys may sign: the checked store, which misses a
    revocation that is hidden.

    Raises:
        KeyFileError: the signer is another ledger's.
        TamperedError: the tree is not a continuation of the one last signed, or not the one in the tiles; or an entry
            after it is not as an event key signed it. Nothing was signed.
        ConflictError: another publisher is at work, over this signer or a copy of it.
    """
    check_own(store, signer.root, signer.key.public)
    with signer.turn() as turn:
        last = turn.last
        published, target = store.published(), store.head().size
        if target < max(published, last.size):
            raise TamperedError(
                f"the store holds {target} entries, {published} were published and {last.size} signed: entries were lost or "
                "cut off; compare with the signer's last checkpoint, restore the missing entries, or declare the loss"
            )
        edge = _signed(store, published, last)
        if target > last.size:
            _grow(store, edge, _checked(store, keys or store, signer.root, last, target), published, target)
        root = edge.root()
        if tree_root(store, target) != root:
            raise TamperedError(
                f"the tiles of {target} entries are not those of the rows: run 'tombo verify'; nothing was signed"
            )
        proof = consistency_proof(last.size, target, node_of(store))
        note = turn.sign(Checkpoint(store.origin, target, root), proof).decode()
        _keep(store, target, note)
    return note


def build_tree(store: Store) -> Checkpoint:
    """The tree over a store that has none yet, its tiles kept: of entries that were verified where they came from.

    Raises:
        TamperedError: a row is missing.
        ConflictError: a publisher is at work.
    """
    edge, size = _edge(store, 0), store.head().size
    _grow(store, edge, _plain(store, 0, size), 0, size)
    return Checkpoint(store.origin, size, edge.root())


def check_own(store: Store, root: PublicKey, log: PublicKey) -> None:
    """See that a mistyped folder of keys is called that, and not a forgery: ``root`` and ``log`` are what its policy pins.

    A store whose newest checkpoint ``log`` signed is its own, whatever the first entry says now.

    Raises:
        KeyFileError: the keys are of another name, or of another root key than the log's first entry names.
    """
    row, kept = store.row(0), store.last_checkpoint()
    if log.name == store.origin and (
        row is None or _is_signed(kept, log) or f'"root":"{b64encode(root.raw).decode()}"'.encode() in row.state
    ):
        return
    under = ", under the root key that log index 0 names, which is another" if log.name == store.origin else ""
    raise KeyFileError(
        f"the keys are those of {log.name} under the root key {root.vkey}; the store says it is {store.origin} "
        f"(table meta){under}: point --keys (TOMBO_KEYS) at its folder; nothing was done"
    )


def _is_signed(note: str | None, key: PublicKey) -> bool:
    """Whether ``note`` is one, and ``key`` signed it."""
    try:
        return note is not None and bool(open_note(note.encode(), (key,))[1])
    except LedgerError:
        return False


def _signed(store: Store, published: int, last: Checkpoint) -> Edge:
    """The edge of the tree that was signed last. Its tiles are made again from its rows where they are behind it.

    Raises:
        TamperedError: tiles or rows do not give the root that was signed.
    """
    edge = _edge(store, min(published, last.size))
    _grow(store, edge, _plain(store, edge.size, last.size), published, last.size)
    if edge.root() != last.root:
        raise TamperedError(
            f"the first {last.size} entries of the store have the root {edge.root().hex()}, the signer signed "
            f"{last.root.hex()}: tiles or entries were changed, or lost and their indices used again; run 'tombo verify'; "
            "nothing was signed"
        )
    return edge


def _checked(store: Store, keys: Store, root: PublicKey, last: Checkpoint, target: int) -> Iterator[bytes]:
    """The leaf hashes from ``last`` on, each once its append holds."""
    before = store.row(last.size - 1) if last.size else None
    tail = Tail(
        store.origin,
        _signed_keys(keys, root, last),
        lru_cache(maxsize=8)(partial(tree_root, store)),
        size=last.size,
        recorded=unpack(before.state).recorded if before else 0,
    )
    for checked in tail.check(store.rows(last.size, target)):
        yield checked.leaf
        if len(tail.heads) > HEADS_MAX:
            tail.heads.clear()  # the chain is under the signatures too; memory stays flat


def _signed_keys(store: Store, root: PublicKey, last: Checkpoint) -> Keys:
    """Which event keys may sign, as the entries below ``last`` say: each of them proven to be in the tree that was signed.

    Raises:
        TamperedError: one is not.
    """
    mapper, keys = CanonicalMapper(store.origin), Keys(store.origin, root)
    rows = [row for stream in store.streams("key") for row in store.stream_rows(stream) if row.index < last.size]
    for row in sorted(rows):
        leaf = leaf_hash(leaf_data(row.stream, row.version, row.kind, row.state))
        proof = inclusion_proof(row.index, last.size, node_of(store))
        if not verify_inclusion(leaf, row.index, last.size, proof, last.root):
            raise TamperedError(
                f"log index {row.index}, {row.stream} version {row.version}: not the entry that the signer signed; run 'tombo verify'"
            )
        keys.fold(mapper.to_entry(row), unpack(row.state).first)
    return keys


def _plain(store: Store, start: int, stop: int) -> Iterator[bytes]:
    """The leaf hashes of entries that were signed: what they say is compared with the root that was."""
    for expected, row in enumerate(store.rows(start, stop), start):
        if row.index != expected:
            raise TamperedError(f"log index {expected} is missing, the next is {row.index}: run 'tombo verify'")
        yield leaf_hash(leaf_data(row.stream, row.version, row.kind, row.state))


def _grow(store: Store, edge: Edge, leaves: Iterator[bytes], published: int, stop: int) -> None:
    """Grow ``edge`` to ``stop`` by ``leaves``, and with it the tiles from ``published`` on.

    Raises:
        TamperedError: a row is missing.
        ConflictError: another publisher is at work.
    """
    while edge.size < stop:
        until = min(published if edge.size < published else stop, stop, edge.size + ROWS_MAX)
        for leaf in islice(leaves, until - edge.size):
            edge.append(leaf)
        if edge.size != until:
            raise TamperedError(f"log index {edge.size} is missing: run 'tombo verify'")
        tiles = [Tile(*tile) for tile in (*edge.filled(), *edge.partial())]
        if until > published:
            try:
                store.put_published(tiles, None, until)
            except IntegrityError:
                raise ConflictError("another publisher is growing this tree; run one at a time") from None


def _keep(store: Store, size: int, note: str) -> None:
    """Keep a checkpoint that was signed. If we die before, the signer knows it and the store does not: the next run keeps it.

    Raises:
        ConflictError: another publisher kept one of this size.
    """
    if store.last_checkpoint() != note:
        try:
            store.put_checkpoint(size, note)
        except IntegrityError:
            raise ConflictError("another publisher stored a checkpoint of this size; run one at a time") from None
