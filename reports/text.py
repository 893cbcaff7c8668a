"""A document for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, assert_never

from ledger.core.language import Language
from ledger.core.said import written
from reports.document import Alarm, Cell, Document, Grid, GridColumn, Heading, Sentence

STEP: Final = "  "
"""How far a line stands in under the one it belongs to."""


def text_lines(document: Document, language: Language = Language.EN) -> Iterator[str]:
    """The document in ``language``, a line at a time: an empty one before each heading."""
    yield document.title.text(language)
    if document.basis is not None:
        yield document.basis.text(language)
    for block in document.blocks:
        match block:
            case Heading():
                yield ""
                yield block.said.text(language)
            case Sentence() | Alarm():
                yield STEP * block.depth + block.said.text(language)
            case Grid():
                yield from grid_lines(block, language)
            case _:
                assert_never(block)


def grid_lines(grid: Grid, language: Language) -> Iterator[str]:
    """The rows of ``grid`` in columns, amounts to the right."""
    rows = [[written(cell, language, column.spec) for cell, column in _beside(row, grid)] for row in grid.rows]
    heads = ["" if column.head is None else column.head.text(language) for column in grid.columns]
    whole = [
        *([heads] if any(heads) else []),
        *rows,
        *(
            [[written(cell, language, column.spec) for cell, column in _beside(grid.totals, grid)]]
            if grid.totals
            else []
        ),
    ]
    told = [number for number in range(len(grid.columns)) if any(row[number] for row in [*rows, *whole[1:]])]
    widths = {number: max(len(row[number]) for row in whole) for number in told}
    for row in whole:
        cells = (_placed(row[number], widths[number], amount=grid.columns[number].amount) for number in told)
        yield (STEP * grid.depth + STEP.join(cells)).rstrip()


def _beside(row: Sequence[Cell], grid: Grid) -> Iterator[tuple[Cell, GridColumn]]:
    return zip(row, grid.columns, strict=True)


def _placed(cell: str, width: int, *, amount: bool) -> str:
    return cell.rjust(width) if amount else cell.ljust(width)
