"""The blocks of a report as a template of the desk draws them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, assert_never

from tombo.reports.document import Alarm, Block, Grid, Heading, Sentence


class DrawnBlock(NamedTuple):
    """A block, and what it is: ``sentence``, ``heading``, ``alarm`` or ``grid``."""

    sort: str
    block: Any


def drawn(blocks: Iterable[Block]) -> list[DrawnBlock]:
    """Each block with what it is."""
    return [DrawnBlock(_sort(block), block) for block in blocks]


def _sort(block: Block) -> str:
    match block:
        case Sentence():
            return "sentence"
        case Heading():
            return "heading"
        case Alarm():
            return "alarm"
        case Grid():
            return "grid"
        case _:
            assert_never(block)
