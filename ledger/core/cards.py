"""Playing cards as small integers: ``rank * 4 + suit``, ranks 2..A as 0..12, suits c d h s as 0..3.

The numbering is that of the card commitments (``docs/format.md``), so a card has one number everywhere.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Final

from pydantic import StringConstraints

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
CARD_TEXTS: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)
CARD_IDS: Final = {text: number for number, text in enumerate(CARD_TEXTS)}
HIDDEN: Final = "??"
"""Stands for a card that the viewer was not shown."""

CardText = Annotated[str, StringConstraints(pattern=r"^[2-9TJQKA][cdhs]$")]
"""A card as players write it: ``As`` is the ace of spades, ``Td`` the ten of diamonds."""


class Combination(IntEnum):
    """The combinations (*combinações*) of five cards from low to high: R803 r.7j to r.7a, R806 r.29j to r.29a."""

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


def card_id(text: str) -> int:
    """The number of the card written ``text``.

    Raises:
        ValueError: ``text`` names no card.
    """
    try:
        return CARD_IDS[text]
    except KeyError:
        raise ValueError(f"{text!r} is no card: a rank of {RANKS} and a suit of {SUITS}, as in 'As'") from None


def card_text(card: int) -> str:
    """The card numbered ``card`` as players write it."""
    return CARD_TEXTS[card]
