"""A table of which others do a part: they read the log, and of entries make the columns; who asked holds that to what was sealed, and writes (docs/decisions/0043).

Who does a part has no key and checks nothing. The column that says the leaf of an entry is held to the published tree, or behind it to the rows, checked; pages
that are folded are held to it as those of a regulator's files are. Where anything is otherwise, one process makes the table, and says what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

from tombo.ledger.checked.entry import entry_of
from tombo.ledger.checked.known import Believed
from tombo.ledger.checked.shared import sealed_leaves
from tombo.ledger.checked.store import CheckedStore
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import TamperedError
from tombo.ledger.operate.cold import evidence_with_cold
from tombo.ledger.parts import FEW, Job, Means, Work
from tombo.ledger.seal.entry import leaves_of, unpack
from tombo.ledger.seal.merkle import HASH_SIZE
from tombo.ledger.store import Row, Store
from tombo.reports.regulators.pages import PagesJob, in_parts
from tombo.reports.tables import entries
from tombo.reports.tables.arrow import arrow, schema_of
from tombo.reports.tables.entries import ENTRIES, LEAF, StoredRow, entry_rows, hexadecimal
from tombo.reports.tables.folded import FOLDED, FoldedRows
from tombo.reports.tables.model import LedgerTable, Rows, TableRows
from tombo.reports.tables.registry import MADE_BY

R = TypeVar("R")


class EntriesPart(NamedTuple):
    """The entries with ``start <= index < stop``."""

    start: int
    stop: int


class EntriesMade(NamedTuple):
    """What somebody made of them."""

    days: tuple[str, ...]
    """Of each, the day."""
    columns: bytes
    """The columns, a record batch as Arrow sends it, without its schema."""
    size: int
    """How many bytes they took where they were made."""


class EntriesJob(NamedTuple):
    """The entries of the ledger at ``url``, as the columns of their table. ``cold``: where copies lie that have what was detached from it."""

    url: str
    cold: tuple[str, ...] = ()

    def open(self) -> EntriesMaker:
        """What makes them, with the ledger opened here."""
        return EntriesMaker(evidence_with_cold(self.url, self.cold))


class EntriesMaker:
    """Makes the columns of entries, unchecked."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._rows = _AsTheyAre(store)

    def __call__(self, part: EntriesPart) -> EntriesMade:
        """The columns of a part.

        Raises:
            LedgerError: an entry is not as entries are written; who asked reads it, and says so.
        """
        days, batches = list[str](), list[Any]()
        for rows in entry_rows(self._rows, part.start, part.stop):
            days += rows.days
            batches.append(rows.columns())
        (columns,) = batches
        return EntriesMade(tuple(days), columns.serialize().to_pybytes(), columns.nbytes)

    def accuses(self, result: EntriesMade) -> bool:  # noqa: ARG002 - the port's
        """Nothing is objected to in columns."""
        return False

    def close(self) -> None:
        """Let go of the ledger."""
        self._store.close()


class _AsTheyAre:
    """The rows of a store that nobody has checked: what is made of them counts where their leaves are those that were sealed."""

    def __init__(self, store: Store) -> None:
        self.rows_of = store.rows_of

    def entry(self, row: Row) -> Entry:
        """The entry in a row."""
        return entry_of(Believed(row, unpack(row.state), bytes(HASH_SIZE)))

    def leaves(self, rows: Sequence[StoredRow]) -> bytes:
        """The hashes of the leaves of ``rows``, joined."""
        return leaves_of(rows)


def entries_in_parts(work: Work[EntriesMaker], store: CheckedStore, since: int, until: int) -> Iterator[TableRows]:
    """The entries with ``since <= index < until`` as ``work`` makes their columns, in the stretches in which one process makes them.

    Raises:
        TamperedError: what was read is not what was sealed.
    """
    if work.alone(little=until - since <= FEW):
        yield from entry_rows(store, since, until)
        return
    size = entries.CHUNK
    parts = [EntriesPart(first, min(first + size, until)) for first in range(since, until, size)]
    schema = schema_of(ENTRIES)
    for part, made in zip(parts, work.in_order(parts), strict=True):
        columns = arrow("ipc").read_record_batch(arrow().py_buffer(made.columns), schema)
        columns.validate()
        read = len(made.days) == columns.num_rows and columns.column(LEAF)
        if not read or not read.equals(hexadecimal(sealed_leaves(store, *part))):
            raise TamperedError(f"the entries from log index {part.start} to {part.stop - 1} were read as others")
        yield TableRows(part.stop, list(made.days), partial(_as_it_is, columns), size=made.size)


def _as_it_is(columns: Any) -> Any:
    return columns


def _folded(rows: FoldedRows, work: Work[Any], store: CheckedStore, since: int, until: int) -> Iterator[TableRows]:
    """The rows of a fold over pages that ``work`` reads."""
    return rows(store, since, until, paged=partial(in_parts, work))


class _Shared(NamedTuple):
    """How a table is made where others do parts: which job that is, and the rows, given who does it."""

    job: Callable[[str, tuple[str, ...]], Job[Any]]
    rows: Callable[[Work[Any], CheckedStore, int, int], Iterator[TableRows]]


_SHARED: Final[Mapping[LedgerTable, _Shared]] = {
    ENTRIES: _Shared(EntriesJob, entries_in_parts),
    **{table: _Shared(PagesJob, partial(_folded, rows)) for table, rows in FOLDED.items()},
}
"""Those that are: the days that were closed are few."""


def made_by(
    means: Means, url: str, store: CheckedStore, table: LedgerTable, make: Callable[[Rows], R]
) -> tuple[R, Exception | None]:
    """What ``make`` makes of the rows of ``table``, of which ``means`` do parts of the ledger at ``url``; and what went wrong, where one process made it anew.

    ``make`` may be called several times, and begins anew each time.

    Raises:
        LedgerError: as ``make`` does of rows that one process has.
    """
    shared, why = _SHARED.get(table), None
    if shared is not None and means.several:
        try:
            return means.run(shared.job(url, store.cold_places), lambda work: make(partial(shared.rows, work))), None
        except Exception as error:  # noqa: BLE001  # whatever it is, one process says below what it is, or makes the table
            why = error
    return make(MADE_BY[table]), why
