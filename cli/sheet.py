"""``--csv FILE``: what a command lists, for a spreadsheet. One way to write it, whoever asks."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from cli.output import note
from cli.text import figure
from ledger.core.errors import UnreadableError
from ledger.core.regulation import Unit

FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet would run."""
_NUMBER: Final = re.compile(r"-?\d+(\.\d+)?")

SheetFile = Annotated[
    Path | None,
    typer.Option(
        "--csv",
        dir_okay=False,
        metavar="FILE",
        help="Also write it to FILE, as CSV for a spreadsheet: instants in UTC, amounts with a point. An older FILE is replaced.",
    ),
]
Write = Callable[[Mapping[str, Any]], None]
"""Adds a row: its cells by the name of their column; others are left out."""


@contextmanager
def sheet(path: Path | None, columns: Sequence[str]) -> Iterator[Write]:
    """The file ``path`` with its heading written, to add rows to as they come; one that nothing is written to, where it is None.

    Raises:
        UnreadableError: it cannot be written.
    """
    if path is None:
        yield lambda _: None
        return
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, columns, extrasaction="ignore")
            writer.writeheader()
            yield lambda row: writer.writerow({name: _inert(cell) for name, cell in row.items()})
    except OSError as error:
        raise UnreadableError(f"{path} cannot be written: {error.strerror}") from error
    note(f"Wrote {path}")


def amount(cents: int, unit: Unit) -> str:
    """An amount in a cell: ``1234.56``, ``-0.05``; chips are whole."""
    return ("-" if cents < 0 else "") + figure(abs(cents), unit)


def _inert(cell: Any) -> Any:
    """A claim or a name may come from outside: an apostrophe keeps a spreadsheet from taking it for a formula."""
    if isinstance(cell, str) and cell.startswith(FORMULAS) and _NUMBER.fullmatch(cell) is None:
        return f"'{cell}"
    return cell
