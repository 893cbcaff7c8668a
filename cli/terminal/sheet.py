"""``--csv FILE``: what a command lists, for a spreadsheet. One way to write it, whoever asks; in two forms, by the language of the call.

In English, which is the default, the form that programs read: commas, amounts with a point, UTF-8. In Portuguese the one that a
spreadsheet of Portugal opens with a double click: semicolons, amounts with a comma, and a mark at the beginning that tells it UTF-8.
The names of the columns are those of JSON in both.
"""

from __future__ import annotations

import codecs
import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NamedTuple, assert_never

import typer

from tombo.cli import files
from tombo.cli.terminal.output import note, spoken
from tombo.ledger.core.language import Language
from tombo.ledger.core.said import Sum, written
from tombo.reports.cells import unrunnable
from tombo.reports.said.commands import common
from tombo.reports.said.commands import files as names


class SheetForm(NamedTuple):
    """How a sheet is written: what stands between cells, and at the very beginning."""

    delimiter: str
    begins: str = ""


SheetFile = Annotated[
    Path | None,
    typer.Option(
        "--csv",
        metavar="FILE",
        help="Also write it to FILE, as CSV for a spreadsheet: instants in UTC, amounts with a point; with --lang pt with a comma, and semicolons between. The same sheet, if older, is replaced.",
        callback=files.ready(),
    ),
]
Write = Callable[[Mapping[str, Any]], None]
"""Adds a row: its cells by the name of their column; others are left out."""


@contextmanager
def sheet(path: Path | None, columns: Sequence[str], *, closed: bool = False) -> Iterator[Write]:
    """The file ``path`` with its heading written, to add rows to as they come; one that nothing is written to, where it is None.

    ``closed``: what people wrote stands in it, so it is for its owner alone.

    Raises:
        UnwritableError: it cannot be written.
    """
    if path is None:
        yield lambda _: None
        return
    language = spoken()
    form = form_of(language)
    with files.document(path, _sort(columns), closed=closed) as file:
        text = codecs.getwriter("utf-8")(file)
        text.write(_heading(columns, form))
        writer = csv.DictWriter(text, columns, extrasaction="ignore", delimiter=form.delimiter)
        yield lambda row: writer.writerow({name: _cell(cell, language) for name, cell in row.items()})
    note(common.WROTE(file=str(path)))


def form_of(language: Language) -> SheetForm:
    """The form of a sheet in ``language``."""
    match language:
        case Language.EN:
            return SheetForm(",")
        case Language.PT:
            return SheetForm(";", "\N{ZERO WIDTH NO-BREAK SPACE}")
        case _:
            assert_never(language)


def _heading(columns: Sequence[str], form: SheetForm) -> str:
    return f"{form.begins}{form.delimiter.join(columns)}\r\n"


def _sort(columns: Sequence[str]) -> files.Sort:
    """Sheets with these columns, in whichever form."""
    headings = tuple(_heading(columns, form_of(language)).encode() for language in Language)
    return files.Sort(names.A_SHEET(), lambda head: head.startswith(headings))


def _cell(cell: Any, language: Language) -> Any:
    """What stands in a cell: an amount as ``1234.56`` or ``1234,56``, thousands not apart, ``-0.05``; chips are whole. No text is a formula."""
    if isinstance(cell, Sum):
        return written(cell, language, "plain")
    return unrunnable(cell) if isinstance(cell, str) else cell
