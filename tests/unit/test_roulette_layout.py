"""The layout and the wheel: every combination there is, what it pays on every number, and what call bets are made terms."""

from __future__ import annotations

from collections import Counter

import pytest

from ledger.core.banked_terms import RouletteTerms
from ledger.core.roulette_terms import MULTIPLES, WHEELS
from ledger.games.roulette.chances import SIMPLE, ZEROS, Chance, combination, layout, limits_name
from ledger.games.roulette.payout import HALF_PRIZES, verdict
from ledger.games.roulette.state import Stake
from ledger.games.roulette.wheel import FinalsBet, NeighboursBet, SeriesBet, around, chips_of
from tests.roulette_world import chip, wheel_terms

ONE_ZERO = wheel_terms()
TWO_ZEROS = wheel_terms(wheel="american_38")
FRENCH = wheel_terms("R807")
SIZES = {
    "straight_up": 1,
    "split": 2,
    "street": 3,
    "corner": 4,
    "line": 6,
    "dozen": 12,
    "column": 12,
    "double_dozen": 24,
    "double_column": 24,
    "simple": 18,
}


def test_every_wheel_has_every_number_once() -> None:
    """37 numbers, 38 with the double zero between 1 and 27 (R804 r.6c); the French order is its own."""
    numbers = {str(number) for number in range(37)}
    assert {name: len(order) for name, order in WHEELS.items()} == {
        "american_37": 37,
        "american_38": 38,
        "french_37": 37,
    }
    assert all(set(order) - {"00"} == numbers for order in WHEELS.values())
    assert around("american_38", "00", 2) == ["1", "00", "27"]
    assert around("french_37", "0", 4) == ["3", "26", "0", "32", "15"]


@pytest.mark.parametrize(
    ("terms", "counts"),
    [
        (ONE_ZERO, {"straight_up": 37, "split": 60, "street": 14, "corner": 23, "line": 11}),
        (TWO_ZEROS, {"straight_up": 38, "split": 62, "street": 15, "corner": 22, "line": 11}),
    ],
)
def test_every_chance_has_all_its_combinations(terms: RouletteTerms, counts: dict[str, int]) -> None:
    """On each layout as many combinations as chips can lie on, each of as many numbers as the chance covers."""
    there = layout(terms)
    pairs = {"dozen": 3, "column": 3, "double_dozen": 2, "double_column": 2, **dict.fromkeys(SIMPLE, 1)}
    assert {chance: len(numbers) for chance, numbers in there.items()} == {**counts, **pairs}
    for chance, combinations in there.items():
        assert {len(set(numbers)) for numbers in combinations} == {SIZES[limits_name(chance)]}
        assert len(set(combinations)) == len(combinations)


@pytest.mark.parametrize(
    ("chance", "numbers"),
    [
        ("split", "1 5"),
        ("split", "3 4"),
        ("split", "0 00"),
        ("split", "17 17"),
        ("street", "2 3 4"),
        ("corner", "3 4 6 7"),
        ("corner", "0 1 2 4"),
        ("line", "2 3 4 5 6 7"),
        ("dozen", ""),
        ("straight_up", "17 18"),
        ("red", "2 4 6"),
        ("double_dozen", " ".join(map(str, [*range(1, 13), *range(25, 37)]))),
    ],
)
def test_other_numbers_are_no_combination(chance: Chance, numbers: str) -> None:
    """Numbers that do not touch, too many or too few, a number twice, or a choice not made."""
    assert combination(ONE_ZERO, chance, numbers.split()) is None


def test_there_is_no_bet_on_five_numbers() -> None:
    """0-00-1-2-3 is a bet of other houses (R804 r.7, r.19)."""
    five = ["0", "00", "1", "2", "3"]
    assert all(combination(TWO_ZEROS, chance, five) is None for chance in layout(TWO_ZEROS))


def test_numbers_may_be_named_in_any_order() -> None:
    """A combination is what it covers; a simple chance needs no numbers."""
    assert combination(ONE_ZERO, "split", ["18", "17"]) == ("17", "18")
    assert combination(TWO_ZEROS, "street", ["2", "00", "0"]) == ("0", "00", "2")
    assert combination(ONE_ZERO, "low", []) == tuple(str(number) for number in range(1, 19))


@pytest.mark.parametrize("terms", [ONE_ZERO, TWO_ZEROS, FRENCH], ids=lambda terms: str(terms.wheel))
def test_the_pay_table_holds_on_every_number_and_combination(terms: RouletteTerms) -> None:
    """36 divided by the numbers covered, stake included, on a hit; nothing otherwise; half of a simple chance where zero is shared.

    Every number of the wheel with every combination of the layout, and nothing is created or lost but the prize.
    """
    for ball in WHEELS[terms.wheel]:
        for chance, combinations in layout(terms).items():
            for numbers in combinations:
                found = verdict(Stake("p-1", chance, numbers, 1000), ball, terms.zero)
                shared = ball in ZEROS and chance in SIMPLE and terms.zero == "partage"
                hit = ball in numbers
                assert found.prize + found.returned == (36_000 // len(numbers) if hit else 500 if shared else 0)
                assert found.lost + found.returned + found.imprisoned == 1000


def test_prizes_and_maxima_are_in_proportion() -> None:
    """R804 r.11 and r.13, written out twice over: 30 times the numbers covered, and 36 to one less the stake."""
    assert {name: 30 * size for name, size in SIZES.items()} == MULTIPLES
    assert {name: 2 * 36 // size - 2 for name, size in SIZES.items()} == HALF_PRIZES


def test_the_series_part_the_wheel_among_them() -> None:
    """Nine, six and five chips (R807 r.8): the series cover 17, 12 and 8 numbers, 17 of the orphans twice, and nothing is left."""
    counts = {}
    covered: Counter[str] = Counter()
    for call in ("series_0_2_3", "series_5_8", "orphans"):
        chips = chips_of(SeriesBet(call=call, chip=10), "french_37")
        assert all(combination(FRENCH, chip.chance, chip.numbers) == tuple(chip.numbers) for chip in chips)
        numbers = {number for chip in chips for number in chip.numbers}
        counts[call] = (sum(chip.amount for chip in chips) // 10, len(numbers))
        covered.update(numbers)
    assert counts == {"series_0_2_3": (9, 17), "series_5_8": (6, 12), "orphans": (5, 8)}
    assert covered == Counter(WHEELS["french_37"])


def test_finals_and_neighbours_are_a_chip_on_each_number() -> None:
    """Finals of 4 are 4, 14, 24, 34; of 7 three numbers; six neighbours make seven numbers."""
    finals = chips_of(FinalsBet(call="finals", chip=5, digit=4), "french_37")
    assert finals == [chip(5, "straight_up", str(number)) for number in (4, 14, 24, 34)]
    assert len(chips_of(FinalsBet(call="finals", chip=5, digit=7), "french_37")) == 3
    assert len(chips_of(NeighboursBet(call="neighbours", chip=5, neighbours=6, number="26"), "french_37")) == 7
