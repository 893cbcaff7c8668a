"""R803 r.7-9, r.12-13, r.25: combinations, ties by the letter and in practice, the house's qualification, the pay table."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import pytest

from tests.worlds.sem_descarte import sd_readings
from tombo.ledger.core.cards import Combination, card_id
from tombo.ledger.core.findings import Reading
from tombo.ledger.games.sem_descarte.events import Paid
from tombo.ledger.games.sem_descarte.payout import MULTIPLES, comparison, settled
from tombo.ledger.games.sem_descarte.ranking import combination, qualifies, strength
from tombo.ledger.games.sem_descarte.state import Box

LETTER = sd_readings()
PRACTICE = sd_readings(Reading.PRACTICE)

EXAMPLES = {
    Combination.ROYAL: "As Ks Qs Js Ts",
    Combination.STRAIGHT_FLUSH: "5d 4d 3d 2d Ad",
    Combination.QUADS: "7c 7d 7h 7s 2c",
    Combination.FULL_HOUSE: "7c 7d 7h 2s 2c",
    Combination.FLUSH: "Kh Jh 8h 6h 2h",
    Combination.STRAIGHT: "Ac Kd Qh Jc Tc",
    Combination.TRIPS: "7c 7d 7h Ks 2c",
    Combination.TWO_PAIR: "7c 7d 2h 2s Kc",
    Combination.PAIR: "7c 7d Kh Qs 2c",
    Combination.HIGH_CARD: "Ac Kd 9h 6s 3c",
}
TIMES = {
    Combination.ROYAL: 100,
    Combination.STRAIGHT_FLUSH: 50,
    Combination.QUADS: 20,
    Combination.FULL_HOUSE: 7,
    Combination.FLUSH: 5,
    Combination.STRAIGHT: 4,
    Combination.TRIPS: 3,
    Combination.TWO_PAIR: 2,
    Combination.PAIR: 1,
    Combination.HIGH_CARD: 1,
}
HOUSE = "Ah Kc 8d 5s 2d"
"""Qualifies, and loses to every example."""


def cards(text: str) -> tuple[int, ...]:
    """The cards written in ``text``."""
    return tuple(card_id(card) for card in text.split())


@pytest.mark.parametrize("rank", list(Combination))
def test_every_combination_is_known_and_paid_by_its_line(rank: Combination) -> None:
    """R803 r.12: a winning combination pays its multiple of the second bet, the ante pays its value, and both come back."""
    hand = cards(EXAMPLES[rank])
    assert combination(strength(hand, LETTER)) is rank
    paid = settled(Box(seat=1, player="p-1", ante=300, bet2=600), hand, cards(HOUSE), LETTER)
    assert paid == Paid(ante_prize=300, bet2_prize=600 * TIMES[rank], reason="higher", returned=900, seat=1)
    assert MULTIPLES[rank] == TIMES[rank]


def test_combinations_stand_in_the_order_of_the_regulation() -> None:
    """R803 r.7: each combination beats every one after it, under either reading."""
    for (low, high), readings in ((pair, r) for pair in combinations(Combination, 2) for r in (LETTER, PRACTICE)):
        assert comparison(cards(EXAMPLES[high]), cards(EXAMPLES[low]), readings) == 1
        assert comparison(cards(EXAMPLES[low]), cards(EXAMPLES[high]), readings) == -1


@pytest.mark.parametrize(
    ("mine", "other", "letter", "practice"),
    [
        pytest.param("6h 5h 4h 3h 2h", "5d 4d 3d 2d Ad", 1, 1, id="13a the ace is low in a straight flush"),
        pytest.param("6c 5d 4h 3s 2c", "Ac 2d 3h 4s 5c", 1, 1, id="13a the ace is low in a straight"),
        pytest.param("Ac Kd Qh Js Tc", "Kc Qd Jh Ts 9c", 1, 1, id="13a the ace is high too"),
        pytest.param("9c 8d 7h 6s 5c", "9d 8h 7s 6c 5d", 0, 0, id="13a equal straights tie"),
        pytest.param("9c 9d 9h 9s 2c", "8c 8d 8h 8s Ac", 1, 1, id="13b quads by their rank"),
        pytest.param("9c 9d 9h 2s 2c", "8c 8d 8h As Ac", 1, 1, id="13c full house by its three"),
        pytest.param("Ah 7h 5h 4h 2h", "Ks Qs Js 9s 8s", 1, 1, id="13d flush by its highest card"),
        pytest.param("Ah 7h 5h 4h 2h", "As Ks Qs Js 9s", 0, -1, id="13d and by nothing else"),
        pytest.param("9c 9d 9h 3s 2c", "8c 8d 8h As Kc", 1, 1, id="13e trips by their rank"),
        pytest.param("9c 9d 3h 3s 2c", "8c 8d 7h 7s Ac", 1, 1, id="13f the higher pair first"),
        pytest.param("9c 9d 4h 4s 2c", "9h 9s 3c 3d Ac", 1, 1, id="13f then the other pair"),
        pytest.param("9c 9d 4h 4s 3c", "9h 9s 4c 4d 2c", 1, 1, id="13f then the card that is left"),
        pytest.param("9c 9d 4h 4s 3c", "9h 9s 4c 4d 3d", 0, 0, id="13f then a tie"),
        pytest.param("9c 9d 4h 3s 2c", "8c 8d Ah Ks Qc", 1, 1, id="13g the pair first"),
        pytest.param("9c 9d Ah 3s 2c", "9h 9s Kc Qd Jc", 1, 1, id="13g then the highest card"),
        pytest.param("9c 9d Ah 3s 2c", "9h 9s Ac Kd Qc", 0, -1, id="13g and nothing else"),
        pytest.param("Ac Kd 9h 6s 4c", "Ad Kh 9s 6c 3d", 1, 1, id="9 the fifth card decides"),
        pytest.param("Ac Kc 9c 6s 3d", "Ad Kh 9s 6d 3h", 1, 1, id="9 three of a suit decide"),
        pytest.param("Ac Kc 9c 6c 3d", "Ad Kh 9s 6d 3h", 1, 1, id="9 four are three too"),
        pytest.param("Ac Kc 9c 6s 3d", "Ad Kd 9d 6h 3h", 0, 0, id="9 both have three"),
    ],
)
def test_ties_are_broken_as_the_reading_says(mine: str, other: str, letter: int, practice: int) -> None:
    """R803 r.9, r.13: what breaks a tie, by the letter and in practice, from either side."""
    for readings, expected in ((LETTER, letter), (PRACTICE, practice)):
        assert comparison(cards(mine), cards(other), readings) == expected
        assert comparison(cards(other), cards(mine), readings) == -expected


def test_every_pair_by_the_letter_is_its_pair_and_its_highest_card() -> None:
    """R803 r.13g over all kickers: two hands of one pair are level by the letter exactly where the highest card left is."""
    for first in combinations(range(12), 3):
        mine = (12 * 4, 12 * 4 + 1, *(rank * 4 + suit for rank, suit in zip(first, (0, 1, 2), strict=True)))
        for second in combinations(range(12), 3):
            other = (12 * 4 + 2, 12 * 4 + 3, *(rank * 4 + suit for rank, suit in zip(second, (1, 2, 3), strict=True)))
            high = (max(first) > max(second)) - (max(first) < max(second))
            full = (first[::-1] > second[::-1]) - (first[::-1] < second[::-1])
            assert comparison(mine, other, LETTER) == high
            assert comparison(mine, other, PRACTICE) == full


def test_every_flush_by_the_letter_is_its_highest_card() -> None:
    """R803 r.13d over all flushes: level by the letter exactly where the highest card is, in practice where all five are."""
    flushes = [ranks for ranks in combinations(range(13), 5) if ranks[4] - ranks[0] > 4 and ranks != (0, 1, 2, 3, 12)]
    assert len(flushes) == 1_277
    for ranks in flushes:
        hand = [rank * 4 for rank in ranks]
        assert strength(hand, LETTER) == (Combination.FLUSH, ranks[4])
        assert strength(hand, PRACTICE) == (Combination.FLUSH, *ranks[::-1])


def test_combinations_are_as_many_as_they_are() -> None:
    """All 2,598,960 hands, one for each set of ranks and its number of suits: every combination has its known number."""
    found = dict.fromkeys(Combination, 0)
    playing = 0
    for ranks in combinations_with_replacement(range(13), 5):
        counts = Counter(ranks).values()
        if max(counts) > 4:
            continue
        suited = 4 if len(counts) == 5 else 0
        mixed = prod(comb(4, count) for count in counts) - suited
        for hand, times in (
            ([rank * 4 + place % 4 for place, rank in enumerate(ranks)], mixed),
            ([rank * 4 for rank in ranks], suited),
        ):
            found[combination(strength(hand, LETTER))] += times
            playing += times * qualifies(hand, LETTER)
    assert list(found.values()) == [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4]
    assert playing == 2_598_960 - 1_302_540 + 167_280


@pytest.mark.parametrize(
    ("hand", "plays"),
    [
        ("Ac Kd 4h 3s 2c", True),
        ("Ac Qd Jh 9s 8c", False),
        ("Kc Qd Jh 9s 8c", False),
        ("2c 2d 5h 4s 3c", True),
        ("5c 4d 3h 2s Ac", True),
    ],
)
def test_the_house_plays_with_ace_and_king_or_better(hand: str, *, plays: bool) -> None:
    """R803 r.25: an ace and a king, or any combination above."""
    assert qualifies(cards(hand), LETTER) is plays
