"""Old periods leave the database (``docs/decisions/0045-old-periods-in-cold-bundles.md``).

What was played up to a signed checkpoint is cut from the database once a copy of the log has it: the copy is read back from its first entry
on, and has the root that the log's key signed. It is put on record first, by two people; then each row is cut that the copy has byte for byte.
Killed anywhere, every entry is in the database or in the copy, and the same command goes on.
"""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Callable, Collection, Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple, NoReturn

from tombo.ledger.checked import CheckedStore
from tombo.ledger.checked.played import goes_on, last_played
from tombo.ledger.core.errors import NotFoundError, TamperedError, UnreadableError, UsageError
from tombo.ledger.exchange.backup import open_copy
from tombo.ledger.exchange.bundle import Bundle
from tombo.ledger.exchange.edge import Edge
from tombo.ledger.kinds import IN_PLAY
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.cold import PLAYS, check_place, keep_place
from tombo.ledger.operate.detached import leaf_of, periods
from tombo.ledger.operate.keyfolder import Keyring
from tombo.ledger.seal.checkpoint import Checkpoint, open_checkpoint
from tombo.ledger.seal.policy import Policy
from tombo.ledger.store import Store, check_may_cut, cut

ROWS: Final = 2_048
"""How many entries are looked at for one transaction: writers wait for it no longer than for each other."""

Progress = Callable[[int, int], None]
"""Told how many entries of how many are done."""


class Detached(NamedTuple):
    """What a run did. ``log_index``: where it was put on record now; None where it was before.

    ``cut``: how many entries left the database now; ``kept``: how many of the period's play stay, because it goes on, is in dispute, or was a table's last.
    """

    log_index: int | None
    cut: int
    kept: int


def detach(  # noqa: PLR0917 - what, from where, up to where, and who says so
    ledger: Ledger,
    keyring: Keyring,
    place: str,
    signed: Checkpoint,
    ask: Callable[[], int],
    progress: Progress | None = None,
) -> Detached:
    """Let the play of the first ``signed.size`` entries leave the database, once the copy at ``place`` was read back.

    ``ask`` puts it on record, and returns at which log index. Cut off anywhere, it is run again.

    Raises:
        LedgerError: as for ``read_back`` and ``cut_plays``; or it is not put on record.
    """
    check_may_cut(ledger.store.recorder)
    check_place(keyring, place)
    copy = read_back(place, signed, progress)
    settle(place)
    before = any(signed.size <= known.size for known in periods(ledger.store))
    index = None if before else ask()
    keep_place(keyring, place)  # before anything is cut: whoever reads finds it
    return Detached(index, *cut_plays(ledger.store, copy, signed.size, still_read(ledger), progress))


def boundary(store: CheckedStore, before: int, policy: Policy) -> Checkpoint:
    """The largest checkpoint signed of entries that were all recorded before the instant ``before``.

    Raises:
        NotFoundError: there is none.
    """
    found = newest_before(store, before, policy)
    if found is None:
        raise NotFoundError(
            "no checkpoint was signed of what was recorded before that, so nothing of it can be detached; name a later instant"
        )
    return found


def newest_before(store: Store, before: int, policy: Policy) -> Checkpoint | None:
    """The same; None where there is none."""
    note = store.checkpoint_at(store.size_at(before - 1))
    return None if note is None else open_checkpoint(note.encode(), policy)[0]


def read_back(place: str, signed: Checkpoint, progress: Progress | None = None) -> Bundle:
    """The copy at ``place``, once its first ``signed.size`` entries were read and have the root that was signed.

    Raises:
        UsageError: it does not reach that far.
        TamperedError: it has other entries.
        LedgerError: there is none, or it cannot be read.
    """
    copy = open_copy(place, None, signed.origin)
    if copy.head().size < signed.size:
        raise UsageError(
            f"{place} has {copy.head().size} entries, and {signed.size} are to be detached; nothing was done. Run 'tombo backup' first"
        )
    edge = Edge()
    for index, *row in copy.rows(0, signed.size):
        if index != edge.size:
            break
        edge.append(leaf_of(row))
        if not edge.size % ROWS:
            edge.filled()
            if progress is not None:
                progress(edge.size, signed.size)
    if edge.size != signed.size or edge.root() != signed.root:
        raise TamperedError(
            f"{place} does not have the {signed.size} entries whose root {b64encode(signed.root).decode()} was signed: it was altered or"
            " damaged, or is of another history. Nothing was done; take another copy"
        )
    return copy


def settle(place: str) -> None:
    """Have the disk hold the copy in a folder: what was read back may stand in memory alone until then. An object store holds what it shows.

    Raises:
        UnreadableError: the disk does not take it, or it cannot be read.
    """
    if "://" in place:
        return
    try:
        for folder, _, files in os.walk(place, onerror=_raised):
            for name in ("", *files):
                _sync(Path(folder, name))
    except OSError as error:
        raise UnreadableError(
            f"{place} is not known to be on the disk ({error}); nothing was done; take another copy"
        ) from error


def _raised(error: OSError) -> NoReturn:
    raise error


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)  # a pipe must not hold us up: it cannot be synced
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def still_read(ledger: Ledger) -> set[str]:
    """The hands and rounds that are over and read all the same: the last two at each table, and those about which a complaint is open."""
    view = ledger.view()
    disputes = (view(name) for name in view.streams("dispute"))
    spared = {one.about for one in disputes if one is not None and one.outcome is None and one.about is not None}
    return spared.union(*(last_played(ledger.store, kind) for kind in IN_PLAY))


def cut_plays(
    store: CheckedStore, copy: Bundle, size: int, spared: Collection[str], progress: Progress | None = None
) -> tuple[int, int]:
    """Cut the entries below ``size`` of every hand and round that was over by then, but for those in ``spared``: ``ROWS`` at a time; how many were cut, and how many stay.

    ``copy`` was read back, and the period is on record.

    Raises:
        TamperedError: the database has another entry than the copy. What was cut before is in the copy.
        StoreUnavailableError: this user may not change the table, or the store cannot be reached.
    """

    @lru_cache(ROWS)
    def is_over(stream: str) -> bool:
        last = store.last_row(stream)
        return last is not None and last.index < size and stream not in spared and not goes_on(store, stream)

    done = kept = 0
    for rows in _batches(copy.rows(0, size)):
        played = [row for row in rows if row[1].partition(":")[0] in PLAYS]
        over = [row for row in played if is_over(row[1])]
        done += cut(store.recorder, rows[0][0], rows[-1][0] + 1, over)
        kept += len(played) - len(over)
        if progress is not None:
            progress(rows[-1][0] + 1, size)
    return done, kept


def _batches(rows: Iterator[tuple[int, Any, Any, Any, Any]]) -> Iterator[list[tuple[int, Any, Any, Any, Any]]]:
    while batch := list(islice(rows, ROWS)):
        yield batch
