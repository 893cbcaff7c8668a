"""The streets of each variant as data: what they are called, and how many cards lie open on each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.games.poker.events import Street
from tombo.ledger.terms.poker import Terms

STREETS: Final[tuple[Street, ...]] = ("preflop", "flop", "turn", "river")
BOARD_SIZES: Final = (0, 3, 4, 5)
"""How many cards lie open on each street."""
FIVE_STREETS: Final[tuple[Street, ...]] = (
    "straddle",
    "first_street",
    "second_street",
    "third_street",
    "fourth_street",
    "fifth_street",
)
"""Those of póquer sintético (R809 r.54-59), after the time of the straddles; a card is turned before each."""
STREET_NUMBERS: Final[Mapping[Street, int]] = {
    name: number for names in (STREETS, FIVE_STREETS) for number, name in enumerate(names)
}


def streets_of(terms: Terms) -> tuple[Street, ...]:
    """The streets of a hand under ``terms``, by number."""
    return STREETS if terms.sintetico is None else FIVE_STREETS


def spoken(street: Street) -> str:
    """A street as people write it: ``second street``."""
    return street.replace("_", " ")
