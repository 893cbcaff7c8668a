"""The files of a day: sessions, tournaments and the day's totals, each held to the schema that the regulator published."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from tombo.ledger.checked.store import CheckedStore
from tombo.ledger.core.errors import NotReportableError, UsageError
from tombo.ledger.core.lisbon import window
from tombo.ledger.core.said import euros
from tombo.ledger.house.report.events import FILES_MAX
from tombo.projections.line import lines
from tombo.projections.reconciliation.closing import released_before
from tombo.reports.regulators.country import CountryFiles, FileMade, Reported, Written
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
from tombo.reports.regulators.pages import Paged, read_here
from tombo.reports.regulators.reading import WHOLE, told
from tombo.reports.regulators.released import digest
from tombo.reports.regulators.totals import Sums, closed, meets
from tombo.reports.regulators.tournaments import tournament_told
from tombo.reports.regulators.validated import OwnSchema
from tombo.reports.said.regulators import denmark as said

COUNTRY: Final = "denmark"
MakesRecord = Callable[[], str]
"""A record that is made when it is written: of a file no more than one is in memory."""


def write_danish_day(folder: Path, day: str, reported: Reported, paged: Paged = read_here) -> Written:
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
    return Written(made.files, made.left_out)


def _schemas(xsd: Path | None) -> Mapping[DanishStructure, OwnSchema]:
    if xsd is None:
        raise UsageError(said.NO_DANISH_XSD())
    return {each: OwnSchema(xsd / each.schema, each.name, NAMESPACE) for each in STRUCTURES}


def _released(store: CheckedStore, day: str, number: int) -> Mapping[str, str]:
    """The files of the releases of a day before that one, as a door recorded them: by name, the SHA-256."""
    return {file.name: file.sha256 for each in released_before(store, COUNTRY, day, number) for file in each.files}


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
        self.left_out = Counter[str]()
        self._folder, self._day, self._play, self._schemas = folder, day, play, schemas
        self._store, self._settings, self._number = reported.store, reported.settings, reported.number
        self._of = layout(COUNTRY, reported.settings.layout)
        self._records = DanishRecords(self._of, reported.settings, play.day.known.registered)
        self._before = _released(reported.store, day, reported.number)
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
            records = [partial(self._records.session, each, self._day) for each in found]
            self._write(structure, category, self._records.licence(category), records)

    def tournaments(self) -> None:
        """A file for each that started, each in which something was bought or given back, and each that had started and is over."""
        made = self._records
        for line in self._play.day.started:
            self._of_tournament(STARTED, line.stream, [partial(made.started, line)])
        for stream in sorted(self._play.purchases, key=self._announced):
            found = self._play.bought(stream)
            self._counts[TOURNAMENT] += sum(-1 if each.bought.given_back else 1 for each in found)
            records = [partial(made.purchase, each, self._bought_at(each)) for each in found]
            self._of_tournament(PURCHASES, stream, records)
        for line in self._play.day.over:
            ended = tournament_told(self._store, line.stream)
            if ended is not None and ended.started is not None:
                self._of_tournament(FINISHED, line.stream, [partial(made.finished, ended)])

    def totals(self) -> None:
        """What the day came to, in each category of the games that are offered.

        Raises:
            NotReportableError: a category has a commission below 0, and nothing is set for that.
        """
        day, of, made = self._play.day.sums, dict[str, set[str]](), self._records
        for regulation in sorted(self._settings.games.keys() | day.keys()):
            of.setdefault(made.category(regulation), set()).add(regulation)
        records = [
            partial(made.day_total, category, self._counts[category], self._told(category, frozenset(games)))
            for category, games in sorted(of.items())
        ]
        self._write(DAY, DAY.name.removesuffix("Struktur"), made.licence_of_day(self._day), records)

    def _told(self, category: str, games: frozenset[str]) -> Sums:
        """What the day came to in a category: a commission below 0, which "cannot be negative", as is set."""
        sums, how = self._play.sums(games), self._settings.commission_below_zero
        if sums.fees >= 0 or how == "negative":
            return sums
        if how is None:
            raise NotReportableError(
                said.COMMISSION_BELOW_ZERO(day=self._day, category=category, amount=euros(sums.fees))
            )
        self.left_out["EndOfDayRapportKommissionRake"] += 1
        return sums._replace(fees=0)

    def _of_tournament(self, structure: DanishStructure, stream: str, records: Sequence[MakesRecord]) -> None:
        licence = self._records.licence(TOURNAMENT, stream)
        self._write(structure, structure.name.removesuffix("Struktur"), licence, records, self._announced(stream))

    def _bought_at(self, told: DanishPurchase) -> int:
        """When somebody bought what is told: of what gives it back, the instant of the entry that had bought it."""
        if not told.bought.given_back:
            return told.instant
        return next(lines(self._store.rows_of(None, told.place, told.place + 1), WHOLE)).instant

    def _announced(self, stream: str) -> int:
        """The log index of the first entry of a stream."""
        return self._store.stream_rows(stream, lte=1)[0].index

    def _write(
        self,
        structure: DanishStructure,
        name: str,
        licence: str,
        records: Sequence[MakesRecord],
        place: int | None = None,
    ) -> None:
        """A file. One that cannot name what it replaces stays the file that was released, if it would say the same."""
        stem = f"{name}_{self._day}" + ("" if place is None else f"_{place}")
        path = self._earlier(stem)
        if path is None or structure.replaces or not self._same(structure, path, licence, records):
            path = self._folder / _named(stem, self._number)
            self._fill(structure, path, licence, records, self._earlier(stem) if structure.replaces else None)
        self._schemas[structure].holds(path)
        self.files.append(FileMade(path.name, len(records)))
        if len(self.files) > FILES_MAX:
            raise NotReportableError(said.TOO_MANY_FILES(day=self._day, most=FILES_MAX))

    def _earlier(self, stem: str) -> Path | None:
        """Where the newest file lies that was released for that before, in the folder of this release; None where none was."""
        names = (_named(stem, number) for number in range(self._number - 1, 0, -1))
        return next((self._folder / name for name in names if name in self._before), None)

    def _same(self, structure: DanishStructure, path: Path, licence: str, records: Sequence[MakesRecord]) -> bool:
        """Whether a file that was released says the same now; it is at ``path`` then, and else nothing is."""
        self._fill(structure, path, licence, records, None)
        same = digest(path) == self._before[path.name]
        if not same:
            path.unlink()
        return same

    def _fill(
        self,
        structure: DanishStructure,
        path: Path,
        licence: str,
        records: Sequence[MakesRecord],
        replaced: Path | None,
    ) -> None:
        ids = {"SpilFilIdentifikation": file_id(self._store.origin, path.name)}
        if replaced is not None:
            ids["SpilFilErstatningIdentifikation"] = file_id(self._store.origin, replaced.name)
        with path.open("x", encoding="utf-8") as file:
            file.write(begins(structure, ids, licence, self._of))
            file.writelines(record() for record in records)
            file.write(ends(structure))


def _named(stem: str, number: int) -> str:
    """The name of a file in the release of that number."""
    return f"{stem}.xml" if number <= 1 else f"{stem}_r{number}.xml"


DENMARK: Final = CountryFiles(
    settings=danish_settings,
    layout=lambda settings: str(settings.layout),
    day=write_danish_day,
)
"""Denmark: Spillemyndigheden."""
