"""A followed projection folded once more from checked entries, and every row that is kept of it held against what that gives.

Nothing is taken from what is kept: no state to go on from, no balance. Rows are compared a stretch of the log at a time, so that
memory holds what a fold knows to go on, and no row of an earlier stretch.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from operator import attrgetter, itemgetter
from typing import Any, Final, NamedTuple

from tombo.ledger.core.errors import ForeignDatabaseError, MalformedError, TamperedError
from tombo.ledger.core.said import Told
from tombo.ledger.kinds import misplaced
from tombo.ledger.store import Build, OvertakenError, Views, ViewTable
from tombo.projections import registry
from tombo.projections.behind import CANNOT_FOLD, going_on, not_gone_on
from tombo.projections.follow import Projection
from tombo.projections.line import AnyLine, Read, Wanted, by_field, lines, reader, together, wanted_by_all
from tombo.projections.reconciliation.commits import Stored
from tombo.projections.reconciliation.model import PROBLEMS_MAX, Problem
from tombo.projections.reconciliation.said import night as said
from tombo.projections.rows import Row, RowDifference, columns, differences
from tombo.projections.strangers import PassesOver, at_home

TOLD_MAX: Final = 100
"""Rows of a projection that are told one by one: one is enough to compute it again."""
MORE_MAX: Final = 1_000
"""How many rows of a stretch are read beyond those that are due."""
SPOILT: Final = (ForeignDatabaseError, MalformedError, TamperedError)
"""What comes of reading a database of projections that somebody has changed."""
AT_FIRST: Final = -2
AT_LAST: Final = sys.maxsize
"""In the place of a log index: what is found before the first entry is read, and behind the last."""


class Found(NamedTuple):
    """A problem, and where it was found: behind which log index, as that was folded (0) or rows were compared there (1), of which projection."""

    place: tuple[int, int, int]
    problem: Problem
    passed: bool = False
    """Whether a fold passed an entry over; else something is kept otherwise."""


def told(found: Iterable[Found]) -> list[Problem]:
    """What was found, in the order of the log, as much of it as is told; whoever found it."""
    problems, counts = list[Problem](), Counter[int]()
    for one in sorted(found, key=attrgetter("place")):
        if one.passed:
            wanted = len(problems) < PROBLEMS_MAX
        else:
            counts[one.place[2]] += 1
            wanted = counts[one.place[2]] <= TOLD_MAX
        if wanted:
            problems.append(one.problem)
    return problems


class KeptProjection:
    """What is kept of one projection. ``end``: how many entries of the log its rows hold."""

    def __init__(self, views: Views, build: Build, size: int) -> None:
        self._views = views
        self.build: Final = build
        self._read = build
        """The build that is read: another one, once that took its place."""
        self.end: Final = min(build.position, size)
        self.state: Final = build.state if build.position == self.end else None
        """What it knows besides its rows where they end; None where they end later."""

    def rows(self, table: ViewTable, start: int, stop: int, most: int) -> list[Row]:
        """At most ``most`` rows of the entries from ``start`` to ``stop``, in ``_order``; of the first also what stands below it."""
        low: tuple[str, list[int]] = ("log_index >= ? AND ", [start]) if start else ("", [])
        order = ", ".join(_order(table))
        sql = f"SELECT {columns(table)} FROM {{{table.name}}} WHERE {low[0]}log_index < ? ORDER BY {order} LIMIT ?"  # noqa: S608 - our own
        return self.fetch(sql, (*low[1], stop, most))

    def beyond(self, table: ViewTable) -> list[Row]:
        """The last row, if it is of no entry that was followed."""
        sql = f"SELECT {columns(table)} FROM {{{table.name}}} ORDER BY log_index DESC LIMIT 1"  # noqa: S608 - our own
        found = self.fetch(sql, ())
        live = self._views.live(self.build.name)  # after the row: what is followed meanwhile is below it
        position = self.end if live is None else live.position
        at = [name for name, _ in table.columns].index("log_index")
        return [row for row in found if type(row[at]) is not int or row[at] >= position]

    def fetch(self, sql: str, params: Sequence[Any]) -> list[Row]:
        """The rows of a query over what is kept; over the build that took its place, where one did."""
        try:
            return self._views.fetch(self._read, sql, params)
        except OvertakenError:
            live = self._views.live(self.build.name)
            if live is None or live.position < self.end:
                raise
            self._read = live
            return self._views.fetch(live, sql, params)


class FoldStanding(NamedTuple):
    """How far a projection is folded again, for whoever goes on with it."""

    of: str
    """Which, by its name."""
    state: str | None
    """What the fold knows; None of one that cannot go on."""
    build: Build | None
    """What is kept of it; None where nothing is, or it cannot be read."""


class _Readers(dict[str, Read]):
    """By kind the reader of what ``wanted`` says of it. Each is made when its kind is met: a day meets half of them."""

    def __init__(self, wanted: Callable[[str], Wanted]) -> None:
        super().__init__()
        self._wanted: Final = wanted

    def __missing__(self, kind: str) -> Read:
        return self.setdefault(kind, reader(kind, self._wanted(kind)))


class Refold:
    """A projection that is folded again. ``fold``: it, as far as it is; ``kept``: None where nothing is kept of it.

    ``day``: between which instants an entry happened that is told when the fold passes it over. ``found``: what was, in any order.
    """

    def __init__(
        self, of: type[Projection], fold: Projection, kept: KeptProjection | None, day: tuple[int, int]
    ) -> None:
        self.of: Final = of
        self.fold: Final = fold
        self.kept = kept
        self.stopped = False
        """Whether it cannot go on."""
        self.found: Final[list[Found]] = []
        self._readers: Final = _Readers(of.reads.__getitem__)
        self._day = day
        self._order = order(of)
        self._passed_over = self._otherwise = 0

    def standing(self) -> FoldStanding:
        """How far it is."""
        return FoldStanding(
            self.of.name,
            None if self.stopped else self.fold.state(),
            None if self.kept is None else self.kept.build,
        )

    def step(self, rows: Sequence[Stored], start: int, stop: int) -> None:
        """The next stretch of the log: its ``rows``, from the index ``start`` to ``stop``."""
        try:
            self.steps(rows, start, stop)
        except TamperedError as error:
            self._stops(start, error)

    def steps(self, rows: Sequence[Stored], start: int, stop: int) -> None:
        """The same.

        Raises:
            TamperedError: it cannot go on.
        """
        if self.stopped:
            return
        with going_on(self.of.name, start, stop):
            for line in lines(at_home(row for row in rows if row[3] in self.of.reads), self._readers):
                self.fold.step(line)

    def heard(self, line: AnyLine) -> None:
        """A line of a kind that it reads, of somebody who has it decoded whole."""
        if self.stopped or misplaced(line.stream, line.version, line.kind) is not None:
            return
        self.heard_fields(line, by_field(line))

    def heard_fields(self, line: AnyLine, fields: AnyLine) -> None:
        """The same of a line that stands where a door may have written it; ``fields``: it by its fields."""
        try:
            self.fold.step(fields)
        except TamperedError as error:
            self._stops(line.index, error)
        except CANNOT_FOLD as error:
            self._stops(line.index, not_gone_on(self.of.name, line.index, line.index + 1, error))

    def compare(self, start: int, stop: int) -> None:
        """The stretch of the log from ``start`` to ``stop`` is folded: what is kept of it is held against that."""
        if self.stopped:
            return
        place = stop - 1, 1, self._order
        self._passed(place)
        due = self.fold.take()
        kept = self.kept
        if kept is None or start >= kept.end:
            return
        for table in self.of.tables:
            if not table.replaces:
                self.asked(place, partial(_between, kept, table, due.get(table, ()), (start, stop)))
        self.ended(stop)

    def ended(self, stop: int) -> None:
        """What is kept besides the rows of entries is compared where these end, if that is at ``stop``."""
        kept = self.kept
        if self.stopped or kept is None or stop != kept.end:
            return
        if stop and kept.state not in {None, self.fold.state()}:
            self._told((stop - 1, 1, self._order), said.STATE_OTHERWISE(), ())

    def finish(self) -> None:
        """The end of the log: what is kept is of its entries."""
        kept = self.kept
        if kept is None:
            return
        for table in self.of.tables:
            if not table.replaces:
                self.asked((AT_LAST, 0, self._order), partial(_beyond, kept, table))

    def asked(self, place: tuple[int, int, int], ask: Callable[[], Iterable[RowDifference]]) -> None:
        """The differences that ``ask`` finds, told; where what is kept cannot even be read, that once."""
        try:
            for one in ask():
                self._told(place, one.text, () if one.log_index is None else (one.log_index,))
        except SPOILT as error:
            self._given_up(place, error)

    def _passed(self, place: tuple[int, int, int]) -> None:
        """What the fold passed over, in the report of its day."""
        starts, ends = self._day
        for one in self.fold.passed if isinstance(self.fold, PassesOver) else ():
            if starts <= one.instant < ends and self._passed_over < PROBLEMS_MAX:
                self._passed_over += 1
                why = said.PASSED_OVER(kind=one.kind, stream=one.stream)
                self.found.append(Found(place, Problem("accounts", why, (one.index,)), passed=True))

    def _stops(self, index: int, error: TamperedError) -> None:
        """The fold cannot go on."""
        self.stopped = True
        self._given_up((index, 0, self._order), error)

    def _given_up(self, place: tuple[int, int, int], error: Exception) -> None:
        self.kept = None
        self._told(place, str(error), ())

    def _told(self, place: tuple[int, int, int], found: Told | str, entries: tuple[int, ...]) -> None:
        self._otherwise += 1
        if self._otherwise <= TOLD_MAX:
            why = said.KEPT_OTHERWISE(name=self.of.name, found=found)
            self.found.append(Found(place, Problem("views", why, entries)))


class FoldedTogether:
    """Some of those that are folded again, from one reading of each row: of its event what any of them wants."""

    def __init__(self, folds: Sequence[Refold]) -> None:
        kinds = {kind for fold in folds for kind in fold.of.reads}
        self._hears: Final = {kind: tuple(fold for fold in folds if kind in fold.of.reads) for kind in kinds}
        self._readers: Final = _Readers(self._wanted)

    def hear(self, rows: Iterable[Stored]) -> None:
        """The next rows of the log."""
        hears = self._hears
        for line in together(lines((row for row in rows if row[3] in hears), self._readers)):
            if misplaced(line.stream, line.version, line.kind) is None:
                for fold in hears[line.kind]:
                    if not fold.stopped:
                        fold.heard_fields(line, line)

    def _wanted(self, kind: str) -> Wanted:
        return wanted_by_all(kind, tuple(fold.of.reads[kind] for fold in self._hears[kind]))


def order(of: type[Projection]) -> int:
    """The place of a projection among those that are followed."""
    return registry.FOLLOWED.index(of) if of in registry.FOLLOWED else -1


def order_of(name: str) -> int:
    """The same of the projection that is called so."""
    return next((place for place, one in enumerate(registry.FOLLOWED) if one.name == name), -1)


def refold(known: FoldStanding, views: Views | None, size: int, day: tuple[int, int]) -> Refold:
    """A projection as far as it was folded elsewhere. ``size``: how many entries the log has for this night."""
    of = next(one for one in registry.FOLLOWED if one.name == known.of)
    kept = None if known.build is None or views is None else KeptProjection(views, known.build, size)
    fold = of()
    fold.begin(known.state or "", lambda _, __: [])
    made = Refold(of, fold, kept, day)
    made.stopped = known.state is None
    return made


def _between(
    kept: KeptProjection, table: ViewTable, due: Sequence[Row], stretch: tuple[int, int]
) -> Iterable[RowDifference]:
    """Where what is kept of a stretch of the log is not what is ``due``."""
    names = [name for name, _ in table.columns]
    ordered = sorted(due, key=itemgetter(*map(names.index, _order(table))))
    return differences(table, kept.rows(table, *stretch, len(due) + MORE_MAX), ordered)


@cache
def _order(table: ViewTable) -> tuple[str, ...]:
    """The columns by which rows are put in order to be compared: of an index that both stores follow without sorting."""
    return "log_index", *(name for name in table.key if name != "log_index")


def _beyond(kept: KeptProjection, table: ViewTable) -> Iterable[RowDifference]:
    """Whether something is kept of an entry that is not there."""
    return differences(table, kept.beyond(table), ())
