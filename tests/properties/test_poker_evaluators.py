"""The evaluators beside PokerKit's table of hands: every class of five cards, every seven ranks, thousands of random deals.

PokerKit says how strong five cards are; the best of the 21 or 60 hands that a player can make is taken here by trying all.
``TOMBO_RANKED_HANDS`` sets how many random hands of each game are compared, in shards that processes can share.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from itertools import combinations, combinations_with_replacement, product
from math import prod
from random import Random
from typing import Final

import pytest
from pokerkit import OmahaHoldemHand, StandardHighHand

from tombo.ledger.core.cards import Combination, card_text
from tombo.ledger.core.findings import Reading
from tombo.ledger.games.poker.strength.ranking import combination, strength, tie_ranks
from tombo.ledger.games.poker.variants import ranker
from tombo.ledger.terms.poker import Variant

HANDS: Final = int(os.environ.get("TOMBO_RANKED_HANDS", "20000"))
SHARDS: Final = 4
LETTER, PRACTICE = Reading.LETTER, Reading.PRACTICE
HOLE_CARDS: Final[dict[Variant, int]] = {"holdem": 2, "omaha": 4}
PRIMES: Final = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
SHORT: Final = range(24, 52)
"""The cards from the eight up: hands of few ranks are close, and of few suits often flushes."""


def texts(cards: Iterable[int]) -> str:
    """The cards as PokerKit reads them."""
    return "".join(map(card_text, cards))


def classes() -> list[tuple[int, ...]]:
    """One hand of each of the 7,462 classes: every choice of ranks in several suits and, where they differ, in one."""
    chosen = [ranks for ranks in combinations_with_replacement(range(13), 5) if len(set(ranks)) > 1]
    mixed = [tuple(rank * 4 + place % 4 for place, rank in enumerate(ranks)) for ranks in chosen]
    return mixed + [tuple(rank * 4 for rank in ranks) for ranks in combinations(range(13), 5)]


def key(five: Sequence[int]) -> tuple[int, bool]:
    """The class of five cards: their ranks as a product of primes, and whether they are of one suit."""
    return prod(PRIMES[card >> 2] for card in five), len({card & 3 for card in five}) == 1


CLASSES: Final = classes()
THEIRS: Final = {key(five): StandardHighHand.lookup.get_entry(texts(five)).index for five in CLASSES}
"""What PokerKit says of each class: its place among them, the higher the better."""
EXPECTED: Final = {strength(five, PRACTICE): THEIRS[key(five)] for five in CLASSES}
"""From a strength of ours to PokerKit's place."""


def best(variant: Variant, hole: Sequence[int], board: Sequence[int]) -> int:
    """PokerKit's place of the best five cards, all hands tried that the game allows."""
    if variant == "holdem":
        return max(THEIRS[key(five)] for five in combinations((*hole, *board), 5))
    return max(THEIRS[key(mine + common)] for mine, common in product(combinations(hole, 2), combinations(board, 3)))


def random_deal(random: Random, variant: Variant) -> tuple[list[int], list[int]]:
    """Closed cards and a board; every fourth deal from the cards from the eight up, every fourth again from two suits."""
    deck: Sequence[int] = random.choice((range(52), range(52), SHORT, [card for card in range(52) if card & 2]))
    cards = random.sample(deck, HOLE_CARDS[variant] + 5)
    return cards[5:], cards[:5]


def test_every_class_of_hands_stands_where_pokerkit_has_it() -> None:
    """All 7,462 classes: in practice no two are equal, and their order is PokerKit's."""
    assert sorted(THEIRS.values()) == list(range(7_462))
    assert [EXPECTED[value] for value in sorted(EXPECTED)] == list(range(7_462))


def test_any_seven_ranks_are_worth_their_best_five() -> None:
    """All 49,205 choices of seven ranks, no five of a suit: the strength is that of the best of the 21 hands in them."""
    sevens = [ranks for ranks in combinations_with_replacement(range(13), 7) if max(map(ranks.count, ranks)) <= 4]
    assert len(sevens) == 49_205
    for ranks in sevens:
        cards = [rank * 4 + place % 4 for place, rank in enumerate(ranks)]
        assert EXPECTED[strength(cards, PRACTICE)] == best("holdem", cards, ()), texts(cards)


def test_any_cards_of_one_suit_are_worth_their_best_five() -> None:
    """All 4,719 choices of five, six or seven cards of one suit."""
    suited = [cards for size in (5, 6, 7) for cards in combinations(range(0, 52, 4), size)]
    assert len(suited) == 4_719
    for cards in suited:
        assert EXPECTED[strength(cards, PRACTICE)] == best("holdem", cards, ()), texts(cards)


def test_a_flush_by_the_letter_is_its_highest_card() -> None:
    """R806 r.32d over every pair of the 1,277 flushes: level where the highest card is, else the higher wins."""
    flushes = [five for five in CLASSES if combination(strength(five, PRACTICE)) is Combination.FLUSH]
    assert len(flushes) == 1_277
    ranked = [(strength(five, LETTER), max(five)) for five in flushes]
    for (mine, my_top), (other, other_top) in combinations(ranked, 2):
        assert (mine > other, mine == other) == (my_top > other_top, my_top == other_top)


def test_the_letter_is_practice_but_for_flushes() -> None:
    """Every other class is as strong by the letter as in practice, and a flush stands between the same two combinations."""
    for five in CLASSES:
        letter, practice = strength(five, LETTER), strength(five, PRACTICE)
        assert combination(letter) is combination(practice)
        assert (letter == practice) == (combination(practice) is not Combination.FLUSH)


@pytest.mark.parametrize("variant", HOLE_CARDS)
@pytest.mark.parametrize("shard", range(SHARDS))
def test_random_hands_are_as_strong_as_pokerkit_finds_them(variant: Variant, shard: int) -> None:
    """In practice the strength is that of PokerKit's class; by the letter it is the same but for a flush, its highest card."""
    random = Random(f"{variant} {shard}")
    for _ in range(HANDS // SHARDS):
        hole, board = random_deal(random, variant)
        practice, letter = (ranker(variant, board, reading)(hole) for reading in (PRACTICE, LETTER))
        assert EXPECTED[practice] == best(variant, hole, board), (texts(hole), texts(board))
        made, ties = combination(practice), tie_ranks(practice)
        if made is Combination.FLUSH:
            ties = (ties[0], 0, 0, 0, 0)
        assert (combination(letter), tie_ranks(letter)) == (made, ties), (texts(hole), texts(board))


@pytest.mark.parametrize("variant", HOLE_CARDS)
def test_trying_all_hands_is_what_pokerkit_does(variant: Variant) -> None:
    """PokerKit's own choice from closed cards and board is of the class that the table here gives."""
    game = OmahaHoldemHand if variant == "omaha" else StandardHighHand
    random = Random(f"pokerkit {variant}")
    for _ in range(200):
        hole, board = random_deal(random, variant)
        assert game.from_game(texts(hole), texts(board)).entry.index == best(variant, hole, board)
