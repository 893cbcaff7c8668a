"""The ledger as a folder of plain files, for an auditor without our database (``docs/format.md``, 'Exported bundle').

The layout is C2SP tlog-tiles v0.1.0, so that other people's tools read it. What is written here is derived from the rows
alone, never from stored tiles. What is read is hostile until verified: sizes are bounded, nothing is followed out of the
folder, and bytes that do not parse are handed on as such, with their place, rather than skipped.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from tombo.ledger.core.errors import (
    LedgerError,
    MalformedError,
    NotFoundError,
    TamperedError,
    UnreadableError,
    UsageError,
)
from tombo.ledger.exchange.edge import Edge, EdgeTile
from tombo.ledger.exchange.objects import files_at
from tombo.ledger.exchange.tiles import WIDTH, entry_data, entry_tile, hash_tile, put, tile_number
from tombo.ledger.seal import canonical
from tombo.ledger.seal.checkpoint import parse_checkpoint
from tombo.ledger.seal.entry import LEAF_MAX, leaf_data, parse_leaf
from tombo.ledger.seal.merkle import HASH_SIZE, leaf_hash
from tombo.ledger.seal.note import NOTE_MAX, parse_note
from tombo.ledger.seal.sealed_opening import SealedRow

LEVELS_MAX: Final = 8
"""Levels of tiles that 64 bits of size can have."""
OPENINGS: Final = "openings.jsonl"
CARDS: Final = 52
"""The most openings that an entry can have."""
LINES_LEAST: Final = 100_000
"""How many openings are read however few entries are left to have them."""
ENTRIES_MAX: Final = WIDTH * (LEAF_MAX + 2)
"""The longest tile of entries, in bytes."""
LINE_MAX: Final = 1_000
"""The longest line of ``openings.jsonl`` that is read, in bytes."""


class Exported(Protocol):
    """What a bundle is made from: a store."""

    def rows(self, start: int = 0, stop: int | None = None) -> Iterator[tuple[int, str, int, str, bytes]]:
        """The entries with ``start <= index < stop``, by index."""
        ...

    def openings_between(self, start: int, stop: int) -> Iterator[tuple[int, tuple[Any, ...]]] | None:
        """The openings of those entries: index, then stream, version, slot, card, salt; None to whom may not open them."""
        ...


class BundleEnd(NamedTuple):
    """The end of a bundle's log."""

    size: int


