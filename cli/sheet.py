"""``--csv FILE``: what a command lists, for a spreadsheet. One way to write it, whoever asks."""

from __future__ import annotations

import codecs
import csv
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from cli import files
from cli.output import note
from cli.text import figure
from ledger.terms.unit import Unit

FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet would run."""
_NUMBER: Final = re.compile(r"-?\d+(\.\d+)?")

SheetFile = Annotated[
    Path | None,
    typer.Option(
        "--csv",
        metavar="FILE",
        help="Also write it to FILE, as CSV for a spreadsheet: instants in UTC, amounts with a point. The same sheet, if older, is replaced.",
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
    heading = ",".join(columns) + "\r\n"
    with files.document(path, files.beginning("a sheet with these columns", heading.encode()), closed=closed) as file:
        text = codecs.getwriter("utf-8")(file)
        text.write(heading)
        writer = csv.DictWriter(text, columns, extrasaction="ignore")
        yield lambda row: writer.writerow({name: _inert(cell) for name, cell in row.items()})
    note(f"Wrote {path}")


def amount(cents: int, unit: Unit) -> str:
    """An amount in a cell: ``1234.56``, ``-0.05``; chips are whole."""
    return ("-" if cents < 0 else "") + figure(abs(cents), unit)


def _inert(cell: Any) -> Any:
    """A claim or a name may come from outside: an apostrophe keeps a spreadsheet from taking it for a formula."""
    if isinstance(cell, str) and cell.startswith(FORMULAS) and _NUMBER.fullmatch(cell) is None:
        return f"'{cell}"
    return cell
