"""The complaints of a state and a player a page at a time: what waits longest first, then what is decided, the newest first.

Where the search is followed a page costs what is on it, and each complaint on it was held against its entries. Where it is not, or where somebody began a
stream of a complaint past every door, the entries of every complaint are read.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from enum import StrEnum
from itertools import islice
from typing import Final, NamedTuple, Self

from tombo.ledger.core.errors import NotFoundError, OutOfPlaceError
from tombo.ledger.core.ids import is_stream, local
from tombo.ledger.house.dispute.events import AnyOpened
from tombo.ledger.house.dispute.state import dispute_stream
from tombo.projections.rows import KeptRows
from tombo.projections.search.complaints import check_complaints, ended, named
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


_PLACE: Final = re.compile(r"(open|ended)\.(-1|[0-9]{1,18})\.(.+)", re.ASCII)
_FIRST: Final = -1
"""Before every instant: of a complaint whose beginning cannot be read."""


class CasePlace(NamedTuple):
    """A place in the list. It stays where it is, also if what stood there is decided meanwhile: a page that goes on behind it leaves out none that waits."""

    is_open: bool
    at: int
    """Of an open one the instant of the complaint; of another the log index of the entry that says how it stands."""
    stream: str

    @property
    def order(self) -> tuple[bool, int, str]:
        """The open ones come first, of which what waits longest; of the others the newest."""
        return not self.is_open, self.at if self.is_open else -self.at, self.stream

    @property
    def text(self) -> str:
        """It as an address has it."""
        return f"{'open' if self.is_open else 'ended'}.{self.at}.{local(self.stream)}"

    @classmethod
    def of(cls, text: str) -> Self | None:
        """The place that ``text`` says; None where it says none."""
        found = _PLACE.fullmatch(text)
        if found is None or not is_stream(dispute_stream(found[3])):
            return None
        return cls(found[1] == "open", int(found[2]), dispute_stream(found[3]))


class CasesAsked(NamedTuple):
    """Which complaints, and how many of them."""

    states: frozenset[CaseState]
    player: str
    """Who complains; empty: whoever does."""
    after: CasePlace | None
    """Where the page before ended."""
    most: int


class CasesPage(NamedTuple):
    """Complaints by their streams, and whether there are more."""

    streams: tuple[str, ...]
    more: bool
    last: CasePlace | None = None
    """Where the next page goes on of what is listed as it waits; None where there is none."""


class _Standing(NamedTuple):
    """A complaint, how it stands, and whose it is."""

    place: CasePlace
    state: CaseState
    player: str | None
    """None where that cannot be read: it is then shown to whoever asks for anybody's."""


def page(reader: Reader, kept: KeptRows | None, asked: CasesAsked) -> CasesPage:
    """The complaints that are ``asked`` for; ``kept``: the rows of ``Search``, None where there are none.

    Raises:
        TamperedError: what is kept of a complaint on the page is not what its entries give.
    """
    known = _known(reader, kept)
    most = min(asked.most, sys.maxsize - 1)
    if kept is None or known is None:
        found: Sequence[CasePlace] = _read(reader, asked, most + 1)
    else:
        believed = _kept(kept, known, asked, most + 1)
        check_complaints(reader.store, kept, known, [stream for _, _, stream in believed[:most]])
        found = [CasePlace(is_open, at, str(stream)) for is_open, at, stream in believed]
    more = len(found) > most
    return CasesPage(tuple(one.stream for one in found[:most]), more, found[most - 1] if more else None)


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


def _kept(kept: KeptRows, known: SearchState, asked: CasesAsked, most: int) -> list[tuple[bool, int, object]]:
    """Their places, as they are kept: not believed yet."""
    after, below = asked.after, kept.build.position
    waiting = list[CasePlace]()
    if CaseState.OPEN in asked.states and (after is None or after.is_open):
        each = (
            CasePlace(is_open=True, at=one.complained, stream=stream)
            for stream, one in known.complaints.items()
            if is_stream(stream) and asked.player in {"", one.player}
        )
        waiting = sorted((one for one in each if after is None or one.order > after.order), key=lambda one: one.order)
    if after is not None and not after.is_open:
        below = min(below, after.at)
    found: list[tuple[bool, int, object]] = [(one.is_open, one.at, one.stream) for one in waiting[:most]]
    others = sorted(asked.states - {CaseState.OPEN})
    left = most - len(found)
    if left:
        found += [(False, one.log_index, one.stream) for one in ended(kept, others, asked.player, below, left)]
    return found


def _read(reader: Reader, asked: CasesAsked, most: int) -> list[CasePlace]:
    """Their places, every complaint being read."""
    every = (_standing(reader, stream) for stream in disputes.names(reader))
    his = (one for one in every if asked.player in {"", one.player} or one.player is None)
    found = sorted((one.place for one in his if one.state in asked.states), key=lambda place: place.order)
    after = asked.after
    return [one for one in found if after is None or one.order > after.order][:most]


def _standing(reader: Reader, stream: str) -> _Standing:
    """How a complaint stands, from its entries: its first decision counts, as where it is shown."""
    rows = list(at_home(reader.store.stream_rows(stream)))
    opening: AnyOpened | None = None
    with suppress(OutOfPlaceError):  # it is told in its place
        if rows and rows[0].version == 1 and rows[0].kind in COMPLAINTS:
            opening = reader.entry(rows[0]).event
    player = None if opening is None else opening.player
    taken_back = [row.index for row in rows if row.kind == TAKEN_BACK]
    if taken_back:
        return _Standing(CasePlace(is_open=False, at=taken_back[-1], stream=stream), CaseState.TAKEN_BACK, player)
    decided = next((row for row in rows if row.kind in RESOLVED), None)
    with suppress(OutOfPlaceError):
        if decided is not None:
            state = CaseState(reader.entry(decided).event.outcome)
            return _Standing(CasePlace(is_open=False, at=decided.index, stream=stream), state, player)
    return _Standing(
        CasePlace(is_open=True, at=_FIRST if opening is None else opening.complained, stream=stream),
        CaseState.OPEN,
        player,
    )
