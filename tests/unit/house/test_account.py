"""Accounts: opened once, never overdrawn, no money in demo play."""

from __future__ import annotations

from tests.worlds.house import House, house, player
from tests.worlds.world import OFFICER
from tombo.ledger.core.money import AMOUNT_MAX, Money
from tombo.ledger.house.account.commands import Deposit, OpenAccount, Withdraw
from tombo.ledger.house.account.events import Deposited, Withdrawn


def deposit(cents: int, name: str = "p-1") -> Deposit:
    return Deposit(amount=Money(cents), player=name, reference="card-1")


def withdraw(cents: int, name: str = "p-1") -> Withdraw:
    return Withdraw(amount=Money(cents), player=name, reference="bank-1")


def test_money_comes_in_and_goes_out() -> None:
    """A deposit and a withdrawal each move the balance by their amount, and say what they refer to."""
    world = house()
    stream = "account:p-1"
    assert world.adds(deposit(1_050)) == [(stream, Deposited(amount=Money(1_050), reference="card-1"))]
    assert world.balance("p-1") == 21_050
    events = world.adds(withdraw(21_050), player("p-1"))
    assert events == [(stream, Withdrawn(amount=Money(21_050), reference="bank-1"))]
    assert world.balance("p-1") == 0


def test_an_account_is_not_overdrawn_by_a_cent() -> None:
    """A withdrawal of one cent more than the balance is refused."""
    assert house().refuses(withdraw(20_001), player("p-1")) == "House: overdraft"


def test_an_account_is_opened_once_and_before_money_moves() -> None:
    """A second account of a player is refused, and so is money for who has none."""
    world = house()
    assert world.refuses(OpenAccount(player="p-1")) == "House: account"
    assert world.refuses(deposit(100, "p-9")) == "House: account"
    assert world.refuses(withdraw(100, "p-9")) == "House: account"


def test_a_movement_moves_something_that_can_be_counted() -> None:
    """Nothing is no movement, and a balance stays within what the encoding carries."""
    world = house()
    assert world.refuses(deposit(0)) == "House: movement"
    assert world.refuses(withdraw(0)) == "House: movement"
    assert world.refuses(deposit(AMOUNT_MAX)) == "House: movement"


def test_each_movement_is_asked_for_by_whom_it_belongs_to() -> None:
    """The platform books deposits, the player or the platform withdrawals; no other player, no staff."""
    world = house()
    assert world.refuses(OpenAccount(player="p-9"), player("p-9")) == "House: authority"
    assert world.refuses(deposit(100), player("p-1")) == "House: authority"
    assert world.refuses(withdraw(100), player("p-2")) == "House: authority"
    assert world.refuses(withdraw(100), OFFICER) == "House: authority"
    world.does(withdraw(100))


def test_a_demo_ledger_refuses_money() -> None:
    """Demo play has no money: no account, no deposit, no withdrawal (architecture, decision 20)."""
    world = House(demo=True)
    assert world.refuses(OpenAccount(player="p-1")) == "House: demo"
    assert world.refuses(deposit(100)) == "House: demo"
    assert world.refuses(withdraw(100)) == "House: demo"
