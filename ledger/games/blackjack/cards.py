"""What blackjack cards count (R805 r.8), and the combinations that have a name (r.18-19, r.21, r.25i)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

TWENTY_ONE: Final = 21
HOUSE_STANDS: Final = 17
_SUITS: Final = 4
_TEN: Final = 8
"""The rank of the ten; jack, queen and king follow."""
_ACE: Final = 12
_SEVEN: Final = 5
_SIX_SEVEN_EIGHT: Final = {4, 5, 6}


def value(card: int) -> int:
    """What ``card`` counts, an ace as 1 (r.8)."""
    rank = card // _SUITS
    if rank == _ACE:
        return 1
    return 10 if rank >= _TEN else rank + 2


def is_ace(card: int) -> bool:
    """Whether ``card`` is an ace."""
    return card // _SUITS == _ACE


def is_ten(card: int) -> bool:
    """Whether ``card`` is a ten or a figure (r.8b, r.20a)."""
    return value(card) == 10  # noqa: PLR2004  # the ten


def hard_total(cards: Sequence[int]) -> int:
    """The total with every ace as 1."""
    return sum(map(value, cards))


def player_total(cards: Sequence[int], *, ace_fixed: bool) -> int:
    """The best total of a player (r.8a): one ace as 11 where that does not exceed 21.

    ``ace_fixed``: an ace of the first two cards was counted as 1 to double, and stays 1 (r.8a-ii); a later one is free.
    """
    hard = hard_total(cards)
    free = cards[2:] if ace_fixed else cards
    return hard + 10 if any(map(is_ace, free)) and hard + 10 <= TWENTY_ONE else hard


def house_total(cards: Sequence[int]) -> int:
    """The total of the house (r.8a-i): an ace is 11 whenever that makes 17 to 21, else 1."""
    hard = hard_total(cards)
    soft = any(map(is_ace, cards)) and HOUSE_STANDS <= hard + 10 <= TWENTY_ONE
    return hard + 10 if soft else hard


def is_blackjack(cards: Sequence[int]) -> bool:
    """An ace and a card of ten, alone. Whether a hand of a split may have it is another question (r.19)."""
    return len(cards) == 2 and any(map(is_ace, cards)) and any(map(is_ten, cards))  # noqa: PLR2004  # two cards


def is_special(cards: Sequence[int]) -> bool:
    """Whether a special prize is due (r.25i): exactly 6, 7 and 8 of one suit, or three sevens, as 21 of three cards."""
    ranks = [card // _SUITS for card in cards]
    if len(cards) != 3:  # noqa: PLR2004  # three cards
        return False
    one_suit = len({card % _SUITS for card in cards}) == 1
    return set(ranks) == {_SEVEN} or (one_suit and set(ranks) == _SIX_SEVEN_EIGHT)


def same_rank(first: int, second: int) -> bool:
    """Whether two cards are a pair; two that are not may still have one value (r.16b, r.21)."""
    return first // _SUITS == second // _SUITS
