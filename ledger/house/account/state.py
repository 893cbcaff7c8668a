"""A player's account, in euro cents. Overdraft is refused here; direction belongs to the kind of movement."""

from __future__ import annotations

from typing import Literal, NamedTuple, assert_never

from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.money import Money
from tombo.ledger.house.account.events import (
    AccountEvent,
    AccountOpened,
    AdjustedDown,
    AdjustedUp,
    Compensated,
    CompensationReversed,
    Credited,
    Debited,
    Deposited,
    TicketConverted,
    TicketEvent,
    TicketGranted,
    TicketReturned,
    TicketUsed,
    Withdrawn,
)
from tombo.ledger.house.rules import headless


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
        case Deposited() | Credited() | AdjustedUp():
            return account._replace(balance=account.balance + event.amount.cents)
        case Withdrawn() | AdjustedDown():
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


def credited(player: str, cents: int, *, cause: str, cause_version: int) -> list[tuple[str, EventBase]]:
    """The movement of ``cents`` from play back to the player's account; none where there is nothing to move."""
    if not cents:
        return []
    event = Credited(amount=Money(cents), cause=cause, cause_version=cause_version, wallet="cash")
    return [(account_stream(player), event)]
