"""What may be asked of an account."""

from typing import Literal

from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.ids import LocalId
from tombo.ledger.core.money import Money
from tombo.ledger.house.fields import Reference


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
