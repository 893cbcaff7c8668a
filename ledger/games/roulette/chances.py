"""The chances of the layout (*tabuleiro*), each with every combination of numbers it can be staked on (R804 r.7-9).

Three columns of twelve; the zeros lie across their heads, 0 alone over all three, or 0 over 1 and 2 and 00 over 2 and 3.
A combination is one where its chips touch on that layout, so a bet of five numbers does not exist (r.19), and a *cavalo*
of dozens or columns joins two that lie side by side.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Final, Literal, get_args

from pydantic import Field, StringConstraints

from tombo.ledger.core.entry import Record
from tombo.ledger.core.money import PositiveAmount
from tombo.ledger.terms.roulette import RouletteTerms

Pocket = Annotated[str, StringConstraints(pattern=r"^(00|[0-9]|[12][0-9]|3[0-6])$")]
"""A number of the wheel as it is written: ``0``, ``00``, ``17``."""
MultiChance = Literal[
    "straight_up", "split", "street", "corner", "line", "dozen", "column", "double_dozen", "double_column"
]
"""*Pleno, cavalo, rua, quadro, linha, dúzia, coluna, cavalo de dúzia, cavalo de coluna* (r.7a)."""
SimpleChance = Literal["even", "odd", "low", "high", "red", "black"]
"""*Par, ímpar, menor, maior, encarnado, preto* (r.7b)."""
Chance = MultiChance | SimpleChance

SIMPLE: Final[frozenset[str]] = frozenset(get_args(SimpleChance))
ZEROS: Final = frozenset({"0", "00"})
ROWS: Final = tuple(range(1, 37, 3))
"""The first number of each row of three: 1, 4, … 34."""

Numbers = tuple[str, ...]


class Chip(Record):
    """What a player stakes on one combination.

    Asked for, ``numbers`` may be empty where the chance has one combination only; on record they stand in full.
    """

    amount: PositiveAmount
    chance: Chance
    numbers: Annotated[list[Pocket], Field(max_length=24)] = Field(default=[])


def in_order(numbers: Iterable[str]) -> Numbers:
    """``numbers`` as they are written down: 0, 00, 1 to 36."""
    return tuple(sorted(numbers, key=lambda number: (int(number), number)))


def _written(*groups: Iterable[int]) -> tuple[Numbers, ...]:
    return tuple(in_order(map(str, group)) for group in groups)


def _plain() -> dict[Chance, tuple[Numbers, ...]]:
    """The combinations without a zero, the same on every layout."""
    dozens = [range(first, first + 12) for first in (1, 13, 25)]
    columns = [range(first, 37, 3) for first in (1, 2, 3)]
    all_ = range(1, 37)
    sideways = [(n, n + 1) for n in all_ if n % 3]
    return {
        "straight_up": _written(*((n,) for n in all_)),
        "split": _written(*sideways, *((n, n + 3) for n in range(1, 34))),
        "street": _written(*((n, n + 1, n + 2) for n in ROWS)),
        "corner": _written(*((n, n + 1, n + 3, n + 4) for n in range(1, 33) if n % 3)),
        "line": _written(*(range(n, n + 6) for n in ROWS[:-1])),
        "dozen": _written(*dozens),
        "column": _written(*columns),
        "double_dozen": _written(*([*dozens[i], *dozens[i + 1]] for i in (0, 1))),
        "double_column": _written(*([*columns[i], *columns[i + 1]] for i in (0, 1))),
        "even": _written(range(2, 37, 2)),
        "odd": _written(range(1, 37, 2)),
        "low": _written(range(1, 19)),
        "high": _written(range(19, 37)),
    }


LONGEST: Final = 24
"""Numbers of the largest combinations: two dozens, two columns (R804 r.12)."""
_ONE_ZERO: Final[Mapping[Chance, tuple[Numbers, ...]]] = {
    "straight_up": (("0",),),
    "split": (("0", "1"), ("0", "2"), ("0", "3")),
    "street": (("0", "1", "2"), ("0", "2", "3")),
    "corner": (("0", "1", "2", "3"),),
}
_TWO_ZEROS: Final[Mapping[Chance, tuple[Numbers, ...]]] = {
    "straight_up": (("0",), ("00",)),
    "split": (("0", "00"), ("0", "1"), ("0", "2"), ("00", "2"), ("00", "3")),
    "street": (("0", "1", "2"), ("0", "00", "2"), ("00", "2", "3")),
}


@lru_cache(maxsize=64)
def _layout(red: frozenset[int], *, two_zeros: bool) -> Mapping[Chance, tuple[Numbers, ...]]:
    zeros = _TWO_ZEROS if two_zeros else _ONE_ZERO
    plain = _plain()
    colours: dict[Chance, tuple[Numbers, ...]] = {"red": _written(red), "black": _written(set(range(1, 37)) - red)}
    return {**{chance: (*zeros.get(chance, ()), *numbers) for chance, numbers in plain.items()}, **colours}


def layout(terms: RouletteTerms) -> Mapping[Chance, tuple[Numbers, ...]]:
    """Every combination of every chance on the layout of this wheel."""
    return _layout(frozenset(terms.red), two_zeros=terms.wheel == "american_38")


def combination(terms: RouletteTerms, chance: Chance, numbers: Sequence[str]) -> Numbers | None:
    """The combination of ``chance`` that ``numbers`` mean, in order, or None: none of this layout, or a number twice."""
    if len(numbers) > LONGEST:
        return None
    return _combination(frozenset(terms.red), chance, tuple(numbers), two_zeros=terms.wheel == "american_38")


@lru_cache(maxsize=1_024)
def _combination(red: frozenset[int], chance: Chance, numbers: Numbers, *, two_zeros: bool) -> Numbers | None:
    there = _layout(red, two_zeros=two_zeros)[chance]
    if not numbers:
        return there[0] if len(there) == 1 else None
    asked = in_order(numbers)
    return asked if asked in there else None


def limits_name(chance: Chance) -> str:
    """The name under which the terms hold the limits of ``chance``."""
    return "simple" if chance in SIMPLE else chance
