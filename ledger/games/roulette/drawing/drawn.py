"""A spin as it lies on the cloth (*pano*): the fields of its layout, where each chip lies, and the number.

The zeros stand at the left, then twelve rows of three with the highest number of each on top; the columns end at the right. Dozens
and simple chances lie below. So most cloths are printed; the regulation names the chances (R804 r.7) and no measures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal

from tombo.ledger.games.roulette.chances import SIMPLE, ZEROS, Chance, layout
from tombo.ledger.games.roulette.drawing import words
from tombo.ledger.games.roulette.state import Spin, Stake
from tombo.ledger.house.drawn import CELL, Cloth, DrawnChip, DrawnField, DrawnRound, Stage
from tombo.ledger.terms.roulette import RouletteTerms

_DEEP: Final = 3 * CELL
"""How far the numbers reach down: three to a row."""
WIDTH: Final = 14 * CELL
"""Zeros, twelve rows, columns."""
_ROW: Final = 5 * CELL // 4
"""The height of the fields below the numbers, so that a chip leaves their name free."""
HEIGHT: Final = _DEEP + 2 * _ROW
"""Numbers, dozens, simple chances."""

_INSIDE: Final = frozenset({"straight_up", "split", "street", "corner", "line"})
"""The chances that lie on the numbers themselves."""
_COLOURS: Final[Mapping[str, Literal["red", "black"]]] = {"red": "red", "black": "black"}

Place = tuple[int, int, int, int]
"""A corner, a width and a height."""


def drawn(spin: Spin) -> DrawnRound:
    """``spin`` as it lies on the cloth."""
    return DrawnRound(_stage(spin), cloth=Cloth(WIDTH, HEIGHT, tuple(_fields(spin)), tuple(_chips(spin))))


def _stage(spin: Spin) -> Stage:
    if spin.outcome != "open":
        return "over"
    if spin.ball is not None:
        return "result"
    return "closed" if spin.bets_closed else "bets"


def _number_at(terms: RouletteTerms, number: str) -> Place:
    """The field of ``number``."""
    if number in ZEROS:
        if terms.wheel != "american_38":
            return 0, 0, CELL, _DEEP
        half = _DEEP // 2
        return 0, half if number == "0" else 0, CELL, half
    row, column = divmod(int(number) - 1, 3)
    return CELL * (row + 1), CELL * (2 - column), CELL, CELL


def _outside(chance: Chance, numbers: Sequence[str]) -> Place:
    """The field of a dozen, a column or a simple chance; of two dozens or columns, both fields as one."""
    first = int(numbers[0])
    if chance in {"dozen", "double_dozen"}:
        return CELL * (first + 2) // 3, _DEEP, CELL * len(numbers) // 3, _ROW
    if chance in {"column", "double_column"}:
        wide = len(numbers) // 12
        return WIDTH - CELL, CELL * (4 - first - wide), CELL, CELL * wide
    at = list[str](words.FIELDS).index(chance)
    return CELL * (1 + 2 * at), _DEEP + _ROW, 2 * CELL, _ROW


def _fields(spin: Spin) -> Iterator[DrawnField]:
    terms = spin.terms
    for (number,) in layout(terms)["straight_up"]:
        place = _number_at(terms, number)
        yield DrawnField(number, _colour(terms, number), *place, hit=number == spin.ball)
    for numbers in layout(terms)["column"]:
        yield DrawnField("2:1", "plain", *_outside("column", numbers))
    for numbers in layout(terms)["dozen"]:
        yield DrawnField(words.DOZENS[int(numbers[0])], "plain", *_outside("dozen", numbers))
    for chance, word in words.FIELDS.items():
        place = _outside(chance, layout(terms)[chance][0])
        yield DrawnField(word, _COLOURS.get(chance, "plain"), *place)


def _colour(terms: RouletteTerms, number: str) -> Literal["red", "black", "green"]:
    if number in ZEROS:
        return "green"
    return "red" if int(number) in terms.red else "black"


def _chips(spin: Spin) -> Iterator[DrawnChip]:
    """Every stake where it lies. What zero imprisons of this spin stays where it was; what the spin before left lies beside it."""
    frozen = Counter[tuple[str, Chance, int]]((one.player, one.chance, one.amount) for one in spin.prisoners)
    for stake in spin.stakes:
        key = (stake.player, stake.chance, stake.amount)
        held = spin.ball is not None and frozen[key] > 0
        frozen[key] -= held
        yield DrawnChip(stake.player, stake.amount, *_middle(spin.terms, stake), _is_out(spin, stake), held)
    for player, chance, amount in frozen.elements():
        x, y = _outside_middle(chance, layout(spin.terms)[chance][0])
        yield DrawnChip(player, amount, x - CELL // 2, y, held=True)


def _is_out(spin: Spin, stake: Stake) -> bool:
    """Whether the stake is lost as the ball lies, or went back to its player because the spin is void."""
    if spin.outcome == "voided":
        return True
    if spin.ball is None or spin.ball in stake.numbers:
        return False
    return not (stake.chance in SIMPLE and spin.ball in ZEROS and spin.terms.zero != "lose")


def _middle(terms: RouletteTerms, stake: Stake) -> tuple[int, int]:
    """Where a chip on a combination lies: on its field, or where the fields of its numbers touch; of whole rows, at their end."""
    if stake.chance not in _INSIDE:
        return _outside_middle(stake.chance, stake.numbers)
    places = [_number_at(terms, number) for number in stake.numbers]
    coloured = [place for number, place in zip(stake.numbers, places, strict=True) if number not in ZEROS]
    x, y = _centre(places)
    if len(places) == 1 or len(coloured) == len(places):
        return (x, _DEEP) if stake.chance in {"street", "line"} else (x, y)
    if not coloured:  # both zeros
        return x, y
    if stake.chance == "split":
        top, bottom = max(y for _, y, _, _ in places), min(y + height for _, y, _, height in places)
        return CELL, (top + bottom) // 2
    return CELL, _DEEP if stake.chance == "corner" else _centre(coloured)[1]


def _outside_middle(chance: Chance, numbers: Sequence[str]) -> tuple[int, int]:
    """Where a chip lies on a field of several numbers: in its middle, below the name where it has room for both."""
    x, y, width, height = _outside(chance, numbers)
    return x + width // 2, y + height // 2 + (CELL // 6 if height == _ROW else 0)


def _centre(places: Sequence[Place]) -> tuple[int, int]:
    """The middle of the middles of ``places``."""
    xs, ys = zip(*((x + width // 2, y + height // 2) for x, y, width, height in places), strict=True)
    return sum(xs) // len(xs), sum(ys) // len(ys)
