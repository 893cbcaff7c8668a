"""The 28 cards of póquer sintético: every hand of five counted against combinatorics, under each order the terms can choose."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from math import comb
from typing import Final

import pytest

from tests.worlds.world import SINTETICO
from tombo.ledger.core.cards import Combination, card_id
from tombo.ledger.core.findings import Reading
from tombo.ledger.games.poker.strength import ranking
from tombo.ledger.games.poker.strength.combinations import describe
from tombo.ledger.games.poker.strength.ranking import combination
from tombo.ledger.games.poker.strength.stripped import DECK, best_five, fives, ranker, strength
from tombo.ledger.terms.poker import Sintetico

RANKS: Final = 7
SUITS: Final = 4


def rules(**changes: bool) -> Sintetico:
    """What the terms choose: rules.md's proposal, and ``changes``."""
    return SINTETICO.model_copy(update=changes)


def ids(cards: str) -> list[int]:
    """The numbers of the cards written one after the other."""
    return [card_id(cards[at : at + 2]) for at in range(0, len(cards), 2)]


def value(cards: str, chosen: Sintetico = SINTETICO, reading: Reading = Reading.LETTER) -> int:
    """The strength of five cards."""
    return strength(ids(cards), reading, chosen)


def counted(straights: int) -> dict[Combination, int]:
    """How many hands of each combination there are among seven ranks of four suits, ``straights`` of them in a row."""
    in_suit, pairs, trips = comb(RANKS, 5), comb(SUITS, 2), comb(SUITS, 3)
    return {
        Combination.ROYAL: SUITS,
        Combination.STRAIGHT_FLUSH: (straights - 1) * SUITS,
        Combination.QUADS: RANKS * (RANKS - 1) * SUITS,
        Combination.FULL_HOUSE: RANKS * trips * (RANKS - 1) * pairs,
        Combination.FLUSH: (in_suit - straights) * SUITS,
        Combination.STRAIGHT: straights * (SUITS**5 - SUITS),
        Combination.TRIPS: RANKS * trips * comb(RANKS - 1, 2) * SUITS**2,
        Combination.TWO_PAIR: comb(RANKS, 2) * pairs**2 * (RANKS - 2) * SUITS,
        Combination.PAIR: RANKS * pairs * comb(RANKS - 1, 3) * SUITS**3,
        Combination.HIGH_CARD: (in_suit - straights) * (SUITS**5 - SUITS),
    }


@pytest.mark.parametrize("flush_first", [True, False])
@pytest.mark.parametrize(("ace_low", "straights"), [(True, 4), (False, 3)])
def test_every_hand_is_counted_and_in_its_place(ace_low: bool, straights: int, flush_first: bool) -> None:  # noqa: FBT001  # the two choices
    """All 98,280 hands: as many of each combination as arithmetic says, and every combination above the one below it."""
    chosen = rules(ace_low=ace_low, flush_over_full_house=flush_first)
    found: Counter[Combination] = Counter()
    lowest: dict[Combination, int] = {}
    highest: dict[Combination, int] = {}
    for five in combinations(DECK, 5):
        worth = strength(five, Reading.LETTER, chosen)
        made = combination(worth)
        found[made] += 1
        lowest[made] = min(worth, lowest.get(made, worth))
        highest[made] = max(worth, highest.get(made, worth))
    assert found == counted(straights)
    assert found.total() == comb(len(DECK), 5) == 98_280
    order = sorted(Combination)
    if flush_first:
        full, flush = order.index(Combination.FULL_HOUSE), order.index(Combination.FLUSH)
        order[full], order[flush] = order[flush], order[full]
    assert all(highest[below] < lowest[above] for below, above in pairwise(order))


def test_flush_is_rarer_than_four_of_a_kind_and_a_full_house() -> None:
    """What the 28 cards change: 68 flushes, 168 fours, 1008 full houses, as rules.md counts them."""
    found = counted(4)
    assert (found[Combination.FLUSH], found[Combination.QUADS], found[Combination.FULL_HOUSE]) == (68, 168, 1008)


def test_what_the_terms_do_not_choose_is_as_in_hold_em() -> None:
    """In the standard order without the low ace, hands compare exactly as they do in hold'em."""
    chosen = rules(ace_low=False, flush_over_full_house=False)
    hands = list(combinations(DECK, 5))[::97]
    for reading in Reading:
        here = [strength(five, reading, chosen) for five in hands]
        there = [ranking.strength(five, reading) for five in hands]
        assert sorted(range(len(hands)), key=here.__getitem__) == sorted(range(len(hands)), key=there.__getitem__)
        assert [describe(worth) for worth in here] == [describe(worth) for worth in there]


def test_the_ace_as_a_seven() -> None:
    """Ace, 8, 9, 10, jack are the lowest straight where the terms say so, and a straight flush in one suit; else no straight."""
    assert describe(value("Ac8d9hTsJc")).en == "straight, jack high"
    assert describe(value("Ac8c9cTcJc")).en == "straight flush, jack high"
    assert value("Ac8d9hTsJc") < value("8d9hTsJcQc") < value("9hTsJcQcKc") < value("TsJcQcKcAd")
    high = rules(ace_low=False)
    assert describe(value("Ac8d9hTsJc", high)).en == "ace high"
    assert describe(value("Ac8c9cTcJc", high)).en == "flush, ace high"


def test_flushes_tie_by_the_reading_in_force() -> None:
    """R809 r.31d as R806 r.32d: by the letter the highest card alone counts, by practice all five."""
    assert value("AcKc8c9cTc") == value("AdQdJd8d9d")
    assert value("AcKc8c9cTc", reading=Reading.PRACTICE) > value("AdQdJd8d9d", reading=Reading.PRACTICE)


def test_both_closed_cards_or_any_five() -> None:
    """SY4: with both closed cards a pair of eights, of any five cards a royal flush; the five are the winning ones."""
    hole, board = ids("Th8d"), ids("AhKhQhJh8c")
    both, free = rules(), rules(both_cards=False)
    assert describe(ranker(board, Reading.LETTER, both)(hole)).en == "pair of eights"
    assert describe(ranker(board, Reading.LETTER, free)(hole)).en == "royal flush"
    assert best_five(hole, board, free) == tuple(ids("AhKhQhJhTh"))
    chosen = best_five(hole, board, both)
    assert chosen is not None
    assert set(hole) < set(chosen)
    assert (len(list(fives(hole, board, both))), len(list(fives(hole, board, free)))) == (10, 21)


def test_before_the_third_open_card_there_is_no_hand() -> None:
    """Two closed cards and two open ones name nothing."""
    assert best_five(ids("AsAd"), ids("8c9c"), SINTETICO) is None
    assert ranker(ids("8c9c"), Reading.LETTER, SINTETICO)(ids("AsAd")) == 0
