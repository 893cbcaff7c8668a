"""The files of a day: sessions and tournaments in *lotes*, each held to the schema that DGOJ published, signed and encrypted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Final

from tombo.ledger.checked.store import CheckedStore
from tombo.ledger.core.errors import NotReportableError, UsageError
from tombo.ledger.core.lisbon import window
from tombo.ledger.house.day.state import day_stream
from tombo.ledger.house.report.events import FILES_MAX
from tombo.ledger.house.report.on_record import Release
from tombo.ledger.seal.entry import unpack
from tombo.projections.line import AnyLine
from tombo.projections.reconciliation.closing import released_before
from tombo.reports.regulators.country import CountryFiles, FileMade, Reported, Written
from tombo.reports.regulators.layout import layout
from tombo.reports.regulators.pages import Paged, read_here
from tombo.reports.regulators.reading import told
from tombo.reports.regulators.sessions import DayPlay
from tombo.reports.regulators.spain.daily import spanish_package
from tombo.reports.regulators.spain.lotes import NAMESPACE, ROOT, Lote, Lotes
from tombo.reports.regulators.spain.records import SpanishRecord, SpanishRecords
from tombo.reports.regulators.spain.sealing import LoteSealer, secrets_of
from tombo.reports.regulators.spain.settings import SpanishOperator, SpanishSettings, spanish_settings
from tombo.reports.regulators.totals import closed, meets
from tombo.reports.regulators.tournaments import tournament_told
from tombo.reports.regulators.validated import OwnSchema
from tombo.reports.said.regulators import spain as said

COUNTRY: Final = "spain"


def write_spanish_day(folder: Path, day: str, reported: Reported, paged: Paged = read_here) -> Written:
    """The files of ``day`` in ``folder``: at least one, also where there is nothing to tell.

    Raises:
        KeyFileError: a secret cannot be read, or others than its owner can read it.
        NotReportableError: an entry does not fit, by its place, or a document is not as the schema asks; the day is not closed, comes to
            something else, or was released in another *almacén*; the certificate is not valid then. What was written is of no use.
        UsageError: no schema is given, or another one; a secret is none; what signs and encrypts is not installed.
    """
    if reported.xsd is None:
        raise UsageError(said.NO_SPANISH_XSD())
    schema = OwnSchema(reported.xsd, ROOT, NAMESPACE)
    settings: SpanishSettings = reported.settings
    event, secrets = closed(reported.store, day), secrets_of(settings)
    before = released_before(reported.store, COUNTRY, day, reported.number)
    _same_store(before, settings.operator, day)
    made = _made(reported.store, day, before)
    sealer, play = LoteSealer(secrets, made[-1]), DayPlay()
    for _ in told(reported.store, window(day), play, paged):
        pass
    meets(event, play.sums)
    of = layout(COUNTRY, settings.operator.layout)
    records = SpanishRecords(of, settings.operator, play.known, reported, window(day))
    files = list[FileMade]()
    for lote in _lotes(Lotes(of, settings.operator, day, made), records, play, reported.store):
        if len(files) == FILES_MAX:
            raise NotReportableError(said.TOO_MANY_LOTES(day=day, most=FILES_MAX))
        schema.holds_bytes(lote.document.encode(), lote.file)
        sealer.write(folder / lote.file, sealer.signed(lote.document))
        files.append(FileMade(lote.file, lote.records))
    return Written(files, +records.left_out)


def _lotes(lotes: Lotes, records: SpanishRecords, play: DayPlay, store: CheckedStore) -> Iterator[Lote]:
    """Sessions by their places in the log, and tournaments by when they were over; where there is neither, one that is empty."""
    parts = sorted(play.parts.values(), key=lambda part: play.session(part.name).index)
    sessions = lotes.of("SES", (records.session(part) for part in parts))
    found = chain(sessions, lotes.of("POT", _tournaments(records, play, store)))
    first = next(found, None)
    return chain((lotes.empty() if first is None else first,), found)


def _tournaments(records: SpanishRecords, play: DayPlay, store: CheckedStore) -> Iterator[SpanishRecord]:
    for line in play.over:
        ended = tournament_told(store, line.stream)
        record = None if ended is None else records.tournament(ended)
        if record is not None:
            yield record


def _made(store: CheckedStore, day: str, before: Sequence[Release[AnyLine]]) -> list[int]:
    """What each release is dated by: the first by the closing of the day, and each other by the one ``before`` it."""
    closing = store.stream_rows(day_stream(day), lte=1)
    return [*(unpack(row.state).recorded for row in closing), *(each.entry.recorded for each in before)]


def _same_store(before: Sequence[Release[AnyLine]], operator: SpanishOperator, day: str) -> None:
    """That what is released again lies where it was released: a record is rectified in its own *almacén* (4.5.3).

    Raises:
        NotReportableError: it lies in another.
    """
    own = f"{operator.operator}_{operator.store}_"
    for each in before:
        name = each.files[0].name
        if not name.startswith(own):
            raise NotReportableError(said.OTHER_STORE(day=day, name=name, own=own))


SPAIN: Final = CountryFiles(
    settings=spanish_settings,
    layout=lambda settings: str(settings.operator.layout),
    day=write_spanish_day,
    packed=spanish_package,
)
"""Spain: DGOJ."""
