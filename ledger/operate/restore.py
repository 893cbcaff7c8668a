"""A ledger's database made again, from a backup, an exported bundle or a copy of its SQLite file (``docs/restore.md``).

The source was verified before; here it is only copied. Rows come over byte for byte, with their openings; the command ids are
taken from the entries, the tiles from the leaves; checkpoints are kept as far as they are of these entries. The secrets of
persons lie in the folder of keys, and need no restoring.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple, Protocol

from tombo.ledger.core.command import Opening
from tombo.ledger.operate.publish import build_tree, root_of_rows
from tombo.ledger.seal import canonical
from tombo.ledger.seal.checkpoint import Checkpoint, parse_checkpoint
from tombo.ledger.seal.entry import unpack
from tombo.ledger.seal.note import parse_note
from tombo.ledger.seal.sealed_opening import NONCE_SIZE, OpeningKey
from tombo.ledger.store import CommandRow, OpeningRow, Row, drafted
from tombo.ledger.store.verbatim import put_verbatim

ROWS: Final = 1_000
"""How many entries are copied in one transaction, and up to the end of their append."""

Progress = Callable[[int, int], None]
"""Told how many entries of how many are there."""


class RestoreSource(Protocol):
    """Where the entries come from: a bundle, or a store."""

    def head(self) -> Any:
        """The end of the log."""
        ...

    def rows(self, start: int = 0, stop: int | None = None) -> Iterator[tuple[int, str, int, str, bytes]]:
        """The entries of the range, by index."""
        ...

    def sealed_between(self, start: int, stop: int) -> Iterator[tuple[int, Any]] | None:
        """The openings of the range, sealed, each with the index of its entry; None where the source carries none that are sealed."""
        ...

    def openings_between(self, start: int, stop: int) -> Iterator[tuple[int, tuple[Any, ...]]] | None:
        """The openings of the range, which stand open; None where the source carries none."""
        ...

    def checkpoints(self, size: int = 0) -> Iterator[tuple[int, str]]:
        """Every checkpoint it has of more than ``size`` entries, by size; with 0 all of them."""
        ...


class Restored(NamedTuple):
    """What is there now: the tree, how many openings, and how many checkpoints."""

    tree: Checkpoint
    openings: int
    checkpoints: int


class Sealer(NamedTuple):
    """Seals the openings of a bundle, where they stand open: under the key of the ledger, with nonces from ``entropy``."""

    key: OpeningKey
    entropy: Callable[[int], bytes]

    def __call__(self, opened: tuple[Any, ...]) -> OpeningRow:
        """An opening as the table keeps it."""
        stream, version, *opening = opened
        return OpeningRow(
            stream, version, opening[0], self.key.seal(stream, version, Opening(*opening), self.entropy(NONCE_SIZE))
        )


def restore(  # noqa: PLR0917 - what, where, and what goes with it
    source: RestoreSource,
    url: str,
    origin: str,
    note: str | None,
    sealer: Sealer | None,
    progress: Progress | None = None,
    check: Callable[[str], object] | None = None,
) -> Restored:
    """Make the ledger ``origin`` at ``url`` from what ``source`` has, which was verified.

    ``note``: a checkpoint more to keep, if it is of these entries. The signer's last may be of others, where a copy of what was given up is found.
    The openings of a store and of a backup come over sealed, as they are; those of a bundle stand open, and are kept where there is a ``sealer``. Where it
    fails, a file that it made is removed; a file stands under its name only once all of it is there, and ``check``, told where it is made,
    has not raised. Killed in between it leaves a draft beside; on PostgreSQL a shorter ledger, which is to be removed and is never taken up
    again.

    Raises:
        UsageError: there is a ledger at ``url`` already, or what is left of a lost one.
        StoreUnavailableError: it cannot be written.
    """
    size = source.head().size
    with drafted(url, origin) as store:
        openings, done = 0, 0
        for rows in _batches(source.rows(0, size)):
            kept = _openings(source, done, done + len(rows), sealer)
            put_verbatim(store, [Row(*row) for row in rows], _commands(rows, done), kept)
            done += len(rows)
            openings += len(kept)
            if progress is not None:
                progress(done, size)
        tree = build_tree(store)
        notes = dict(source.checkpoints())
        if note is not None:
            signed = parse_checkpoint(parse_note(note.encode()).text)
            if signed.size <= size and root_of_rows(store, signed.size) == signed.root:
                notes[signed.size] = note
        whole = {at: said for at, said in sorted(notes.items()) if at <= size}
        for at, said in whole.items():
            store.put_checkpoint(at, said)
        if check is not None:
            check(store.url)
        return Restored(tree, openings, len(whole))


def _openings(source: RestoreSource, start: int, stop: int, sealer: Sealer | None) -> list[OpeningRow]:
    sealed = source.sealed_between(start, stop)
    if sealed is not None:
        return [OpeningRow(*row) for _, row in sealed]
    found = source.openings_between(start, stop)
    return [] if found is None or sealer is None else [sealer(opened) for _, opened in found]


def _batches(rows: Iterator[tuple[int, str, int, str, bytes]]) -> Iterator[list[tuple[int, str, int, str, bytes]]]:
    """``rows`` in runs of whole appends."""
    batch: list[tuple[int, str, int, str, bytes]] = []
    for row in rows:
        if len(batch) >= ROWS and unpack(row[4]).first == row[0]:
            yield batch
            batch = []
        batch.append(row)
    if batch:
        yield batch


def _commands(rows: Sequence[tuple[int, str, int, str, bytes]], start: int) -> list[CommandRow]:
    """The commands these entries came from, each with its place counted from ``start``."""
    found: dict[str, CommandRow] = {}
    for index, *_, state in rows:
        command = canonical.decode(unpack(state).body)["command"]
        if command is not None:
            name, digest = command["id"], bytes.fromhex(command["digest"])
            known = found.get(name, CommandRow(name, digest, index - start, 0))
            found[name] = known._replace(count=known.count + 1)
    return list(found.values())
