"""A report as a value: a title and blocks, whose words are meanings with facts. No language, no form: those come last.

``tombo.reports.text`` writes it for a terminal, ``tombo.reports.pages`` as a page to print. What programs read (``--json``, ``--csv``) is the
projection's own data, and not made of this.
"""

from __future__ import annotations

from typing import NamedTuple

from tombo.ledger.core.said import Fact, Told, Word

Cell = Fact
"""What stands in a cell: a name, a number, an amount, or something said; an empty name for nothing."""


class Sentence(NamedTuple):
    """One sentence; ``depth``: how far it stands in, under the one it belongs to."""

    said: Told
    depth: int = 0


class Heading(NamedTuple):
    """What begins a part of the document."""

    said: Told


class Alarm(NamedTuple):
    """A sentence that tells of something wrong, or void."""

    said: Told
    depth: int = 0


class GridColumn(NamedTuple):
    """A column of a grid: its heading, if it has one; ``amount``: its cells are figures, and stand to the right.

    ``spec`` says how numbers and amounts in it are written (``tombo.ledger.core.said.Said``). ``least``: so many letters wide, also
    where it is empty, or as wide as the longest of a list of words: for rows that are told one by one, and for a column that is
    owed even where it has nothing.
    """

    head: Told | None = None
    amount: bool = False
    spec: str = ""
    least: int | tuple[Word, ...] = 0


class Grid(NamedTuple):
    """Rows of cells under one another. A column that is empty in every row takes no room. ``totals``: the last row, if there is one.

    A row that is one ``Told`` has no cells: it says, over all columns, what those after it have in common.
    """

    columns: tuple[GridColumn, ...]
    rows: tuple[tuple[Cell, ...] | Told, ...]
    totals: tuple[Cell, ...] = ()
    depth: int = 1


Block = Sentence | Heading | Alarm | Grid


class Document(NamedTuple):
    """A whole report. ``basis``: by which rule it is owed, if by one."""

    title: Told
    blocks: tuple[Block, ...]
    basis: Told | None = None
