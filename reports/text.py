"""A document for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, assert_never

from tombo.ledger.core.language import Language
from tombo.ledger.core.said import Told, Word, written
from tombo.reports.document import Alarm, Block, Cell, Document, Grid, GridColumn, Heading, Sentence

STEP: Final = "  "
"""How far a line stands in under the one it belongs to."""


def text_lines(document: Document, language: Language = Language.EN) -> Iterator[str]:
    """The document in ``language``, a line at a time: an empty one before each heading."""
    yield document.title.text(language)
    if document.basis is not None:
        yield document.basis.text(language)
    for block in document.blocks:
        yield from block_lines(block, language)


def block_lines(block: Block, language: Language) -> Iterator[str]:
    """One block: for what is told as it is read, however much there is."""
    match block:
        case Heading():
            yield ""
            yield block.said.text(language)
        case Sentence() | Alarm():
            yield STEP * block.depth + block.said.text(language)
        case Grid():
            yield from _grid_lines(block, language)
        case _:
            assert_never(block)


def _grid_lines(grid: Grid, language: Language) -> Iterator[str]:
    """The rows of ``grid`` in columns, amounts to the right."""
    heads = ["" if column.head is None else column.head.text(language) for column in grid.columns]
    rows = [row if isinstance(row, Told) else _written(row, grid, language) for row in grid.rows]
    if grid.totals:
        rows.append(_written(grid.totals, grid, language))
    whole = [heads, *(row for row in rows if not isinstance(row, Told))]
    told = [at for at, column in enumerate(grid.columns) if column.least or any(row[at] for row in whole[1:])]
    widths = {at: max(_least(grid.columns[at], language), *(len(row[at]) for row in whole)) for at in told}
    for row in [heads, *rows] if any(heads) else rows:
        if isinstance(row, Told):
            yield STEP * grid.depth + row.text(language)
            continue
        cells = (_placed(row[at], widths[at], amount=grid.columns[at].amount) for at in told)
        yield (STEP * grid.depth + STEP.join(cells)).rstrip()


def _written(row: Sequence[Cell], grid: Grid, language: Language) -> list[str]:
    return [written(cell, language, column.spec) for cell, column in zip(row, grid.columns, strict=True)]


def _least(column: GridColumn, language: Language) -> int:
    return column.least if isinstance(column.least, int) else _widest(column.least, language)


@cache
def _widest(words: tuple[Word, ...], language: Language) -> int:
    return max(len(written(word, language)) for word in words)


def _placed(cell: str, width: int, *, amount: bool) -> str:
    return cell.rjust(width) if amount else cell.ljust(width)
