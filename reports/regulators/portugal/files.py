"""The hourly files: named as printed, written in one pass over the entries of the hour, and held to their schema before anybody sees them."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Final, NamedTuple

from tombo.ledger.core.clock import DECIDING, LATENESS
from tombo.ledger.core.errors import NotReportableError, UsageError
from tombo.ledger.core.lisbon import HOUR
from tombo.reports.regulators.layout import BOUNDS, Layout, checked, layout, record
from tombo.reports.regulators.portugal.hours import span
from tombo.reports.regulators.portugal.kinds import HOURLY, FileKind, schema
from tombo.reports.regulators.portugal.records import MAKERS
from tombo.reports.regulators.portugal.settings import Settings
from tombo.reports.regulators.portugal.source import CheckedSource, where
from tombo.reports.regulators.validated import hold_to
from tombo.reports.said.regulators import common
from tombo.reports.said.regulators import portugal as said

COUNTRY: Final = "portugal"
SETTLED: Final = LATENESS + DECIDING
"""How long after an hour nothing of it can come any more: a source may be late, and a minute more for the door's clock, which may be behind ours, and
for what it decided and has not written yet."""


class Hourly(NamedTuple):
    """A file that was made, and how many records it holds."""

    name: str
    records: int


def is_over(label: str, now: int) -> None:
    """That nothing more can come of an hour: it is over by this machine's clock, and so is the time in which a source may say late what was in it.

    Raises:
        UsageError: it is not, or there is no such hour.
    """
    until = span(label)[1] + SETTLED
    if now < until:
        raise UsageError(said.HOUR_NOT_OVER(hour=label, until=until))


def write_hour(folder: Path, label: str, source: CheckedSource, settings: Settings) -> list[Hourly]:
    """The files of an hour, in ``folder``: each of them, also where it holds nothing.

    Raises:
        NotReportableError: an entry does not fit, by its place; what was written is of no use.
        UsageError: there is no such hour.
    """
    of = layout(COUNTRY, settings.layout)
    head, counts = _head(label, source, settings, of), Counter[FileKind]()
    names = {kind: f"{kind.prefix}_{label}_{settings.safe}.xml" for kind in HOURLY}
    with ExitStack() as opened:
        out = {kind: opened.enter_context((folder / names[kind]).open("x", encoding="utf-8")) for kind in HOURLY}
        for kind, file in out.items():
            file.write(f'<?xml version="1.0" encoding="UTF-8"?>\n<ficheiro>\n{head}<{kind.body}>\n')
        for line in source.hour(span(label), tuple(MAKERS)):
            kind, makes = MAKERS[line.kind]
            counts[kind] += 1
            out[kind].write(record(kind.record, of.records[kind.prefix], makes(line, source, settings), where(line)))
        for kind, file in out.items():
            file.write(f"</{kind.body}>\n</ficheiro>\n")
    for kind, name in names.items():
        hold_to(schema(kind, of), folder / name)
    return [Hourly(names[kind], counts[kind]) for kind in HOURLY]


def _head(label: str, source: CheckedSource, settings: Settings, of: Layout) -> str:
    """The elements before the records."""
    values = {
        "cod_entexpl": str(settings.operator),
        "datahr": label,
        "id_ficheiro": _number(label, source, settings),
        "cod_cofre": settings.safe,
    }
    return "".join(
        f"<{each.name}>{checked(each, values[each.name], common.FILE_HEADER())}</{each.name}>\n"
        for each in of.records["file"]
    )


def _number(label: str, source: CheckedSource, settings: Settings) -> str:
    """``id_ficheiro``: which hour of the ledger it is, from 1; the same for the files of an hour, whose names differ."""
    first = source.begins if settings.first_hour is None else span(settings.first_hour)[0]
    number = span(label)[0] // HOUR - first // HOUR + 1
    if not 1 <= number <= BOUNDS["short"]:
        raise NotReportableError(said.NO_FILE_NUMBER(hour=label, number=number, most=BOUNDS["short"]))
    return str(number)
