"""A player's account, in euro cents. Overdraft is refused here; direction belongs to the kind of movement."""

from __future__ import annotations

from typing import Final, NamedTuple, assert_never

from ledger.core.command import Decide, Decision, Envelope, View
from ledger.core.entry import EventBase
from ledger.core.findings import Refused
from ledger.core.money import AMOUNT_MAX, Money
from ledger.house.commands import Deposit, OpenAccount, Withdraw
from ledger.house.events import AccountEvent, AccountOpened, Credited, Debited, Deposited, Withdrawn
from ledger.house.log import money_refusal
from ledger.house.rules import headless, house
from ledger.house.staff import may


class Account(NamedTuple):
    """An account: whose, and how many cents it holds."""

    player: str
    balance: int = 0


def evolve(account: Account | None, event: AccountEvent) -> Account:
    """``account`` after ``event``.

    Raises:
        TamperedError: the stream does not begin with ``account.opened``.
    """
    if isinstance(event, AccountOpened):
        return Account(event.player)
    if account is None:
        headless("account", event)
    match event:
        case Deposited() | Credited():
            return account._replace(balance=account.balance + event.amount.cents)
        case Withdrawn() | Debited():
            return account._replace(balance=account.balance - event.amount.cents)
        case _:
            assert_never(event)


def account_stream(player: str) -> str:
    """The stream of a player's account: ``account:p-7f3a``."""
    return f"account:{player}"


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


def credited(player: str, cents: int, *, cause: str, cause_version: int) -> list[tuple[str, EventBase]]:
    """The movement of ``cents`` from play back to the player's account; none where there is nothing to move."""
    if not cents:
        return []
    event = Credited(amount=Money(cents), cause=cause, cause_version=cause_version, wallet="cash")
    return [(account_stream(player), event)]


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
