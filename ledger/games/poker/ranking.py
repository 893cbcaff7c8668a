"""Which of several hands is best: five to seven cards to one integer, the higher the better (R806 r.26-32).

Cards travel as one integer, a *mask*: bit ``16 * suit + rank`` for each card. A hand's strength is its combination in
the high bits and, below it, the ranks that break ties, four bits each; only strengths of one reading compare.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Final

from ledger.core.findings import Reading


class Combination(IntEnum):
    """The combinations (*combinações*) from low to high, R806 r.29j to r.29a."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    TRIPS = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    QUADS = 7
    STRAIGHT_FLUSH = 8
    ROYAL = 9


_SHIFT: Final = 20
_RANKS: Final = 1 << 13
_ACE: Final = 12
_HAND: Final = 5
_FIVE: Final = 0b11111
_PAIR: Final = Combination.PAIR << _SHIFT
_TWO_PAIR: Final = Combination.TWO_PAIR << _SHIFT
_TRIPS: Final = Combination.TRIPS << _SHIFT
_STRAIGHT_ANY: Final = Combination.STRAIGHT << _SHIFT
_FLUSH_ANY: Final = Combination.FLUSH << _SHIFT
_FULL_HOUSE: Final = Combination.FULL_HOUSE << _SHIFT
_QUADS: Final = Combination.QUADS << _SHIFT
_STRAIGHT_FLUSH: Final = Combination.STRAIGHT_FLUSH << _SHIFT
_ROYAL: Final = Combination.ROYAL << _SHIFT


def _tops(count: int) -> tuple[int, ...]:
    """For every set of ranks, its ``count`` highest, four bits each, the highest first."""
    packed = []
    for ranks in range(_RANKS):
        value = left = 0
        for rank in range(12, -1, -1):
            if ranks >> rank & 1 and left < count:
                value = value << 4 | rank
                left += 1
        packed.append(value << 4 * (count - left))
    return tuple(packed)


def _straight(ranks: int) -> int:
    """The rank that completes the highest straight in ``ranks``; 0 where there is none (r.31: the ace also counts 1)."""
    with_low_ace = ranks << 1 | ranks >> _ACE
    runs = [high for high in range(3, 13) if with_low_ace >> (high - 3) & _FIVE == _FIVE]
    return max(runs, default=0)


_COUNT: Final = tuple(ranks.bit_count() for ranks in range(_RANKS))
_STRAIGHT: Final = tuple(_straight(ranks) for ranks in range(_RANKS))
_SUITED: Final = tuple(count >= _HAND for count in _COUNT)
_TOP: Final = tuple(max(ranks.bit_length() - 1, 0) for ranks in range(_RANKS))
_TOP_2: Final = _tops(2)
_TOP_3: Final = _tops(3)
_TOP_5: Final = _tops(5)
_FLUSH: Final = {Reading.LETTER: tuple(top << 16 for top in _TOP), Reading.PRACTICE: _TOP_5}
"""The one table in which the readings differ. R806 r.32d: *ganha o que tiver a carta mais alta*, and no "and so on"."""

CARD_MASKS: Final = tuple(1 << 16 * (card & 3) + (card >> 2) for card in range(52))
"""Card number to mask."""


def mask(cards: Iterable[int]) -> int:
    """The mask of ``cards``."""
    total = 0
    for card in cards:
        total |= CARD_MASKS[card]
    return total


def strength(cards: int, flush_tie: Reading) -> int:
    """How strong the best five of the cards in the mask ``cards`` are; equal strengths divide the pot (r.33).

    Invariants: five to seven cards, so that at most one suit holds five.
    """
    clubs, diamonds, hearts, spades = cards & 8191, cards >> 16 & 8191, cards >> 32 & 8191, cards >> 48
    for suit in (clubs, diamonds, hearts, spades):
        if _SUITED[suit]:
            if high := _STRAIGHT[suit]:
                return (_ROYAL if high == _ACE else _STRAIGHT_FLUSH) | high << 16
            return _FLUSH_ANY | _FLUSH[flush_tie][suit]
    ranks = clubs | diamonds | hearts | spades
    low, top = clubs & diamonds, hearts & spades
    pairs = low | top | (clubs | diamonds) & (hearts | spades)
    if not pairs:
        high = _STRAIGHT[ranks]
        return _STRAIGHT_ANY | high << 16 if high else _TOP_5[ranks]
    return _paired(ranks, pairs, low & (hearts | spades) | top & (clubs | diamonds), low & top)


def _paired(ranks: int, pairs: int, trips: int, quads: int) -> int:
    """The strength of a hand without a flush: the ranks it has at least once, twice, three and four times."""
    if quads:
        high = _TOP[quads]
        return _QUADS | high << 16 | _TOP[ranks & ~(1 << high)] << 12
    if trips and (others := pairs & ~(1 << _TOP[trips])):
        return _FULL_HOUSE | _TOP[trips] << 16 | _TOP[others] << 12
    if straight := _STRAIGHT[ranks]:
        return _STRAIGHT_ANY | straight << 16
    if trips:
        return _TRIPS | _TOP[trips] << 16 | _TOP_2[ranks & ~trips] << 8
    if _COUNT[pairs] == 1:
        return _PAIR | _TOP[pairs] << 16 | _TOP_3[ranks & ~pairs] << 4
    two = _TOP_2[pairs]
    return _TWO_PAIR | two << 12 | _TOP[ranks & ~(1 << (two >> 4) | 1 << (two & 15))] << 8


def combination(value: int) -> Combination:
    """The combination of a strength; whatever stands above it is another variant's order (``stripped``)."""
    return Combination(value >> _SHIFT & 15)


def tie_ranks(value: int) -> tuple[int, int, int, int, int]:
    """The ranks in a strength, in the order in which they decide; 0 where the combination needs fewer."""
    return value >> 16 & 15, value >> 12 & 15, value >> 8 & 15, value >> 4 & 15, value & 15
