"""A projection folded over a few streams alone, from checked entries: what commands show, and hold followed rows against.

A fold needs of the log only what its rows come of. Followed rows find which streams those are, page and sum; what is shown is
computed here. Where streams alone know of something that no row tells, it comes to light here too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from tombo.ledger.kinds import misplaced
from tombo.ledger.seal.entry import unpack
from tombo.ledger.store import Build, Row, Store, Views, ViewTable, scratch_views
from tombo.projections.behind import going_on
from tombo.projections.follow import Projection
from tombo.projections.line import AnyLine, lines, reader
from tombo.projections.strangers import Passed, PassesOver, all_at_home


class Made(NamedTuple):
    """What a projection is over the streams that were chosen: rows of its tables in a database that is gone afterwards."""

    views: Views
    build: Build
    due: dict[ViewTable, Sequence[tuple[Any, ...]]]
    """The same rows, by table."""
    passed: Sequence[Passed] = ()
    """The entries that are counted nowhere, and have nothing to do with what is asked."""


class Chosen:
    """Entries of some streams among the first ``size`` of the log, each read once, each checked by ``store``."""

    def __init__(self, store: Store, size: int) -> None:
        self.store: Final = store
        self.size: Final = size
        self._rows: dict[int, Row] = {}
        self._whole: dict[str, list[Row]] = {}
        self.passed: Final = list[Passed]()
        """What was left out, as no door wrote it where it stands."""

    def add(self, stream: str, refuses: Callable[[Passed], bool] = bool) -> list[Row]:
        """The rows of ``stream``, which are chosen now; none where there is no such stream.

        Raises:
            OutOfPlaceError: one no door wrote where it stands, and it ``refuses`` what is asked; else it is left out.
        """
        if stream not in self._whole:
            found = list[Row]()
            for row in self.store.stream_rows(stream):
                why = misplaced(*row[1:4])
                if row.index < self.size and why is None:
                    found.append(row)
                elif row.index < self.size:
                    stray = _stray(row, str(why))
                    if refuses(stray):
                        raise stray.refused()
                    self.passed.append(stray)
            self._whole[stream] = found
            self._rows.update((row.index, row) for row in found)
        return self._whole[stream]

    def add_between(self, stream: str, start: int, stop: int) -> list[Row]:
        """The rows of ``stream`` with ``start <= index < stop``, and its first one, which are chosen now.

        Raises:
            OutOfPlaceError: one is of another type of stream.
        """
        if stream in self._whole:
            return self._whole[stream]
        gt, lte = (self._versions_below(stream, index) for index in (start, min(stop, self.size)))
        first = self.store.stream_rows(stream, lte=1) if gt else []
        found = list(all_at_home((*first, *self.store.stream_rows(stream, gt=gt, lte=lte)))) if lte else []
        self._rows.update((row.index, row) for row in found)
        return found

    def _versions_below(self, stream: str, index: int) -> int:
        """How many entries of ``stream`` stand below a log index, in as many looks as its length has digits."""
        last = self.store.last_row(stream)
        low, high = 0, 0 if last is None else last.version
        while low < high:
            middle = (low + high + 1) // 2
            (row,) = self.store.stream_rows(stream, gt=middle - 1, lte=middle)
            low, high = (middle, high) if row.index < index else (low, middle - 1)
        return low

    def rows(self) -> list[Row]:
        """All that are chosen, in log order."""
        return [self._rows[index] for index in sorted(self._rows)]


def told(rows: Iterable[Row], kind: str, *fields: str) -> Iterator[AnyLine]:
    """The lines of ``kind`` among ``rows``, with these fields of their events by name."""
    return lines((row for row in rows if row.kind == kind), {kind: reader(kind, fields)})


def commit_of(row: Row) -> int:
    """The log index of the first entry that was recorded together with that of ``row``."""
    return unpack(row.state).first


def _stray(row: Row, why: str) -> Passed:
    """The entry in ``row``, which no door wrote where it stands, as one that is passed over."""
    (line,) = told([row], row.kind)
    return Passed(row.index, row.stream, row.kind, line.instant, why)


@contextmanager
def recomputed(
    projection: type[Projection], chosen: Chosen, found: Iterable[AnyLine], refuses: Callable[[Passed], bool] = bool
) -> Iterator[Made]:
    """``projection`` over the lines ``found`` of what is ``chosen``, in log order.

    ``refuses``: whether an entry that it passed over may have to do with what is asked; any may, unless somebody knows better.

    Raises:
        TamperedError: no door records such entries: the fold does not go on.
        OutOfPlaceError: it passed one over that ``refuses``, so that what is made is not the whole.
    """
    fold = projection()
    fold.begin("", lambda _, __: [])
    with going_on(projection.name, 0, chosen.size):
        for line in found:
            fold.step(line)
    passed = list(fold.passed) if isinstance(fold, PassesOver) else []
    refused = next(filter(refuses, passed), None)
    if refused is not None:
        raise refused.refused()
    due = dict(fold.take())
    with scratch_views() as views:
        begun = views.begin(projection.name, projection.tables, projection.version, chosen.store.origin)
        yield Made(
            views,
            views.advance(begun, chosen.size, "recomputed", fold.state(), due),
            due,
            sorted((*chosen.passed, *passed)),
        )


def lines_of(projection: type[Projection], rows: Iterable[Row]) -> Iterator[AnyLine]:
    """The lines of ``rows`` that ``projection`` reads, as it reads them."""
    readers = {kind: reader(kind, fields) for kind, fields in projection.reads.items()}
    return lines((row for row in rows if row.kind in readers), readers)
