"""Two doors and a reader on one ledger of two accounts, all open since before anything else was recorded."""

from __future__ import annotations

from functools import partial

from tests.worlds.floor import PLATFORM
from tombo.ledger.checked import CheckedStore
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.money import Money
from tombo.ledger.house.account.commands import Deposit, OpenAccount
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_checked, open_ledger, rotate
from tombo.ledger.operate.openings import open_opened
from tombo.ledger.operate.publish import publish
from tombo.ledger.seal.policy import load_policy
from tombo.ledger.verify import Code, verify

ORIGIN = "operator.example/1"
ACCOUNT = "account:p-1"


class Doors:
    """Two doors and a reader on one ledger of two accounts, all open since before anything else is recorded."""

    def __init__(self, url: str, keyring: Keyring) -> None:
        self.keyring = keyring
        self.clock = SteppingClock()
        self.first = create_ledger(url, keyring, origin=ORIGIN, clock=self.clock)
        for player in ("p-1", "p-2"):
            self.first.handle(Envelope(OpenAccount(player=player), PLATFORM, f"open/{player}", None))
        publish(self.first.store, keyring.signer())
        self.second = open_ledger(url, keyring, clock=self.clock)
        self.reader: CheckedStore = open_checked(url, keyring, read_only=True)

    def close(self) -> None:
        """Close all three."""
        for store in (self.first.store, self.second.store, self.reader):
            store.close()

    def rotate(self) -> None:
        """The first door goes on with a new key."""
        rotate(self.first, self.keyring, self.keyring.root)


def verdict(doors: Doors) -> Code:
    """What the verifier says of the whole log, once it is published."""
    publish(doors.first.store, doors.keyring.signer())
    source = partial(open_opened, doors.first.store.url, doors.keyring.opening_secret(ORIGIN))
    return verify(source, load_policy(doors.keyring.policy), checkpoint=doors.keyring.signer_state.read_bytes()).verdict


def deposit(name: str, player: str = "p-1") -> Envelope:
    """One cent."""
    return Envelope(Deposit(amount=Money(1), player=player, reference="bank"), PLATFORM, name, None)
