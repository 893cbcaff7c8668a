"""Days that were closed: what was signed then, held against what the entries give now; and releases, each of a day that was closed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from tombo.ledger.core.errors import UnlikeItsKindError, UsageError
from tombo.ledger.core.lisbon import SINCE, day_of, window
from tombo.ledger.core.said import Told, Word
from tombo.ledger.house.day.events import DAY_CLOSED, DayClosedV2, DayEvent, DayTotal
from tombo.ledger.house.day.state import day_stream
from tombo.ledger.house.day.tax import assessed
from tombo.ledger.house.log.state import LOG_STREAM
from tombo.ledger.house.report.events import REPORT_RELEASED, FilesListed, ReportEvent
from tombo.ledger.house.report.on_record import DayClosing, Release, on_record
from tombo.ledger.house.report.state import report_stream
from tombo.ledger.house.rules import stranger
from tombo.ledger.seal.entry import unpack
from tombo.ledger.store import Row, Store
from tombo.projections.line import AnyLine, Line, Read, lines, reader
from tombo.projections.reconciliation.model import Closed, GameTotals, Problem
from tombo.projections.reconciliation.said import night as said
from tombo.projections.reconciliation.said import released as released_said
from tombo.projections.strangers import AnyRow, all_at_home, at_home

Figures = dict[str, int]
"""A day's figures by name: in cents, but for its ``hands``."""

_CLOSED: Final[Mapping[str, Read]] = {kind: reader(kind) for kind in DAY_CLOSED}
_RELEASED: Final[Mapping[str, Read]] = {kind: reader(kind) for kind in (*REPORT_RELEASED, "report.files_listed.v1")}
_SIGNED: Final = tuple(name for name in DayTotal.model_fields if name != "regulation")


def closed_days(store: Store) -> dict[str, Closed]:
    """The days that were closed, each with the size of the log it covers; a closing that cannot be (``impossible``) closes none."""
    began = _first_day(store)
    return {line.event.date: _told(line) for line in _closings(store) if _can_be(line, began)}


def impossible(store: Store, day: tuple[int, int]) -> Iterator[Problem]:
    """The closings recorded on ``day`` that no door wrote: of a day that was not over, or before the log, over more than there was, or in another's stream."""
    began = _first_day(store)
    for line in _closings(store):
        if day[0] <= line.recorded < day[1] and not _can_be(line, began):
            event = line.event
            told = said.CLOSED_IMPOSSIBLY(stream=line.stream, day=event.date, size=event.index, at=line.recorded)
            yield Problem("late", told, (line.index,))


def reports_in(rows: Iterable[AnyRow]) -> set[str]:
    """The reports of which something is recorded in these rows, by stream."""
    return {row[1] for row in at_home([row for row in rows if row[3] in _RELEASED])}


def impossible_releases(
    store: Store, day: tuple[int, int], closed: Mapping[str, Closed], touched: Collection[str]
) -> Iterator[Problem]:
    """The releases recorded on ``day``, from its first instant to before its last, that no door wrote; ``closed``: every day that is.

    ``touched``: the reports of which something was recorded on that day; no other is read.
    """
    for line in falsely_released(store, closed, sorted(touched)):
        if day[0] <= line.recorded < day[1]:
            yield Problem("late", _no_door(line.stream, line.event), (line.index,))


def _no_door(stream: str, event: ReportEvent) -> Told:
    """That no door recorded ``event``."""
    if isinstance(event, FilesListed):
        return released_said.FILES_LISTED_IMPOSSIBLY(stream=stream)
    return released_said.RELEASED_IMPOSSIBLY(
        stream=stream, day=event.date, country=event.country, number=event.number, size=event.size
    )


def falsely_released(store: Store, closed: Mapping[str, Closed], streams: Iterable[str]) -> Iterator[Line[ReportEvent]]:
    """Every entry of those ``streams`` that no door wrote: whoever sealed it had an event key; ``closed``: every day that is."""
    for stream in streams:
        known = closed.get(stream.rpartition("/")[2])
        report = on_record(stream, _reported(store, stream), None if known is None else _closing_at(known))
        yield from (each.entry for each in report.releases if each.false)
        yield from report.strays


def released_before(store: Store, country: str, day: str, number: int) -> list[Release[AnyLine]]:
    """The releases of a day's files to the regulator of ``country`` before that of ``number``, as a door recorded them; first to newest."""
    stream = report_stream(country, day)
    known = on_record(stream, _reported(store, stream), where_closed(store, day))
    return [each for each in known.true if each.event.number < number]


def where_closed(store: Store, day: str) -> DayClosing | None:
    """Where ``day`` was closed; None where it was not, or by an entry that no door wrote."""
    closings = _readable(store.stream_rows(day_stream(day), lte=1), _CLOSED)
    return next((_closing_at(_told(line)) for line in closings if _can_be(line, _first_day(store))), None)


def _closing_at(closed: Closed) -> DayClosing:
    return DayClosing(closed.log_index, closed.size)


