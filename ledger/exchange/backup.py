"""A backup: a bundle that grows (``docs/format.md``, 'Backup'; ``docs/decisions/0042-a-backup-is-a-bundle-that-grows.md``).

Beside what a bundle has it holds the entries that no checkpoint covers yet, and the openings of closed cards as the ledger's table
keeps them: sealed. Which files belong to it follows from two sizes: that of its checkpoint, and that which the file ``backup`` names.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from tombo.ledger.core.errors import LedgerError, UnreadableError
from tombo.ledger.exchange.bundle import CARDS, ENTRIES_MAX, Bundle, leaves_in
from tombo.ledger.exchange.folder import Folder
from tombo.ledger.exchange.objects import Objects, files_at
from tombo.ledger.exchange.tiles import WIDTH, entry_tile, hash_tile, tile_name, tile_width
from tombo.ledger.seal import canonical
from tombo.ledger.seal.merkle import HASH_SIZE
from tombo.ledger.seal.sealed_opening import SEALED_SIZE, OpeningKey, SealedRow, as_opened

LIST: Final = "backup"
"""The file that says how far a backup reaches; written last."""
LIST_MAX: Final = 1_000
_RECORD: Final = 2 + SEALED_SIZE
"""A sealed opening in its tile: which of the tile's entries, which slot, and the sealed bytes."""
_OPENINGS_MAX: Final = WIDTH * CARDS * _RECORD
TRIES: Final = 3
"""How often a tile is looked for that a run at work takes away between look and read: a longer one is there then."""


class Reach(NamedTuple):
    """How far a backup reaches: how many entries, and the instant it was made at, in microseconds."""

    entries: int
    made: int

    def data(self) -> bytes:
        """The file ``backup``."""
        return canonical.encode(self._asdict()) + b"\n"


def reach(files: Folder | Objects) -> Reach | None:
    """What the file ``backup`` says; None where there is none: it is no backup.

    Raises:
        UnreadableError: the file is not one of ours.
    """
    data = files.get(LIST, LIST_MAX)
    if data is None:
        return None
    try:
        said = canonical.decode(data.removesuffix(b"\n"))
        if set(said) == set(Reach._fields) and all(type(value) is int and value >= 0 for value in said.values()):
            return Reach(**said)
    except (LedgerError, TypeError, ValueError):
        pass
    raise UnreadableError(f"{files.directory}/{LIST} does not say how far a backup reaches; take another copy")


def openings_tile(n: int, width: int = WIDTH) -> str:
    """Where the sealed openings of a tile of entries lie."""
    return f"openings/{tile_name(n, width)}"


def openings_data(first: int, sealed: Iterable[tuple[int, SealedRow]]) -> bytes:
    """What a tile of openings holds, its first entry being ``first``: by entry, then slot."""
    return b"".join(bytes((index - first, row[2])) + row[3] for index, row in sealed)


