"""A table of poker whose players are registered and logged on: hands of which every card and bet is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from tests.worlds.floor import Floor, deal, player
from tests.worlds.registered import details
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.money import Money
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.house.access.commands import LogOn
from tombo.ledger.house.access.origin import AccessOrigin
from tombo.ledger.house.account.commands import Deposit, OpenAccount
from tombo.ledger.house.registration.commands import RegisterPerson
from tombo.ledger.house.session.commands import StartSession
from tombo.ledger.operate.keyring import Keyring, create_ledger

NOON: Final = 1_784_030_400 * SECOND
"""2026-07-14 12:00 UTC, 13:00 in Lisbon."""
NOON_DAY: Final = "2026-07-14"
BOARD: Final = (("2c", "7d", "9h"), ("Jc",), ("3s",))


class RegisteredFloor(Floor):
    """Who comes is registered, but for ``strangers``, and logged on from an ``address``."""

    strangers: frozenset[int] = frozenset()
    address = "192.0.2.7"

    def comes(self, number: int, cents: int = 50_000) -> str:
        """Somebody with an account, money on it and a session, who sits nowhere yet; his name."""
        if number in self.strangers:
            return super().comes(number, cents)
        name, access = f"p-{number}", f"a-{number}"
        self.do(OpenAccount(player=name))
        self.do(Deposit(amount=Money(cents), player=name, reference="bank"))
        self.do(RegisterPerson(details=details(logon=f"exemplo-{number}", name=f"Zoé O'Neil {number}"), player=name))
        origin = AccessOrigin(address=self.address, region="PT-11")
        self.do(LogOn(access=access, device="computer", origin=origin, player=name))
        self.do(StartSession(access=access, player=name, session=f"s-{number}"), player(number))
        return name


def checked_down(floor: Floor, name: str = "mesa-1/1", mucks: Sequence[int] = ()) -> None:
    """A hand of two, called and checked to its end: aces at seat 1, kings at seat 2."""
    floor.do(poker.StartHand(table=name.partition("/")[0]))
    floor.do(deal(name.partition("/")[0], int(name.partition("/")[2]), ["As", "Kd", "Ah", "Kc"]))
    floor.do(poker.Call(hand=name, seat=1), player(1))
    floor.do(poker.Check(hand=name, seat=2), player(2))
    for cards in BOARD:
        floor.do(poker.DealBoard(cards=list(cards), hand=name))
        floor.do(poker.Check(hand=name, seat=2), player(2))
        floor.do(poker.Check(hand=name, seat=1), player(1))
    floor.do(poker.SettleHand(hand=name, mucks=list(mucks)))


def ledger_of(folder: Path) -> Any:
    """A new ledger in a folder, at noon."""
    clock = SteppingClock(NOON, step=0)
    return create_ledger(
        f"sqlite:///{folder}/ledger.db", Keyring(folder / "keys"), origin="operator.example/1", clock=clock
    )
