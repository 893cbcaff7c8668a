"""The name of a hand for people, in English and in the regulation's Portuguese (r.29)."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.cards import Combination
from tombo.ledger.core.said import Word
from tombo.ledger.games.poker.strength.ranking import combination, tie_ranks

_RANKS_EN: Final = [
    "deuce",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
]
_RANKS_PT: Final = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "valete", "dama", "rei", "ás"]
_PLURALS_PT: Final = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "valetes", "damas", "reis", "ases"]

_EN: Final = {
    Combination.ROYAL: "royal flush",
    Combination.STRAIGHT_FLUSH: "straight flush, {0} high",
    Combination.QUADS: "four of a kind, {0s}",
    Combination.FULL_HOUSE: "full house, {0s} over {1s}",
    Combination.FLUSH: "flush, {0} high",
    Combination.STRAIGHT: "straight, {0} high",
    Combination.TRIPS: "three of a kind, {0s}",
    Combination.TWO_PAIR: "two pair, {0s} and {1s}",
    Combination.PAIR: "pair of {0s}",
    Combination.HIGH_CARD: "{0} high",
}
_PT: Final = {
    Combination.ROYAL: "sequência máxima de cor",
    Combination.STRAIGHT_FLUSH: "sequência de cor ({0})",
    Combination.QUADS: "póquer de {0s}",
    Combination.FULL_HOUSE: "fullen de {0s} com {1s}",
    Combination.FLUSH: "cor ({0})",
    Combination.STRAIGHT: "sequência ({0})",
    Combination.TRIPS: "trio de {0s}",
    Combination.TWO_PAIR: "dois pares, {0s} e {1s}",
    Combination.PAIR: "par de {0s}",
    Combination.HIGH_CARD: "cartas maiores ({0})",
}


def _plural(rank: int) -> str:
    name = _RANKS_EN[rank]
    return name + ("es" if name == "six" else "s")


def describe(value: int) -> Word:
    """The name of a strength: ``full house, kings over nines``, ``fullen de reis com 9``; the English one is its key."""
    first, second, *_ = tie_ranks(value)
    which = combination(value)
    english = _named(_EN[which], _RANKS_EN[first], _plural(first), _plural(second))
    return Word(english, english, _named(_PT[which], _RANKS_PT[first], _PLURALS_PT[first], _PLURALS_PT[second]))


def _named(pattern: str, first: str, firsts: str, seconds: str) -> str:
    return pattern.replace("{0}", first).replace("{0s}", firsts).replace("{1s}", seconds)
