"""Where a reading changes what a spin pays, the spin says both results, to the cent; elsewhere nothing."""

from __future__ import annotations

from typing import Any

import pytest

from tests.worlds.roulette import Roulette, chip, wheel
from tombo.ledger.core.findings import Reading
from tombo.ledger.games.roulette.events import FindingRecordedV2, Settled

LETTER, PRACTICE = Reading.LETTER, Reading.PRACTICE
TWELVE = " ".join(map(str, range(1, 25)))


def told(world: Roulette) -> list[tuple[Any, ...]]:
    """The findings of the newest spin: rule, reading, player, what came back and what would have."""
    found = [event for event in world.spun() if isinstance(event, FindingRecordedV2)]
    return [(f.rule, f.reading, f.player, f.paid, f.otherwise) for f in found]


@pytest.mark.parametrize(
    ("zero", "finding"),
    [
        ("partage", ("R807 r.20", PRACTICE, "p-1", 500, None)),
        ("prison", ("R807 r.20", LETTER, "p-1", 0, 500)),
        ("lose", ("R807 r.20", LETTER, "p-1", 0, 500)),
    ],
)
def test_zero_is_told_both_ways(zero: str, finding: tuple[Any, ...]) -> None:
    """Number 14, F1: half of 10.00 on red comes back, or nothing does; in prison the next spin says the rest."""
    world = wheel("R807", zero=zero)
    world.bets("p-1", chip(1000, "red"), chip(200, "straight_up", "17"))
    world.bets("p-2", chip(200, "straight_up", "0"))
    world.lands("0")
    assert told(world) == [finding]
    assert isinstance(world.spun()[-1], Settled)


@pytest.mark.parametrize("number", ["1", "17"])
def test_another_number_than_zero_has_one_result(number: str) -> None:
    """Number 14: where zero does not fall nothing is read in two ways."""
    world = wheel("R807")
    world.bets("p-1", chip(1001, "red"))
    world.lands(number)
    assert told(world) == []


def test_zero_at_the_american_wheel_has_one_result() -> None:
    """R804 r.19 says what zero does, and leaves nothing to read."""
    world = wheel("R804")
    world.bets("p-1", chip(1001, "red"))
    world.lands("0")
    assert told(world) == []


def test_half_a_cent_of_a_loss_is_told() -> None:
    """Number 16, F1: of 10.01 on red zero takes 5.00 and 5.01 come back; rounded up it would take 5.01."""
    world = wheel("R807")
    world.bets("p-1", chip(1001, "red"))
    world.lands("0")
    assert told(world)[-1] == ("R807 r.20", PRACTICE, "p-1", 501, 500)


@pytest.mark.parametrize(("amount", "found"), [(301, [("R804 r.13", PRACTICE, "p-1", 451, 452)]), (300, [])])
def test_half_a_cent_of_a_prize_is_told(amount: int, found: list[tuple[Any, ...]]) -> None:
    """Number 16, R2: half of 3.01 on two dozens is 1.50, and would be 1.51 rounded up; half of 3.00 has one result."""
    world = wheel("R804")
    world.bets("p-1", chip(amount, "double_dozen", TWELVE))
    world.lands("17")
    assert told(world) == found
