"""The tables of poker as they stood before a log index: folded as far as a rule asks for them, and no row of them twice.

What lies on a table, who has had the button, who registered and whether a hand is in play stands in the stream of the table alone;
few rules ask it (R806 r.2m, r.2s, r.6b; R810 r.2j, r.49, r.52), and only then is it read: once from the log, and from then on as the
night comes to its entries.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

from tombo.ledger.core.errors import TamperedError
from tombo.ledger.house.rules import OUT_OF_PLACE
from tombo.ledger.house.table.events import TableEvent
from tombo.ledger.house.table.state import Table, evolve
from tombo.ledger.kinds import EVENTS
from tombo.ledger.store import Store
from tombo.projections.line import Line, lines, reader
from tombo.projections.strangers import at_home

OPENED: Final = "table.tournament_opened.v1"
AT_ONCE: Final = 64
"""Rows of a table that are read together."""
KEPT_MAX: Final = 4_096
"""Tables that are kept: one that is asked for again is read again, so that a night of many tables needs no more memory."""
CLOSED: Final = "table.closed.v1"
CLOSED_MAX: Final = 16
"""Tables that are kept though they are closed."""
REST_MAX: Final = 256
"""Entries of a table that wait to be folded: one that is not asked for meanwhile is read again."""
_READS: Final = {kind: reader(kind) for kind in EVENTS if kind.startswith("table.")}
View = Callable[[str], Table | None]
"""A table by its stream; None where none is there."""


class _Kept:
    """A table as far as it is folded, and its entries since."""

    def __init__(self) -> None:
        self.table: Table | None = None
        self.rest = deque[Line[TableEvent]]()

    def come_to(self, index: int) -> None:
        """Fold the entries before a log index; one that cannot follow is named where it stands."""
        while self.rest and self.rest[0].index < index:
            try:
                self.table = evolve(self.table, self.rest.popleft().event)
            except (TamperedError, *OUT_OF_PLACE):
                continue


class TablesBefore:
    """Told of every entry of a table as the night comes to it, and asked in the order of the log."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: dict[str, _Kept] = {}
        self._now = -1
        """The log index of the last entry of a table that was told."""
        self._closed = deque[str]()
        """Those of the kept that closed, in order: the commit that closes a table may ask for it."""

    def heard(self, line: Line[TableEvent]) -> None:
        """The next entry of a table, decoded whole."""
        self._now = line.index
        if line.kind == OPENED and line.version == 1:  # its every hand asks for it
            self._keep(line.stream, _Kept())
        kept = self._kept.get(line.stream)
        if kept is not None and len(kept.rest) >= REST_MAX:
            del self._kept[line.stream]
        elif kept is not None:
            kept.rest.append(line)
            if line.kind == CLOSED:
                self._closed.append(line.stream)
        if len(self._closed) > CLOSED_MAX:
            self._kept.pop(self._closed.popleft(), None)

    def view(self, index: int) -> View:
        """The tables as they stood before a log index."""
        return lambda stream: self.at(stream, index)

    def at(self, stream: str, index: int) -> Table | None:
        """A table as it stood before a log index; None where none was there."""
        kept = self._kept.get(stream)
        if kept is None:
            self._keep(stream, kept := self._read(stream, index))
        kept.come_to(index)
        return kept.table

    def _keep(self, stream: str, kept: _Kept) -> None:
        if len(self._kept) >= KEPT_MAX:
            self._kept.clear()
        self._kept[stream] = kept

    def _read(self, stream: str, index: int) -> _Kept:
        """A table from the log, up to a log index; of what the night was told beyond that, what waits."""
        kept, version, until = _Kept(), 0, max(index - 1, self._now)
        while rows := self._store.stream_rows(stream, gt=version, lte=version + AT_ONCE):
            known = [row for row in rows if row.index <= until]
            kept.rest += lines([row for row in at_home(known) if row[3] in _READS], _READS)
            kept.come_to(index)
            version += len(known)
            if len(known) < len(rows):
                break
        return kept
