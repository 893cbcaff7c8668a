"""Bonuses sealed otherwise by whoever has an event key: of another wallet, of another date, by another; the night names each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal

import pytest

from tests.forgeries.resealed import Resealed
from tests.forgeries.twice import kinds
from tests.worlds.casino import BEGINS, Casino, casino
from tests.worlds.forged_ledger import Act, Commit
from tests.worlds.house import player
from tests.worlds.roulette import WHEEL, chip
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.money import Money
from tombo.ledger.games.roulette.commands import (
    CloseBets,
    LandBall,
    OpenSpin,
    PlaceChips,
    ReportSpinBetRefused,
    SettleSpin,
)
from tombo.ledger.house.account.commands import ConvertBonus, ExpireBonus, GrantBonus, Withdraw
from tombo.ledger.house.account.state import Account
from tombo.ledger.house.banked.events import Forbids
from tombo.ledger.operate.keyring import Keyring, open_ledger

LATER: Final = BEGINS + 3_600 * SECOND
SOONER: Final = BEGINS + 1_800 * SECOND
HIS: Final = "account:p-1"


def grant(name: str, cents: int, until: int) -> CommandBase:
    return GrantBonus(amount=Money(cents), player=name, reference="welcome", until=until)


def played(house: Casino, use: Literal["first", "last"]) -> None:
    """p-1 has a bonus, stakes it, and cash, wins, is in prison, in a void round and at a table that takes none; p-2 lets his expire."""
    do = house.floor.do
    do(grant("p-1", 5_000, SOONER))
    do(grant("p-2", 300, SOONER))
    if use == "last":
        held: Account = house.ledger.view()(HIS)
        do(Withdraw(amount=Money(held.balance - 2_000), player="p-1", reference="bank"), player("p-1"))
    house.spins({"p-1": (chip(2_500, "red"),), "p-2": (chip(1_000, "black"),)}, "1")
    house.spins({"p-1": (chip(9_000 if use == "first" else 2_000, "red"),)}, "0")
    house.spins({"p-1": (chip(500, "black"),)} if use == "first" else {}, "1")
    void = house.spins({"p-1": (chip(1_000, "red"), chip(50, "straight_up", "17"))}, None)
    do(ReportSpinBetRefused(chips=[chip(9_000, "black")], player="p-1", round=void, rule="House: overdraft"))
    house.voids(void)
    do(grant("p-1", 100, LATER))
    do(ConvertBonus(amount=Money(1_500), player="p-1", reference="played"))
    name = house.blackjack({1: 1_000}, "Tc 7d 9c", "Th")
    house.decides(name, 1, "stand")
    house.reveals(name)
    do(ExpireBonus(player="p-2"), occurred=SOONER)


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Resealed:
    """A wheel that takes the bonus first."""
    return made(tmp_path_factory.mktemp("first"), "first")


@pytest.fixture(scope="module")
def last(tmp_path_factory: pytest.TempPathFactory) -> Resealed:
    """A wheel that takes it last."""
    return made(tmp_path_factory.mktemp("last"), "last")


def made(folder: Path, use: Literal["first", "last"]) -> Resealed:
    with casino(folder, "R807", zero="prison", bonus=use) as house:
        played(house, use)
    ledger = open_ledger(f"sqlite:///{folder}/casino.db", Keyring(folder / "keys"), clock=SteppingClock(LATER))
    return Resealed(folder, ledger, BEGINS)


def of(found: list[Commit], kind: str, number: int = 0, stream: str = HIS) -> Act:
    """One of the entries of a kind in a stream, by its place."""
    return [act for act in kinds(found, f"account.{kind}.v1") if act.stream == stream][number]


@pytest.mark.parametrize("name", ["first", "last"])
def test_what_the_door_recorded_ties(name: str, request: pytest.FixtureRequest) -> None:
    """The night has nothing against it."""
    ledger: Resealed = request.getfixturevalue(name)
    assert ledger.night("honest", lambda _: None) == []


def stake_of_cash(found: list[Commit]) -> None:
    """The first stake leaves the cash, and what it wins comes back there."""
    of(found, "debited").says(wallet="cash")
    of(found, "credited").says(wallet="cash")


def prize_in_cash(found: list[Commit]) -> None:
    """What the bonus won is cash at once."""
    of(found, "credited").says(wallet="cash")


def stake_of_a_bonus_that_covers_it_not(found: list[Commit]) -> None:
    """The second stake is more than the bonus there is."""
    of(found, "debited", 1).says(wallet="bonus")


def prison_of_another_wallet(found: list[Commit]) -> None:
    """While cash is in prison the next stake at that wheel is cash."""
    of(found, "debited", 2).says(wallet="bonus")


def freed_to_the_bonus(found: list[Commit]) -> None:
    """Cash that comes out of prison comes out as bonus."""
    of(found, "credited", 1).says(wallet="bonus")


def refund_in_cash(found: list[Commit]) -> None:
    """A void round gives cash for the bonus that was staked."""
    of(found, "credited", 2).says(wallet="cash")


def staked_at_a_table_that_takes_none(found: list[Commit]) -> None:
    """The rules of the table of blackjack say nothing of a bonus."""
    of(found, "debited", -1).says(wallet="bonus")


def converted_behind_its_date(found: list[Commit]) -> None:
    """The grants hold before that."""
    for number in (0, 1):
        of(found, "bonus_granted", number).says(until=of_when(found, of(found, "bonus_converted")) - 120 * SECOND)


def staked_behind_its_date(found: list[Commit]) -> None:
    """The bonus had lapsed as he staked it."""
    of(found, "bonus_granted").says(until=of_when(found, of(found, "debited")) - 120 * SECOND)


def expired_before_its_date(found: list[Commit]) -> None:
    """What he had held for an hour more."""
    of(found, "bonus_granted", stream="account:p-2").says(until=LATER)


def expired_in_part(found: list[Commit]) -> None:
    """A cent stays."""
    of(found, "bonus_expired", stream="account:p-2").says(amount=Money(299))


def expired_beyond(found: list[Commit]) -> None:
    """More goes than there is."""
    of(found, "bonus_expired", stream="account:p-2").says(amount=Money(301))


def granted_for_no_time(found: list[Commit]) -> None:
    """It holds until it is granted."""
    act = of(found, "bonus_granted", stream="account:p-2")
    act.says(until=of_when(found, act) - 120 * SECOND)


def granted_nothing(found: list[Commit]) -> None:
    """No money comes, and what there is holds for longer."""
    of(found, "bonus_granted", 1).says(amount=Money(0))


def granted_for_less(found: list[Commit]) -> None:
    """The second grant takes time from the first."""
    of(found, "bonus_granted", 1).says(until=SOONER - SECOND)


def granted_and_revived(found: list[Commit]) -> None:
    """What the first grant gave had lapsed as the second one came."""
    of(found, "bonus_granted").says(until=of_when(found, of(found, "bonus_granted", 1)) - 120 * SECOND)


def converted_beyond(found: list[Commit]) -> None:
    """More becomes cash than there is."""
    of(found, "bonus_converted").says(amount=Money(9_000))


def turned_down_for_his_cash(found: list[Commit]) -> None:
    """A bet that his round moves bonus for is turned down for what he has in cash."""
    act = kinds(found, "roulette.bet_refused.v1")[0]
    act.says(forbids=act.event.forbids.model_copy(update={"about": "account_short"}))


def turned_down_for_its_date(found: list[Commit]) -> None:
    """It held for half an hour more."""
    act = kinds(found, "roulette.bet_refused.v1")[0]
    over = Forbids(about="bonus_over", facts={"at": BEGINS, "player": "p-1", "until": BEGINS}, rule="House: bonus")
    act.says(forbids=over)


def asked_by_himself(found: list[Commit]) -> None:
    """A player gives himself a bonus."""
    of(found, "bonus_granted").by = player("p-1")


def staked_in_an_entry_far_behind_the_end(found: list[Commit]) -> None:
    """Its round has two entries then, and nobody counts to that number."""
    of(found, "debited").says(cause_version=2**53 - 1)


def of_when(found: list[Commit], act: Act) -> int:
    """When an entry was recorded."""
    return next(commit.recorded for commit in found if act in commit.acts)


FORGED: Final[list[tuple[Callable[[list[Commit]], None], str]]] = [
    (stake_of_cash, "p-1 stakes 2,500 cents in roulette:roleta-1/1: cash moves; expected bonus"),
    (prize_in_cash, "p-1 gets 5,000 cents from roulette:roleta-1/1: cash moves; expected bonus"),
    (stake_of_a_bonus_that_covers_it_not, "p-1 stakes 9,000 cents in roulette:roleta-1/2: bonus moves; expected cash"),
    (prison_of_another_wallet, "p-1 stakes 500 cents in roulette:roleta-1/3: bonus moves; expected cash"),
    (freed_to_the_bonus, "p-1 gets 9,000 cents from roulette:roleta-1/3: bonus moves; expected cash"),
    (refund_in_cash, "p-1 gets 1,050 cents from roulette:roleta-1/4: cash moves; expected bonus"),
    (staked_at_a_table_that_takes_none, "p-1 stakes 1,000 cents of bonus in blackjack:bj-1/1; expected cash"),
    (converted_behind_its_date, "account:p-1: account.bonus_converted.v1 at "),
    (staked_behind_its_date, "p-1 stakes 2,500 cents in roulette:roleta-1/1: bonus moves; expected cash"),
    (expired_before_its_date, "account:p-2: the bonus expires at "),
    (expired_in_part, "account:p-2: the bonus expires, and 1 cent are left of it"),
    (expired_beyond, "bonus:p-2 is 1 cents below zero"),
    (granted_for_no_time, "account:p-2: a bonus is granted at "),
    (granted_nothing, "account:p-1: a bonus of nothing is granted"),
    (granted_for_less, "account:p-1: a bonus is granted that holds before "),
    (granted_and_revived, "account:p-1: a bonus is granted at "),
    (converted_beyond, "bonus:p-1 is "),
    (turned_down_for_his_cash, "a bet of p-1 in roulette:roleta-1/4 is turned down because his account is short"),
    (turned_down_for_its_date, "a bet of p-1 in roulette:roleta-1/4 is said to be forbidden by the date of his bonus"),
    (
        staked_in_an_entry_far_behind_the_end,
        "2500 cents of p-1 are said to be for roulette:roleta-1/1 version 9007199254740991, which is not there",
    ),
    (asked_by_himself, "account.bonus_granted.v1 in account:p-1 was asked for by p-1; expected the platform"),
]


@pytest.mark.parametrize(("forges", "says"), FORGED, ids=lambda one: getattr(one, "__name__", ""))
def test_what_no_door_recorded_is_named(first: Resealed, forges: Callable[[list[Commit]], None], says: str) -> None:
    """By whom, where, and what was expected."""
    told = first.night(forges.__name__, forges)
    assert [text for _, text in told if text.startswith(says)], told


def test_last_means_that_cash_goes_first(last: Resealed) -> None:
    """Where both cover the stake, and where cash covers it alone."""

    def swapped(found: list[Commit]) -> None:
        of(found, "debited", 1).says(wallet="bonus")

    def short(found: list[Commit]) -> None:
        of(found, "debited").says(wallet="cash")

    assert ("accounts", _staked(2_000, 2, "bonus", "cash")) in last.night("swapped", swapped)
    assert ("accounts", _staked(2_500, 1, "cash", "bonus")) in last.night("short", short)


def _staked(cents: int, number: int, wallet: str, due: str) -> str:
    return (
        f"p-1 stakes {cents:,} cents in roulette:roleta-1/{number}: {wallet} moves; expected {due}, by the rules of the"
        " table and what he had"
    )


def test_more_chips_behind_its_date_are_named(tmp_path: Path) -> None:
    """A round that a bonus began in time takes no more of it: that would begin something (0035, 14)."""
    with casino(tmp_path, "R807", zero="prison", bonus="first") as house:
        do, at = house.floor.do, BEGINS + 600 * SECOND
        do(grant("p-1", 5_000, SOONER))
        do(OpenSpin(deadline=at + 30 * SECOND, table=WHEEL), occurred=at)
        for late in (1, 11):
            more = PlaceChips(chips=[chip(1_000, "red")], player="p-1", round=f"{WHEEL}/1")
            do(more, player("p-1"), occurred=at + late * SECOND)
        do(CloseBets(round=f"{WHEEL}/1"))
        do(LandBall(number="1", round=f"{WHEEL}/1"))
        do(SettleSpin(round=f"{WHEEL}/1"))
    ledger = open_ledger(f"sqlite:///{tmp_path}/casino.db", Keyring(tmp_path / "keys"), clock=SteppingClock(LATER))
    sealed = Resealed(tmp_path, ledger, BEGINS)
    assert sealed.night("honest", lambda _: None) == []

    def shorter(found: list[Commit]) -> None:
        of(found, "bonus_granted").says(until=at + 10 * SECOND)

    told = [text for _, text in sealed.night("shorter", shorter)]
    assert [text.partition("; ")[0] for text in told] == [
        "account:p-1: account.debited.v1 at 2026-07-14T19:10:11.000000Z",
    ]
