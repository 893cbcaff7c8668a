"""What can happen on an account besides movements of money: entries won in tournaments, *tickets* (R810 r.16, r.28-30, r.32)."""

from __future__ import annotations

from typing import Literal

from ledger.core.entry import EventBase
from ledger.core.ids import LocalId, StreamId
from ledger.core.money import Money
from ledger.house.events import Version


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
