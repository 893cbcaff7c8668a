"""A player's account, in euro cents. Overdraft is refused here; direction belongs to the kind of movement."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, assert_never

from ledger.core.command import Decide, Decision, Envelope, View
from ledger.core.entry import EventBase
from ledger.core.findings import Refused
from ledger.core.money import AMOUNT_MAX, Money
from ledger.house.commands import Deposit, OpenAccount, Withdraw
from ledger.house.dispute_events import Compensated, CompensationReversed
from ledger.house.events import AccountEvent, AccountOpened, Credited, Debited, Deposited, Withdrawn
from ledger.house.log import money_refusal
from ledger.house.rules import headless, house
from ledger.house.staff import may
from ledger.house.ticket_events import TicketConverted, TicketEvent, TicketGranted, TicketReturned, TicketUsed


class Ticket(NamedTuple):
    """An entry won: to which tournament, worth how many cents, and what became of it."""

    ticket: str
    target: str
    value: int
    freeroll: bool
    status: Literal["held", "used", "converted"] = "held"


class Account(NamedTuple):
    """An account: whose, how many cents it holds, and every entry its player ever won."""

    player: str
    balance: int = 0
    tickets: tuple[Ticket, ...] = ()
    compensated: tuple[str, ...] = ()
    """The disputes, by stream, that gave him money which was not taken back."""
    places: frozenset[str] = frozenset()
    """Where he ever brought money or a ticket into play, by stream: tables, banked tables, tournaments."""

    def ticket(self, name: str) -> Ticket | None:
        """The ticket by its name."""
        return next((ticket for ticket in self.tickets if ticket.ticket == name), None)


def _marked(account: Account, name: str, status: Literal["held", "used", "converted"]) -> Account:
    tickets = tuple(t._replace(status=status) if t.ticket == name else t for t in account.tickets)
    return account._replace(tickets=tickets)


def _ticketed(account: Account, event: TicketEvent) -> Account:
    """``account`` after something became of a ticket."""
    match event:
        case TicketGranted():
            won = Ticket(event.ticket, event.target, event.amount.cents, event.freeroll)
            return account._replace(tickets=(*account.tickets, won))
        case TicketUsed():
            return _at(_marked(account, event.ticket, "used"), event.cause)
        case TicketReturned():
            return _marked(account, event.ticket, "held")
        case TicketConverted():
            paid_out = account._replace(balance=account.balance + event.amount.cents)
            return _marked(paid_out, event.ticket, "converted")
        case _:
            assert_never(event)


def _at(account: Account, cause: str) -> Account:
    """``account`` after something of his went into play at ``cause``: of a round its table."""
    kind, _, name = cause.partition(":")
    place = cause if kind in {"table", "tournament"} else f"banked:{name.rpartition('/')[0]}"
    return account if place in account.places else account._replace(places=account.places | {place})


def _compensated(account: Account, event: Compensated | CompensationReversed) -> Account:
    """``account`` after a dispute gave, or what it gave was taken back."""
    others = account.compensated
    if event.dispute in others:
        others = tuple(dispute for dispute in others if dispute != event.dispute)
    if isinstance(event, Compensated):
        return account._replace(balance=account.balance + event.amount.cents, compensated=(*others, event.dispute))
    return account._replace(balance=account.balance - event.amount.cents, compensated=others)


def evolve(account: Account | None, event: AccountEvent | TicketEvent | Compensated | CompensationReversed) -> Account:
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
        case Withdrawn():
            return account._replace(balance=account.balance - event.amount.cents)
        case Debited():
            return _at(account, event.cause)._replace(balance=account.balance - event.amount.cents)
        case Compensated() | CompensationReversed():
            return _compensated(account, event)
        case TicketGranted() | TicketUsed() | TicketReturned() | TicketConverted():
            return _ticketed(account, event)
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
