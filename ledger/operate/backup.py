"""A run of ``tombo backup``: what came since the last one, checked as it is written, added to a folder (``docs/decisions/0042``).

The entries from the last backup's checkpoint on are read, and nothing before. They must be those that the folder has already, as far as it
has them; and the tree over what the folder has and what is new must have the root of the checkpoint that the folder has, and of the newest.
Then only are they counted: the file ``backup`` is written after everything else is durable, and the checkpoint after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from tombo.ledger.checked import CheckedStore
from tombo.ledger.core.clock import Clock
from tombo.ledger.core.errors import (
    LedgerError,
    NotFoundError,
    TamperedError,
    UnwritableError,
    UsageError,
)
from tombo.ledger.exchange.backup import LIST, Backup, Reach, openings_data, openings_tile, reach
from tombo.ledger.exchange.edge import Edge, EdgeTile
from tombo.ledger.exchange.folder import DRAFT, GrowingFolder
from tombo.ledger.exchange.tiles import WIDTH, entry_data, entry_tile, hash_tile
from tombo.ledger.seal.checkpoint import Checkpoint, open_checkpoint
from tombo.ledger.seal.entry import leaf_data
from tombo.ledger.seal.lockfile import locked
from tombo.ledger.seal.merkle import EMPTY_ROOT, HASH_SIZE, leaf_hash
from tombo.ledger.seal.note import NOTE_MAX
from tombo.ledger.seal.policy import Policy
from tombo.ledger.store import Row

LOCK: Final = "backup.lock"
CHECKPOINT: Final = "checkpoint"
_OUR_OWN: Final = frozenset({LOCK, DRAFT})
"""What a run that was killed before it wrote anything leaves."""

Progress = Callable[[int, int], None]
"""Told how many entries of how many are there."""
Sealed = tuple[int, tuple[str, int, int, bytes]]


class BackedUp(NamedTuple):
    """What a run did: how many entries there were before and are now, how many of them the checkpoint covers, what was added."""

    before: int
    entries: int
    signed: int
    openings: int
    written: int
    """Bytes."""


def back_up(
    store: CheckedStore, directory: Path, policy: Policy, clock: Clock, progress: Progress | None = None
) -> BackedUp:
    """Bring the backup in ``directory``, which is there, up to the end of the log; the first time make it there.

    Raises:
        NotFoundError: the ledger has no checkpoint yet.
        ConflictError: another run is at work, and did not end in time.
        UsageError: the folder holds something else, or this user may not read the openings of closed cards.
        TamperedError: the folder's backup is of another history, or it or the ledger was altered. What was backed up stays as it was.
        OSError: the disk is full, or the folder cannot be written.
    """
    with _alone(directory):
        note = store.last_checkpoint()
        if note is None:
            raise NotFoundError("the ledger has no checkpoint yet; run 'tombo checkpoint'")
        signed, size = open_checkpoint(note.encode(), policy)[0], store.head().size  # in this order: the log goes on
        files = GrowingFolder(directory)
        old = _begun(files, policy)
        _check_goes_on(directory, old, signed, size)
        openings = _Run(store, files, old, signed, size).grow(progress)
        _finish(files, old, note, Reach(size, clock.now()))
        _tidy(files, old, signed, size)
        return BackedUp(old.entries, size, signed.size, openings, files.written)


class _Old(NamedTuple):
    """What the folder has: how many entries, and the checkpoint over the first of them."""

    entries: int
    checkpoint: Checkpoint
    source: Backup | None

    @property
    def first(self) -> int:
        """The first entry of the tile that its checkpoint ends in: from there on the log is read again."""
        return self.checkpoint.size // WIDTH * WIDTH


@contextmanager
def _alone(directory: Path) -> Iterator[None]:
    """One run at a time."""
    lock = directory / LOCK
    if lock.is_symlink() or (lock.exists() and (not lock.is_file() or lock.stat().st_nlink > 1)):
        raise UnwritableError(f"{lock} is no plain file of its own; remove it")
    with locked(lock, f"the backup in {directory}"):
        yield


def _begun(files: GrowingFolder, policy: Policy) -> _Old:
    """What is there already; a folder with nothing in it is marked as a backup, so that a run that is killed is known again."""
    nothing = Checkpoint(policy.origin, 0, EMPTY_ROOT)
    said = reach(files)
    if said is None:
        if any(path.name not in _OUR_OWN for path in files.root.iterdir()):
            raise UsageError(
                f"{files.directory} holds something that is no backup; name a new folder, or one that 'tombo backup' made"
            )
        said = Reach(0, 0)
        files.put(LIST, said.data())
        files.settle()
    if not said.entries:  # also where the first run was killed: from the beginning
        files.put("policy", policy.text.encode())
        return _Old(0, nothing, None)
    try:
        checkpoint = open_checkpoint(files.get(CHECKPOINT, NOTE_MAX) or b"", policy)[0]
    except LedgerError as error:
        raise TamperedError(
            f"{files.directory / CHECKPOINT}: {error}; nothing was written: take a new folder, and keep this one"
        ) from error
    return _Old(said.entries, checkpoint, Backup(files.directory))


def _check_goes_on(directory: Path, old: _Old, signed: Checkpoint, size: int) -> None:
    """That the ledger has what the folder has, and no less, as far as sizes say it.

    Raises:
        TamperedError: it does not.
    """
    before = old.checkpoint
    if before.size > old.entries:
        raise _altered(directory, f"{LIST} names {old.entries} entries, and the checkpoint covers {before.size}")
    if old.entries > size or before.size > signed.size:
        raise TamperedError(
            f"the backup in {directory} has {old.entries} entries and a checkpoint of {before.size}, the ledger {size} and one of"
            f" {signed.size}: the ledger lost entries, which the backup has ('tombo restore'), or their loss was declared, and it goes on"
            " in a new folder. Nothing was written"
        )
    if before.size == signed.size and before.root != signed.root:
        raise TamperedError(
            f"the checkpoint of the backup in {directory} is of other {before.size} entries than the ledger's: another history."
            " Nothing was written; keep both, and run 'tombo verify' on each"
        )


def _altered(directory: Path, found: str) -> TamperedError:
    return TamperedError(
        f"the backup in {directory} was altered or damaged: {found}. What it has was not changed; keep it, run 'tombo verify' on it,"
        " and make the next one in a new folder"
    )


class _Run:
    """Writes what is new."""

    def __init__(self, store: CheckedStore, files: GrowingFolder, old: _Old, signed: Checkpoint, size: int) -> None:
        self.store, self.files, self.old, self.signed, self.size = store, files, old, signed, size
        self.edge = Edge(old.first, self._tile)
        self._check_root()

    def grow(self, progress: Progress | None) -> int:
        """Read the log from the last backup's checkpoint on, and write what the folder lacks; how many openings are new."""
        added = 0
        for first in range(self.old.first, self.size, WIDTH):
            stop = min(first + WIDTH, self.size)
            rows = list(self.store.rows(first, stop))
            self._check_same(rows, first)
            leaves = [leaf_data(*row[1:]) for row in rows]
            for leaf in leaves[: max(0, self.signed.size - first)]:
                self.edge.append(leaf_hash(leaf))
                self._check_root()
            if stop > self.old.entries:
                added += self._put(first, leaves)
            if self.old.checkpoint.size < self.signed.size < stop and first < self.signed.size:
                leaves = leaves[: self.signed.size - first]
                self.files.put(entry_tile(first // WIDTH, len(leaves)), entry_data(leaves))
            self._put_tiles(self.edge.filled())
            if progress is not None:
                progress(stop, self.size)
        if self.signed.size > self.old.checkpoint.size:
            self._put_tiles(self.edge.partial())
        return added

    def _put(self, first: int, leaves: Sequence[bytes]) -> int:
        """A tile of entries, and that of their openings."""
        n, width = first // WIDTH, len(leaves)
        found = self.store.sealed_between(first, first + width)
        if found is None:
            raise UsageError(
                "the openings of closed cards cannot be read with the rights of this user; a door's user may read them"
            )
        sealed = list(found)
        self._check_openings(first, sealed)
        self.files.put(entry_tile(n, width), entry_data(leaves))
        self.files.put(openings_tile(n, width), openings_data(first, sealed))
        return sum(index >= self.old.entries for index, _ in sealed)

    def _check_same(self, rows: Sequence[Row], first: int) -> None:
        """That the ledger's entries are those that the folder has already."""
        stop = min(first + len(rows), self.old.entries)
        kept = {} if self.old.source is None else {row[0]: row for row in self.old.source.rows(first, stop)}
        for row in rows[: max(0, stop - first)]:
            found = kept.get(row.index)
            if found is None or found[1] is None:
                raise _altered(self.files.directory, f"log index {row.index} is not there, or is no entry")
            if found != row:
                raise TamperedError(
                    f"log index {row.index} is another entry in the backup in {self.files.directory} than in the ledger: another history, or"
                    " one of the two was altered. Nothing that it has was changed; keep both, and run 'tombo verify' on each"
                )

    def _check_openings(self, first: int, sealed: Sequence[Sealed]) -> None:
        """That no opening is lost which the folder has: the tile that it is in will not be asked again."""
        if self.old.source is None or first >= self.old.entries:
            return
        if not self.old.source.openings_parse(first // WIDTH):
            raise _altered(self.files.directory, f"the openings of the entries from log index {first} on do not parse")
        for index, row in self.old.source.sealed_between(first, self.old.entries):
            if (index, row) not in sealed:
                raise TamperedError(
                    f"the opening of {row[0]} version {row[1]} slot {row[2]} (log index {index}) is not in the ledger as it is in the backup in"
                    f" {self.files.directory}: one of the two was altered. Nothing that it has was changed; run 'tombo verify' on each"
                )

    def _check_root(self) -> None:
        """That the tree has the root of each checkpoint where it has its size."""
        if self.edge.size == self.old.checkpoint.size and self.edge.root() != self.old.checkpoint.root:
            raise _altered(
                self.files.directory, f"its tiles are not those of its checkpoint of {self.edge.size} entries"
            )
        if self.edge.size == self.signed.size and self.edge.root() != self.signed.root:
            raise TamperedError(
                f"the {self.edge.size} entries of the backup in {self.files.directory} and those that came since have the root"
                f" {self.edge.root().hex()}, the ledger's checkpoint says {self.signed.root.hex()}: another history, or one of the two was"
                " altered. Nothing that it has was changed; keep both, and run 'tombo verify' on each"
            )

    def _tile(self, level: int, n: int, width: int) -> bytes:
        """The folder's tile. Of the levels above the leaves it is as wide at its checkpoint as where the run begins."""
        name = hash_tile(level, n, width)
        hashes = self.files.get(name, WIDTH * HASH_SIZE)
        if hashes is None or len(hashes) != width * HASH_SIZE:
            raise _altered(self.files.directory, f"{name} is not there, or of another length")
        return hashes

    def _put_tiles(self, tiles: Iterable[EdgeTile]) -> None:
        for level, n, hashes in tiles:
            self.files.put(hash_tile(level, n, len(hashes) // HASH_SIZE), hashes)


def _finish(files: GrowingFolder, old: _Old, note: str, reached: Reach) -> None:
    """Count what was written, once it is durable. In between the older checkpoint stands over the newer entries; the first time nothing does."""
    last = [(LIST, reached.data()), (CHECKPOINT, note.encode())]
    files.settle()
    for name, data in last if old.entries else reversed(last):
        if files.get(name, NOTE_MAX) != data:
            files.put(name, data)
            files.settle()


def _tidy(files: GrowingFolder, old: _Old, signed: Checkpoint, size: int) -> None:
    """Take away the partial tiles that were replaced by longer ones, and what killed runs left of theirs."""
    first, last = old.first // WIDTH, size // WIDTH
    for n in range(first, last + 1):
        wanted = {one % WIDTH for one in (signed.size, size) if one // WIDTH == n} - {0}
        _keep_widths(files, entry_tile(n), wanted)
        _keep_widths(files, openings_tile(n), {size % WIDTH} - {0} if n == last else set())
    level, count, before = 0, signed.size, old.checkpoint.size
    while count:
        for n in range(before // WIDTH, count // WIDTH + 1):
            _keep_widths(files, hash_tile(level, n), {count % WIDTH} - {0} if n == count // WIDTH else set())
        level, count, before = level + 1, count // WIDTH, before // WIDTH
    files.settle()


def _keep_widths(files: GrowingFolder, tile: str, widths: set[int]) -> None:
    files.keep_alone(f"{tile}.p", set(map(str, widths)))
