"""Call bets (R807 r.8): sets of numbers as they lie on the wheel, put together from ordinary bets.

How many chips a series takes, and where they lie, the regulation does not say; it is the custom (rules.md section 9).
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from tombo.ledger.core.entry import Record
from tombo.ledger.core.money import PositiveAmount
from tombo.ledger.games.roulette.chances import Chance, Chip, Pocket
from tombo.ledger.terms.roulette import WHEELS, Wheel


class SeriesBet(Record):
    """A series: 0-2-3 (*voisins du zéro*, 9 chips), 5-8 (*tiers*, 6) or the orphans (5); ``chip`` is the worth of one."""

    call: Literal["series_0_2_3", "series_5_8", "orphans"]
    chip: PositiveAmount


class NeighboursBet(Record):
    """A number with its two, four or six neighbours on the wheel, a chip on each."""

    call: Literal["neighbours"]
    chip: PositiveAmount
    neighbours: Literal[2, 4, 6]
    number: Pocket


class FinalsBet(Record):
    """All numbers that end in ``digit``, a chip on each."""

    call: Literal["finals"]
    chip: PositiveAmount
    digit: Annotated[int, Field(ge=0, le=9)]


CallBet = Annotated[SeriesBet | NeighboursBet | FinalsBet, Field(discriminator="call")]

SERIES: Final[dict[str, tuple[tuple[int, Chance, str], ...]]] = {
    "series_0_2_3": (
        (2, "street", "0 2 3"),
        (1, "split", "4 7"),
        (1, "split", "12 15"),
        (1, "split", "18 21"),
        (1, "split", "19 22"),
        (1, "split", "32 35"),
        (2, "corner", "25 26 28 29"),
    ),
    "series_5_8": (
        (1, "split", "5 8"),
        (1, "split", "10 11"),
        (1, "split", "13 16"),
        (1, "split", "23 24"),
        (1, "split", "27 30"),
        (1, "split", "33 36"),
    ),
    "orphans": (
        (1, "straight_up", "1"),
        (1, "split", "6 9"),
        (1, "split", "14 17"),
        (1, "split", "17 20"),
        (1, "split", "31 34"),
    ),
}
"""The chips of a series: how many lie on which combination."""


def around(wheel: Wheel, number: str, neighbours: int) -> list[str]:
    """``number`` and its neighbours, half of them on either side, clockwise."""
    order = WHEELS[wheel]
    at, reach = order.index(number), neighbours // 2
    return [order[(at + step) % len(order)] for step in range(-reach, reach + 1)]


def chips_of(bet: CallBet, wheel: Wheel) -> list[Chip]:
    """The ordinary bets that ``bet`` is made of."""
    match bet:
        case SeriesBet():
            return [
                Chip(amount=count * bet.chip, chance=chance, numbers=numbers.split())
                for count, chance, numbers in SERIES[bet.call]
            ]
        case NeighboursBet():
            numbers = around(wheel, bet.number, bet.neighbours)
        case FinalsBet():
            numbers = [str(number) for number in range(bet.digit, 37, 10)]
    return [Chip(amount=bet.chip, chance="straight_up", numbers=[number]) for number in numbers]
