"""Which of several hands is best: five to seven cards to one integer, the higher the better (R806 r.26-32).

Suits apart, a hand is how often it has each rank: one integer, its *counts*, the sum of a code for each card. What a hand
of given counts is worth is worked out once and kept: 49,205 counts of seven cards and 6,175 of five take 6 MB at most.

A hand's strength is its combination in the high bits and, below it, the ranks that break ties, four bits each; only
strengths of one reading compare.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from typing import Final

from tombo.ledger.core.cards import Combination
from tombo.ledger.core.findings import Reading

_HAND: Final = 5
_TIE_RANKS: Final = 5
_SHIFT: Final = 4 * _TIE_RANKS
_DESCENDING: Final = range(12, -1, -1)
_ACE: Final = 12

COUNTS: Final = tuple(1 << 3 * (card >> 2) for card in range(52))
"""Card number to its counts: one of its rank. Three bits a rank hold the four there can be."""

_SUITS_AT: Final = 39
_CODES: Final = tuple(counts | 1 << _SUITS_AT + 4 * (card & 3) for card, counts in enumerate(COUNTS))
"""Card number to its counts and, above them, one of its suit in four bits a suit."""
_NO_CARDS: Final = 0x3333 << _SUITS_AT
"""Suits are counted from three, so that the fifth card of one sets its highest bit."""
_FIVE_OF_A_SUIT: Final = 0x8888 << _SUITS_AT
_ALL_COUNTS: Final = (1 << _SUITS_AT) - 1


def strength(cards: Collection[int], flush_tie: Reading) -> int:
    """How strong the best five of ``cards`` are; equal strengths divide the pot (r.33).

    Invariants: five to seven cards, so that at most one suit has five, and a hand that has them no full house or better.
    """
    code = sum(map(_CODES.__getitem__, cards), _NO_CARDS)
    if five := code & _FIVE_OF_A_SUIT:
        suit = five.bit_length() - _SUITS_AT - 1 >> 2
        return of_one_suit(sum(COUNTS[card] for card in cards if card & 3 == suit), flush_tie)
    return of_ranks(code & _ALL_COUNTS)


@cache
def of_ranks(counts: int) -> int:
    """The strength of the best five cards of ``counts``, their suits apart."""
    ranks = _ranks(counts)
    (most, first), (next_most, second) = sorted((counts >> 3 * rank & 7, rank) for rank in _DESCENDING)[:-3:-1]
    others = [rank for rank in ranks if rank != first]
    match most, next_most:
        case 4, _:
            return _packed(Combination.QUADS, [first, *others[:1]])
        case 3, 2 | 3:
            return _packed(Combination.FULL_HOUSE, [first, second])
        case _ if high := _straight(ranks):
            return _packed(Combination.STRAIGHT, [high])
        case 3, _:
            return _packed(Combination.TRIPS, [first, *others[:2]])
        case 2, 2:
            return _packed(Combination.TWO_PAIR, [first, second, *(rank for rank in others if rank != second)][:3])
        case 2, _:
            return _packed(Combination.PAIR, [first, *others[:3]])
        case _:
            return _packed(Combination.HIGH_CARD, ranks[:_HAND])


@cache
def of_one_suit(counts: int, flush_tie: Reading) -> int:
    """The strength of the best five cards of ``counts``, all of one suit.

    The one place where the readings differ. R806 r.32d: *ganha o que tiver a carta mais alta*, and no "and so on".
    """
    ranks = _ranks(counts)
    if high := _straight(ranks):
        return _packed(Combination.ROYAL if high == _ACE else Combination.STRAIGHT_FLUSH, [high])
    return _packed(Combination.FLUSH, ranks[: 1 if flush_tie is Reading.LETTER else _HAND])


def _ranks(counts: int) -> list[int]:
    """The ranks in ``counts``, the highest first."""
    return [rank for rank in _DESCENDING if counts >> 3 * rank & 7]


def _straight(ranks: Sequence[int]) -> int:
    """The rank that completes the highest straight in ``ranks``; 0 where there is none (r.31: the ace also counts 1)."""
    with_low_ace = {*ranks, -1} if _ACE in ranks else {*ranks}
    return next((high for high in range(_ACE, 2, -1) if with_low_ace.issuperset(range(high - 4, high + 1))), 0)


def _packed(made: Combination, ranks: Sequence[int]) -> int:
    """The strength of a combination whose ties ``ranks`` break, the first of them first."""
    value = int(made)
    for place in range(_TIE_RANKS):
        value = value << 4 | (ranks[place] if place < len(ranks) else 0)
    return value


def combination(value: int) -> Combination:
    """The combination of a strength; whatever stands above it is another variant's order (``stripped``)."""
    return Combination(value >> _SHIFT & 15)


def tie_ranks(value: int) -> tuple[int, int, int, int, int]:
    """The ranks in a strength, in the order in which they decide; 0 where the combination needs fewer."""
    return value >> 16 & 15, value >> 12 & 15, value >> 8 & 15, value >> 4 & 15, value & 15
