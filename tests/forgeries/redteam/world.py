"""The honest ledger of the red team: a bit of everything, half of it under a checkpoint, the rest an unsigned tail.

``hand:mesa-1/1`` is settled and ``hand:mesa-1/2`` all-in on a full board; in ``hand:mesa-2/1`` the flop is due. A round of blackjack
waits for its player, its hole card closed; a spin is settled and one takes bets. p-1 has been in nearly all of it. Clock and
randomness are counted, so that the same command leaves the same bytes in every copy.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Final

from tests.forgeries.maker import ORIGIN
from tests.worlds.casino import BEGINS, Casino, commands
from tests.worlds.deposits import deposit
from tests.worlds.floor import MANAGER, PLATFORM, Floor, deal, player
from tests.worlds.roulette import chip
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.entry import By
from tombo.ledger.core.money import Money
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.house.account.commands import Deposit, OpenAccount
from tombo.ledger.house.dispute.commands import OpenDispute
from tombo.ledger.house.incident.commands import OpenIncident
from tombo.ledger.house.session.commands import StartSession
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_ledger
from tombo.ledger.operate.publish import publish

LATER: Final = BEGINS + 7_200 * SECOND
"""When the actions happen, two hours after the play began."""
OFFICER: Final = By(actor="staff", id="rui", role="officer")
SIGNED: Final = Envelope(Deposit(amount=Money(7_000), player="p-1", reference="signed"), PLATFORM, "signed", None)
TAIL: Final = Envelope(Deposit(amount=Money(2_500), player="p-1", reference="tail"), PLATFORM, "tail", None)
"""A command under the checkpoint and one in the tail, which come again."""
CARDS: Final = ["As", "Kd", "Ah", "Kc"]
"""Closed cards of every hand, in the order of dealing."""
BOARD: Final = (["2c", "7d", "9h"], ["Jc"], ["3s"])


def counted(seed: str) -> Callable[[int], bytes]:
    """Randomness that comes the same again."""
    numbers = count()
    return lambda size: b"".join(sha256(f"{seed} {next(numbers)}".encode()).digest() for _ in range(size // 32 + 1))[
        :size
    ]


def opened(url: str, folder: Path, at: int = LATER) -> Ledger:
    """The ledger as every action of the suite opens it."""
    return open_ledger(url, Keyring(folder / "keys"), clock=SteppingClock(at, step=0), entropy=counted(f"opened {at}"))


def build(url: str, folder: Path, *, published: bool = False) -> None:
    """Play the honest ledger at ``url``; its keys lie in ``folder``. ``published``: with no unsigned tail."""
    keyring, clock = Keyring(folder / "keys"), SteppingClock(BEGINS, step=SECOND)
    create_ledger(url, keyring, origin=ORIGIN, clock=clock, entropy=counted("created")).store.close()
    ledger = open_ledger(url, keyring, clock=clock, entropy=counted("played"))
    try:
        _play(ledger, keyring, folder)
        if published:
            publish(ledger.store, keyring.signer())
    finally:
        ledger.store.close()


def _play(ledger: Ledger, keyring: Keyring, folder: Path) -> None:
    floor, casino = _opened_house(ledger, folder)
    publish(ledger.store, keyring.signer())
    _begins(floor, "mesa-1/1", 1, 1)
    floor.do(poker.Call(hand="mesa-1/1", seat=1), player(1))
    floor.do(poker.Check(hand="mesa-1/1", seat=2), player(2))
    for cards in BOARD:
        floor.do(poker.DealBoard(cards=cards, hand="mesa-1/1"))
        floor.do(poker.Check(hand="mesa-1/1", seat=2), player(2))
        floor.do(poker.Check(hand="mesa-1/1", seat=1), player(1))
    floor.do(poker.SettleHand(hand="mesa-1/1"))
    casino.spins({"p-1": (chip(100, "straight_up", "17"),), "p-2": (chip(1_000, "red"),)}, "17")
    complaint = OpenDispute(
        about="hand:mesa-1/1", claim="my call came in time", complained=BEGINS, dispute="d-1", player="p-2"
    )
    floor.do(complaint, OFFICER)
    deposit(ledger, "many", 200, "p-9")  # so that a tile is full, and there is a second level
    ledger.handle(SIGNED)
    publish(ledger.store, keyring.signer())
    ledger.refresh_anchor()
    ledger.handle(TAIL)
    casino.spins({"p-1": (chip(200, "straight_up", "4"),)}, None)
    casino.blackjack({1: 1_000}, "8s Th 8d", "Ac")
    _begins(floor, "mesa-1/2", 2, 1)
    floor.do(poker.PlaceBet(hand="mesa-1/2", seat=2, total=9_900), player(2))
    floor.do(poker.Call(hand="mesa-1/2", seat=1), player(1))
    for cards in BOARD:
        floor.do(poker.DealBoard(cards=cards, hand="mesa-1/2"))
    _begins(floor, "mesa-2/1", 1, 3)
    floor.do(poker.Call(hand="mesa-2/1", seat=1), player(3))
    floor.do(poker.Check(hand="mesa-2/1", seat=2), player(4))


def _opened_house(ledger: Ledger, folder: Path) -> tuple[Floor, Casino]:
    """Tables, accounts and sessions; nothing played yet."""
    floor = Floor(ledger.handle)
    floor.open_table("mesa-1", players=2)
    floor.open_table("mesa-2", players=2, first=3)
    floor.do(GrantRole(role="officer", staff="rui"), MANAGER)
    floor.do(OpenAccount(player="p-5"))
    floor.do(Deposit(amount=Money(5_000), player="p-5", reference="bank"))
    floor.do(StartSession(player="p-5", session="s-5"), player(5))
    floor.do(
        OpenIncident(first_instant=BEGINS, incident="i-1", origin="operator_system", reported_by="x", scope=["mesa-2"])
    )
    for command, by in commands("R804"):
        if not isinstance(command, GrantRole | OpenAccount):
            floor.do(command, MANAGER if by.actor == "staff" else by)
    return floor, Casino(ledger, floor, folder)


def _begins(floor: Floor, hand: str, button: int, first: int) -> None:
    """A hand of two: ``first`` is the number of the player on seat 1."""
    table, number = hand.split("/")
    floor.do(poker.StartHand(table=table))
    floor.do(deal(table, int(number), CARDS))
