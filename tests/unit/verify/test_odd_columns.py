"""Columns that hold what a column of another type gives: verification ends with a verdict, and holds no more than there can be."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from functools import partial
from typing import Any, Final
from weakref import WeakSet

import pytest

from tests.forgeries.maker import KIND, ORIGIN, Made, Memory, make
from tombo.ledger.verify import Code, verify
from tombo.ledger.verify.bodies import Bodies
from tombo.ledger.verify.chunk import Task, check_chunk

ODD: Final[tuple[Any, ...]] = (
    [],
    [1],
    {},
    {"a": 1},
    Decimal(1),
    Decimal("NaN"),
    float("nan"),
    1.5,
    None,
    b"x",
    date(2026, 1, 1),
    10**400,
)
"""What arrays, ``jsonb``, ``numeric`` and others are read as: not all of it can be looked up, or compared."""
PLACES: Final = (
    ("events", KIND, "state"),
    ("commands", 0, "commands"),
    ("openings", 2, "openings"),
    ("tiles", 1, "tiles"),
)
"""A table, one of its columns, and what the verdict says of it."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """The small honest ledger of the forgeries."""
    return make(tmp_path_factory.mktemp("odd"))


@pytest.mark.parametrize(("table", "column", "field"), PLACES)
def test_a_column_of_another_type_is_named(made: Made, table: str, column: int, field: str) -> None:
    """Red before: a list where a kind, the id of a command, a slot or a tile's number stands ended verification without a verdict.

    Of these the store on PostgreSQL hands out the slot; of the others it says itself that they are of another type.
    """
    for odd in ODD:
        tables = made.tables.copy()
        for row in getattr(tables, table)[:2]:
            row[column] = odd
        report = verify(partial(Memory, tables), made.policy, checkpoint=made.signer)
        assert report.verdict in {Code.MALFORMED, Code.TAMPERED, Code.MISSING}, odd
        assert field in {problem.field for problem in report.problems}, odd


class Card:
    """A card of which it is seen whether somebody still holds it."""


class Flooded(Memory):
    """A ledger with 20,000 openings of its first deal, as a bundle that somebody wrote may have them; ``most``: how many were held at once."""

    most = 0

    def openings_between(self, start: int, stop: int) -> Iterator[tuple[int, tuple[Any, ...]]]:
        held: WeakSet[Card] = WeakSet()
        index, (stream, version, slot, *_) = next(super().openings_between(start, stop))
        for number in range(20_000):
            card = Card()
            held.add(card)
            self.most = max(self.most, len(held))
            yield index, (stream, version, slot + number % 2 * number, card, b"")


def test_openings_without_number_are_not_held_together(made: Made) -> None:
    """Of one card, or of cards that nobody dealt: about as many of them as cards were dealt, and not all 20,000."""
    source, size = Flooded(made.tables), len(made.tables.events)
    found = check_chunk(source, Bodies(ORIGIN), Task(0, size, size))
    assert {one.problem.code for one in found.symptoms} == {Code.TAMPERED, Code.WITHHELD}
    assert source.most < 2 * len(made.tables.openings)
