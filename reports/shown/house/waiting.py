"""The complaints of a state and a player a page at a time: what waits longest first, then what is decided, the newest first.

Where the search is followed a page costs what is on it, and each complaint on it was held against its entries. Where it is not, or where somebody began a
stream of a complaint past every door, the entries of every complaint are read.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from enum import StrEnum
from itertools import islice
from typing import Final, NamedTuple

from tombo.ledger.core.errors import NotFoundError
from tombo.ledger.core.ids import is_stream
from tombo.ledger.house.dispute.events import AnyOpened
from tombo.ledger.house.dispute.state import dispute_stream
from tombo.projections.rows import KeptRows
from tombo.projections.search.complaints import check_complaints, end_of, ended, named
from tombo.projections.search.kinds import COMPLAINTS, DISPUTES, RESOLVED, TAKEN_BACK
from tombo.projections.search.tables import REVERSED, SearchState
from tombo.projections.strangers import at_home
from tombo.reports.said.commands import common as said
from tombo.reports.shown.house import disputes
from tombo.reports.shown.reading import Reader
from tombo.reports.shown.status import known_of


class CaseState(StrEnum):
    """How a complaint stands."""

    OPEN = "open"
    ACCEPTED = "accepted"
    PARTLY = "partly"
    REJECTED = "rejected"
    TAKEN_BACK = REVERSED
    """It was resolved, and its compensation was taken back."""


_FIRST: Final = -1
"""Before every instant: of a complaint whose beginning cannot be read."""


class CasesAsked(NamedTuple):
    """Which complaints, and how many of them."""

    states: frozenset[CaseState]
    player: str
    """Who complains; empty: whoever does."""
    after: str | None
    """The name of one of these states, behind which the page begins."""
    most: int


class CasesPage(NamedTuple):
    """Complaints by their streams, and whether there are more."""

    streams: tuple[str, ...]
    more: bool


class _Standing(NamedTuple):
    """A complaint, how it stands, whose it is, and its place among those that stand alike."""

    stream: str
    state: CaseState
    place: int
    """Of an open one the instant of the complaint; of another the log index of the entry that says how it stands."""
    player: str | None
    """None where that cannot be read: it is then shown to whoever asks for anybody's."""

    @property
    def order(self) -> tuple[bool, int, str]:
        """The open ones come first, of which what waits longest; of the others the newest."""
        is_open = self.state is CaseState.OPEN
        return not is_open, self.place if is_open else -self.place, self.stream


def page(reader: Reader, kept: KeptRows | None, asked: CasesAsked) -> CasesPage:
    """The complaints that are ``asked`` for; ``kept``: the rows of ``Search``, None where there are none.

    Raises:
        NotFoundError: the page is to begin behind a complaint that is not in one of these states.
        TamperedError: what is kept of a complaint on the page is not what its entries give.
    """
    known = _known(reader, kept)
    most = min(asked.most, sys.maxsize - 1)
    if kept is None or known is None:
        found: Sequence[object] = _read(reader, asked, most + 1)
    else:
        found = _kept(kept, known, asked, most + 1)
        check_complaints(reader.store, kept, known, found[:most])
    return CasesPage(tuple(map(str, found[:most])), len(found) > most)


def names_page(reader: Reader, kept: KeptRows | None, limit: int, after: str | None) -> CasesPage:
    """All complaints in order of name, ``limit`` of them; ``after``: the stream behind which the page begins.

    Raises:
        NotFoundError: ``after`` is none of them.
        TamperedError: what is kept of a complaint on the page is not what its entries give.
    """
    known = _known(reader, kept)
    behind = after or ""
    if after is not None and not (after.startswith(dispute_stream("")) and is_stream(after) and reader.version(after)):
        raise NotFoundError(said.NOTHING_BEFORE(name=after))
    if kept is None or known is None:
        every = (stream for stream in disputes.names(reader) if stream > behind)
        found: Sequence[object] = list(islice(every, limit + 1))
    else:
        found = named(kept, behind, limit + 1)
        check_complaints(reader.store, kept, known, found[:limit])
    return CasesPage(tuple(map(str, found[:limit])), len(found) > limit)


