"""The layout and the wheel: every combination there is, what it pays on every number, and what call bets are made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise

import pytest

from tests.worlds.roulette import chip, wheel_terms
from tombo.ledger.games.roulette.chances import SIMPLE, ZEROS, combination, layout
from tombo.ledger.games.roulette.payout import HALF_PRIZES, verdict
from tombo.ledger.games.roulette.r804 import stake_is_within_maximum, stake_reaches_minimum
from tombo.ledger.games.roulette.state import Stake
from tombo.ledger.games.roulette.wheel import FinalsBet, NeighboursBet, SeriesBet, around, chips_of
from tombo.ledger.terms.roulette import MULTIPLES, WHEELS, RouletteTerms

ONE_ZERO = wheel_terms()
TWO_ZEROS = wheel_terms(wheel="american_38")
FRENCH = wheel_terms("R807")
PRISON = wheel_terms("R807", zero="prison")
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


Cell = tuple[int, int, int, int]
"""Where a number lies: from left to right and from top to bottom, a number from 1 to 36 being four units wide and high."""


def cells(zeros: tuple[str, ...]) -> dict[str, Cell]:
    """The layout as it is drawn: rows of three, and above them the zeros, which share their width."""
    rows: dict[str, Cell] = {}
    for n in range(36):
        column, row = 4 * (n % 3), 4 * (n // 3)
        rows[str(n + 1)] = (column, column + 4, row, row + 4)
    width = 12 // len(zeros)
    return rows | {zero: (at * width, (at + 1) * width, -4, 0) for at, zero in enumerate(zeros)}


def touched(drawn: dict[str, Cell], x: int, y: int) -> tuple[str, ...]:
    """The numbers a chip touches that lies at ``x``, ``y``."""
    found = [number for number, (left, right, top, low) in drawn.items() if left <= x <= right and top <= y <= low]
    return tuple(sorted(found, key=lambda number: (int(number), number)))


def drawn_chances(zeros: tuple[str, ...]) -> dict[str, set[tuple[str, ...]]]:
    """The chances on one to six numbers, by where a chip can lie: inside the layout, and on its left edge for whole rows."""
    drawn = cells(zeros)
    inside = {touched(drawn, x, y) for x in range(1, 12) for y in range(-3, 48)}
    rows = [tuple(str(n + i) for i in range(3)) for n in range(1, 37, 3)]
    by_size = {size: {numbers for numbers in inside if len(numbers) == size} for size in (1, 2, 3, 4)}
    first_four = {(*zeros, *rows[0])} if len(zeros) == 1 else set()
    return {
        "straight_up": by_size[1],
        "split": by_size[2],
        "street": by_size[3] | set(rows),
        "corner": by_size[4] | first_four,
        "line": {above + below for above, below in pairwise(rows)},
    }


def larger_chances(terms: RouletteTerms) -> dict[str, set[tuple[str, ...]]]:
    """The chances on twelve, eighteen and twenty-four numbers, each by what its numbers have in common."""

    def those(kept: Callable[[int], bool]) -> tuple[str, ...]:
        return tuple(str(n) for n in range(1, 37) if kept(n))

    return {
        "dozen": {those(lambda n: n <= 12), those(lambda n: 12 < n <= 24), those(lambda n: n > 24)},
        "column": {those(lambda n: n % 3 == 1), those(lambda n: n % 3 == 2), those(lambda n: n % 3 == 0)},
        "double_dozen": {those(lambda n: n <= 24), those(lambda n: n > 12)},
        "double_column": {those(lambda n: n % 3 != 0), those(lambda n: n % 3 != 1)},
        "even": {those(lambda n: n % 2 == 0)},
        "odd": {those(lambda n: n % 2 == 1)},
        "low": {those(lambda n: n <= 18)},
        "high": {those(lambda n: n > 18)},
        "red": {those(lambda n: n in terms.red)},
        "black": {those(lambda n: n not in terms.red)},
    }


@pytest.mark.parametrize(
    ("terms", "zeros"),
    [(ONE_ZERO, ("0",)), (TWO_ZEROS, ("0", "00")), (FRENCH, ("0",))],
    ids=["american_37", "american_38", "french_37"],
)
def test_every_combination_of_every_chance_and_no_other_is_on_the_layout(
    terms: RouletteTerms, zeros: tuple[str, ...]
) -> None:
    """R804 r.7, r.9: where a chip can lie on the layout as it is drawn; each combination once, its numbers in order."""
    expected = drawn_chances(zeros) | larger_chances(terms)
    there = layout(terms)
    assert {chance: set(numbers) for chance, numbers in there.items()} == expected
    assert all(len(set(numbers)) == len(numbers) for numbers in there.values())
    assert {len(n) for chance in there for n in there[chance]} == set(SIZES.values())


@pytest.mark.parametrize("terms", [ONE_ZERO, TWO_ZEROS, FRENCH], ids=lambda terms: str(terms.wheel))
def test_the_limits_hold_on_every_combination(terms: RouletteTerms) -> None:
    """R804 r.10-11: from 50 to 30 times that and the numbers covered, 540 times on simple chances; not a cent beyond."""
    for chance, combinations in layout(terms).items():
        for numbers in combinations:
            most = 50 * (540 if chance in SIMPLE else 30 * len(numbers))
            outcomes = {
                amount: (stake_reaches_minimum(terms, stake) is None, stake_is_within_maximum(terms, stake) is None)
                for amount in (49, 50, most, most + 1)
                for stake in (Stake("p-1", chance, numbers, amount),)
            }
            assert outcomes == {49: (False, True), 50: (True, True), most: (True, True), most + 1: (True, False)}


@pytest.mark.parametrize(
    "terms", [ONE_ZERO, TWO_ZEROS, FRENCH, PRISON], ids=lambda terms: f"{terms.wheel}-{terms.zero}"
)
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
                frozen = ball in ZEROS and chance in SIMPLE and terms.zero == "prison"
                assert found.imprisoned == (1000 if frozen else 0)
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
    """Finals are all numbers of one last digit; neighbours lie next to each other, the number called in their middle."""
    finals = [chips_of(FinalsBet(call="finals", chip=5, digit=digit), "french_37") for digit in range(10)]
    for digit, chips in enumerate(finals):
        assert chips == [chip(5, "straight_up", str(n)) for n in range(37) if str(n)[-1] == str(digit)]
    order = WHEELS["french_37"]
    for at, number in enumerate(order):
        for count in (2, 4, 6):
            bet = NeighboursBet.model_validate({"call": "neighbours", "chip": 5, "neighbours": count, "number": number})
            called = [chip.numbers[0] for chip in chips_of(bet, "french_37")]
            first = at - count // 2
            assert called == [(order * 2)[first % 37 + step] for step in range(count + 1)]