def _reported(store: Store, stream: str) -> Iterator[AnyLine]:
    return _readable(store.stream_rows(stream), _RELEASED)


def _readable(rows: Iterable[Row], readers: Mapping[str, Read]) -> Iterator[AnyLine]:
    """The lines in ``rows``, without those that are not what their kind looks like: no door wrote one, and the night's own reading of the log stops there."""
    for row in at_home(rows):
        try:
            yield from lines([row], readers)
        except UnlikeItsKindError:
            continue


def closing_of(store: Store, day: str) -> DayEvent | None:
    """What was signed of ``day`` as it was closed; None where it was not.

    Raises:
        OutOfPlaceError: no door wrote it so.
    """
    for line in lines(all_at_home(store.stream_rows(day_stream(day), lte=1)), _CLOSED):
        if not _can_be(line, _first_day(store)):
            raise stranger(line.index, line.stream, line.kind, "the day could not be closed so")
        event: DayEvent = line.event
        return event
    return None


def _closings(store: Store) -> Iterator[Line[DayEvent]]:
    for stream in store.streams("day"):
        yield from _readable(store.stream_rows(stream, lte=1), _CLOSED)


def _first_day(store: Store) -> str:
    """The day on which the log began: none before it is closed. The first there is, where no log was begun."""
    begun = store.stream_rows(LOG_STREAM, lte=1)
    return day_of(unpack(begun[0].state).recorded) if begun else ""


def _can_be(line: Line[DayEvent], began: str) -> bool:
    """Whether the door would have written it: of its stream's day, which was over and not before the log ``began``, over no more entries than came before it."""
    event = line.event
    if line.stream != day_stream(event.date) or event.index > line.index or event.date < began:
        return False
    try:
        return window(event.date)[1] <= line.recorded
    except UsageError:
        return False


def _told(line: Line[DayEvent]) -> Closed:
    event = line.event
    if isinstance(event, DayClosedV2):
        return Closed(line.index, event.index, says=True, statement=event.statement)
    return Closed(line.index, event.index, says=False, statement=None)


def left_open(store: Store, stop: int, closed: Collection[str]) -> tuple[str, ...]:
    """The days on which the first ``stop`` entries were recorded and that are not among the ``closed``; none before 1997."""
    found: list[str] = []
    index = store.size_at(window(f"{SINCE}-01-01")[0] - 1)
    while index < stop and (row := store.row(index)) is not None:
        day = day_of(unpack(row.state).recorded)
        if day not in closed:
            found.append(day)
        index = max(index + 1, store.size_at(window(day)[1] - 1))  # whatever times are on record, it ends
    return tuple(dict.fromkeys(found))


class Compared(NamedTuple):
    """The newest night whose comparison of every row that projections keep is on record: a day is closed only over rows that are right."""

    day: str
    log_index: int
    size: int
    """How many entries of the log it covers."""


def last_compared(store: Store) -> Compared | None:
    """The newest there is, None before the first."""
    days = [Compared(day, closed.log_index, closed.size) for day, closed in closed_days(store).items()]
    return max(days, key=lambda one: one.log_index, default=None)


def figures(totals: Sequence[GameTotals | DayTotal], hands: int, base: int, tax: int | None) -> Figures:
    """What a day came to, figure by figure; those that are 0 are left out."""
    found = {f"{one.regulation} {name}": int(getattr(one, name)) for one in totals for name in _SIGNED}
    return {name: each for name, each in {**found, "hands": hands, "base": base, "tax": tax or 0}.items() if each}


def computed(totals: Sequence[GameTotals], hands: int, rate_bp: int | None) -> Figures:
    """The figures of a day as its entries give them."""
    return figures(totals, hands, *assessed((one.gross for one in totals), rate_bp))


def differences(store: Store, closed: Closed, then: Figures, now: Figures) -> Iterator[Problem]:
    """What was signed and is not so: ``then`` is what the entries it was closed over give, ``now`` what all of them do."""
    row = store.row(closed.log_index)
    for line in lines([] if row is None else [row], _CLOSED):
        day, signed = line.event.date, figures(line.event.totals, line.event.hands, line.event.base, line.event.tax)
        for name in dict.fromkeys((*signed, *then, *now)):
            was, gives, comes = signed.get(name, 0), then.get(name, 0), now.get(name, 0)
            if was != gives:
                told, by = said.SIGNED_OTHERWISE(figure=_figure(name), day=day, was=was, gives=gives), was - gives
            elif was != comes:
                told, by = said.SIGNED_BEFORE(figure=_figure(name), day=day, was=was, comes=comes), was - comes
            else:
                continue
            yield Problem("late", told, (closed.log_index,), 0 if name == "hands" else abs(by))


def _figure(name: str) -> Told | Word:
    """What a figure is called: of a game, or of the whole day."""
    regulation, _, figure = name.rpartition(" ")
    word = said.SIGNED_FIGURES[figure]
    return said.FIGURE_OF_GAME(regulation=regulation, figure=word) if regulation else word
