"""Which of two hands of five cards is better (R803 r.7-9, r.13), and whether the house plays (r.25).

A strength is a tuple: the combination, then what breaks a tie within it; ace and king (r.7k) is a case of the high card. Only strengths of one reading compare.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final

from tombo.ledger.core.cards import Combination
from tombo.ledger.core.findings import Reading
from tombo.ledger.terms.sem_descarte import SemDescarteReadings

Strength = tuple[int, ...]

_SIZE: Final = 5
_THREE: Final = 3
_ACE: Final = 12
_KING: Final = 11
_FIVE: Final = 3
_WHEEL: Final = (_ACE, _FIVE, 2, 1, 0)
_GROUPS: Final = {
    (4, 1): Combination.QUADS,
    (3, 2): Combination.FULL_HOUSE,
    (3, 1, 1): Combination.TRIPS,
    (2, 2, 1): Combination.TWO_PAIR,
    (2, 1, 1, 1): Combination.PAIR,
}


def strength(cards: Collection[int], readings: SemDescarteReadings) -> Strength:
    """How strong five cards are, under ``readings``; equal strengths are a tie."""
    counted = Counter(card // 4 for card in cards)
    ranks = tuple(sorted(counted, key=lambda rank: (counted[rank], rank), reverse=True))
    groups = tuple(counted[rank] for rank in ranks)
    if len(ranks) == _SIZE:
        return _unpaired(ranks, [card % 4 for card in cards], readings)
    combination = _GROUPS[groups]
    if combination is Combination.PAIR and readings.pair_tie is Reading.LETTER:
        return (combination, *ranks[:2])  # r.13g: the pair, then *a carta de maior valor*, and no "and so on"
    return (combination, *ranks)


def _unpaired(ranks: tuple[int, ...], suits: Sequence[int], readings: SemDescarteReadings) -> Strength:
    """The strength of five ranks, from the highest down, in ``suits``."""
    suited = len(set(suits)) == 1
    top = _FIVE if ranks == _WHEEL else ranks[0]  # r.8: the ace is low with 2, 3, 4 and 5
    if ranks == _WHEEL or ranks[0] - ranks[-1] == _SIZE - 1:
        if not suited:
            return (Combination.STRAIGHT, top)
        return (Combination.ROYAL if top == _ACE else Combination.STRAIGHT_FLUSH, top)
    if suited:  # r.13d: *a carta de maior valor*
        return (Combination.FLUSH, *(ranks[:1] if readings.flush_tie is Reading.LETTER else ranks))
    three = max(Counter(suits).values()) >= _THREE  # r.9: of equal cards, those that have three of one suit
    return (Combination.HIGH_CARD, *ranks, int(three))


def combination(value: Strength) -> Combination:
    """The combination of a strength."""
    return Combination(value[0])


def qualifies(cards: Collection[int], readings: SemDescarteReadings) -> bool:
    """R803 r.25: the house plays with an ace and a king, or any combination above."""
    if strength(cards, readings)[0] > Combination.HIGH_CARD:
        return True
    ranks = {card // 4 for card in cards}
    return _ACE in ranks and _KING in ranks
