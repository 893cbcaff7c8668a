"""What was found held against the entries: each hand and round folded again from its own stream, and every row of it that is kept compared with that.

A row that was put there, or changed, is told before anything is shown. That one was taken out, so that something is not found, the night says, which
compares every row (decision 0025).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final, NamedTuple

from tombo.ledger.core.ids import is_stream
from tombo.ledger.store import Row, Store, ViewTable
from tombo.projections.behind import going_on
from tombo.projections.chosen import lines_of
from tombo.projections.follow import Row as FoldedRow
from tombo.projections.rows import KeptRows, check
from tombo.projections.search.fold import Search
from tombo.projections.search.kinds import COMPLAINTS
from tombo.projections.search.reading import FoundPlace, findings, parts_of
from tombo.projections.search.tables import (
    CARD,
    DISPUTE,
    DISPUTED,
    ENDS,
    FINDINGS,
    HANDS,
    INCIDENT,
    LATER,
    MARKS,
    PLAYER,
    RULE,
    TAKEN_PART,
    mark_of,
)
from tombo.projections.strangers import at_home

SORTS: Final = (PLAYER, CARD, INCIDENT, RULE, DISPUTE)
"""What is told of a hand besides its rows."""
CHUNK: Final = 500
"""Hands that are compared at once."""
PARTS: Final = 64
"""Entries by which somebody took part that are read at once."""
_COMPLAINED: Final = "SELECT log_index FROM {marks} WHERE began = ? AND mark = ? AND log_index < ? AND stream IN "


class EndedHand(NamedTuple):
    """How a hand or round ended; the columns of ``ENDS``."""

    log_index: int
    began: int
    outcome: str
    recorded: int
    players: int
    amount: int
    commission: int
    largest: int


class BegunHand(NamedTuple):
    """Where and when a hand or round began; the columns of ``HANDS``, ``log_index`` being its place."""

    began: int
    stream: str
    table: str
    number: str
    regulation: str
    recorded: int
    currency: str
    decimals: int


class FoundHand(NamedTuple):
    """A hand or round that was found, as its entries have it."""

    begun: BegunHand
    ended: EndedHand | None
    """None where it is in play."""
    players: tuple[str, ...]
    cards: tuple[str, ...]
    """Those that lay open, in the order in which they did."""
    incident: str | None
    """What made it void."""
    rules: tuple[str, ...]
    """What was objected to, by rule."""
    disputed: bool
    """Whether somebody complained of it."""


_Due = Mapping[ViewTable, Sequence[FoldedRow]]


def held(store: Store, kept: KeptRows, places: Sequence[FoundPlace]) -> Iterator[FoundHand]:
    """What was found at ``places``, in their order, once it is known that all rows kept of it are those that its entries give.

    Raises:
        TamperedError: one is not.
    """
    for first in range(0, len(places), CHUNK):
        chunk = places[first : first + CHUNK]
        due = _folded(store, kept, chunk)
        _compare(kept, chunk, due)
        yield from _as_found(chunk, due)


def took_part_in(store: Store, kept: KeptRows, player: str, below: int) -> Iterator[str]:
    """The hands and rounds in which ``player`` took part below a log index, by his newest entry in each, the newest first; as far as somebody asks.

    Each once it is known that all rows kept of it that say who took part are those that its entries give.

    Raises:
        TamperedError: one is not.
    """
    told = set[object]()
    while found := parts_of(kept.views, kept.build, player, below, PARTS):
        for part in found:
            if part.stream not in told:
                told.add(part.stream)
                yield _took_part(store, kept, part.stream)
        below = found[-1].log_index


def _took_part(store: Store, kept: KeptRows, stream: object) -> str:
    """The name of ``stream``, once what is kept of who took part in it is what its entries give."""
    size = kept.build.position
    rows = store.stream_rows(stream) if isinstance(stream, str) and is_stream(stream) else []
    due = _due([row for row in at_home(rows) if row.index < size], size)
    check(kept, TAKEN_PART, "stream = ? AND log_index < ?", (stream, size), due[TAKEN_PART])
    return str(stream)


def newest_findings(store: Store, kept: KeptRows, below: int, most: int) -> list[Row]:
    """The entries of the newest findings below a log index, ``most`` at most, the newest first: once what is kept of each is what it says.

    Raises:
        TamperedError: it is not.
    """
    indices = findings(kept.views, kept.build, min(below, kept.build.position), most)
    if not indices:
        return []
    there = [store.row(index) for index in indices if type(index) is int]
    rows = [row for row in there if row is not None]
    due = _due(list(at_home(reversed(rows))), kept.build.position)
    check(kept, FINDINGS, f"log_index IN {_question_marks(indices)}", indices, due[FINDINGS])
    return rows


def _folded(store: Store, kept: KeptRows, places: Sequence[FoundPlace]) -> _Due:
    """The rows that the entries of these hands give, and the complaints that are kept of them."""
    size, rows = kept.build.position, dict[int, Row]()
    for _, stream in places:
        if isinstance(stream, str) and is_stream(stream):
            rows |= {row.index: row for row in at_home(store.stream_rows(stream)) if row.index < size}
    streams = [stream for _, stream in places]
    for (index,) in kept.views.fetch(
        kept.build, _COMPLAINED + _question_marks(streams), (LATER, mark_of(DISPUTE, DISPUTED), size, *streams)
    ):
        row = store.row(index) if type(index) is int else None
        if row is not None and row.kind in COMPLAINTS:
            rows |= {one.index: one for one in at_home([row])}
    return _due([rows[index] for index in sorted(rows)], size)


def _due(rows: Sequence[Row], size: int) -> _Due:
    """The rows that the search keeps of ``rows`` alone."""
    return folded(rows, size).take()


def folded(rows: Sequence[Row], size: int) -> Search:
    """The search over ``rows`` alone, which are in log order and among its first ``size`` entries."""
    fold = Search()
    fold.begin("", lambda _, __: [])
    with going_on(Search.name, 0, size):
        for line in lines_of(Search, rows):
            fold.step(line)
    return fold


def _compare(kept: KeptRows, places: Sequence[FoundPlace], due: _Due) -> None:
    """That what is kept of these hands is what is ``due``.

    Raises:
        TamperedError: a row is not, is missing, or is one too many.
    """
    size, begun, streams = kept.build.position, [place.began for place in places], [place.stream for place in places]
    there, named = set(begun), set(streams)
    for table, column in ((HANDS, "log_index"), (ENDS, "began"), (MARKS, "began")):
        place = [name for name, _ in table.columns].index(column)
        rows = [row for row in due[table] if row[place] in there]
        check(kept, table, f"{column} IN {_question_marks(begun)} AND log_index < ?", (*begun, size), rows)
    later = [row for row in due[MARKS] if row[2] == LATER and row[3] in named]
    check(
        kept,
        MARKS,
        f"began = ? AND stream IN {_question_marks(streams)} AND log_index < ?",
        (LATER, *streams, size),
        later,
    )


def _as_found(places: Sequence[FoundPlace], due: _Due) -> Iterator[FoundHand]:
    hands = {row[0]: BegunHand._make(row) for row in due[HANDS]}
    ends = {row[1]: EndedHand._make(row) for row in due[ENDS]}
    begins = {row[1]: row[0] for row in due[HANDS]}
    marked = sorted((begins.get(row[3], LATER) if row[2] == LATER else row[2], *row[:2], row[4]) for row in due[MARKS])
    marks = {began: [str(mark) for *_, mark in those] for began, those in groupby(marked, key=itemgetter(0))}
    for began, _ in places:
        said = marks.get(began, [])
        players, cards, incident, rules, complaints = (_of_sort(said, sort) for sort in SORTS)
        yield FoundHand(
            hands[began], ends.get(began), players, cards, next(iter(incident), None), rules, bool(complaints)
        )


def _of_sort(marks: Sequence[str], sort: str) -> tuple[str, ...]:
    """What the marks of a sort say, each once."""
    return tuple(dict.fromkeys(mark.partition(" ")[2] for mark in marks if mark.partition(" ")[0] == sort))


def _question_marks(values: Sequence[object]) -> str:
    return f"({', '.join('?' * len(values))})"
