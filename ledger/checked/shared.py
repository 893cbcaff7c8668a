"""A range of the log read by several, each his families of streams, and held to what was sealed by the one who asked them.

Who reads a share has no memory and no key: what he reads is not checked there. He says of every row its log index and the hash of its leaf, and the
one who asked sees that each entry of the range was read once, as it was sealed. So nothing is left out, nor read twice, nor altered.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from typing import Final, NamedTuple

from tombo.ledger.checked.alarm import NEXT
from tombo.ledger.checked.store import CheckedStore
from tombo.ledger.core.errors import TamperedError
from tombo.ledger.exchange.edge import TILE_WIDTH
from tombo.ledger.seal.entry import leaves_of
from tombo.ledger.seal.merkle import HASH_SIZE
from tombo.ledger.store import Row, Store
from tombo.ledger.store.families import StreamStretch, stretches


class SeenRows(NamedTuple):
    """What was read, to be compared with what was sealed."""

    indices: bytes
    """The log indices of the rows of the share in their order, as ``array("q")`` has them."""
    leaves: bytes
    """The hashes of their leaves, joined."""
    asked: tuple[tuple[int, bytes], ...]
    """Of rows that were asked for besides: the log index, and the hash of the leaf."""
    absent: tuple[tuple[str, int], ...]
    """Streams and versions that were asked for, and that nothing was found at."""


class ShareReader:
    """Reads rows of ``store`` with ``start <= index < stop``, unchecked, and notes what it read."""

    def __init__(self, store: Store, start: int, stop: int) -> None:
        self._store, self._start, self._stop = store, start, stop
        self._indices, self._leaves = array("q"), list[bytes]()
        self._asked: dict[tuple[str, int], Row | None] = {}

    def rows(self, families: Iterable[str]) -> Iterator[Row]:
        """The rows of the streams of ``families`` in log order: in memory is one stream of those that go on at a time."""
        found = [each for name in families for each in stretches(self._store, name, self._start, self._stop)]
        waiting: list[Row] = []
        for stretch in sorted(found):
            while waiting and waiting[0].index < stretch.first:
                yield heappop(waiting)
            for row in self._of(stretch):
                heappush(waiting, row)
        while waiting:
            yield heappop(waiting)

    def ask(self, stream: str, version: int) -> Row | None:
        """The row of ``stream`` at ``version``; None where it has none below ``stop``."""
        key = stream, version
        if key not in self._asked:
            found = [row for row in self._store.stream_rows(stream, version - 1, version) if row.index < self._stop]
            self._asked[key] = found[0] if found else None
        return self._asked[key]

    def seen(self) -> SeenRows:
        """What was read so far."""
        there = [(row.index, leaves_of([row])) for row in self._asked.values() if row is not None]
        absent = tuple(key for key, row in self._asked.items() if row is None)
        return SeenRows(self._indices.tobytes(), b"".join(self._leaves), tuple(there), absent)

    def _of(self, stretch: StreamStretch) -> list[Row]:
        rows = [
            row
            for row in self._store.stream_rows(stretch.stream, stretch.low - 1, stretch.high)
            if self._start <= row.index < self._stop
        ]
        self._indices.extend([row.index for row in rows])
        self._leaves.append(leaves_of(rows))
        return rows


class EachReadOnce:
    """Sees that of ``store`` every entry with ``start <= index < stop`` was read once, as it was sealed."""

    def __init__(self, store: CheckedStore, start: int, stop: int) -> None:
        self._store, self._start, self._stop = store, start, stop
        self._read: Final = bytearray(max(stop - start, 0))
        """By log index, from ``start`` on: 1 where it was read."""
        self._unpublished: dict[int, bytes] = {}
        """The leaves of tiles that the published tree does not fill yet."""
        self._last = -1, b""
        """The tile that was asked for last, and its leaves: what is read lies close together."""
        self._absent: set[tuple[str, int]] = set()
        """What was asked for and is not there, as this store has it too."""

    def take(self, seen: SeenRows) -> int:
        """Take in what somebody read; how many entries of the range these were.

        Raises:
            TamperedError: it is not what was sealed, or was read before.
        """
        indices = array("q", seen.indices)
        if len(seen.leaves) != len(indices) * HASH_SIZE:
            raise TamperedError(f"TAMPERED: what was read is not told of as often as its leaves; {NEXT}")
        for at, index in enumerate(indices):
            if not self._start <= index < self._stop or self._read[index - self._start]:
                raise TamperedError(f"TAMPERED: log index {index} was read twice, or is beyond the range; {NEXT}")
            self._read[index - self._start] = 1
            self._hold(index, seen.leaves[at * HASH_SIZE : (at + 1) * HASH_SIZE])
        for index, leaf in seen.asked:
            self._hold(index, leaf)
        for stream, version in sorted({*seen.absent} - self._absent):
            if any(row.index < self._stop for row in self._store.stream_rows(stream, version - 1, version)):
                raise TamperedError(f"TAMPERED: version {version} of {stream} was not found, and is there; {NEXT}")
            self._absent.add((stream, version))
        return len(indices)

    def finish(self) -> None:
        """That nothing is left.

        Raises:
            TamperedError: an entry was not read.
        """
        missing = self._read.find(0)
        if missing >= 0:
            raise TamperedError(f"TAMPERED: nobody read the entry at log index {self._start + missing}; {NEXT}")

    def _hold(self, index: int, leaf: bytes) -> None:
        tile, at = divmod(index, TILE_WIDTH)
        if tile != self._last[0]:
            self._last = tile, self._leaves(tile)
        if self._last[1][at * HASH_SIZE : (at + 1) * HASH_SIZE] != leaf:
            raise TamperedError(f"TAMPERED: the entry at log index {index} was read as another than is sealed; {NEXT}")

    def _leaves(self, tile: int) -> bytes:
        """The leaves of a tile: as the tree has them, and where it is not published as far from the rows, which are checked."""
        signed = self._store.signed_tile(0, tile)
        if len(signed) == TILE_WIDTH * HASH_SIZE:
            return signed
        if tile not in self._unpublished:
            first = tile * TILE_WIDTH + len(signed) // HASH_SIZE
            rows = self._store.rows(first, max(first, min((tile + 1) * TILE_WIDTH, self._stop)))
            self._unpublished[tile] = signed + leaves_of(rows)
        return self._unpublished[tile]


def sealed_leaves(store: CheckedStore, start: int, stop: int) -> bytes:
    """The hashes of the leaves of the entries with ``start <= index < stop``, joined: as the published tree has them, and behind it from the rows, checked.

    Raises:
        TamperedError: a tile or a row is not what was signed.
    """
    found = bytearray()
    for tile in range(start // TILE_WIDTH, -(-stop // TILE_WIDTH)):
        signed = store.signed_tile(0, tile)
        low, high = max(start - tile * TILE_WIDTH, 0), min(stop - tile * TILE_WIDTH, TILE_WIDTH)
        found += signed[low * HASH_SIZE : high * HASH_SIZE]
        if len(signed) < high * HASH_SIZE:
            break
    return bytes(found) + leaves_of(store.rows(start + len(found) // HASH_SIZE, stop))
