"""A ledger with complaints in every state, written without a door: as many as a test wants, of whom it wants."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.money import Money
from tombo.ledger.house.dispute.events import (
    DisputeOpened,
    DisputeReplayed,
    DisputeResolved,
    Outcome,
    ResolutionReversed,
)
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger, inscribe, open_checked
from tombo.ledger.operate.publish import publish
from tombo.projections.rows import KeptRows
from tombo.projections.search.fold import Search
from tombo.reports.shown.followed import followed
from tombo.reports.shown.reading import Reader

ORIGIN: Final = "operator.example/register"
BEGINS: Final = 1_780_000_000 * SECOND
"""In 2026."""


class Register(NamedTuple):
    """The ledger, and how to write complaints there."""

    url: str
    keyring: Keyring
    ledger: Ledger

    def write(self, *events: tuple[str, EventBase]) -> None:
        """These in one commit."""
        inscribe(self.ledger, f"written-{self.ledger.store.head().size}", list(events))

    def opens(self, name: str, player: str = "p-1", seconds: int = 0) -> None:
        """A complaint that was made so many seconds after the ledger begins."""
        complained = BEGINS + seconds * SECOND
        self.write((f"dispute:{name}", DisputeOpened(about=None, claim="mine", complained=complained, player=player)))

    def decides(self, name: str, outcome: Outcome = "accepted") -> None:
        """It is resolved."""
        self.write((f"dispute:{name}", resolved(outcome)))

    def takes_back(self, name: str) -> None:
        """Its compensation is taken back."""
        self.write((f"dispute:{name}", REVERSED))

    def publish(self) -> None:
        """What was written is signed, so that whoever opens the ledger reads no more than the rest."""
        publish(self.ledger.store, self.keyring.signer())

    @contextmanager
    def read(self) -> Iterator[tuple[Reader, KeptRows]]:
        """A reader, and what is kept of the search."""
        with open_checked(self.url, self.keyring, read_only=True) as store:
            reader = Reader(store, self.keyring)
            with followed(reader, self.url, Search) as (views, build):
                yield reader, KeptRows(views, build)


REVERSED: Final = ResolutionReversed(cause="mistaken", compensation=Money(100), rule="R806 r.59")
REPLAYED: Final = DisputeReplayed(
    amounts=[], differences=[], replayed="hand:mesa-1/1", revision=1, rules=[], same=True, version=1
)
"""No complaint begins with it."""


def resolved(outcome: Outcome, cents: int = 100) -> DisputeResolved:
    """A decision."""
    return DisputeResolved(compensation=Money(cents), grounds="seen", outcome=outcome, rule=None)


def several(register: Register, names: Sequence[str]) -> None:
    """Complaints of three players in turn: every second is decided, in any order of outcomes, and of these every fourth taken back."""
    outcomes: tuple[Outcome, ...] = ("accepted", "partly", "rejected")
    for at, name in enumerate(names):
        register.opens(name, f"p-{at % 3 + 1}", (at * 7) % 11 * 1_000)
    for at, name in enumerate(names[::-2]):
        register.decides(name, outcomes[at % 3])
    for name in names[::-8]:
        register.takes_back(name)


@contextmanager
def register(url: str, folder: Path) -> Iterator[Register]:
    """A new ledger at ``url``, its keys in ``folder``."""
    keyring = Keyring(folder / "keys")
    ledger = create_ledger(url, keyring, origin=ORIGIN, clock=SteppingClock(BEGINS, step=1))
    with ledger.store:
        yield Register(url, keyring, ledger)
