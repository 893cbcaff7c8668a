"""``--csv FILE``: what a command lists, for a spreadsheet. One way to write it, whoever asks; in two forms, by the language of the call.

In English, which is the default, the form that programs read: commas, amounts with a point, UTF-8. In Portuguese the one that a
spreadsheet of Portugal opens with a double click: semicolons, amounts with a comma, and a mark at the beginning that tells it UTF-8.
The names of the columns are those of JSON in both.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from tombo.cli import files
from tombo.cli.terminal.output import note, spoken
from tombo.ledger.core.language import Language
from tombo.reports.cells import Write, form_of, heading, sheet_writer
from tombo.reports.said.commands import common
from tombo.reports.said.commands import files as names

SheetFile = Annotated[
    Path | None,
    typer.Option(
        "--csv",
        metavar="FILE",
        help="Also write it to FILE, as CSV for a spreadsheet: instants in UTC, amounts with a point; with --lang pt with a comma, and semicolons between. The same sheet, if older, is replaced.",
        callback=files.ready(),
    ),
]


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
    with files.document(path, _sort(columns), closed=closed) as file:
        yield sheet_writer(codecs.getwriter("utf-8")(file), columns, spoken())
    note(common.WROTE(file=str(path)))


def _sort(columns: Sequence[str]) -> files.Sort:
    """Sheets with these columns, in whichever form."""
    headings = tuple(heading(columns, form_of(language)).encode() for language in Language)
    return files.Sort(names.A_SHEET(), lambda head: head.startswith(headings))
