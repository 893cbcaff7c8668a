"""The hourly files: named as printed, written in one pass over the log, and held to their schema before anybody sees them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Final

from tombo.ledger.checked.store import CheckedStore
from tombo.ledger.core.errors import NotReportableError, UsageError
from tombo.ledger.core.lisbon import HOUR
from tombo.reports.regulators.country import CountryFiles, FileMade, Reported, Written
from tombo.reports.regulators.layout import BOUNDS, Layout, fields, layout
from tombo.reports.regulators.pages import Paged, read_here
from tombo.reports.regulators.portugal.hours import hours_of, label_of, since, span
from tombo.reports.regulators.portugal.kinds import HOURLY, SUMMARY, FileKind, schema
from tombo.reports.regulators.portugal.package import packed
from tombo.reports.regulators.portugal.records import Records
from tombo.reports.regulators.portugal.settings import Settings, settings_in
from tombo.reports.regulators.portugal.summary import body
from tombo.reports.regulators.reading import SETTLED, begun, told
from tombo.reports.regulators.totals import closed, meets
from tombo.reports.regulators.validated import hold_to
from tombo.reports.said.regulators import common
from tombo.reports.said.regulators import portugal as said

COUNTRY: Final = "portugal"
AGAIN: Final = "rp"


def is_over(label: str, now: int) -> None:
    """That nothing more can come of an hour: it is over by this machine's clock, and so is the time in which a source may say late what was in it.

    Raises:
        UsageError: it is not, or there is no such hour.
    """
    until = span(label)[1] + SETTLED
    if now < until:
        raise UsageError(said.HOUR_NOT_OVER(hour=label, until=until))


def write_hours(folder: Path, labels: Sequence[str], reported: Reported, paged: Paged = read_here) -> Written:
    """The files of the hours ``labels``, one behind the other, in ``folder``: each of them, also where it holds nothing.

    One pass over the log, from its first entry: what is told refers to what was before.

    Raises:
        NotReportableError: an entry does not fit, by its place; what was written is of no use.
        UsageError: there is no such hour.
    """
    return _written(folder, labels, reported, paged)[0]


def write_day(folder: Path, day: str, reported: Reported, paged: Paged = read_here) -> Written:
    """The files of every hour of ``day``, and its RESF, which they have to come to.

    Raises:
        NotReportableError: as for ``write_hours``; the day is not closed, or comes to something else.
        UsageError: a schema of the regulator's is given, who published none.
    """
    if reported.xsd is not None:
        raise UsageError(said.NO_PUBLISHED_SCHEMA(file=str(reported.xsd)))
    event = closed(reported.store, day)
    labels = hours_of(day) if reported.settings.first_hour is not None else since(hours_of(day), begun(reported.store))
    written, made = _written(folder, labels, reported, paged)
    meets(event, made.sums)
    settings, of = reported.settings, layout(COUNTRY, reported.settings.layout)
    name = _name(SUMMARY, day.replace("-", ""), reported)
    head = _heads(labels[:1], reported, of)[labels[0]]
    with (folder / name).open("x", encoding="utf-8") as file:
        file.write(f"{_begins(SUMMARY, head)}{body(event, made.sums, settings, of)}{_ends(SUMMARY)}")
    hold_to(schema(SUMMARY, of), folder / name)
    return written._replace(files=[*written.files, FileMade(name, len(made.sums))])


def _written(folder: Path, labels: Sequence[str], reported: Reported, paged: Paged) -> tuple[Written, Records]:
    store, sealed, settings = reported.store, reported.sealed, reported.settings
    of = layout(COUNTRY, settings.layout)
    heads, names = _heads(labels, reported, of), _names(labels, reported)
    made, counts = Records(of, sealed, settings, partial(_first, store)), Counter[tuple[str, FileKind]]()
    with ExitStack() as opened:
        out = {key: opened.enter_context((folder / name).open("x", encoding="utf-8")) for key, name in names.items()}
        for (label, kind), file in out.items():
            file.write(_begins(kind, heads[label]))
        for line, record in told(store, (span(labels[0])[0], span(labels[-1])[1]), made, paged):
            key = label_of(line.instant), record.kind
            out[key].write(record.xml)
            counts[key] += 1
        for (_, kind), file in out.items():
            file.write(_ends(kind))
    for (_, kind), name in names.items():
        hold_to(schema(kind, of), folder / name)
    return Written([FileMade(name, counts[key]) for key, name in names.items()], dict(made.left_out)), made


def _names(labels: Sequence[str], reported: Reported) -> dict[tuple[str, FileKind], str]:
    return {(label, kind): _name(kind, label, reported) for label in labels for kind in HOURLY}


def _name(kind: FileKind, period: str, reported: Reported) -> str:
    """As printed: behind what was released before stands ``rp``, *reprocessamento*."""
    return f"{kind.prefix}_{period}_{reported.settings.safe}{AGAIN if reported.again else ''}.xml"


def _begins(kind: FileKind, head: str) -> str:
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<ficheiro>\n{head}\n<{kind.body.element}>\n'


def _ends(kind: FileKind) -> str:
    return f"</{kind.body.element}>\n</ficheiro>\n"


def _heads(labels: Sequence[str], reported: Reported, of: Layout) -> dict[str, str]:
    """By hour, the elements before the records: the same for its files."""
    settings = reported.settings
    first = begun(reported.store) if settings.first_hour is None else span(settings.first_hour)[0]
    at, elements = common.FILE_HEADER(), of.records["file"]
    heads = {label: _head(label, first, settings) for label in labels}
    return {
        label: "\n".join(fields((each,), {each.name: head[each.name]}, at) for each in elements)
        for label, head in heads.items()
    }


def _head(label: str, first: int, settings: Settings) -> Mapping[str, str]:
    """``id_ficheiro`` is which hour it is, counted from ``first``, from 1; the same for the files of an hour, whose names differ."""
    number = span(label)[0] // HOUR - first // HOUR + 1
    if not 1 <= number <= BOUNDS["short"]:
        raise NotReportableError(said.NO_FILE_NUMBER(hour=label, number=number, most=BOUNDS["short"]))
    return {
        "cod_entexpl": str(settings.operator),
        "datahr": label,
        "id_ficheiro": str(number),
        "cod_cofre": settings.safe,
    }


def _first(store: CheckedStore, stream: str) -> tuple[int, str] | None:
    rows = store.stream_rows(stream, lte=1)
    return (rows[0].index, rows[0].kind) if rows else None


PORTUGAL: Final = CountryFiles(
    settings=settings_in,
    layout=lambda settings: str(settings.layout),
    day=write_day,
    packed=packed,
)
"""Portugal: SRIJ."""
