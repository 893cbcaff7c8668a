"""The log a page at a time, as files of a country are made of it: read by this process, or by others beside it (docs/decisions/0043).

Who reads a page elsewhere has no key and checks nothing. He gives the rows that this process folds, and the hashes of the leaves of all rows: this process
holds both to what was sealed, and reads the page itself where they are not that. Files are made here, of the same rows in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple, TypeVar

from tombo.ledger.checked.alarm import NO_ENTRY
from tombo.ledger.checked.shared import sealed_leaves
from tombo.ledger.checked.store import CheckedStore
from tombo.ledger.kinds import misplaced
from tombo.ledger.operate.cold import evidence_with_cold
from tombo.ledger.parts import FEW, Means, Work, in_short
from tombo.ledger.seal.entry import leaves_of
from tombo.ledger.seal.merkle import HASH_SIZE
from tombo.ledger.store import Store
from tombo.reports.regulators.known import TELLS
from tombo.reports.regulators.plays import BEGINS, OVER, PLAYED_IN, place_of

R = TypeVar("R")
PageRow = tuple[int, str, int, str, bytes]
"""Log index, stream, version, kind, state."""
_TELLS: Final = frozenset(TELLS)


class LogPage(NamedTuple):
    """The entries with ``start <= index < stop`` of the kinds in ``reads``; below ``first`` only what is known and goes on counts."""

    start: int
    stop: int
    first: int
    reads: tuple[str, ...]


Pages = Iterator[Sequence[PageRow]]
"""The rows of pages, one after the other."""
Paged = Callable[[CheckedStore, Sequence[LogPage]], Pages]
"""How pages are read: the rows of each, in log order."""


def read_here(store: CheckedStore, pages: Sequence[LogPage]) -> Pages:
    """Read by this process, each row checked.

    Raises:
        TamperedError: one is not what was sealed, or is not there.
    """
    for page in pages:
        reads = frozenset(page.reads)
        yield [row for row in store.rows_of(None, page.start, page.stop) if row[3] in reads]


class PageRead(NamedTuple):
    """A page as somebody read it: the rows that are needed of it, and the hashes of the leaves of all of it, joined."""

    rows: tuple[PageRow, ...]
    leaves: bytes


class PagesJob(NamedTuple):
    """The pages of the ledger at ``url``. ``cold``: where copies lie that have what was detached from it."""

    url: str
    cold: tuple[str, ...] = ()

    def open(self) -> PageReader:
        """What reads them, with the ledger opened here."""
        return PageReader(evidence_with_cold(self.url, self.cold))


class PageReader:
    """Reads pages, unchecked."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __call__(self, part: LogPage) -> PageRead:
        """What is needed of a page; nothing of one that holds what is no entry, which is for who asked to say."""
        rows = self._store.rows_of(None, part.start, part.stop)
        try:
            return PageRead(tuple(needed(rows, part)), leaves_of(rows))
        except NO_ENTRY:
            return PageRead((), b"")

    def accuses(self, result: PageRead) -> bool:  # noqa: ARG002 - the port's
        """Nothing is objected to in a page."""
        return False

    def close(self) -> None:
        """Let go of the ledger."""
        self._store.close()


def needed(rows: Sequence[PageRow], page: LogPage) -> list[PageRow]:
    """Of the rows of a page those that a fold of it needs, in log order.

    Below ``first`` play is read only as far as it goes on: of each place what follows the newest beginning there, and of what is over its beginning and its end,
    for that ends what went on before. What no door wrote where it stands is for who folds it to refuse.
    """
    reads, kept, going = frozenset(page.reads), list[PageRow](), dict[str, list[PageRow]]()
    for row in rows:
        index, stream, version, kind, _ = row
        if kind not in reads:
            continue
        if index >= page.first or kind in _TELLS or misplaced(stream, version, kind) is not None:
            kept.append(row)
        if index < page.first and kind in PLAYED_IN:
            place = place_of(stream)
            if kind in BEGINS:
                going[place] = [row]
            elif kind in OVER and place in going and going[place][0][3] in BEGINS and going[place][0][1] == stream:
                going[place] = [going[place][0], row]
            else:
                going.setdefault(place, []).append(row)
    return sorted({*kept, *(row for found in going.values() for row in found)})


def in_parts(work: Work[PageReader], store: CheckedStore, pages: Sequence[LogPage]) -> Pages:
    """The rows of ``pages`` as ``work`` reads them, each held to what was sealed; of a page of which one is not that this process reads all.

    Raises:
        TamperedError: as for ``read_here``.
    """
    if work.alone(little=sum(page.stop - page.start for page in pages) <= FEW):
        yield from read_here(store, pages)
        return
    for page, read in zip(pages, work.in_order(pages), strict=True):
        yield read.rows if _is_sealed(store, page, read) else next(read_here(store, [page]))


def _is_sealed(store: CheckedStore, page: LogPage, read: PageRead) -> bool:
    """Whether the rows are of the page, each once, in order and as it was sealed, and so is all else that was read."""
    sealed = sealed_leaves(store, page.start, page.stop)
    if read.leaves != sealed:
        return False
    places = [row[0] - page.start for row in read.rows]
    if places != sorted(set(places)) or (places and not 0 <= places[0] <= places[-1] < page.stop - page.start):
        return False
    return leaves_of(read.rows) == b"".join([sealed[at * HASH_SIZE : (at + 1) * HASH_SIZE] for at in places])


def by_means(means: Means, job: PagesJob, make: Callable[[Paged], R], shown: Callable[[Pages], Pages] = iter) -> R:
    """What ``make`` makes of the log, of which ``means`` do the ``job``; by this process where there is nobody else. ``shown`` sees pages go by.

    ``make`` may be called again, where a worker was wrong. Whatever cannot be made of what others read, this process makes of what it reads, or says why not.

    Raises:
        LedgerError: as ``make`` does.
    """

    def by_one() -> R:
        return make(lambda *asked: shown(read_here(*asked)))

    if not means.several:
        return by_one()
    try:
        return means.run(job, lambda work: make(lambda *asked: shown(in_parts(work, *asked))))
    except Exception as error:  # noqa: BLE001  # a day that cannot be told, or a page that broke the fold: what one process makes or raises is the answer
        why = in_short(error)
    return means.anew(why, by_one)
