"""Complaints a page at a time: those that are open as the fold knows them, the others from their rows, each held against its entries before it is shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from tombo.ledger.checked.alarm import altered_view
from tombo.ledger.core.ids import is_stream
from tombo.ledger.store import Row, Store
from tombo.projections.rows import KeptRows, check
from tombo.projections.search.checked import folded
from tombo.projections.search.fold import Search
from tombo.projections.search.tables import COMPLAINT_ENDS, COMPLAINTS, STATE, SearchState
from tombo.projections.strangers import at_home

_NEWEST: Final = (
    "(SELECT 1 FROM {complaint_ends} n WHERE n.stream = e.stream AND n.log_index > e.log_index AND n.log_index < ?"
    " LIMIT 1) IS NULL"
)
"""That no later row says how the complaint of this one stands."""
_IN_STATE: Final = (
    f"SELECT e.log_index, e.stream FROM {{complaint_ends}} e WHERE e.state = ? AND e.log_index < ? AND {_NEWEST}"  # noqa: S608 - our own
    " ORDER BY e.log_index DESC LIMIT ?"
)
_OF_PLAYER: Final = (
    "SELECT e.log_index, e.stream FROM {complaints} c CROSS JOIN {complaint_ends} e"  # noqa: S608 - our own
    " WHERE c.player = ? AND c.log_index < ? AND e.stream = c.stream AND e.state = ? AND e.log_index < ?"
    f" AND {_NEWEST} ORDER BY e.log_index + 0 DESC LIMIT ?"
)
"""``+ 0``: by the index of ``log_index`` a database would go through what everybody complained of."""
_NAMES: Final = "SELECT DISTINCT stream FROM {complaints} WHERE stream > ? AND log_index < ? ORDER BY stream LIMIT ?"


class EndedComplaint(NamedTuple):
    """A complaint that is not open, as it is kept: not believed yet."""

    log_index: int
    """Of the entry that says how it stands."""
    stream: object
    """A text, where a follower wrote it."""


def ended(kept: KeptRows, states: Iterable[str], player: str, below: int, most: int) -> list[EndedComplaint]:
    """The newest complaints that came into one of ``states`` below a log index, ``most`` at most, the newest first; of ``player`` alone where one is named.

    That costs what is told; of a player what he ever complained of.
    """
    size = kept.build.position
    end, found = min(below, size), list[EndedComplaint]()
    for state in states:
        if player:
            rows = kept.views.fetch(kept.build, _OF_PLAYER, (player, size, state, end, size, most))
        else:
            rows = kept.views.fetch(kept.build, _IN_STATE, (state, end, size, most))
        found += map(EndedComplaint._make, rows)
    return sorted(found, key=lambda one: one.log_index, reverse=True)[:most]


def named(kept: KeptRows, after: str, most: int) -> list[object]:
    """The next complaints behind the stream ``after`` in order of name, ``most`` at most, as they are kept: not believed yet."""
    return [stream for (stream,) in kept.views.fetch(kept.build, _NAMES, (after, kept.build.position, most))]


def check_complaints(store: Store, kept: KeptRows, known: SearchState, streams: Sequence[object]) -> None:
    """That what is kept of these complaints is what their entries give.

    Raises:
        TamperedError: it is not.
    """
    if not streams:
        return
    size, rows = kept.build.position, dict[int, Row]()
    for stream in streams:
        if isinstance(stream, str) and is_stream(stream):
            rows |= {row.index: row for row in at_home(store.stream_rows(stream)) if row.index < size}
    fold = folded([rows[index] for index in sorted(rows)], size)
    opened, due = STATE.validate_json(fold.state()).complaints, fold.take()
    asked = f"stream IN ({', '.join('?' * len(streams))}) AND log_index < ?"
    for table in (COMPLAINTS, COMPLAINT_ENDS):
        check(kept, table, asked, (*streams, size), due[table])
    for stream in map(str, streams):
        if known.complaints.get(stream) != opened.get(stream):
            raise altered_view(
                Search.name, f"whether {stream} is open, since when and whose it is, is not what its entries give"
            )
