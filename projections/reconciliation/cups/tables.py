"""The tables of tournaments as they stood before a log index: folded as far as a rule asks for them, and no row of them twice.

Ordinary hands do not touch their tournament. What lies on a table, who has had the button and whether a hand is in play stands in the
stream of the table alone; few rules of R810 ask it (r.2j, r.49, r.52), and only then is it read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from tombo.ledger.core.errors import TamperedError
from tombo.ledger.games.tournament.running import unfinished
from tombo.ledger.games.tournament.state import EntryState, Tournament
from tombo.ledger.games.tournament.timed import plays_on
from tombo.ledger.house.rules import OUT_OF_PLACE
from tombo.ledger.house.table.state import Table, evolve, table_stream
from tombo.ledger.kinds import EVENTS
from tombo.ledger.store import Store
from tombo.projections.line import lines, reader
from tombo.projections.strangers import at_home

AT_ONCE: Final = 64
"""Rows of a table that are read together: what lies behind the log index asked for is read again the next time."""
KEPT_MAX: Final = 4_096
"""Tables that are kept: one that is asked for again is folded again, so that a night of many tournaments needs no more memory."""
_READS: Final = {kind: reader(kind) for kind in EVENTS if kind.startswith("table.")}
View = Callable[[str], Table | None]
"""A table by its stream; None where none is there."""


class _Folded(NamedTuple):
    """A table up to a version."""

    version: int
    table: Table | None


class CupTables:
    """The night asks in the order of the log."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: dict[str, _Folded] = {}

    def before(self, index: int) -> View:
        """The tables as they stood before a log index."""
        return lambda stream: self._at(stream, index)

    def _at(self, stream: str, index: int) -> Table | None:
        version, table = self._kept.get(stream, _Folded(0, None))
        while rows := self._store.stream_rows(stream, gt=version, lte=version + AT_ONCE):
            earlier = [row for row in rows if row.index < index]
            for line in lines([row for row in at_home(earlier) if row[3] in _READS], _READS):
                try:
                    table = evolve(table, line.event)
                except (TamperedError, *OUT_OF_PLACE):
                    continue  # named where it stands
            version += len(earlier)
            if len(earlier) < len(rows):
                break
        if len(self._kept) >= KEPT_MAX:
            self._kept.clear()
        self._kept[stream] = _Folded(version, table)
        return table


def there(state: Tournament, view: View) -> dict[str, Table]:
    """The tables with players, by name."""
    return {name: table for name in state.tables if (table := view(table_stream(name))) is not None}


def unplayed(state: Tournament, view: View) -> list[str]:
    """The tables of a tournament whose time is up that have a hand to play yet (R810 r.52); of another nothing is looked up."""
    if state.time_called is None:
        return []
    return [name for name, table in there(state, view).items() if plays_on(state, table, view)]


def waited_for(state: Tournament, view: View) -> list[str]:
    """The tables that have a hand to end, or to begin, before the next of all (R810 r.49); of who does not play so nothing is looked up."""
    return unfinished(state, there(state, view), view) if state.hand_by_hand else []


def stack_of(entry: EntryState, view: View) -> int:
    """The chips before an entry."""
    table = None if entry.table is None or entry.status != "playing" else view(table_stream(entry.table))
    taken = None if table is None or entry.seat is None else table.at(entry.seat)
    return 0 if taken is None else taken.stack
