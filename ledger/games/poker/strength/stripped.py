"""Póquer sintético's deck of 28 cards, eight to ace, and the hands it makes (R809; all [A]: rules.md 5.2).

Hands are valued as in hold'em, with two differences that the terms choose: the ace may stand for the seven that is not in
the deck, which makes ace, 8, 9, 10, jack a straight; and a flush may beat a full house. A strength here is one of
``ranking`` with the place of its combination above it, so that only strengths under one choice compare.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Final

from tombo.ledger.core.cards import CARD_TEXTS, RANKS, Combination
from tombo.ledger.core.findings import Reading
from tombo.ledger.games.poker.strength import ranking
from tombo.ledger.games.poker.strength.ranking import combination
from tombo.ledger.terms.poker import Sintetico

DECK: Final = tuple(range(4 * RANKS.index("8"), len(CARD_TEXTS)))
"""The 28 cards (R809 r.4b, [A])."""

_HAND: Final = 5
_HOLE: Final = 2
_ACE: Final = RANKS.index("A")
_TO_SEVEN: Final = 4 * (_ACE - RANKS.index("7"))
_LOW_STRAIGHT: Final = {RANKS.index(rank) for rank in "89TJA"}
_PLACE: Final = 24
"""A strength of ``ranking`` lies in the bits below."""
_PLACES: Final = {
    False: {made: made.value for made in Combination},
    True: {made: made.value for made in Combination}
    | {Combination.FULL_HOUSE: Combination.FLUSH.value, Combination.FLUSH: Combination.FULL_HOUSE.value},
}
"""By whether a flush beats a full house."""


def strength(five: Sequence[int], flush_tie: Reading, rules: Sintetico) -> int:
    """How strong the cards of ``five`` are (R809 r.28-31): the higher the better, equal ones divide."""
    if rules.ace_low and {card >> 2 for card in five} == _LOW_STRAIGHT:
        five = [card - _TO_SEVEN if card >> 2 == _ACE else card for card in five]
    value = ranking.strength(five, flush_tie)
    return _PLACES[rules.flush_over_full_house][combination(value)] << _PLACE | value


def fives(hole: Sequence[int], board: Sequence[int], rules: Sintetico) -> Iterator[tuple[int, ...]]:
    """The hands of five that ``hole`` and ``board`` make: both closed cards and three of the board, or any five."""
    if not rules.both_cards:
        yield from combinations([*hole, *board], _HAND)
        return
    for common in combinations(board, _HAND - _HOLE):
        yield (*hole, *common)


def ranker(board: Sequence[int], flush_tie: Reading, rules: Sintetico) -> Callable[[Sequence[int]], int]:
    """From two closed cards to the strength of the best hand they make with a whole ``board``."""

    def rank(hole: Sequence[int]) -> int:
        return max(
            (strength(five, flush_tie, rules) for five in fives(hole, board, rules)),
            default=0,
        )

    return rank


def best_five(hole: Sequence[int], board: Sequence[int], rules: Sintetico) -> tuple[int, ...] | None:
    """The five cards that form the winning combination (r.62), the highest first; None where there are no five yet."""
    best = max(
        fives(hole, board, rules),
        key=lambda five: strength(five, Reading.PRACTICE, rules),
        default=None,
    )
    return None if best is None else tuple(sorted(best, reverse=True))
