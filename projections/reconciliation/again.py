"""The followed projections folded again from checked entries, and every row that is kept held against what they give.

Nothing is taken from what is kept: no state to go on from, no balance. Rows are compared a stretch of the log at a time, so that
memory holds what a fold knows to go on, and no row of an earlier stretch.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from operator import itemgetter
from typing import Any, ClassVar, Final, NamedTuple

from tombo.ledger.core.errors import ForeignDatabaseError, MalformedError, TamperedError
from tombo.ledger.core.said import Told
from tombo.ledger.kinds import misplaced
from tombo.ledger.store import Build, OvertakenError, Store, Views, ViewTable
from tombo.projections import registry
from tombo.projections.accounts.followed import Accounts
from tombo.projections.accounts.reading import balance_differences
from tombo.projections.behind import CANNOT_FOLD, going_on, not_gone_on
from tombo.projections.follow import Projection, check_same
from tombo.projections.line import AnyLine, Read, by_field, lines, reader
from tombo.projections.reconciliation.commits import Stored
from tombo.projections.reconciliation.model import PROBLEMS_MAX, Problem
from tombo.projections.reconciliation.opening import BookOpening
from tombo.projections.reconciliation.said import night as said
from tombo.projections.rows import Row, RowDifference, columns, differences
from tombo.projections.strangers import PassesOver, at_home

TOLD_MAX: Final = 100
"""Rows of a projection that are told one by one: one is enough to compute it again."""
MORE_MAX: Final = 1_000
"""How many rows of a stretch are read beyond those that are due."""
SPOILT: Final = (ForeignDatabaseError, MalformedError, TamperedError)
"""What comes of reading a database of projections that somebody has changed."""


class AccountsAgain(Accounts):
    """The book that forgets no holder: it reads none of its rows back."""

    held_max: ClassVar[int] = sys.maxsize


class KeptProjection:
    """What is kept of one projection. ``end``: how many entries of the log its rows hold."""

    def __init__(self, views: Views, build: Build, size: int) -> None:
        self._views = views
        self._build = build
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
        live = self._views.live(self._build.name)  # after the row: what is followed meanwhile is below it
        position = self.end if live is None else live.position
        at = [name for name, _ in table.columns].index("log_index")
        return [row for row in found if type(row[at]) is not int or row[at] >= position]

    def fetch(self, sql: str, params: Sequence[Any]) -> list[Row]:
        """The rows of a query over what is kept; over the build that took its place, where one did."""
        try:
            return self._views.fetch(self._build, sql, params)
        except OvertakenError:
            live = self._views.live(self._build.name)
            if live is None or live.position < self.end:
                raise
            self._build = live
            return self._views.fetch(live, sql, params)


class _Fold(NamedTuple):
    """A projection that is folded again."""

    of: type[Projection]
    fold: Projection
    readers: Mapping[str, Read]


_FIRST: Final = BookOpening(0, {}, {})
"""Before the first entry."""


class Again:
    """Every followed projection folded from the first entry on, beside the rows that are kept of it.

    Feed it the log a stretch at a time, from the index ``start`` on, or a line at a time; ``problems`` are what was found so far. Where nothing is kept only
    the book is folded, and what passes entries over. ``opening``: how things stood as of an earlier night, which compared the rows
    before; it is taken as far as it knows all that is kept. ``day``: between which instants an entry happened that is told when a fold passes it over.
    """

    def __init__(
        self,
        store: Store,
        views: Views | None,
        size: int,
        opening: BookOpening | None = None,
        day: tuple[int, int] = (0, sys.maxsize),
    ) -> None:
        self._day: Final = day
        self.accounts: Final = AccountsAgain()
        self.problems: Final[list[Problem]] = []
        self._counts: Final[dict[str, int]] = {}
        self._kept: Final[dict[type[Projection], KeptProjection]] = {}
        if views is not None:
            for projection in registry.FOLLOWED:
                self._asked(projection, partial(self._find, store, views, projection, size))
        self.compared: Final = {projection.name: kept.end for projection, kept in self._kept.items()}
        """By projection that is kept, for how many entries of the log its rows are compared."""
        folds: dict[type[Projection], Projection] = {Accounts: self.accounts}
        folds |= {one: one() for one in registry.FOLLOWED if one is not Accounts and self._wanted(one)}
        known = opening if opening is not None and self._goes_on(opening, folds) else _FIRST
        self.start: Final = known.size
        """The first log index that is folded, and from which rows are compared."""
        for of, fold in folds.items():
            fold.begin(known.states.get(of.name, (of.version, ""))[1], lambda _, __: [])
        self.accounts.held.update(known.held)
        self._folds = [
            _Fold(of, fold, {kind: reader(kind, fields) for kind, fields in of.reads.items()})
            for of, fold in folds.items()
        ]
        others = [each for each in self._folds if each.fold is not self.accounts]
        kinds = {kind for each in others for kind in each.readers}
        self.hears = {kind: tuple(each for each in others if kind in each.readers) for kind in kinds}
        """By kind, the folds that read it beside the book's."""
        for each in self._folds:
            self._ended(each, self.start)

    def _wanted(self, of: type[Projection]) -> bool:
        """Whether it is kept, or names entries that nobody else does."""
        return of in self._kept or issubclass(of, PassesOver)

    def opening(self, size: int) -> BookOpening:
        """What the folds know after the first ``size`` entries, to which they have come."""
        states = {each.of.name: (each.of.version, each.fold.state()) for each in self._folds}
        return BookOpening(size, states, dict(self.accounts.held))

    def _goes_on(self, opening: BookOpening, folds: Iterable[type[Projection]]) -> bool:
        """Whether ``opening`` is of these projections, as they are now, and of nothing that is not kept yet."""
        ends = [kept.end for kept in self._kept.values()]
        return opening.size <= min(ends, default=opening.size) and all(
            opening.states.get(of.name, (0, ""))[0] == of.version for of in folds
        )

    def step(self, rows: Sequence[Stored], start: int, stop: int) -> None:
        """The next stretch of the log: its ``rows``, from the index ``start`` to ``stop``."""
        for each in list(self._folds):
            try:
                with going_on(each.of.name, start, stop):
                    for line in lines(at_home(row for row in rows if row[3] in each.readers), each.readers):
                        each.fold.step(line)
            except TamperedError as error:
                if each.fold is self.accounts:
                    raise
                self._stopped(each, error)
        self.compare(start, stop)

    def heard(self, line: AnyLine) -> None:
        """A line of a kind that is ``hears``, for every fold but ``accounts``: of somebody who has these, and decodes whole what any fold reads."""
        folds = self.hears.get(line.kind, ())
        if misplaced(line.stream, line.version, line.kind) is not None:
            return
        fields = by_field(line)
        for each in folds:
            try:
                each.fold.step(fields)
            except TamperedError as error:
                self._stopped(each, error)
            except CANNOT_FOLD as error:
                self._stopped(each, not_gone_on(each.of.name, line.index, line.index + 1, error))

    def _stopped(self, each: _Fold, error: TamperedError) -> None:
        """A fold cannot go on."""
        self._folds.remove(each)
        self.hears = {kind: tuple(one for one in folds if one is not each) for kind, folds in self.hears.items()}
        self._given_up(each.of, error)

    def compare(self, start: int, stop: int) -> None:
        """The stretch of the log from ``start`` to ``stop`` is folded: what is kept of it is held against that."""
        for each in self._folds:
            self._passed(each.fold)
            self._compare(each, start, stop)

    def _passed(self, fold: Projection) -> None:
        """What the fold passed over, in the report of its day."""
        starts, ends = self._day
        for one in fold.passed if isinstance(fold, PassesOver) else ():
            if starts <= one.instant < ends and len(self.problems) < PROBLEMS_MAX:
                told = said.PASSED_OVER(kind=one.kind, stream=one.stream)
                self.problems.append(Problem("accounts", told, (one.index,)))

    def finish(self) -> None:
        """The end of the log: what is kept is of its entries."""
        for projection, kept in list(self._kept.items()):
            for table in projection.tables:
                if not table.replaces:
                    self._asked(projection, partial(_beyond, kept, table))

    def _find(self, store: Store, views: Views, projection: type[Projection], size: int) -> Iterable[RowDifference]:
        """What is kept of ``projection``: another version of it is computed again before anybody reads it."""
        live = views.live(projection.name)
        if live is not None and live.version == projection.version:
            check_same(store, live)
            self._kept[projection] = KeptProjection(views, live, size)
        return ()

    def _compare(self, each: _Fold, start: int, stop: int) -> None:
        """What was folded last, of the entries from ``start`` to ``stop``, with what is kept of it."""
        of, due = each.of, each.fold.take()
        kept = self._kept.get(of)
        if kept is None or start >= kept.end:
            return
        for table in of.tables:
            if not table.replaces:
                self._asked(of, partial(_between, kept, table, due.get(table, ()), (start, stop)))
        self._ended(each, stop)

    def _ended(self, each: _Fold, stop: int) -> None:
        """What is kept besides the rows of entries is compared where these end, if that is at ``stop``."""
        kept = self._kept.get(each.of)
        if kept is None or stop != kept.end:
            return
        if each.fold is self.accounts:
            self._asked(each.of, lambda: balance_differences(kept.fetch, self.accounts.held, stop))
        if stop and kept.state not in {None, each.fold.state()}:
            self._told(each.of, said.STATE_OTHERWISE(), ())

    def _asked(self, of: type[Projection], ask: Callable[[], Iterable[RowDifference]]) -> None:
        """The differences that ``ask`` finds, told; where what is kept cannot even be read, that once."""
        try:
            for one in ask():
                self._told(of, one.text, () if one.log_index is None else (one.log_index,))
        except SPOILT as error:
            self._given_up(of, error)

    def _given_up(self, of: type[Projection], error: Exception) -> None:
        self._kept.pop(of, None)
        self._told(of, str(error), ())

    def _told(self, of: type[Projection], found: Told | str, entries: tuple[int, ...]) -> None:
        count = self._counts[of.name] = self._counts.get(of.name, 0) + 1
        if count <= TOLD_MAX:
            self.problems.append(Problem("views", said.KEPT_OTHERWISE(name=of.name, found=found), entries))


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
