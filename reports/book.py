"""The double-entry book: the trial balance, and what moved at a holder, line by line, however many there are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.said import Told, euros
from tombo.projections.accounts.reading import HolderLine
from tombo.projections.reconciliation.closing import Compared
from tombo.reports.document import Cell, Document, Grid, GridColumn, Sentence
from tombo.reports.said import book as said

CLASSES: Final = (GridColumn(least=14), GridColumn(amount=True, spec="grouped", least=14))
FIRST: Final = (
    GridColumn(said.BOOK_WHEN(), spec="moment"),
    GridColumn(said.BOOK_INDEX(), amount=True, least=8),
    GridColumn(said.BOOK_WHAT(), least=tuple(said.MOVED.values())),
    GridColumn(said.BOOK_OTHER(), least=30),
    *(
        GridColumn(head, amount=True, spec="grouped", least=12)
        for head in (said.BOOK_BEFORE(), said.BOOK_MOVEMENT(), said.BOOK_AFTER())
    ),
)
"""What stands in the line of an operation: so wide that one told alone stands under the others."""
NOBODY: Final = said.NOBODY_HAS_ANYTHING()
NEXT: Final = tuple(column._replace(head=None) for column in FIRST)


def document(classes: Mapping[str, int], size: int, found: Compared | None) -> Document:
    """The trial balance: the cents of each class of holder after the first ``size`` entries, and what they come to."""
    rows = tuple((said.HOLDERS.get(name, name), euros(cents)) for name, cents in classes.items())
    totals = (said.TRIAL_BALANCE_WHOLE(), euros(sum(classes.values())))
    return Document(said.TRIAL_BALANCE(entries=size), (Sentence(compared(found)), Grid(CLASSES, rows, totals)))


def compared(found: Compared | None) -> Told:
    """When a night last compared the rows of the book, which are shown as they are kept."""
    if found is None:
        return said.BOOK_NEVER_COMPARED()
    return said.BOOK_COMPARED(size=found.size, day=found.day, index=found.log_index)


def holders(held: Mapping[str, int]) -> Grid:
    """Everybody who has something, by name."""
    columns = (GridColumn(), GridColumn(amount=True, spec="grouped", least=14))
    return Grid(columns, tuple((holder, euros(cents)) for holder, cents in sorted(held.items())), depth=0)


def operation(line: HolderLine, *, first: bool) -> Grid:
    """An operation, told as it is read: the ``first`` stands under the headings of all."""
    cells: tuple[Cell, ...] = (
        line.at,
        line.log_index,
        said.MOVED.get(line.what, line.what),
        line.other,
        euros(line.before),
        said.BOOK_GAIN(amount=euros(line.movement)) if line.movement > 0 else euros(line.movement),
        euros(line.after),
    )
    return Grid(FIRST if first else NEXT, (cells,), depth=0)


def between(operations: int) -> Sentence:
    """So many operations stand between two that are told."""
    return Sentence(said.OTHER_DAYS(operations=operations), 1)


def left(holder: str, operations: int, cents: int, size: int) -> Sentence:
    """The last line: how many operations were told, and what the holder has after the first ``size`` entries."""
    return Sentence(said.HOLDER_HAS(operations=operations, holder=holder, cents=euros(cents), entries=size))
