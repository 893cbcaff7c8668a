"""What can happen to a player's account: money, bonuses, tickets, compensations."""

from typing import Literal

from tombo.ledger.core.clock import Instant
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.ids import LocalId, StreamId
from tombo.ledger.core.money import Money
from tombo.ledger.core.words import Words
from tombo.ledger.house.fields import Text, Version

Wallet = Literal["cash", "bonus"]
"""Whose money of an account moves: the player's, or the operator's that he may stake and not withdraw."""


class AccountOpened(EventBase):
    """A player's account, in euro."""

    kind: Literal["account.opened.v1"] = "account.opened.v1"
    player: LocalId


class Deposited(EventBase):
    """Money came in from outside."""

    amount: Money
    kind: Literal["account.deposited.v1"] = "account.deposited.v1"
    reference: Text


class Withdrawn(EventBase):
    """Money left to outside."""

    amount: Money
    kind: Literal["account.withdrawn.v1"] = "account.withdrawn.v1"
    reference: Text


class Debited(EventBase):
    """Money moved from the account into play: a buy-in, a top-up. ``cause`` is the stream and version it paid for."""

    amount: Money
    cause: StreamId
    cause_version: Version
    kind: Literal["account.debited.v1"] = "account.debited.v1"
    wallet: Wallet


class Credited(EventBase):
    """Money came back from play: a stack taken from a table."""

    amount: Money
    cause: StreamId
    cause_version: Version
    kind: Literal["account.credited.v1"] = "account.credited.v1"
    wallet: Wallet


class Compensated(EventBase):
    """The operator paid a player because of a dispute; ``dispute`` at ``dispute_version`` is its resolution."""

    amount: Money
    dispute: StreamId
    dispute_version: Version
    kind: Literal["account.compensated.v1"] = "account.compensated.v1"


class CompensationReversed(EventBase):
    """What a player was given because of a dispute left his account again; ``dispute`` at ``dispute_version`` says why."""

    amount: Money
    dispute: StreamId
    dispute_version: Version
    kind: Literal["account.compensation_reversed.v1"] = "account.compensation_reversed.v1"


class AdjustedUp(EventBase):
    """Two managers set right what an account holds too little of; ``reason`` is sealed under the player's secret."""

    amount: Money
    kind: Literal["account.adjusted_up.v1"] = "account.adjusted_up.v1"
    reason: Words


class AdjustedDown(EventBase):
    """Two managers set right what an account holds too much of; ``reason`` is sealed under the player's secret."""

    amount: Money
    kind: Literal["account.adjusted_down.v1"] = "account.adjusted_down.v1"
    reason: Words


class BonusGranted(EventBase):
    """The operator gave a player money to stake against the house: no cash until it is converted.

    All of his bonus, this with what was left of the last one, holds before the instant ``until``.
    """

    amount: Money
    kind: Literal["account.bonus_granted.v1"] = "account.bonus_granted.v1"
    reference: Text
    until: Instant


class BonusConverted(EventBase):
    """So much of a bonus became the player's own cash, on conditions of the operator's that ``reference`` names."""

    amount: Money
    kind: Literal["account.bonus_converted.v1"] = "account.bonus_converted.v1"
    reference: Text


class BonusExpired(EventBase):
    """The date of a bonus has passed: what was left of it, which is ``amount``, is the operator's again."""

    amount: Money
    kind: Literal["account.bonus_expired.v1"] = "account.bonus_expired.v1"


class TicketGranted(EventBase):
    """A player won an entry to the tournament ``target`` (r.32), worth ``amount``; ``freeroll``: never money (r.30)."""

    amount: Money
    cause: StreamId
    cause_version: Version
    freeroll: bool
    kind: Literal["account.ticket_granted.v1"] = "account.ticket_granted.v1"
    target: LocalId
    ticket: LocalId


class TicketUsed(EventBase):
    """An entry won paid for an entry (r.16)."""

    cause: StreamId
    cause_version: Version
    kind: Literal["account.ticket_used.v1"] = "account.ticket_used.v1"
    ticket: LocalId


class TicketReturned(EventBase):
    """An entry won came back: its player cancelled (r.25, r.28), or the tournament was cancelled and its rules say so."""

    cause: StreamId
    cause_version: Version
    kind: Literal["account.ticket_returned.v1"] = "account.ticket_returned.v1"
    ticket: LocalId


class TicketConverted(EventBase):
    """An entry won was paid out, its player having won one to the same tournament before (r.29)."""

    amount: Money
    kind: Literal["account.ticket_converted.v1"] = "account.ticket_converted.v1"
    ticket: LocalId


TicketEvent = TicketGranted | TicketUsed | TicketReturned | TicketConverted
Adjusted = AdjustedUp | AdjustedDown
BonusEvent = BonusGranted | BonusConverted | BonusExpired
AccountEvent = (
    AccountOpened
    | Deposited
    | Withdrawn
    | Debited
    | Credited
    | Compensated
    | CompensationReversed
    | Adjusted
    | BonusEvent
    | TicketEvent
)
