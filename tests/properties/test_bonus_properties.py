"""Whatever is granted, staked, converted and expired in whatever order: no cent is lost, none of a bonus is withdrawn, and a round moves one wallet."""

from __future__ import annotations

from typing import Any, Final, Literal

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.worlds.house import player
from tests.worlds.roulette import BANKROLL, DEADLINE, WHEEL, Roulette, chip, wheel
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.money import Money
from tombo.ledger.games.roulette.commands import OpenSpin, PlaceChips, ReleaseStakes
from tombo.ledger.house.account.bonus import chosen
from tombo.ledger.house.account.commands import ConvertBonus, Deposit, ExpireBonus, GrantBonus, Withdraw
from tombo.ledger.house.account.events import (
    BonusExpired,
    BonusGranted,
    Credited,
    Debited,
    Deposited,
    Withdrawn,
)
from tombo.ledger.house.account.state import Account
from tombo.ledger.house.banked.commands import JoinTable, PartTable

NAMES: Final = ("p-1", "p-2")
KEPT: Final = 3_000
"""What of their money the players keep as they begin: a few stakes, so that either wallet may be the shorter one."""

names = st.sampled_from(NAMES)
moments = st.one_of(*[st.none()] * 4, st.integers(0, 25).map(lambda seconds: seconds * SECOND))
"""Mostly at once, before every date."""
cents = st.integers(1, 4_000)


def step(whats: list[str]) -> st.SearchStrategy[tuple[str, str, int, int | None]]:
    return st.tuples(st.sampled_from(whats), names, cents, moments)


steps = st.lists(
    st.one_of(
        step(["grant", "convert", "deposit", "withdraw"]),
        *[step(["red", "black", "17"])] * 5,
        *[step(["lands on 0", "lands on 0", "lands on 1"])] * 4,
        step(["void", "leaves", "comes", "expire"]),
    ),
    min_size=15,
    max_size=50,
)


def account(world: Roulette, name: str) -> Account:
    found = world(f"account:{name}")
    assert isinstance(found, Account)
    return found


def asked(world: Roulette, what: str, name: str, amount: int, at: int | None) -> None:
    """One step, which may be refused; that time goes back somewhere is no reason here."""
    world.stood.clear()
    money: dict[str, Any] = {"amount": Money(amount), "player": name, "reference": "because"}
    his: dict[str, CommandBase] = {
        "red": PlaceChips(chips=[chip(max(amount, 50), "red")], player=name, round=world.round),
        "black": PlaceChips(chips=[chip(max(amount, 50), "black")], player=name, round=world.round),
        "17": PlaceChips(
            chips=[chip(min(max(amount, 50), 1_500), "straight_up", "17")], player=name, round=world.round
        ),
        "leaves": PartTable(player=name, table=WHEEL),
        "comes": JoinTable(player=name, session=f"s-{name}", table=WHEEL),
        "withdraw": Withdraw(**money),
    }
    others: dict[str, CommandBase] = {
        "grant": GrantBonus(**money, until=(at or 20 * SECOND) + SECOND),
        "convert": ConvertBonus(**money),
        "expire": ExpireBonus(player=name),
        "deposit": Deposit(**money),
    }
    if what in his:
        _taken(world, name, his[what], at)
    elif what in others:
        world.ask(others[what], occurred=None if what == "grant" else at)
    else:
        world.voids() if what == "void" else world.lands(what.rpartition(" ")[2])
        world.stood.clear()
        world.ask(ReleaseStakes(player=name, round=world.round))
        world.does(OpenSpin(deadline=DEADLINE, table=WHEEL))


def _taken(world: Roulette, name: str, command: CommandBase, at: int | None) -> None:
    """What a player asks for himself: a withdrawal takes cash alone, and the first stake of a round what the terms say."""
    before, there = account(world, name), {*world.spin.bettors, *world.spin.holding}
    outcome = world.ask(command, player(name), at)
    after = account(world, name)
    if isinstance(outcome, Refused):
        assert after == before
    elif isinstance(command, Withdraw):
        assert after == before._replace(balance=before.balance - command.amount.cents)
    elif isinstance(command, PlaceChips):
        amount = sum(one.amount for one in command.chips)
        of = after.wallet_at(f"banked:{WHEEL}")
        assert before.held(of) - after.held(of) == amount
        if name in there:
            assert of == before.wallet_at(f"banked:{WHEEL}")
        else:
            when = -10 * SECOND if at is None else at
            assert of == chosen(world.spin.terms.bonus or "first", before, amount, when)


def in_all(world: Roulette) -> int:
    """What came in and was given, less what went out and expired."""
    came = sum(event.amount.cents for _, event in world.events if isinstance(event, Deposited | BonusGranted))
    return came - sum(event.amount.cents for _, event in world.events if isinstance(event, Withdrawn | BonusExpired))


def held(world: Roulette) -> int:
    """What is on accounts, in both wallets, at stake and in prison, and what the house won."""
    spin = world.spin
    on_account = sum(account(world, name).balance + account(world, name).bonus for name in NAMES)
    at_stake = sum(stake.amount for stake in spin.stakes) if spin.outcome == "open" else 0
    return on_account + at_stake + sum(one.amount for one in spin.prisoners) + sum(map(world.taken, NAMES))


def wallets(world: Roulette) -> dict[tuple[str, str], set[str]]:
    """By account and round what was moved."""
    found: dict[tuple[str, str], set[str]] = {}
    for stream, event in world.events:
        if isinstance(event, Debited | Credited):
            found.setdefault((stream, event.cause), set()).add(event.wallet)
    return found


@settings(max_examples=250, deadline=None)
@given(use=st.sampled_from(["first", "last"]), zero=st.sampled_from(["prison", "prison", "partage"]), told=steps)
def test_no_cent_is_lost_and_each_round_moves_one_wallet(
    use: Literal["first", "last"], zero: str, told: list[tuple[str, str, int, int | None]]
) -> None:
    """After every step cash, bonus, stakes and what the house won are what came in, and nobody owes anything."""
    world = wheel("R807", NAMES, zero=zero, bonus=use)
    for name in NAMES:
        world.does(Withdraw(amount=Money(BANKROLL - KEPT), player=name, reference="home"), player(name))
        world.does(GrantBonus(amount=Money(KEPT), player=name, reference="welcome", until=20 * SECOND))
    for what, name, amount, at in told:
        asked(world, what, name, amount, at)
        assert held(world) == in_all(world)
        assert all(min(account(world, one)[1:3]) >= 0 for one in NAMES)
    moved = wallets(world)
    assert all(len(of) == 1 for of in moved.values()), moved
    staked: dict[str, str] = {}
    for stream, event in world.events:
        if isinstance(event, Debited):
            staked[stream] = event.wallet
        elif isinstance(event, Credited):
            assert event.wallet == staked[stream]
