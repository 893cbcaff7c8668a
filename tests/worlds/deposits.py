"""The least a ledger can be filled with: accounts and small deposits, one append at a time."""

from __future__ import annotations

from tombo.ledger.core.entry import By, EventBase
from tombo.ledger.core.money import Money
from tombo.ledger.exchange.door import ImportJob
from tombo.ledger.house.account.events import AccountOpened, Deposited
from tombo.ledger.live.ledger import Ledger

PLATFORM = By(actor="platform", id="test")


def deposit(ledger: Ledger, name: str, count: int, player: str = "p-1") -> None:
    """One append of ``count`` entries under the command ``name``: the account's opening if it has none, then deposits of a cent."""
    events: list[EventBase] = [Deposited(amount=Money(1), reference=f"{name}-{at}") for at in range(count)]
    if ledger.view()(f"account:{player}") is None:
        events[0] = AccountOpened(player=player)
    said = [(f"account:{player}", event) for event in events]
    ledger.record([ImportJob(name, "00" * 16, PLATFORM, None, said, {})])