class Backup(Bundle):
    """A backup as a source for the verifier and for a restore; its closed cards are opened where there is a ``key``.

    Raises:
        NotFoundError: there is no folder.
        UnreadableError: it has no checkpoint, or its file ``backup`` does not say how far it reaches.
    """

    def __init__(self, place: Path | str, key: OpeningKey | None = None) -> None:
        super().__init__(place)
        self._key = key

    def _measured(self) -> int:
        """How many entries there are: as the file ``backup`` says. Nothing is looked through for it."""
        said = reach(self._files)
        if said is None:
            raise UnreadableError(
                f"{self.directory}/{LIST} is not there, which says how far the backup reaches; take another copy"
            )
        if not said.entries:
            raise UnreadableError(f"the first run of 'tombo backup' to {self.directory} was not through; run it again")
        return said.entries

    def _entry_tiles(self, low: int, high: int) -> Iterator[tuple[int, int]]:
        there: list[int] | None = None
        n = low
        while n < high:
            width = min(WIDTH, self._size - n * WIDTH)
            if self._found(entry_tile, n, width) is not None:
                yield n, width
                n += 1
                continue
            self._check_here()
            if there is None:  # one is missing: whoever says that there are millions more must have their files
                there = sorted(n for n, _ in self._tiles_in("tile/entries"))
            after = bisect_left(there, n + 1)
            n = there[after] if after < len(there) else high

    def _leaves(self, n: int, width: int) -> Iterator[bytes]:
        data, wide = self._read(entry_tile, n, width, ENTRIES_MAX) or (b"", width)
        yield from islice(leaves_in(data, wide), width)

    def _read(self, tile: Callable[[int, int], str], n: int, width: int, most: int) -> tuple[bytes, int] | None:
        """The bytes of the file with the first ``width`` of a tile, and how wide it is; None where there is none."""
        for _ in range(TRIES):
            found = self._found(tile, n, width)
            if found is None:
                break
            data = self._files.get(found[0], most)
            if data is not None:
                return data, found[1]
        self._check_here()
        return None

    def _found(self, tile: Callable[[int, int], str], n: int, width: int) -> tuple[str, int] | None:
        """The file with the first ``width`` of a tile, and how wide it is; None where there is none.

        One that is wider begins with the same: a run that is at work may have put it there, and taken the other away.
        """
        for each in (width, WIDTH):
            if self._files.holds(tile(n, each)):
                return tile(n, each), each
        widest = max(map(tile_width, self._files.names(f"{tile(n, WIDTH)}.p")), default=0)
        return (tile(n, widest), widest) if widest > width else None

    def tiles(self, size: int = 0) -> Iterator[tuple[int, int, bytes]]:
        """Every hash tile of the tree that the checkpoint names and that reaches beyond the first ``size`` entries, by level and number."""
        count, level = self._checkpoint.size, 0
        while count:
            for n, _ in sorted(self._tiles_in(f"tile/{level}")):
                width = min(WIDTH, count - n * WIDTH) if n >= size // WIDTH ** (level + 1) else 0
                found = self._read(partial(hash_tile, level), n, width, WIDTH * HASH_SIZE) if width > 0 else None
                if found is not None:
                    hashes, wide = found
                    yield level, n, hashes if len(hashes) != wide * HASH_SIZE else hashes[: width * HASH_SIZE]
            count, level = count // WIDTH, level + 1

    def sealed_between(self, start: int, stop: int) -> Iterator[tuple[int, SealedRow]]:
        """The openings of the entries in the range, sealed, each with the index of its entry. What does not parse is left out."""
        for n, width in self._entry_tiles(start // WIDTH, -(-min(stop, self._size) // WIDTH)):
            kept = self._sealed(n, width)
            if kept:
                first = n * WIDTH
                names = {row[0]: row[1:3] for row in self.rows(max(start, first), min(stop, first + WIDTH))}
                yield from (
                    (first + at, (*names[first + at], slot, sealed)) for at, slot, sealed in kept if first + at in names
                )

    def openings_parse(self, n: int) -> bool:
        """Whether the tile ``n`` of openings parses, as one that is not there does."""
        return self._sealed(n, min(WIDTH, self._size - n * WIDTH)) is not None

    def openings_between(self, start: int, stop: int) -> Iterator[tuple[int, tuple[Any, ...]]] | None:
        """The openings of the entries in the range, by index; of one that does not open card and salt are None; None without the key."""
        key = self._key
        if key is None:
            return None
        return ((index, as_opened(row, key)) for index, row in self.sealed_between(start, stop))

    def orphan_openings(self, size: int = 0) -> list[tuple[int | None, tuple[Any, ...]]] | None:
        """Of every tile of openings of entries behind ``size`` that does not parse, the first entry that it is of, and nothing more."""
        return [
            (n * WIDTH, (None,) * 5)
            for n, _ in sorted(self._tiles_in("openings"))
            if size // WIDTH <= n and n * WIDTH < self._size and not self.openings_parse(n)
        ]

    def differences(self) -> list[str]:
        """The tile of entries that the checkpoint ends in, for other people's tools, where it is not what the longer one begins with."""
        n, width = divmod(self._checkpoint.size, WIDTH)
        longer = min(WIDTH, self._size - n * WIDTH)
        if not 0 < width < longer:
            return []
        short, whole = (self._files.get(entry_tile(n, each), ENTRIES_MAX) for each in (width, longer))
        if short is None or whole is None or whole.startswith(short):  # a run that is at work may have taken one away
            return []
        return [f"{entry_tile(n, width)} is not the beginning of {entry_tile(n, longer)}: take another copy"]

    def _sealed(self, n: int, width: int) -> list[tuple[int, int, bytes]] | None:
        """Place, slot and sealed bytes of each opening of the first ``width`` entries of a tile; None where they do not parse."""
        data, wide = self._read(openings_tile, n, width, _OPENINGS_MAX) or (b"", 0)
        found = [
            (data[at], data[at + 1], data[at + 2 : at + _RECORD])
            for at in range(0, len(data) // _RECORD * _RECORD, _RECORD)
        ]
        places = [one[:2] for one in found]
        holds = len(data) == len(found) * _RECORD <= _OPENINGS_MAX and places == sorted(set(places))
        return [one for one in found if one[0] < width] if holds and all(at < wide for at, _ in places) else None


def open_copy(place: Path | str, secret: bytes | None, origin: str) -> Bundle:
    """The bundle or backup in a folder or an object store; of a backup the closed cards are opened under ``secret``, where there is one.

    Raises:
        LedgerError: as for ``Bundle`` and ``Backup``.
    """
    if not is_backup(place):
        return Bundle(place)
    return Backup(place, None if secret is None else OpeningKey(secret, origin))


def is_backup(place: Path | str) -> bool:
    """Whether what lies there is a backup, and no bundle that was exported: also where one of the two that only a backup has is gone."""
    files = files_at(place)
    return reach(files) is not None or files.holds("openings")
