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
    BonusConverted,
    BonusEvent,
    BonusExpired,
    BonusGranted,
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
    Wallet,
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
    """His own money: ``cash``."""
    bonus: int = 0
    """The operator's, which he may stake against the house."""
    until: int = 0
    """The instant before which the bonus holds; of the newest grant."""
    on_bonus: frozenset[str] = frozenset()
    """The tables against the house, by stream, where the newest round he staked in moves the bonus."""
    tickets: tuple[Ticket, ...] = ()
    compensated: tuple[str, ...] = ()
    """The disputes, by stream, that gave him money which was not taken back."""
    places: frozenset[str] = frozenset()
    """Where he ever brought money or a ticket into play, by stream: tables, banked tables, tournaments."""

    def ticket(self, name: str) -> Ticket | None:
        """The ticket by its name."""
        return next((ticket for ticket in self.tickets if ticket.ticket == name), None)

    def wallet_at(self, table: str) -> Wallet:
        """Which wallet the newest round moves that he staked in at ``table``, by stream."""
        return "bonus" if table in self.on_bonus else "cash"

    def held(self, wallet: Wallet) -> int:
        """How many cents are in ``wallet``."""
        return self.balance if wallet == "cash" else self.bonus

    def plus(self, cents: int, wallet: Wallet = "cash") -> Account:
        """The account with so many cents more in ``wallet``; fewer where they are below 0."""
        if wallet == "cash":
            return self._replace(balance=self.balance + cents)
        return self._replace(bonus=self.bonus + cents)


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
            return _marked(account.plus(event.amount.cents), event.ticket, "converted")
        case _:
            assert_never(event)


def _at(account: Account, cause: str, wallet: Wallet = "cash") -> Account:
    """``account`` after something of his went into play at ``cause``, of a round at its table, out of the wallet that it moves."""
    kind, _, name = cause.partition(":")
    place = cause if kind in {"table", "tournament"} else f"banked:{name.rpartition('/')[0]}"
    if place not in account.places:
        account = account._replace(places=account.places | {place})
    if (place in account.on_bonus) == (wallet == "bonus"):
        return account
    return account._replace(on_bonus=account.on_bonus ^ {place})


def _with_bonus(account: Account, event: BonusEvent) -> Account:
    """``account`` after something became of its bonus."""
    cents = event.amount.cents
    match event:
        case BonusGranted():
            return account.plus(cents, "bonus")._replace(until=event.until)
        case BonusConverted():
            return account.plus(-cents, "bonus").plus(cents)
        case BonusExpired():
            return account.plus(-cents, "bonus")
        case _:
            assert_never(event)


def _compensated(account: Account, event: Compensated | CompensationReversed) -> Account:
    """``account`` after a dispute gave, or what it gave was taken back."""
    others = account.compensated
    if event.dispute in others:
        others = tuple(dispute for dispute in others if dispute != event.dispute)
    if isinstance(event, Compensated):
        return account.plus(event.amount.cents)._replace(compensated=(*others, event.dispute))
    return account.plus(-event.amount.cents)._replace(compensated=others)


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
        case Deposited() | AdjustedUp():
            return account.plus(event.amount.cents)
        case Withdrawn() | AdjustedDown():
            return account.plus(-event.amount.cents)
        case Credited():
            return account.plus(event.amount.cents, event.wallet)
        case Debited():
            return _at(account, event.cause, event.wallet).plus(-event.amount.cents, event.wallet)
        case BonusGranted() | BonusConverted() | BonusExpired():
            return _with_bonus(account, event)
        case Compensated() | CompensationReversed():
            return _compensated(account, event)
        case TicketGranted() | TicketUsed() | TicketReturned() | TicketConverted():
            return _ticketed(account, event)
        case _:
            assert_never(event)


def account_stream(player: str) -> str:
    """The stream of a player's account: ``account:p-7f3a``."""
    return f"account:{player}"


def credited(
    player: str, cents: int, *, cause: str, cause_version: int, wallet: Wallet = "cash"
) -> list[tuple[str, EventBase]]:
    """The movement of ``cents`` from play back to a wallet of the player's; none where there is nothing to move."""
    if not cents:
        return []
    event = Credited(amount=Money(cents), cause=cause, cause_version=cause_version, wallet=wallet)
    return [(account_stream(player), event)]
