"""``docs/readings.md`` says what is so: every number of the register, fields, values, functions and tests that exist."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from types import UnionType
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin

import pytest
from pydantic import BaseModel

from tombo.ledger.core.findings import Reading
from tombo.ledger.games.blackjack.events import RoundOpened as BlackjackOpened
from tombo.ledger.games.poker.events import HandStarted
from tombo.ledger.games.roulette.events import RoundOpened as SpinOpened
from tombo.ledger.games.sem_descarte.events import RoundOpened as SemDescarteOpened
from tombo.ledger.games.tournament.events import Announced
from tombo.ledger.terms.blackjack import BlackjackTerms
from tombo.ledger.terms.poker import Terms
from tombo.ledger.terms.roulette import RouletteTerms
from tombo.ledger.terms.sem_descarte import SemDescarteTerms
from tombo.ledger.terms.tournament import Structure

ROOT: Final = Path(__file__).resolve().parents[2]
OPENINGS: Final[dict[type[BaseModel], type[BaseModel]]] = {
    Terms: HandStarted,
    BlackjackTerms: BlackjackOpened,
    RouletteTerms: SpinOpened,
    SemDescarteTerms: SemDescarteOpened,
    Structure: Announced,
}
"""The terms of each game, and the event that copies them."""


class Row(NamedTuple):
    """A line of the table."""

    number: int
    rule: str
    field: str
    values: str
    proposed: str
    decided: str
    shown: str


def rows() -> list[Row]:
    """The table of the page."""
    lines = (ROOT / "docs/readings.md").read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if re.match(r"\| \d", line)]
    return [Row(int(number), *rest) for number, *rest in cells]


HERE: Final = rows()


def field(path: str) -> Any:
    """The type of a field named like ``Terms.readings.flush_tie``."""
    owner, *names = path.strip("`").split(".")
    found: Any = next(cls for cls in OPENINGS if cls.__name__ == owner)
    for name in names:
        if get_origin(found) is not None:  # of terms that stand with one variant alone
            found = next(part for part in get_args(found) if part is not type(None))
        found = found.model_fields[name].annotation
    return found


def test_every_number_of_the_register_is_there() -> None:
    """1 to 19, and what came after, in order."""
    numbers = [row.number for row in HERE]
    assert (sorted(set(numbers)), numbers) == (list(range(1, max(19, *numbers) + 1)), sorted(numbers))


@pytest.mark.parametrize("row", HERE, ids=lambda row: f"{row.number} {row.field}")
def test_a_line_names_what_exists(row: Row) -> None:
    """Its field is one of the terms, with those values and that proposal among them; its function and test are there."""
    found = field(row.field)
    if found is Reading:
        assert row.values == "`LETTER`, `PRACTICE`"
        assert row.proposed.strip("`") in set(Reading)
    elif get_origin(found) is UnionType and Reading in get_args(found):  # a value more than those two
        more = [value for each in get_args(found) for value in get_args(each)]
        assert [f"`{value}`" for value in (*Reading, *more)] == row.values.split(", ")
        assert row.proposed.strip("`") in {*Reading, *more}
    elif get_origin(found) is Literal and "`" in row.proposed and "not" not in row.proposed:
        assert [f"`{value}`" for value in get_args(found)] == row.values.split(", ")
        assert row.proposed.strip("`") in get_args(found)
    path, _, name = row.decided.strip("`").partition(":")
    module = importlib.import_module(f"tombo.{path.removesuffix('.py').replace('/', '.')}")
    assert callable(getattr(module, name))
    assert (ROOT / row.shown.strip("`")).is_file()


def test_no_reading_is_left_out_of_the_table() -> None:
    """Every field that is a reading, in the terms of every game, has its line."""
    named = {row.field.strip("`") for row in HERE}
    readings = {
        f"{terms.__name__}.readings.{name}"
        for terms in OPENINGS
        if "readings" in terms.model_fields
        for name in field(f"{terms.__name__}.readings").model_fields
    }
    assert readings - named == set()


@pytest.mark.parametrize(("terms", "opening"), OPENINGS.items(), ids=lambda cls: cls.__name__)
def test_a_round_copies_the_terms_whole(terms: type[BaseModel], opening: type[BaseModel]) -> None:
    """The event that opens a hand or round holds every term, so that it can be judged alone."""
    copied = opening.model_fields["structure" if terms is Structure else "terms"]
    assert copied.annotation is terms
    assert copied.is_required()
