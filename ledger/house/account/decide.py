"""What may be asked of an account, judged."""

from __future__ import annotations

from typing import Final

from ledger.core.command import Decide, Decision, Envelope, View
from ledger.core.findings import Refused
from ledger.core.money import AMOUNT_MAX, Money
from ledger.house.account.commands import Deposit, OpenAccount, Withdraw
from ledger.house.account.events import (
    AccountOpened,
    Debited,
    Deposited,
    Withdrawn,
)
from ledger.house.account.state import Account, account_stream
from ledger.house.log.decide import money_refusal
from ledger.house.rules import house
from ledger.house.staff.authority import may


def debited(view: View, player: str, cents: int, *, cause: str, cause_version: int) -> tuple[str, Debited] | Refused:
    """The movement of ``cents`` from the player's account into play, for the commit of what it pays for."""
    objection = money_refusal(view)
    if objection:
        return objection
    stream = account_stream(player)
    account: Account | None = view(stream)
    if account is None:
        return house("account", f"{player} has no account to pay {Money(cents)} from; expected 'open_account' before")
    if account.balance < cents:
        return house("overdraft", f"{player} has {Money(account.balance)} on account; {Money(cents)} are needed")
    return stream, Debited(amount=Money(cents), cause=cause, cause_version=cause_version, wallet="cash")


def open_account(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``open_account``: by the platform, once a player, never for demo play."""
    command: OpenAccount = envelope.command
    objection = may(view, envelope.by, platform=True) or money_refusal(view)
    if objection:
        return objection
    stream = account_stream(command.player)
    if view(stream) is not None:
        return house("account", f"{command.player} has an account already")
    return Decision(((stream, AccountOpened(player=command.player)),))


def deposit(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``deposit``: the platform received the money."""
    command: Deposit = envelope.command
    objection = may(view, envelope.by, platform=True) or _movement_refusal(view, command)
    if objection:
        return objection
    stream = account_stream(command.player)
    account: Account = view(stream)
    if account.balance + command.amount.cents > AMOUNT_MAX:
        return house(
            "movement", f"{command.amount} would bring the account of {command.player} beyond {AMOUNT_MAX} cents"
        )
    return Decision(((stream, Deposited(amount=command.amount, reference=command.reference)),))


def withdraw(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``withdraw``: the player's wish, or the platform's act for him; never more than is there."""
    command: Withdraw = envelope.command
    objection = may(view, envelope.by, player=command.player, platform=True) or _movement_refusal(view, command)
    if objection:
        return objection
    stream = account_stream(command.player)
    account: Account = view(stream)
    if account.balance < command.amount.cents:
        return house(
            "overdraft", f"{command.player} has {Money(account.balance)} on account and asks for {command.amount}"
        )
    return Decision(((stream, Withdrawn(amount=command.amount, reference=command.reference)),))


def _movement_refusal(view: View, command: Deposit | Withdraw) -> Refused | None:
    """What stands against any movement between an account and the outside."""
    objection = money_refusal(view)
    if objection:
        return objection
    if not command.amount.cents:
        return house("movement", "an amount of 0.00 EUR moves nothing; expected at least one cent")
    if view(account_stream(command.player)) is None:
        return house("account", f"{command.player} has no account; expected 'open_account' before")
    return None


DECIDERS: Final[dict[type, Decide]] = {OpenAccount: open_account, Deposit: deposit, Withdraw: withdraw}
