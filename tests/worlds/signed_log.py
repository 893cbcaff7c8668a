"""A real ledger whose log is payments, for what reads through the command line: its entries are signed, and so believed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.conftest import ORIGIN
from tests.tools.cli_run import Ran, tombo
from tests.worlds.deposits import PLATFORM
from tests.worlds.followed import Kept, Paid, naive
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.money import Money
from tombo.ledger.exchange.door import ImportJob
from tombo.ledger.house.account.events import AccountOpened, Deposited, Withdrawn
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_ledger
from tombo.ledger.store import Store

PLAYERS = 7
"""Those of ``tests.worlds.followed.paid``."""


class SignedLog(NamedTuple):
    """The ledger, its keys, and how many entries lie before the first payment."""

    ledger: Ledger
    keys: Path
    before: int

    @property
    def store(self) -> Store:
        """Its store."""
        return self.ledger.store

    @property
    def url(self) -> str:
        """Where it is."""
        return self.store.url

    @property
    def options(self) -> tuple[str, ...]:
        """How ``tombo`` finds it."""
        return ("--ledger", self.url, "--keys", str(self.keys))

    def size(self, payments: int) -> int:
        """How many entries it has with so many payments."""
        return self.before + payments

    def grow(self, payments: Sequence[Paid]) -> None:
        """Record an entry for each of ``payments``, all in one append."""
        said = [(f"account:{player}", _event(cents, reference)) for player, cents, reference in payments]
        name = f"grow/{self.store.head().size}"
        self.ledger.record([ImportJob(name, "00" * 16, PLATFORM, None, said, {})])

    def naive(self, payments: Sequence[Paid]) -> Kept:
        """What a ``Till`` of it must hold."""
        found = naive(payments)
        return found._replace(movements=[(self.before + place, *rest) for place, *rest in found.movements])

    def run(self, *words: str) -> Ran:
        """``tombo`` on it."""
        return tombo(*self.options, *words)


@contextmanager
def signed_log(url: str, folder: Path) -> Iterator[SignedLog]:
    """A new ledger at ``url``, its keys in ``folder``; the players have accounts."""
    keys = folder / "keys"
    ledger = create_ledger(url, Keyring(keys), origin=ORIGIN, clock=SteppingClock())
    try:
        opened: list[tuple[str, EventBase]] = [
            (f"account:p-{number}", AccountOpened(player=f"p-{number}")) for number in range(PLAYERS)
        ]
        ledger.record([ImportJob("accounts", "00" * 16, PLATFORM, None, opened, {})])
        yield SignedLog(ledger, keys, ledger.store.head().size)
    finally:
        ledger.store.close()


@contextmanager
def opened_again(log: SignedLog) -> Iterator[SignedLog]:
    """The same ledger over connections of its own, as another process has it."""
    ledger = open_ledger(log.url, Keyring(log.keys), clock=SteppingClock(start=1_764_000_000_000_000))
    try:
        yield log._replace(ledger=ledger)
    finally:
        ledger.store.close()


def _event(cents: int, reference: str) -> EventBase:
    kind: type[Deposited | Withdrawn] = Deposited if cents > 0 else Withdrawn
    return kind(amount=Money(abs(cents)), reference=reference)
