"""Days: closed once, by the night job or a manager, with what they came to."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

import pytest
from pydantic import ValidationError

from tests.worlds.house import MANAGER, House, house, player
from tests.worlds.world import OFFICER, PLATFORM
from tombo.ledger.core.entry import By
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.lisbon import window
from tombo.ledger.house.day.commands import CloseDay
from tombo.ledger.house.day.events import DayCheckpoint, DayClosedV2, DayProblem, DayTotal
from tombo.ledger.house.day.state import Day

ROOT = b64encode(bytes(32)).decode()
DAY = "day:2026-07-15"
SIZE = 1_000
"""Of the log, in these tests."""
TOTAL = DayTotal(borne=0, commission=0, gross=-2_500, paid=12_500, refunded=0, regulation="R804", staked=10_000)
TOLD: dict[str, Any] = {
    "base": 0,
    "checkpoint": DayCheckpoint(root=ROOT, size=250),
    "date": "2026-07-15",
    "hands": 12,
    "index": 254,
    "problems": [DayProblem(check="wallet/missing-here", count=2)],
    "rate_bp": 2_500,
    "statement": "ab" * 32,
    "tax": 0,
    "totals": [TOTAL],
}


def closing() -> House:
    """The house, with a log of some length."""
    world = house()
    world.counted_as = SIZE
    return world


@pytest.mark.parametrize("by", [PLATFORM, MANAGER])
def test_a_day_is_closed_with_what_it_came_to(by: By) -> None:
    """The entry says up to which size of the log the day was reconciled, its totals and what did not hold; so does its state."""
    world = closing()
    assert world.adds(CloseDay(**TOLD), by) == [(DAY, DayClosedV2(**TOLD))]
    assert world(DAY) == Day(DayClosedV2(**TOLD))


def test_a_day_is_closed_once() -> None:
    """A second closing of the same day is refused, whatever it says; another day's is not."""
    world = closing()
    world.does(CloseDay(**TOLD))
    assert world.refuses(CloseDay(**{**TOLD, "index": 300})) == "House: day"
    world.does(CloseDay(**{**TOLD, "checkpoint": None, "date": "2026-07-16", "problems": []}))


@pytest.mark.parametrize("by", [OFFICER, player("p-1")])
def test_nobody_else_closes_a_day(by: By) -> None:
    """Officers and players may not."""
    assert closing().refuses(CloseDay(**TOLD), by) == "House: authority"


def test_a_day_is_one_of_the_calendar() -> None:
    """A day that is none is refused, and what does not look like one is no command."""
    assert closing().refuses(CloseDay(**{**TOLD, "date": "2026-02-30"})) == "House: day"
    for date in ("2026-7-15", "15-07-2026", "2026-07-15T00:00", "hoje"):
        with pytest.raises(ValidationError):
            CloseDay(**{**TOLD, "date": date})


def test_a_regulation_has_one_total() -> None:
    """Two totals of one regulation are refused."""
    assert closing().refuses(CloseDay(**{**TOLD, "totals": [TOTAL, TOTAL]})) == "House: day"


def test_a_day_may_give_back_more_than_was_staked_on_it() -> None:
    """A bet from before midnight that comes back uncalled after it, and nothing else: the day is closed with what that is."""
    total = TOTAL.model_copy(update={"gross": 0, "paid": 0, "regulation": "R806", "staked": -400})
    assert closing().adds(CloseDay(**{**TOLD, "totals": [total]})) == [
        (DAY, DayClosedV2(**{**TOLD, "totals": [total]}))
    ]


@pytest.mark.parametrize(
    ("changed", "clock", "size", "about"),
    [
        ({}, 0, 300, "day_still_goes_on"),
        ({}, window("2026-07-15")[1] - 1, 300, "day_still_goes_on"),
        ({"date": "2031-01-01"}, window("2026-07-15")[1], 300, "day_still_goes_on"),
        ({"date": "1996-12-31"}, window("2026-07-15")[1], 300, "day_still_goes_on"),
        ({"index": 2**52}, window("2026-07-15")[1], 300, "day_beyond_log"),
        ({}, window("2026-07-15")[1], 253, "day_beyond_log"),
        ({"index": 240}, window("2026-07-15")[1], 249, "day_beyond_log"),
    ],
)
def test_a_day_is_over_and_the_log_has_what_it_covers(
    changed: dict[str, Any], clock: int, size: int, about: str
) -> None:
    """C3: a day of 2031, one that goes on, an index of 2^52, a checkpoint of more than there is: each is refused by its name."""
    world = closing()
    world.clock, world.counted_as = clock, size
    refused = world.ask(CloseDay(**{**TOLD, **changed}))
    assert isinstance(refused, Refused)
    assert refused.finding.told.about == about


def test_a_day_is_closed_from_its_last_instant_on() -> None:
    """Over exactly what there is."""
    world = closing()
    world.clock, world.counted_as = window("2026-07-15")[1], 254
    assert world.adds(CloseDay(**TOLD)) == [(DAY, DayClosedV2(**TOLD))]


SINGLE: dict[str, Any] = {
    "base": 1_000,
    "rate_bp": 2_500,
    "tax": 250,
    "totals": [TOTAL.model_copy(update={"gross": 1_001})],
}


@pytest.mark.parametrize(
    ("changed", "about"),
    [
        ({"base": 1_000, "tax": 250}, "day_base_otherwise"),
        ({"base": 1_001, "tax": 251}, "day_tax_otherwise"),
        ({"base": 1_001, "tax": 0}, "day_tax_otherwise"),
        ({"base": 1_001, "rate_bp": 0, "tax": 0}, "day_rate_otherwise"),
        ({"base": 1_001, "rate_bp": None, "tax": None}, "day_tax_unsaid"),
        ({"base": 1_001, "date": "2019-07-15", "tax": 250}, "day_tax_without_rate"),
        ({"base": 1_001, "checkpoint": DayCheckpoint(root="Z00/LPr8", size=250), "tax": 250}, "day_root_is_none"),
        ({"base": 1_001, "checkpoint": DayCheckpoint(root="A", size=250), "tax": 250}, "day_root_is_none"),
    ],
)
def test_the_figures_of_a_day_follow_from_its_totals(changed: dict[str, Any], about: str) -> None:
    """C3: a base that is not the sum, a tax or a rate that is not the law's, a root that is none: each is refused by its name."""
    told = {**TOLD, **SINGLE, **changed}
    refused = closing().ask(CloseDay(**told))
    assert isinstance(refused, Refused)
    assert (refused.finding.rule, refused.finding.told.about) == ("House: day", about)


def test_before_the_single_rate_a_day_has_no_tax() -> None:
    """Until April 2020 the rate rose with the revenue of the year: a day is closed with its base, and no tax."""
    told = {**TOLD, **SINGLE, "base": 1_001, "date": "2019-07-15", "rate_bp": None, "tax": None}
    assert closing().adds(CloseDay(**told)) == [("day:2019-07-15", DayClosedV2(**told))]
