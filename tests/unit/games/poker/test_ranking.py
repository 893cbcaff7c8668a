"""Ranking: the number of hands of each combination, what decides a tie, and their names."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from tombo.ledger.core.cards import Combination, card_id
from tombo.ledger.core.findings import Reading
from tombo.ledger.core.said import Word
from tombo.ledger.games.poker.strength.combinations import describe
from tombo.ledger.games.poker.strength.ranking import combination, strength, tie_ranks
from tombo.ledger.games.poker.variants import best_five

LETTER, PRACTICE = Reading.LETTER, Reading.PRACTICE


def value(cards: str, reading: Reading = Reading.PRACTICE) -> int:
    """The strength of the cards written one after the other."""
    return strength([card_id(cards[place : place + 2]) for place in range(0, len(cards), 2)], reading)


def test_every_five_cards_fall_into_their_combination() -> None:
    """Of the 2,598,960 hands of five cards each combination has as many as counting says; the classes are 7,462."""
    seen: Counter[int] = Counter(strength(five, PRACTICE) for five in combinations(range(52), 5))
    by_combination: Counter[Combination] = Counter()
    for strong, count in seen.items():
        by_combination[combination(strong)] += count
    assert by_combination == {
        Combination.ROYAL: 4,
        Combination.STRAIGHT_FLUSH: 36,
        Combination.QUADS: 624,
        Combination.FULL_HOUSE: 3_744,
        Combination.FLUSH: 5_108,
        Combination.STRAIGHT: 10_200,
        Combination.TRIPS: 54_912,
        Combination.TWO_PAIR: 123_552,
        Combination.PAIR: 1_098_240,
        Combination.HIGH_CARD: 1_302_540,
    }
    assert len(seen) == 7_462


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param("AsKsQsJsTs2c3d", "KsQsJsTs9s2c3d", id="r.29a a royal flush over any straight flush"),
        pytest.param("9c8c7c6c5cAsAd", "AsAdAhAcKs2c3d", id="r.29b a straight flush over four of a kind"),
        pytest.param("2s2d2h2cKs3c4d", "AsAdAhKcKs3c4d", id="r.29c four of a kind over a full house"),
        pytest.param("2s2d2h3c3sKcQd", "AsKs9s4s2s3c4d", id="r.29d a full house over a flush"),
        pytest.param("7s5s4s3s2sKcQd", "AsKdQhJcTs3c4d", id="r.29e a flush over a straight"),
        pytest.param("5s4d3h2cAsKcQd", "AsAdAhKcQs3c4d", id="r.29f a straight over three of a kind"),
        pytest.param("2s2d2h5c7s9cJd", "AsAdKhKcQs3c4d", id="r.29g three of a kind over two pairs"),
        pytest.param("2s2d3h3c7s9cJd", "AsAdKhQcJs3c4d", id="r.29h two pairs over a pair"),
        pytest.param("2s2d4h5c7s9cJd", "AsKdQhJc9s3c4d", id="r.29i a pair over high cards"),
        pytest.param("6s5d4h3c2sKcKd", "5s4d3h2cAsKcKd", id="r.31-32c the ace below makes the lowest straight"),
        pytest.param("9s9d9h9cAs2c3d", "9s9d9h9cKsKc3d", id="r.32a four of a kind, then the highest card"),
        pytest.param("3s3d3h2c2s9cJd", "2s2d2hAcAs9cJd", id="r.32b a full house by its three"),
        pytest.param("9s9d9h3c3s2c2d", "9s9d9h2c2sKcQd", id="r.32b then by its pair"),
        pytest.param("8s8d8h8cKsKdKh", "8s8d8h8cQsQdQh", id="r.32a the kicker of two sets of three"),
        pytest.param("9s9d9hKcQs3c4d", "9s9d9hKcJs3c4d", id="r.32e three of a kind, then the fourth or fifth card"),
        pytest.param("AsAd3h3cKs5c7d", "KsKdQhQcAs5c7d", id="r.32f two pairs by the higher"),
        pytest.param("AsAd4h4c2s5c7d", "AsAd3h3cKs5c7d", id="r.32f then by the lower"),
        pytest.param("AsAdKhKcQsQd2c", "AsAdKhKcJs3c2d", id="r.32f then by the last card, be it of a third pair"),
        pytest.param("AsAdKhQc9s3c2d", "AsAdKhQc8s7c6d", id="r.32g a pair down to the fifth card"),
        pytest.param("AsKdQhJc9s3c2d", "AsKdQhJc8s7c6d", id="r.29j high cards down to the fifth"),
    ],
)
@pytest.mark.parametrize("reading", list(Reading))
def test_better_hand_is_stronger(better: str, worse: str, reading: Reading) -> None:
    """The combinations rank as R806 r.29 lists them, and ties within one fall as r.32 says, under both readings."""
    assert value(better, reading) > value(worse, reading)


def test_flush_tie_is_where_the_readings_differ() -> None:
    """R806 r.32d compares the highest card of two flushes and stops; card rooms go on to the fifth."""
    board = "As9s4sKd2c"
    assert value(board + "Ks3s", LETTER) == value(board + "QsJs", LETTER)
    assert value(board + "Ks3s", PRACTICE) > value(board + "QsJs", PRACTICE)
    assert value("KsQs9s4s2s", LETTER) < value("As5s4s3s2s7d", LETTER)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("AsKdQhJcTs2c2d", "AcKcQcJdTh3d3s", id="suits never rank (r.30)"),
        pytest.param("2c2d7h7s9dAcKc", "2h2s7c7d9cAcKc", id="the sixth and seventh card do not count (r.26)"),
    ],
)
def test_equal_hands_tie(one: str, other: str) -> None:
    """What R806 does not tell apart divides the pot (r.33)."""
    assert value(one) == value(other)


def test_tie_ranks_stand_in_the_order_in_which_they_decide() -> None:
    """A strength holds its combination and the ranks behind it, two as 0 and the ace as 12."""
    full = value("KsKdKh9c9s2c3d")
    assert combination(full) is Combination.FULL_HOUSE
    assert tie_ranks(full)[:2] == (11, 7)


@pytest.mark.parametrize(
    ("cards", "english", "portuguese"),
    [
        ("AsKsQsJsTs2c3d", "royal flush", "sequência máxima de cor"),
        ("9c8c7c6c5cAsAd", "straight flush, nine high", "sequência de cor (9)"),
        ("6s6d6h6cKs3c4d", "four of a kind, sixes", "póquer de 6"),
        ("KsKdKh9c9s2c3d", "full house, kings over nines", "fullen de reis com 9"),
        ("AsKs9s4s2s3c4d", "flush, ace high", "cor (ás)"),
        ("5s4d3h2cAsKcQd", "straight, five high", "sequência (5)"),
        ("QsQdQhKc7s3c4d", "three of a kind, queens", "trio de damas"),
        ("AsAdTh3c3s5c7d", "two pair, aces and threes", "dois pares, ases e 3"),
        ("JsJdKhQc8s7c6d", "pair of jacks", "par de valetes"),
        ("AsKdQhJc9s3c2d", "ace high", "cartas maiores (ás)"),
    ],
)
def test_hand_has_a_name(cards: str, english: str, portuguese: str) -> None:
    """A combination is named for people, in English and in the words of the regulation."""
    assert describe(value(cards)) == Word(english, english, portuguese)


def test_best_five_are_the_winning_combination() -> None:
    """The five cards that count can be marked (r.61): five of the seven, and as strong as all of them."""
    seven = [card_id(card) for card in ["As", "Ad", "Kh", "Kc", "Qs", "Qd", "2c"]]
    five = best_five("holdem", seven[:2], seven[2:])
    assert five is not None
    assert len(five) == 5
    assert set(five) < set(seven)
    assert strength(five, PRACTICE) == strength(seven, PRACTICE)