def next_name(reader: Reader, kept: KeptRows | None, now: int) -> str:
    """The next name of a complaint, as ``disputes.next_name`` gives it, without listing the names of all where the search is followed."""
    known = _known(reader, kept)
    if known is not None:
        name = disputes.name_after(known.numbers.get(disputes.year_of(now), 0), now)
        stream = dispute_stream(name)
        if is_stream(stream) and not reader.version(stream):
            return name
    return disputes.next_name(disputes.names(reader), now)


def _known(reader: Reader, kept: KeptRows | None) -> SearchState | None:
    """What is known of complaints; None where nothing is kept, or of a complaint there is that no door opened."""
    known = known_of(kept)
    if known is None or reader.store.streams_known(DISPUTES) != known.streams.get(DISPUTES, 0):
        return None
    return known


def _kept(kept: KeptRows, known: SearchState, asked: CasesAsked, most: int) -> list[object]:
    """The streams of these, as they are kept: not believed yet."""
    waiting, below = list[tuple[int, str]](), kept.build.position
    if CaseState.OPEN in asked.states:
        waiting = sorted(
            (one.complained, stream)
            for stream, one in known.complaints.items()
            if is_stream(stream) and asked.player in {"", one.player}
        )
    if asked.after is not None:
        last = _place(kept, known, asked.after, asked.states)
        if last.state is CaseState.OPEN:
            waiting = [one for one in waiting if one > (last.place, last.stream)]
        else:
            waiting, below = [], last.place
    found: list[object] = [stream for _, stream in waiting[:most]]
    others = sorted(asked.states - {CaseState.OPEN})
    left = most - len(found)
    return found + [one.stream for one in ended(kept, others, asked.player, below, left)] if left else found


def _place(kept: KeptRows, known: SearchState, name: str, states: frozenset[CaseState]) -> _Standing:
    """Where a complaint stands in the list of those in one of ``states``.

    Raises:
        NotFoundError: it is not there.
    """
    stream = dispute_stream(name)
    waiting = known.complaints.get(stream)
    if waiting is not None and CaseState.OPEN in states:
        return _Standing(stream, CaseState.OPEN, waiting.complained, waiting.player)
    if waiting is None and is_stream(stream):
        end = end_of(kept, stream)
        if end is not None and end[1] in states:
            return _Standing(stream, CaseState(end[1]), end[0], None)
    raise NotFoundError(said.NOTHING_BEFORE(name=name))


def _read(reader: Reader, asked: CasesAsked, most: int) -> list[str]:
    """The streams of these, every complaint being read."""
    every = (_standing(reader, stream) for stream in disputes.names(reader))
    found = sorted((one for one in every if one.state in asked.states), key=lambda one: one.order)
    if asked.after is not None:
        behind = dispute_stream(asked.after)
        last = next((one.order for one in found if one.stream == behind), None)
        if last is None:
            raise NotFoundError(said.NOTHING_BEFORE(name=asked.after))
        found = [one for one in found if one.order > last]
    return [one.stream for one in found if asked.player in {"", one.player} or one.player is None][:most]


def _standing(reader: Reader, stream: str) -> _Standing:
    """How a complaint stands, from its entries: its first decision counts, as where it is shown."""
    rows = list(at_home(reader.store.stream_rows(stream)))
    opening: AnyOpened | None = None
    if rows and rows[0].version == 1 and rows[0].kind in COMPLAINTS:
        opening = reader.entry(rows[0]).event
    player = None if opening is None else opening.player
    taken_back = [row.index for row in rows if row.kind == TAKEN_BACK]
    if taken_back:
        return _Standing(stream, CaseState.TAKEN_BACK, taken_back[-1], player)
    decided = next((row for row in rows if row.kind in RESOLVED), None)
    if decided is not None:
        return _Standing(stream, CaseState(reader.entry(decided).event.outcome), decided.index, player)
    return _Standing(stream, CaseState.OPEN, _FIRST if opening is None else opening.complained, player)
