"""The files of a day: sessions, tournaments and the day's totals, each held to the schema that the regulator published."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from tombo.ledger.checked.store import CheckedStore
from tombo.ledger.core.errors import NotReportableError, UsageError
from tombo.ledger.core.lisbon import window
from tombo.ledger.house.report.events import FILES_MAX, ReportReleased
from tombo.ledger.house.report.state import report_stream
from tombo.projections.line import lines
from tombo.reports.regulators.country import CountryFiles, FileMade, Paged, Reported, Written
from tombo.reports.regulators.denmark.play import DanishDay, DanishPurchase, DanishSession
from tombo.reports.regulators.denmark.records import CASH, TOURNAMENT, DanishRecords
from tombo.reports.regulators.denmark.settings import danish_settings
from tombo.reports.regulators.denmark.structures import (
    CASH_SESSIONS,
    CASINO_SESSIONS,
    DAY,
    FINISHED,
    NAMESPACE,
    PURCHASES,
    STARTED,
    STRUCTURES,
    DanishStructure,
    begins,
    ends,
    file_id,
)
from tombo.reports.regulators.layout import layout
from tombo.reports.regulators.reading import SETTLED, WHOLE, told
from tombo.reports.regulators.totals import closed, meets
from tombo.reports.regulators.tournaments import tournament_told
from tombo.reports.regulators.validated import OwnSchema
from tombo.reports.said.regulators import denmark as said

COUNTRY: Final = "denmark"


def danish_day_is_over(day: str, now: int) -> None:
    """That nothing more can come of a day: it is over, and so is the time in which a source may say late what was in it.

    Raises:
        UsageError: it can, or there is no such day.
    """
    until = window(day)[1] + SETTLED
    if now < until:
        raise UsageError(said.DANISH_DAY_NOT_OVER(day=day, until=until))


def write_danish_day(folder: Path, day: str, reported: Reported, paged: Paged = iter) -> Written:
    """The files of ``day``, each in ``folder``: none of a structure that nothing is to be said in, but always that of the day's totals.

    Raises:
        NotReportableError: an entry does not fit, by its place, or a file is not as its schema asks; the day is not closed, or comes to
            something else. What was written is of no use.
        UsageError: the regulator's schemas are not there.
    """
    schemas = _schemas(reported.xsd)
    event = closed(reported.store, day)
    play = DanishDay()
    for _, acted in told(reported.store, window(day), play.day, paged):
        play.tells(acted)
    meets(event, play.day.sums)
    made = _DayFiles(folder, day, reported, play, schemas)
    made.sessions()
    made.tournaments()
    made.totals()
    return Written(made.files, {})


def _schemas(xsd: Path | None) -> Mapping[DanishStructure, OwnSchema]:
    if xsd is None:
        raise UsageError(said.NO_DANISH_XSD())
    return {each: OwnSchema(xsd / each.schema, each.name, NAMESPACE) for each in STRUCTURES}


def _released(store: CheckedStore, day: str, number: int) -> frozenset[str]:
    """The names of the files of that release of a day; none of one that there was not."""
    rows = store.stream_rows(report_stream(COUNTRY, day))
    found = lines(((row.index, row.stream, row.version, row.kind, row.state) for row in rows), WHOLE)
    releases: Iterator[ReportReleased] = (line.event for line in found)
    return frozenset(file.name for each in releases if each.number == number for file in each.files)


class _DayFiles:
    """Writes the files of a day, and counts what is in them."""

    def __init__(
        self,
        folder: Path,
        day: str,
        reported: Reported,
        play: DanishDay,
        schemas: Mapping[DanishStructure, OwnSchema],
    ) -> None:
        self.files: list[FileMade] = []
        self._folder, self._day, self._play, self._schemas = folder, day, play, schemas
        self._store, self._settings, self._number = reported.store, reported.settings, reported.number
        self._of = layout(COUNTRY, reported.settings.layout)
        self._records = DanishRecords(self._of, reported.settings, play.day.known.registered)
        self._before = _released(reported.store, day, reported.number - 1)
        self._counts = Counter[str]()
        """By category: the records of sessions and purchases, less those that give a purchase back."""

    def sessions(self) -> None:
        """Those of poker between players, and of games against the house, each category in a file of its own."""
        by = dict[str, list[DanishSession]]()
        for each in self._play.sessions():
            by.setdefault(self._records.category(each.part.head.regulation), []).append(each)
        for category, found in sorted(by.items()):
            structure = CASH_SESSIONS if category == CASH else CASINO_SESSIONS
            self._counts[category] = len(found)
            records = (self._records.session(each, self._day) for each in found)
            self._write(structure, category, self._records.licence(category), records)

    def tournaments(self) -> None:
        """A file for each that started, each in which something was bought or given back, and each that had started and is over."""
        made = self._records
        for line in self._play.day.started:
            self._of_tournament(STARTED, line.stream, (made.started(line),))
        for stream in sorted(self._play.purchases, key=self._announced):
            found = self._play.bought(stream)
            self._counts[TOURNAMENT] += sum(-1 if each.bought.given_back else 1 for each in found)
            records = (made.purchase(each, self._bought_at(each)) for each in found)
            self._of_tournament(PURCHASES, stream, records)
        for line in self._play.day.over:
            ended = tournament_told(self._store, line.stream)
            if ended is not None and ended.started is not None:
                self._of_tournament(FINISHED, line.stream, (made.finished(ended),))

    def totals(self) -> None:
        """What the day came to, in each category of the games that are offered."""
        day, of = self._play.day.sums, dict[str, set[str]]()
        for regulation in sorted(self._settings.games.keys() | day.keys()):
            of.setdefault(self._records.category(regulation), set()).add(regulation)
        records = [
            self._records.day_total(category, self._counts[category], self._play.sums(frozenset(games)))
            for category, games in sorted(of.items())
        ]
        self._write(DAY, DAY.name.removesuffix("Struktur"), self._records.licence_of_day(self._day), records)

    def _of_tournament(self, structure: DanishStructure, stream: str, records: Iterable[str]) -> None:
        licence = self._records.licence(TOURNAMENT, stream)
        self._write(structure, structure.name.removesuffix("Struktur"), licence, records, self._announced(stream))

    def _bought_at(self, told: DanishPurchase) -> int:
        """When somebody bought what is told: of what gives it back, the instant of the entry that had bought it."""
        if not told.bought.given_back:
            return told.line.instant
        return next(lines(self._store.rows_of(None, told.place, told.place + 1), WHOLE)).instant

    def _announced(self, stream: str) -> int:
        """The log index of the first entry of a stream."""
        return self._store.stream_rows(stream, lte=1)[0].index

    def _write(
        self, structure: DanishStructure, name: str, licence: str, records: Iterable[str], place: int | None = None
    ) -> None:
        stem = f"{name}_{self._day}" + ("" if place is None else f"_{place}")
        path, ids = self._folder / _named(stem, self._number), self._ids(structure, stem)
        count = 0
        with path.open("x", encoding="utf-8") as file:
            file.write(begins(structure, ids, licence, self._of))
            for count, record in enumerate(records, 1):  # noqa: B007  # it is what is counted
                file.write(record)
            file.write(ends(structure))
        self._schemas[structure].holds(path)
        self.files.append(FileMade(path.name, count))
        if len(self.files) > FILES_MAX:
            raise NotReportableError(said.TOO_MANY_FILES(day=self._day, most=FILES_MAX))

    def _ids(self, structure: DanishStructure, stem: str) -> Mapping[str, str]:
        """The id of a file, and of the one that it replaces, where the structure has room for that and there was one."""
        origin, before = self._store.origin, _named(stem, self._number - 1)
        ids = {"SpilFilIdentifikation": file_id(origin, _named(stem, self._number))}
        if structure.replaces and before in self._before:
            ids["SpilFilErstatningIdentifikation"] = file_id(origin, before)
        return ids


def _named(stem: str, number: int) -> str:
    """The name of a file in the release of that number."""
    return f"{stem}.xml" if number <= 1 else f"{stem}_r{number}.xml"


DENMARK: Final = CountryFiles(
    settings=danish_settings,
    layout=lambda settings: str(settings.layout),
    over=danish_day_is_over,
    day=write_danish_day,
)
"""Denmark: Spillemyndigheden."""
