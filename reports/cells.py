"""A sheet for a spreadsheet: its form, which depends on the language, and its cells, which may hold what somebody else wrote."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol, assert_never

from tombo.ledger.core.language import Language
from tombo.ledger.core.said import Sum, written

FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet would run."""
_NUMBER: Final = re.compile(r"-?\d+(\.\d+)?")


def unrunnable(text: str) -> str:
    """``text`` as it stands in a cell: a claim or a name may come from outside, and an apostrophe keeps a spreadsheet from taking it for a formula."""
    return f"'{text}" if text.startswith(FORMULAS) and _NUMBER.fullmatch(text) is None else text


Write = Callable[[Mapping[str, Any]], object]
"""Adds a row: its cells by the name of their column; others are left out."""


class WritesText(Protocol):
    """What text is written to."""

    def write(self, text: str, /) -> object:
        """Write ``text``."""
        ...


class SheetForm(NamedTuple):
    """How a sheet is written: what stands between cells, and at the very beginning."""

    delimiter: str
    begins: str = ""


def form_of(language: Language) -> SheetForm:
    """The form of a sheet in ``language``."""
    match language:
        case Language.EN:
            return SheetForm(",")
        case Language.PT:
            return SheetForm(";", "\N{ZERO WIDTH NO-BREAK SPACE}")
        case _:
            assert_never(language)


def heading(columns: Sequence[str], form: SheetForm) -> str:
    """The line with which a sheet of these columns begins."""
    return f"{form.begins}{form.delimiter.join(columns)}\r\n"


def cell_of(cell: Any, language: Language) -> Any:
    """What stands in a cell: an amount as ``1234.56`` or ``1234,56``, thousands not apart, ``-0.05``; chips are whole. No text is a formula."""
    if isinstance(cell, Sum):
        return written(cell, language, "plain")
    return unrunnable(cell) if isinstance(cell, str) else cell


def sheet_writer(text: WritesText, columns: Sequence[str], language: Language) -> Write:
    """A sheet in ``language``, begun in ``text``: what adds a row to it."""
    form = form_of(language)
    text.write(heading(columns, form))
    writer = csv.DictWriter(text, columns, extrasaction="ignore", delimiter=form.delimiter)
    return lambda row: writer.writerow({name: cell_of(cell, language) for name, cell in row.items()})
