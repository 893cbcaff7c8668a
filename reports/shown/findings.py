"""What was objected to lately, for whoever shows it: the entries of the newest findings.

The newest entries of the log are read themselves, so that no finding among them is missed whatever is kept; what is older is found by the rows of the
search, each held against its entry.
"""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.entry import Entry
from tombo.ledger.kinds import EVENTS
from tombo.projections.rows import KeptRows
from tombo.projections.search.checked import newest_findings
from tombo.reports.shown.reading import Reader

FINDINGS: Final = tuple(kind for kind in EVENTS if ".finding_recorded." in kind)
"""The kinds that object to something that was recorded."""
READ: Final = 1_024
"""So many of the newest entries are read themselves where the search is followed."""
READ_ALONE: Final = 20_000
"""And where it is not: a busy hour is no longer, and what is older is not told then."""


def objected(reader: Reader, kept: KeptRows | None, start: int, most: int) -> list[Entry]:
    """The newest findings from the log index ``start`` on, ``most`` at most, the newest first; ``kept``: the rows of ``Search``, None where there are none.

    Raises:
        TamperedError: what is kept of one is not what it says.
    """
    store = reader.store
    size = store.head().size
    low = max(start, size - (READ_ALONE if kept is None else READ))
    if kept is not None:
        low = min(low, max(start, kept.build.position))
    rows = reader.between(FINDINGS, low, size)[-most:]
    entries = [reader.entry(row) for row in reversed(rows)]
    if kept is not None and low > start and len(entries) < most:
        entries += map(reader.entry, newest_findings(store, kept, start, low, most - len(entries)))
    return entries
