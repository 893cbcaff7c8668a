"""How amounts, times and lists are written for people."""

from __future__ import annotations

import pytest

from tombo.ledger.core.language import Language
from tombo.ledger.core.said import Fact, written
from tombo.ledger.terms.unit import Unit

EURO = Unit(currency="EUR", decimals=2)
CHIPS = Unit(currency=None, decimals=0)


def english(fact: Fact, spec: str = "") -> str:
    """``fact`` as a sentence in English has it."""
    return written(fact, Language.EN, spec)


@pytest.mark.parametrize(
    ("amount", "unit", "text"),
    [
        pytest.param(0, EURO, "0.00 EUR", id="nothing"),
        pytest.param(5, EURO, "0.05 EUR", id="cents"),
        pytest.param(123_456, EURO, "1234.56 EUR", id="euro"),
        pytest.param(225, CHIPS, "225 chips", id="chips"),
        pytest.param(1_500, Unit(currency="USD", decimals=3), "1.500 USD", id="half chips of an import"),
    ],
)
def test_amounts_have_the_decimals_of_their_unit(amount: int, unit: Unit, text: str) -> None:
    """An amount is written with its unit's decimals, with or without the currency."""
    assert english(unit.sum(amount)) == text
    assert english(unit.sum(amount), "figure") == text.split(" ", maxsplit=1)[0]


@pytest.mark.parametrize(("amount", "text"), [(250, "+2.50"), (-250, "-2.50"), (0, "0.00"), (-5, "-0.05")])
def test_results_carry_their_sign(amount: int, text: str) -> None:
    """A gain has a plus, a loss a minus, and nothing has neither."""
    assert english(EURO.sum(amount), "signed") == text


@pytest.mark.parametrize(
    ("instant", "text"),
    [
        pytest.param(1_784_055_600, "2026-07-14 20:00:00 in Lisbon (19:00:00 UTC)", id="summer"),
        pytest.param(1_768_431_600, "2026-01-14 23:00:00 in Lisbon (23:00:00 UTC)", id="winter"),
        pytest.param(
            1_784_071_800, "2026-07-15 00:30:00 in Lisbon (2026-07-14 23:30:00 UTC)", id="another day in Lisbon"
        ),
        pytest.param(1_774_745_999, "2026-03-29 00:59:59 in Lisbon (00:59:59 UTC)", id="the last second of winter"),
        pytest.param(1_774_746_000, "2026-03-29 02:00:00 in Lisbon (01:00:00 UTC)", id="the first second of summer"),
        pytest.param(1_792_889_999, "2026-10-25 01:59:59 in Lisbon (00:59:59 UTC)", id="the last second of summer"),
        pytest.param(1_792_890_000, "2026-10-25 01:00:00 in Lisbon (01:00:00 UTC)", id="the first second of winter"),
        pytest.param(0, "1970-01-01 00:00:00 UTC", id="before the rule"),
    ],
)
def test_times_are_those_of_lisbon_and_of_utc(instant: int, text: str) -> None:
    """Summer time runs from 01:00 UTC on the last Sunday of March to that of October; before 1997 only UTC is shown."""
    assert english(instant * 1_000_000, "dated") == text


def test_a_time_of_day_drops_the_fraction() -> None:
    """A line under a dated heading has hours, minutes and seconds."""
    assert english(1_784_055_603_999_999, "timed") == "20:00:03"


def test_words_are_joined_and_counted() -> None:
    """One is singular, thousands are grouped, and a list ends in `and`."""
    assert [english(count, "entry|entries") for count in (1, 2, 1_234)] == ["1 entry", "2 entries", "1,234 entries"]
    assert [english(each, "listed") for each in (("a",), ("a", "b"), ("a", "b", "c"))] == ["a", "a and b", "a, b and c"]
    assert english(("As", "Td"), "cards") == "[As Td]"
