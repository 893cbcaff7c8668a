"""The log as a country's files are made of it: in one pass, from its first entry, for what is told refers to what was before.

Before the days or hours that are asked for nothing is told: what play there was is read only as far as it goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, Final, Protocol, TypeVar

from tombo.ledger.checked.played import goes_on as not_over
from tombo.ledger.checked.store import CheckedStore
from tombo.ledger.core.clock import DECIDING, LATENESS
from tombo.ledger.core.errors import NotReportableError, UsageError
from tombo.ledger.core.ids import local, table_of
from tombo.ledger.core.lisbon import window
from tombo.ledger.kinds import IN_PLAY
from tombo.projections.line import AnyLine, Read, lines, reader
from tombo.projections.strangers import all_at_home
from tombo.reports.regulators.known import TELLS, Known
from tombo.reports.regulators.pages import LogPage, Paged, PageRow
from tombo.reports.regulators.plays import BEGINS, OVER, PLAYED_IN, Plays, place_of, since_of
from tombo.reports.said.regulators import common as said

PAGE: Final = 20_000
"""Entries that are read at once."""
SETTLED: Final = LATENESS + DECIDING
"""How long after a time nothing of it can come any more: a source may be late, and a minute more for the door's clock, which may be behind ours, and
for what it decided and has not written yet."""
FORGETS: Final = 100_000
"""How many entries are read until what can be told of no more is forgotten: looking for it takes a moment."""
Made = TypeVar("Made")
Made_co = TypeVar("Made_co", covariant=True)


class DayFold(Protocol[Made_co]):
    """A fold that makes something of lines. ``reads``: the kinds that it is told, with those that ``known`` and ``plays`` are."""

    reads: frozenset[str]
    known: Known
    plays: Plays[Any]

    def step(self, line: AnyLine, *, wanted: bool) -> Iterator[Made_co]:
        """What the next line is told as; nothing of one that is not ``wanted``, and is known all the same."""
        ...

    def forget(self, since: Mapping[str, int]) -> None:
        """Forget what can be told of no more: see ``Known.forget``."""
        ...


def day_settled(day: str, now: int) -> None:
    """That nothing more can come of a day: it is over, and so is the time in which a source may say late what was in it.

    Raises:
        UsageError: it can, or there is no such day.
    """
    until = window(day)[1] + SETTLED
    if now < until:
        raise UsageError(said.DAY_NOT_SETTLED(day=day, until=until))


def nothing_open(store: CheckedStore, day: str) -> None:
    """That no hand or round which began on a day, or before it, is still in play: a day is released when what was staked on it is decided.

    But for what zero imprisoned at a wheel: that spin is over, and the next one decides it.

    What a table says is in play there and is none of its own, never began or is over is in play for nobody: no door says so, and nobody could end it.
    Nor could anybody end what a table passed over, which no door does: the night names it as unfinished, and no day waits for it for ever.

    Raises:
        NotReportableError: one is.
    """
    until = window(day)[1]
    for table, stream in chain.from_iterable(store.in_play(kind).items() for kind in IN_PLAY):
        if table_of(stream) != local(table) or not not_over(store, stream):
            continue
        for row in store.stream_rows(stream, lte=1):
            (line,) = lines(((row.index, row.stream, row.version, row.kind, row.state),), WHOLE)
            if line.instant < until:
                raise NotReportableError(said.STILL_IN_PLAY(day=day, stream=stream, since=line.instant))


def begun(store: CheckedStore) -> int:
    """When the first entry was recorded."""
    return next(lines(store.rows_of(None, 0, 1), WHOLE)).recorded


class _Whole(dict[str, Read]):
    """The readers of whole events, each made when its kind is met."""

    def __missing__(self, kind: str) -> Read:
        made = self[kind] = reader(kind)
        return made


WHOLE: Final = _Whole()


def _pages(store: CheckedStore, first: int, stop: int, reads: frozenset[str], paged: Paged) -> Iterator[PageRow]:
    """The rows of the log up to ``stop`` that are read; what is told begins at ``first``."""
    kinds = tuple(sorted(reads))
    pages = [LogPage(begin, min(begin + PAGE, stop), first, kinds) for begin in range(0, stop, PAGE)]
    return all_at_home(chain.from_iterable(paged(store, pages)))


def told(
    store: CheckedStore, window: tuple[int, int], made: DayFold[Made], paged: Paged
) -> Iterator[tuple[AnyLine, Made]]:
    """What happened in ``window``, from its first instant up to and without its last, each with its entry, in log order.

    Raises:
        OutOfPlaceError: an entry cannot follow what is on record.
    """
    since, until = window
    first, stop = store.size_at(since - 1), store.size_at(until - 1 + SETTLED)
    playing, forgets = dict[str, list[PageRow]](), FORGETS
    for row in _pages(store, first, stop, made.reads, paged):
        if row[0] >= first and playing:
            _go_on(made.plays, playing)
        if row[0] >= forgets:
            forgets = row[0] + FORGETS
            made.forget(_since(playing) if row[0] < first else made.plays.since())
        if row[0] >= first:
            (line,) = lines((row,), WHOLE)
            yield from ((line, one) for one in made.step(line, wanted=since <= line.instant < until))
            continue
        if row[3] in TELLS:
            made.known.step(next(lines((row,), WHOLE)))
        goes_on(playing, row)
    made.plays.whole()


def goes_on(playing: dict[str, list[PageRow]], row: PageRow) -> None:
    """What is in play behind ``row``, by place: of what is over nothing is kept, or memory would grow with every table there ever was."""
    _, stream, _, kind, _ = row
    place = place_of(stream)
    if kind in BEGINS:
        playing[place] = [row]
    elif kind in PLAYED_IN and place in playing and playing[place][0][1] == stream:
        playing[place].append(row)
        if kind in OVER:
            del playing[place]


def _since(playing: Mapping[str, list[PageRow]]) -> dict[str, int]:
    """With which entries began what is in play: see ``Plays.since``."""
    begun = lines((rows[0] for rows in playing.values()), WHOLE)
    return since_of((line.stream, line.index, BEGINS[line.kind].slip(line.stream, line.event)) for line in begun)


def _go_on(plays: Plays[Any], playing: dict[str, list[PageRow]]) -> None:
    """What is in play when the time begins that is asked for."""
    plays.goes_on(lines(sorted(chain.from_iterable(playing.values())), WHOLE))
    playing.clear()
