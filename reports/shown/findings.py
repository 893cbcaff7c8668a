"""What was objected to lately, for whoever shows it: the entries of the newest findings.

The newest entries of the log are read themselves, so that no finding among them is missed whatever is kept; what is older is found by the rows of the
search, each held against its entry.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice, takewhile
from typing import Final

from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.kinds import EVENTS
from tombo.ledger.seal.entry import unpack
from tombo.ledger.store import Row, Store
from tombo.projections.rows import KeptRows
from tombo.projections.search.checked import newest_findings
from tombo.reports.shown.reading import Reader

FINDINGS: Final = tuple(kind for kind in EVENTS if ".finding_recorded." in kind)
"""The kinds that object to something that was recorded."""
READ: Final = 1_024
"""So many of the newest entries are read themselves where the search is followed."""
READ_ALONE: Final = 20_000
"""And at most where it is not: a busy hour is no longer, and what is older is not told then."""
PAGE: Final = 10
"""So many are found by the rows at once: what is told is seldom more, and what is older is not read."""


def objected(reader: Reader, kept: KeptRows | None, since: int, most: int) -> list[Entry | OutOfPlaceError]:
    """The newest findings recorded at the instant ``since`` or later, ``most`` at most, the newest first; in the place of one that cannot be read, what is said of it. ``kept``: the rows of ``Search``, None where there are none.

    Raises:
        TamperedError: what is kept of one is not what it says.
    """
    store = reader.store
    size = store.head().size
    if kept is None:
        low = max(store.size_at(since - 1), size - READ_ALONE)
        return [_read(reader, row) for row in reversed(reader.between(FINDINGS, low, size)[-most:])]
    low = min(max(size - READ, 0), kept.build.position)
    newest = chain(reversed(reader.between(FINDINGS, low, size)), _kept(store, kept, low))
    late = takewhile(lambda row: unpack(row.state).recorded >= since, newest)
    return [_read(reader, row) for row in islice(late, most)]


def _read(reader: Reader, row: Row) -> Entry | OutOfPlaceError:
    try:
        return reader.entry(row)
    except OutOfPlaceError as error:
        return error


def _kept(store: Store, kept: KeptRows, below: int) -> Iterator[Row]:
    """The entries of the findings below a log index that are kept, the newest first; as far as somebody asks."""
    while rows := newest_findings(store, kept, below, PAGE):
        yield from rows
        below = rows[-1].index