def write_bundle(directory: Path, source: Exported, *, note: str, policy: str, openings: bool) -> int:
    """Write the entries that the checkpoint ``note`` covers, and return how many. ``openings`` shows closed cards.

    The checkpoint is written last: a folder without one was not finished.

    Raises:
        UsageError: the folder exists and holds something.
        TamperedError: the entries are not those of the checkpoint, or an opening does not open.
    """
    if directory.exists() and any(directory.iterdir()):
        raise UsageError(f"{directory} is not empty; a bundle is written to a new folder")
    checkpoint = parse_checkpoint(parse_note(note.encode()).text)
    edge = Edge()
    for block in range(0, checkpoint.size, WIDTH):
        stop = min(block + WIDTH, checkpoint.size)
        leaves = [leaf_data(*row[1:]) for row in source.rows(block, stop) if block <= row[0] < stop]
        if len(leaves) != stop - block:
            raise TamperedError(f"entries are missing between {block} and {stop - 1}: run 'tombo verify'")
        put(directory / entry_tile(block // WIDTH, len(leaves)), entry_data(leaves))
        for leaf in leaves:
            edge.append(leaf_hash(leaf))
        _put_tiles(directory, edge.filled())
    _put_tiles(directory, edge.partial())
    if edge.root() != checkpoint.root:
        raise TamperedError(
            f"the entries have the root {edge.root().hex()}, the checkpoint of size {checkpoint.size} says"
            f" {checkpoint.root.hex()}: run 'tombo verify'"
        )
    if openings:
        found = source.openings_between(0, checkpoint.size)
        if found is None:
            raise UsageError(
                "the openings cannot be read with the rights of this user, or without their key; a door's user has both"
            )
        put(directory / OPENINGS, b"", (_line(opening) for _, opening in found))
    put(directory / "policy", policy.encode())
    put(directory / "checkpoint", note.encode())
    return checkpoint.size


def _put_tiles(directory: Path, tiles: Iterable[EdgeTile]) -> None:
    for level, n, hashes in tiles:
        put(directory / hash_tile(level, n, len(hashes) // HASH_SIZE), hashes)


def _line(opening: tuple[Any, ...]) -> bytes:
    stream, version, slot, card, salt = opening
    if card is None:
        raise TamperedError(f"the opening of {stream} version {version} slot {slot} does not open: run 'tombo verify'")
    said = {"card": card, "salt": salt.hex(), "slot": slot, "stream": stream, "version": version}
    return canonical.encode(said) + b"\n"


class Bundle:
    """A bundle as a source for the verifier, in a folder or in an object store (``s3://bucket/place``). It has no command ids: they follow from the entries.

    Raises:
        NotFoundError: there is no bundle.
        UnreadableError: there is no checkpoint in it, or none that can be read.
    """

    def __init__(self, place: Path | str) -> None:
        self.directory = place
        self._files = files_at(place)
        if not self._files.there():
            raise NotFoundError(f"{place} is no folder; expected a bundle, as 'tombo export bundle' writes it")
        try:
            self._note = (self._files.get("checkpoint", NOTE_MAX) or b"").decode()
            self._checkpoint = parse_checkpoint(parse_note(self._note.encode()).text)
        except (UnicodeDecodeError, MalformedError) as error:
            raise UnreadableError(f"{place}/checkpoint is no checkpoint: {error}") from error
        self._entries, self._numbers = dict[int, int](), list[int]()
        self._size = self._measured()
        self._openings: list[bytes] | None = None
        self._has_openings = False

    def _measured(self) -> int:
        """How many entries there are: as far as the tiles reach."""
        self._entries = dict(sorted(self._tiles_in("tile/entries")))
        self._numbers = list(self._entries)
        last = max(self._entries, default=0)
        return last * WIDTH + self._entries.get(last, 0)

    def named(self) -> None:
        """Nothing: a bundle has no name but in its entries."""

    def head(self) -> BundleEnd:
        """Where the entries that are there end."""
        return BundleEnd(self._size)

    def rows(self, start: int = 0, stop: int | None = None) -> Iterator[tuple[int, Any, Any, Any, Any]]:
        """The entries with ``start <= index < stop``. One that does not parse has no stream, version or kind."""
        end = self._size if stop is None else min(stop, self._size)
        for n, width in self._entry_tiles(max(start, 0) // WIDTH, -(-end // WIDTH)):
            for index, leaf in enumerate(self._leaves(n, width), n * WIDTH):
                if start <= index < end:
                    yield (index, *_parsed(leaf))

    def _leaves(self, n: int, width: int) -> Iterator[bytes]:
        """The leaves of a tile of entries."""
        yield from leaves_in(self._held(entry_tile(n, width), ENTRIES_MAX), width)

    def _entry_tiles(self, low: int, high: int) -> Iterator[tuple[int, int]]:
        """Number and width of those tiles of entries from ``low`` to before ``high`` that are there."""
        first, last = bisect_left(self._numbers, low), bisect_left(self._numbers, high)
        yield from ((n, self._entries[n]) for n in self._numbers[first:last])

    def commands(self, start: int = 0, stop: int | None = None) -> None:  # noqa: ARG002 - the port's
        """None: a bundle has no table of command ids."""
        return

    def openings_between(self, start: int, stop: int) -> Iterator[tuple[int, tuple[Any, ...]]] | None:
        """The openings of the entries in the range, by index; None where the bundle was made without."""
        self._opening_index()
        return self._opened(start, stop) if self._has_openings else None

    def sealed_between(self, start: int, stop: int) -> Iterator[tuple[int, SealedRow]] | None:  # noqa: ARG002 - the port's
        """None: the openings of a bundle stand open."""
        return None

    def orphan_openings(self, size: int = 0) -> list[tuple[int | None, tuple[Any, ...]]] | None:
        """Openings of entries that are not there, of which nothing is known behind ``size`` entries. Of one that deals no cards they come with the others."""
        if size:
            return []
        left = set(self._opening_index())
        for _, stream, version, *_ in self.rows():
            if not left:
                break
            left.difference_update(self._places(_key(stream, version)))
        return [(None, self._opening(place)) for place in sorted(left)]

    def tiles(self, size: int = 0) -> Iterator[tuple[int, int, bytes]]:
        """Every hash tile that reaches beyond the first ``size`` entries, by level and number."""
        for level in range(LEVELS_MAX):
            for n, width in sorted(self._tiles_in(f"tile/{level}")):
                if n >= size // WIDTH ** (level + 1):
                    yield level, n, self._held(hash_tile(level, n, width), WIDTH * HASH_SIZE)

    def read_tile(self, level: int, n: int) -> bytes | None:
        """The hashes of a full tile, None where there is none."""
        return self._files.get(hash_tile(level, n, WIDTH), WIDTH * HASH_SIZE)

    def checkpoints(self, size: int = 0) -> Iterator[tuple[int, str]]:
        """The bundle's one checkpoint, if it is of more than ``size`` entries. It came with the entries, so it confirms nothing by itself."""
        if self._checkpoint.size > size or not size:
            yield self._checkpoint.size, self._note

    def differences(self) -> list[str]:
        """Nothing: files have no schema."""
        return []

    def root_at(self, size: int) -> bytes | None:
        """The root of its tree at ``size`` entries, from the tiles of hashes alone; None where they do not reach as far. Whether it has these entries is not seen."""
        return Edge(size, self._first_hashes).root() if size <= self._checkpoint.size else None

    def _first_hashes(self, level: int, n: int, width: int) -> bytes:
        """The first ``width`` hashes of a tile; fewer where it has fewer."""
        wide = dict(self._tiles_in(f"tile/{level}")).get(n, 0)
        hashes = self._files.get(hash_tile(level, n, wide), WIDTH * HASH_SIZE) if wide else None
        return (hashes or b"")[: width * HASH_SIZE]

    @property
    def policy(self) -> str:
        """The policy as the operator states it: a convenience, never the auditor's own.

        Raises:
            UnreadableError: there is none, or it is not text.
        """
        try:
            return (self._files.get("policy", NOTE_MAX) or b"").decode()
        except UnicodeDecodeError as error:
            raise UnreadableError(f"{self.directory}/policy is not text: {error}") from error

    def _held(self, name: str, most: int) -> bytes:
        """The bytes of a file; none where it is not there."""
        data = self._files.get(name, most)
        if data is None:
            self._check_here()
        return data or b""

    def _check_here(self) -> None:
        """That what was opened is there still, asked where something of it is not.

        Raises:
            UnreadableError: it was taken away meanwhile, or its disk was: what is missing then says nothing of what was sealed.
        """
        if not self._files.holds("checkpoint"):
            raise UnreadableError(
                f"{self.directory}/checkpoint is not there any more: it was taken away, or its disk was. Run it again once it is back"
            )

    def _tiles_in(self, folder: str) -> Iterator[tuple[int, int]]:
        """Number and width of the tiles in ``folder``; of one that is there full and partial, the full one."""
        found: dict[int, int] = {}
        for parts in self._files.below(folder):
            n, width = tile_number(parts)
            found[n] = max(width, found.get(n, 0))
        found.pop(-1, None)
        if not found:
            self._check_here()
        yield from found.items()

    def _opening_index(self) -> list[bytes]:
        """Where the openings of each entry are: hash of the entry's name, then offset in the file; sorted."""
        if self._openings is None:
            self._openings = []
            for number, (offset, line) in enumerate(self._opening_lines(), 1):
                if number > max(CARDS * self._size, LINES_LEAST):
                    raise UnreadableError(f"{self.directory}/{OPENINGS} has more lines than there can be cards")
                stream, version, *_ = _read_opening(line)
                self._openings.append(_key(stream, version) + offset.to_bytes(8, "big"))
            self._openings.sort()
        return self._openings

    def _opening_lines(self) -> Iterator[tuple[int, bytes]]:
        """The lines of the openings, each with its offset."""
        try:
            file = self._files.open(OPENINGS)
        except FileNotFoundError:
            self._check_here()
            return
        self._has_openings = True
        with file:
            offset = 0
            while line := file.readline(LINE_MAX):
                yield offset, line
                offset += len(line)

    def _places(self, key: bytes) -> Iterator[bytes]:
        index = self._opening_index()
        at = bisect_left(index, key)
        while at < len(index) and index[at].startswith(key):
            yield index[at]
            at += 1

    def _opening(self, place: bytes) -> tuple[Any, ...]:
        try:
            file = self._files.open(OPENINGS)
        except FileNotFoundError as error:
            raise UnreadableError(f"{self.directory}/{OPENINGS} was taken away as it was read; run it again") from error
        with file:
            file.seek(int.from_bytes(place[-8:], "big"))
            return _read_opening(file.readline(LINE_MAX))

    def _opened(self, start: int, stop: int) -> Iterator[tuple[int, tuple[Any, ...]]]:
        for index, stream, version, *_ in self.rows(start, stop):
            for place in self._places(_key(stream, version)):
                yield index, self._opening(place)


def _key(stream: object, version: object) -> bytes:
    return sha256(f"{stream}\n{version}".encode()).digest()[:8]


_OPENING: Final = {"card": int, "salt": str, "slot": int, "stream": str, "version": int}
"""What the line of an opening says, each of this very type: true is no number."""


def _read_opening(line: bytes) -> tuple[Any, ...]:
    """An opening from its line. One that does not parse opens nothing, and says so by having no stream."""
    try:
        said = canonical.decode(line.removesuffix(b"\n"))
        if set(said) == _OPENING.keys() and all(type(said[name]) is sort for name, sort in _OPENING.items()):
            return said["stream"], said["version"], said["slot"], said["card"], bytes.fromhex(said["salt"])
    except (LedgerError, TypeError, ValueError):
        pass
    return None, None, None, None, None


def leaves_in(data: bytes, width: int) -> Iterator[bytes]:
    """The leaves of an entry bundle; where its framing breaks, and instead of a last one that more follows, none."""
    at = 0
    for number in range(1, width + 1):
        end = at + 2 + int.from_bytes(data[at : at + 2], "big")
        if len(data) < at + 2 or end > len(data) or (number == width and end < len(data)):
            yield b""
            return
        yield data[at + 2 : end]
        at = end


def _parsed(leaf: bytes) -> tuple[Any, Any, Any, Any]:
    try:
        return parse_leaf(leaf)
    except MalformedError:
        return None, None, None, leaf
