"""The list of refunds computed from the hands, rounds and tournaments that gave them, and held against the followed rows.

Of a period the log itself is read, so that a refund which no row tells is missed. One that is recorded more than a day after the
period is found by its row alone; that its row is there, the night says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from tombo.ledger.core.ids import local, table_of
from tombo.ledger.core.lisbon import HOUR
from tombo.ledger.games.every import TABLE_GAMES, followed
from tombo.ledger.house.rules import stranger
from tombo.ledger.store import Row, Store
from tombo.ledger.store.mapper import CanonicalMapper
from tombo.projections.chosen import Chosen, Made, commit_of, lines_of, recomputed, told
from tombo.projections.refunds.followed import VOIDS, Refunds
from tombo.projections.refunds.reading import Wanted
from tombo.projections.refunds.tables import OCCASIONS, REFUNDS
from tombo.projections.rows import KeptRows, check
from tombo.projections.strangers import at_home
from tombo.projections.tournament.view import follow

GIVING: Final = ("hand.voided.v1", *sorted(VOIDS))
"""The kinds that give back what a void hand or round has; a tournament gives by ``REFUNDED``."""
REFUNDED: Final = "tournament.refunded.v1"
LATE: Final = 24 * HOUR
CHUNK: Final = 4_096
_AT: Final = [name for name, _ in REFUNDS.columns].index("at")
_STREAM: Final = [name for name, _ in OCCASIONS.columns].index("stream")
_KEPT: Final = "SELECT DISTINCT stream FROM {given} WHERE log_index < ? AND at >= ? AND at < ?"


@contextmanager
def checked_refunds(
    store: Store, kept: KeptRows, size: int, wanted: Wanted, tell: Callable[[int, int], None]
) -> Iterator[Made]:
    """The refunds of a period in the first ``size`` entries, with their occasions, from the entries that gave them.

    ``tell`` hears how many entries of how many are read.

    Raises:
        TamperedError: the followed rows are others.
        OutOfPlaceError: what gave something back holds an entry that no door wrote there.
    """
    chosen = Chosen(store, min(size, kept.build.position))
    params = (chosen.size, wanted.since, wanted.until)
    there = [stream for (stream,) in kept.views.fetch(kept.build, _KEPT, params) if isinstance(stream, str)]
    occasions = set() if wanted.incident is None else {f"incident:{wanted.incident}"}
    for stream in dict.fromkeys((*_given(chosen, wanted, tell), *there)):
        occasions |= _choose(chosen, stream)
    for stream in sorted(occasions):
        chosen.add(stream)
    with recomputed(Refunds, chosen, lines_of(Refunds, chosen.rows())) as made:
        due = [row for row in made.due[REFUNDS] if wanted.since <= row[_AT] < wanted.until]
        check(kept, REFUNDS, "log_index < ? AND at >= ? AND at < ?", params, due)
        for stream in sorted(occasions):
            why = [row for row in made.due[OCCASIONS] if row[_STREAM] == stream]
            check(kept, OCCASIONS, "stream = ? AND log_index < ?", (stream, chosen.size), why)
        yield made


def _given(chosen: Chosen, wanted: Wanted, tell: Callable[[int, int], None]) -> Iterator[str]:
    """The streams of what gave something back, by the log of the period and a day more."""
    store = chosen.store
    start = store.size_at(wanted.since - 1) if wanted.since else 0
    stop = min(chosen.size, store.size_at(wanted.until + LATE))
    for first in range(start, stop, CHUNK):
        last = min(first + CHUNK, stop)
        yield from (stream for _, stream, _, _, _ in at_home(store.rows_of((*GIVING, REFUNDED), first, last)))
        tell(last - start, stop - start)


def _choose(chosen: Chosen, stream: str) -> set[str]:
    """Choose what says what ``stream`` gave back, to whom and why; why, by stream."""
    rows = chosen.add(stream)
    if stream.startswith("tournament:"):
        _give_back(chosen, rows)
        return {stream}
    if stream.partition(":")[0] in TABLE_GAMES:  # a kept row may name anything
        _follow(chosen, rows)
    name = table_of(stream)
    chosen.add(f"table:{name}" if stream.startswith("hand:") else f"banked:{name}")
    return {f"incident:{incident}" for incident in _incidents(rows)}


def _follow(chosen: Chosen, rows: Iterable[Row]) -> None:
    """That the hand or round in ``rows`` is one that can be shown: it began, and was void before anything else ended it.

    Raises:
        OutOfPlaceError: an entry of it no door wrote where it stands.
    """
    mapper, state = CanonicalMapper(chosen.store.origin), None
    for row in rows:
        state = followed(state, mapper.to_entry(row))


def _give_back(chosen: Chosen, rows: Iterable[Row]) -> None:
    """That the tournament in ``rows`` is one that can be shown: each refund is one of the commit that cancelled it, once an entry.

    Raises:
        OutOfPlaceError: an entry of it no door wrote where it stands.
    """
    mapper, found, cancels, back = CanonicalMapper(chosen.store.origin), None, -1, set[int]()
    for row in rows:
        found = follow(found, mapper.to_entry(row), local(row.stream))
        if found.cancellation is not None and found.cancellation.log_index == row.index:
            cancels = commit_of(row)
        if row.kind != REFUNDED:
            continue
        entry = found.given[-1].event.entry
        if commit_of(row) != cancels:
            raise stranger(row.index, row.stream, row.kind, "it is not in the commit that cancels the tournament")
        if entry in back or found.state.entry(entry) is None:
            raise stranger(row.index, row.stream, row.kind, "an entry is given back once")
        back.add(entry)


def _incidents(rows: Iterable[Row]) -> Iterator[str]:
    found = list(rows)
    for kind in GIVING:
        for line in told(found, kind, "incident"):
            yield line.event["incident"]
