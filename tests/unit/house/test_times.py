"""What a source may claim about when something happened (decision 0032): C1 and C2 of what an examination found."""

from __future__ import annotations

import pytest

from tests.worlds.house import House, house, player, seat
from tests.worlds.world import TABLE
from tombo.ledger.core.clock import LATENESS, SECOND, SKEW
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.lisbon import HOUR, window
from tombo.ledger.core.money import Money
from tombo.ledger.house.account.commands import Deposit, Withdraw
from tombo.ledger.house.table.commands import SitOut

NOW = 1_784_055_600 * SECOND
DAY = 86_400 * SECOND
DEPOSIT = Deposit(amount=Money(700), player="p-1", reference="MB 1")
WITHDRAW = Withdraw(amount=Money(700), player="p-1", reference="MB 2")


def asked(world: House, occurred: int | None, command: Deposit | Withdraw = DEPOSIT) -> str | None:
    """Under which name ``command`` is refused when the ledger's clock says ``NOW``; None where it is recorded."""
    world.clock = NOW
    outcome = world.ask(command, occurred=occurred)
    return outcome.finding.told.about if isinstance(outcome, Refused) else None


@pytest.mark.parametrize(
    ("occurred", "about"),
    [
        (None, None),
        (NOW, None),
        (NOW + SKEW, None),
        (NOW + SKEW + 1, "time_in_future"),
        (NOW + 5 * 365 * DAY, "time_in_future"),
        (NOW - LATENESS, None),
        (NOW - LATENESS - 1, "time_too_old"),
        (NOW - 40 * DAY, "time_too_old"),
        (1, "time_too_old"),
        (0, "time_too_old"),
    ],
)
@pytest.mark.parametrize("command", [DEPOSIT, WITHDRAW])
def test_a_claim_is_near_the_clock_of_the_ledger(
    command: Deposit | Withdraw, occurred: int | None, about: str | None
) -> None:
    """C1, C2: from the future, of 40 days ago or of 1970 is refused, and nothing is recorded; without a claim it is as of now."""
    assert asked(house(), occurred, command) == about


@pytest.mark.parametrize("day", ["2026-03-29", "2026-10-25"])
def test_a_change_of_the_clocks_in_lisbon_is_no_change_of_time(day: str) -> None:
    """Claims are in UTC: an hour that comes twice in Lisbon, or never, makes nothing late or early."""
    starts, _ = window(day)
    world = house()
    for minute in range(0, 240, 10):
        at = starts + minute * HOUR // 60
        world.clock = at + SECOND
        outcome = world.ask(DEPOSIT, occurred=at)
        assert not isinstance(outcome, Refused), outcome


def test_an_account_goes_back_by_the_skew_and_no_further() -> None:
    """Several servers feed it: what one of them saw a little earlier may come a little later, and not again and again."""
    world = house()
    assert asked(world, NOW) is None
    assert asked(world, NOW - SKEW) is None
    assert asked(world, NOW - SKEW) is None
    assert asked(world, NOW - SKEW - 1) == "time_before_stream"


def test_a_table_goes_back_by_the_skew_and_no_further() -> None:
    """C1: who rests is told to the table by more than one server."""
    world = seat(house(), "p-1", "p-2")
    world.does(SitOut(seat=1, table=TABLE), player("p-1"), NOW)
    refused = world.ask(SitOut(seat=2, table=TABLE), player("p-2"), NOW - SKEW - 1)
    assert isinstance(refused, Refused)
    assert refused.finding.told.about == "time_before_stream"
    world.does(SitOut(seat=2, table=TABLE), player("p-2"), NOW - SKEW)
