"""Póquer sintético's deck of 28 cards, eight to ace, and the hands it makes (R809; all [A]: rules.md 5.2).

Hands are valued as in hold'em, with two differences that the terms choose: the ace may stand for the seven that is not in
the deck, which makes ace, 8, 9, 10, jack a straight; and a flush may beat a full house. A strength here is one of
``ranking`` with the place of its combination above it, so that only strengths under one choice compare.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Final

from ledger.core.cards import CARD_TEXTS, RANKS
from ledger.core.findings import Reading
from ledger.core.regulation import Sintetico
from ledger.games.poker import ranking
from ledger.games.poker.ranking import CARD_MASKS, Combination, combination

DECK: Final = tuple(range(4 * RANKS.index("8"), len(CARD_TEXTS)))
"""The 28 cards (R809 r.4b, [A])."""

_HAND: Final = 5
_HOLE: Final = 2
_ACES: Final = sum(CARD_MASKS[card] for card in DECK[-4:])
_TO_SEVEN: Final = RANKS.index("A") - RANKS.index("7")
_LOW_STRAIGHT: Final = sum(1 << RANKS.index(rank) for rank in "89TJA")
_SUIT: Final = (1 << len(RANKS)) - 1
_PLACE: Final = 24
"""A strength of ``ranking`` lies in the bits below."""
_PLACES: Final = {
    False: {made: made.value for made in Combination},
    True: {made: made.value for made in Combination}
    | {Combination.FULL_HOUSE: Combination.FLUSH.value, Combination.FLUSH: Combination.FULL_HOUSE.value},
}
"""By whether a flush beats a full house."""


def strength(five: int, flush_tie: Reading, rules: Sintetico) -> int:
    """How strong the five cards in the mask ``five`` are (R809 r.28-31): the higher the better, equal ones divide."""
    ranks = (five | five >> 16 | five >> 32 | five >> 48) & _SUIT
    if rules.ace_low and ranks == _LOW_STRAIGHT:
        five = five & ~_ACES | (five & _ACES) >> _TO_SEVEN
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
            (strength(ranking.mask(five), flush_tie, rules) for five in fives(hole, board, rules)),
            default=0,
        )

    return rank


def best_five(hole: Sequence[int], board: Sequence[int], rules: Sintetico) -> tuple[int, ...] | None:
    """The five cards that form the winning combination (r.62), the highest first; None where there are no five yet."""
    best = max(
        fives(hole, board, rules),
        key=lambda five: strength(ranking.mask(five), Reading.PRACTICE, rules),
        default=None,
    )
    return None if best is None else tuple(sorted(best, reverse=True))
