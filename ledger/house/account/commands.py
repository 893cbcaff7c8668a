"""What may be asked of an account."""

from typing import Literal

from tombo.ledger.core.clock import Instant
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.ids import LocalId
from tombo.ledger.core.money import Money
from tombo.ledger.house.fields import Reference, Why


class OpenAccount(CommandBase):
    """The platform opens a player's account."""

    kind: Literal["open_account"] = "open_account"
    player: LocalId


class Deposit(CommandBase):
    """Money comes in."""

    amount: Money
    kind: Literal["deposit"] = "deposit"
    player: LocalId
    reference: Reference


class Withdraw(CommandBase):
    """Money goes out; more than the balance is refused."""

    amount: Money
    kind: Literal["withdraw"] = "withdraw"
    player: LocalId
    reference: Reference


class GrantBonus(CommandBase):
    """The platform gives a player ``amount`` to stake against the house; all of his bonus then holds before ``until``."""

    amount: Money
    kind: Literal["grant_bonus"] = "grant_bonus"
    player: LocalId
    reference: Why
    until: Instant


class ConvertBonus(CommandBase):
    """The player kept the operator's conditions, which ``reference`` names: so much of his bonus becomes cash."""

    amount: Money
    kind: Literal["convert_bonus"] = "convert_bonus"
    player: LocalId
    reference: Why


class ExpireBonus(CommandBase):
    """The date of a player's bonus has passed; all that is left of it goes."""

    kind: Literal["expire_bonus"] = "expire_bonus"
    player: LocalId


class AdjustUp(CommandBase):
    """Two managers add ``adjustment`` to an account that holds too little, by an error that nothing else puts right."""

    adjustment: Money
    kind: Literal["adjust_up"] = "adjust_up"
    player: LocalId
    reason: Why


class AdjustDown(CommandBase):
    """Two managers take ``adjustment`` from an account that holds too much; more than the balance is refused."""

    adjustment: Money
    kind: Literal["adjust_down"] = "adjust_down"
    player: LocalId
    reason: Why
