"""What may be asked of an account, judged."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.command import Decide, Decision, Envelope, View
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.money import AMOUNT_MAX, Money
from tombo.ledger.core.said import euros
from tombo.ledger.house import said as shared
from tombo.ledger.house.account import said
from tombo.ledger.house.account.commands import Deposit, OpenAccount, Withdraw
from tombo.ledger.house.account.events import (
    AccountOpened,
    Debited,
    Deposited,
    Wallet,
    Withdrawn,
)
from tombo.ledger.house.account.state import Account, account_stream
from tombo.ledger.house.log.decide import money_refusal
from tombo.ledger.house.player.refusals import erased_refusal
from tombo.ledger.house.rules import house
from tombo.ledger.house.staff.authority import may


def debited(
    view: View, player: str, cents: int, *, cause: str, cause_version: int, wallet: Wallet = "cash"
) -> tuple[str, Debited] | Refused:
    """The movement of ``cents`` from a wallet of the player's into play, for the commit of what it pays for.

    Only a round against the house names another than ``cash`` (``house.banked.rounds``).
    """
    objection = money_refusal(view)
    if objection:
        return objection
    stream = account_stream(player)
    account: Account | None = view(stream)
    if account is None:
        return house("account", said.NO_ACCOUNT_TO_PAY_FROM(player=player, amount=euros(cents)))
    held = account.held(wallet)
    if held < cents:
        short = said.ACCOUNT_SHORT if wallet == "cash" else said.BONUS_SHORT
        return house("overdraft", short(player=player, balance=euros(held), amount=euros(cents)))
    return stream, Debited(amount=Money(cents), cause=cause, cause_version=cause_version, wallet=wallet)


def open_account(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``open_account``: by the platform, once a player, of nobody who was erased, never for demo play."""
    command: OpenAccount = envelope.command
    objection = may(view, envelope.by, platform=True) or money_refusal(view)
    if objection:
        return objection
    stream = account_stream(command.player)
    if view(stream) is not None:
        return house("account", said.ACCOUNT_OPEN(player=command.player))
    objection = erased_refusal(view, command.player)
    if objection:
        return objection
    return Decision(((stream, AccountOpened(player=command.player)),))


def deposit(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``deposit``: the platform received the money, of nobody who was erased."""
    command: Deposit = envelope.command
    objection = (
        may(view, envelope.by, platform=True)
        or movement_refusal(view, command.player, command.amount)
        or erased_refusal(view, command.player)
    )
    if objection:
        return objection
    stream = account_stream(command.player)
    account: Account = view(stream)
    if account.balance + command.amount.cents > AMOUNT_MAX:
        amount = euros(command.amount.cents)
        return house("movement", shared.BALANCE_TOO_LARGE(amount=amount, player=command.player, most=AMOUNT_MAX))
    return Decision(((stream, Deposited(amount=command.amount, reference=command.reference)),))


def withdraw(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``withdraw``: the player's wish, or the platform's act for him; never more than is there."""
    command: Withdraw = envelope.command
    objection = may(view, envelope.by, player=command.player, platform=True) or movement_refusal(
        view, command.player, command.amount
    )
    if objection:
        return objection
    stream = account_stream(command.player)
    account: Account = view(stream)
    if account.balance < command.amount.cents:
        balance, amount = euros(account.balance), euros(command.amount.cents)
        above = said.WITHDRAWAL_ABOVE_BALANCE(player=command.player, balance=balance, amount=amount)
        return house("overdraft", above)
    return Decision(((stream, Withdrawn(amount=command.amount, reference=command.reference)),))


def movement_refusal(view: View, player: str, amount: Money) -> Refused | None:
    """What stands against any movement on an account that nothing in play causes."""
    objection = money_refusal(view)
    if objection:
        return objection
    if not amount.cents:
        return house("movement", said.MOVEMENT_OF_NOTHING(amount=euros(0)))
    if view(account_stream(player)) is None:
        return house("account", shared.NO_ACCOUNT(player=player))
    return None


DECIDERS: Final[dict[type, Decide]] = {OpenAccount: open_account, Deposit: deposit, Withdraw: withdraw}
