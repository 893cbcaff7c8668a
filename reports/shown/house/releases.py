"""What was released to regulators: every release, and those of a day with their files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import NotFoundError, OutOfPlaceError, UsageError
from tombo.ledger.core.ids import local
from tombo.ledger.core.language import Language
from tombo.ledger.core.lisbon import window
from tombo.ledger.core.said import Told
from tombo.ledger.house.report.events import REPORT_RELEASED, AnyRelease
from tombo.ledger.house.report.on_record import Release, files_count, on_record
from tombo.ledger.house.report.state import report_stream
from tombo.projections.reconciliation.closing import closed_days, falsely_released, where_closed
from tombo.reports.regulators.country import CountryFiles
from tombo.reports.regulators.every import COUNTRIES
from tombo.reports.said.commands import report as said
from tombo.reports.shown.reading import Reader
from tombo.reports.shown.shown import Shown, as_lines, lost_one


def every(reader: Reader) -> Shown:
    """Every release, in the order of the log; of each whether a door recorded it. One that cannot be read is told behind them, and not sound."""
    found, lost = list[Entry](), list[Shown]()
    for row in list(reader.newest(REPORT_RELEASED))[::-1]:
        try:
            found.append(reader.entry(row))
        except OutOfPlaceError as error:
            lost.append(lost_one({"log_index": row.index}, local(row.stream), error))
    store = reader.store
    false = {line.index for line in falsely_released(store, closed_days(store), store.streams("report"))}
    false |= {entry.index for entry in found if _nobody_signed(reader, entry)}
    told = [line for entry in found for line in _told(entry, false=entry.index in false)]
    rows = [_row(entry, false=entry.index in false) for entry in found]

    def lines(language: Language) -> Iterator[Told | str]:
        yield from told
        for one in lost:
            yield from one.lines(language)
        if not told and not lost:
            yield said.NO_RELEASES()

    return Shown({"releases": [*rows, *(one.json for one in lost)]}, lines, sound=not lost)


def of_day(reader: Reader, country: str, day: str) -> Shown:
    """The releases of a day, each with its files.

    Raises:
        NotFoundError: there is none.
        UsageError: no such country, or no day.
    """
    found, lines = known_releases(reader, country, day), list[Told]()
    for each in found:
        lines += [
            *_told(each.entry, false=each.false),
            *(said.RELEASED_FILE(name=one.name, size=one.size, sha256=one.sha256) for one in each.files),
        ]
    rows = [{**_row(each.entry, false=each.false), "files": [one.model_dump() for one in each.files]} for each in found]
    return Shown({"releases": rows}, as_lines(*lines))


def country_named(name: str) -> CountryFiles:
    """The files of a country.

    Raises:
        UsageError: none of that name are made.
    """
    found = COUNTRIES.get(name)
    if found is None:
        raise UsageError(said.NO_SUCH_COUNTRY(typed=repr(name), known=", ".join(COUNTRIES)))
    return found


def releases(reader: Reader, country: str, day: str) -> Sequence[Release[Entry]]:
    """The releases of a day, first to newest."""
    stream = report_stream(country, day)
    found = on_record(stream, reader.entries(stream), where_closed(reader.store, day)).releases
    return [each._replace(false=each.false or _nobody_signed(reader, each.entry)) for each in found]


def _nobody_signed(reader: Reader, entry: Entry) -> bool:
    """Whether who is said to have released something did not sign it."""
    rows = reader.store.stream_rows(entry.stream, gt=entry.version - 1, lte=entry.version)
    return any(reader.signers(row).wrong for row in rows)


def known_releases(reader: Reader, country: str, day: str) -> Sequence[Release[Entry]]:
    """The releases of a day, of which there is one at least.

    Raises:
        NotFoundError: there is none.
        UsageError: no such country, or no day.
    """
    country_named(country)
    window(day)  # of what is no day nothing was released either, and who mistyped one would believe that of his day
    found = releases(reader, country, day)
    if not found:
        raise NotFoundError(said.NOT_RELEASED(day=day, country=country))
    return found


def _row(entry: Entry, *, false: bool) -> dict[str, Any]:
    event: AnyRelease = entry.event
    return {
        "log_index": entry.index,
        "recorded": entry.recorded,
        "by": entry.by.model_dump(),
        "no_door_recorded_it": false,
        **event.model_dump(mode="json", exclude={"kind"}),
        "files": files_count(event),
    }


def _told(entry: Entry, *, false: bool) -> Iterator[Told]:
    event: AnyRelease = entry.event
    yield said.RELEASE_LISTED(
        index=entry.index,
        day=event.date,
        country=event.country,
        number=event.number,
        files=files_count(event),
        at=entry.recorded,
        size=event.size,
        who=entry.by.id,
    )
    if false:
        yield said.NO_DOOR_RECORDED(index=entry.index)
