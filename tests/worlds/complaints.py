"""A desk over a ledger in which hands were played for euro: who lost may complain of one, and of another only closed cards tell whether he lost."""

from __future__ import annotations

from typing import Any, Final

from tests.worlds.desk import desk_network
from tests.worlds.floor import TERMS, Floor, deal, player
from tests.worlds.network import ORIGIN, Network
from tests.worlds.staff import enrol
from tombo.ledger.core.clock import SteppingClock, SystemClock
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.house.dispute.commands import OpenDispute
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import open_ledger

SECOND_OFFICER: Final = "eva"
TURNED: Final = "hand:mesa-1/1"
"""Everybody turned his cards: p-2 won."""
MUCKED: Final = "hand:mesa-1/2"
"""Who lost did not turn his: only his closed cards tell that he had lost."""
CLOSED: Final = ("Kc", "Kd", "7h")
"""Cards that nobody turned there, as they are written; none of them lay open."""
CLAIMANT: Final = "p-3"
OUTSIDER: Final = "p-9"
"""Who has an account, and was in neither."""


def disputed_network(url: str, folder: Any) -> Network:
    """A ledger as ``desk_network``, with a second officer and two hands, by the machine's clock."""
    made = desk_network(url, folder)
    made.act(GrantRole(role="officer", staff=SECOND_OFFICER), "grant/eva")
    made.act(enrol(ORIGIN, SECOND_OFFICER), "enrol/eva")
    made.act(GrantRole(role="manager", staff="manager-1"), "grant/manager-1")
    made.act(enrol(ORIGIN, "manager-1"), "enrol/manager-1")
    ledger = open_ledger(url, made.keyring, clock=SteppingClock(SystemClock().now()))
    with ledger.store:
        _play(ledger)
    return made


def _play(ledger: Ledger) -> None:
    """Two hands: seats 1 to 3 are p-2 to p-4; seat 2 wins the first, seat 3 the second, in which the others do not turn their cards."""
    floor = Floor(ledger.handle, "play")
    floor.open_table(first=2, terms=TERMS.model_copy(update={"showdown": "losers_may_muck"}))
    floor.comes(9)
    _hand(floor, 1, (2, 3, 1), ["As", "Ks", "2c", "Ah", "Kh", "3d"], ())
    _hand(floor, 2, (3, 1, 2), ["As", "Kc", "7h", "Ah", "Kd", "2c"], (1, 2))


def _hand(floor: Floor, number: int, order: tuple[int, int, int], cards: list[str], mucks: tuple[int, ...]) -> None:
    """A hand that is called and checked to the showdown; ``order``: small blind, big blind, button."""
    small, big, button = order
    name = f"mesa-1/{number}"
    floor.do(poker.StartHand(table="mesa-1"))
    floor.do(deal("mesa-1", number, cards))
    for seat in (button, small):
        floor.do(poker.Call(hand=name, seat=seat), player(seat + 1))
    floor.do(poker.Check(hand=name, seat=big), player(big + 1))
    for board in (["7d", "9h", "4s"], ["Jc"], ["5s"]):
        floor.do(poker.DealBoard(cards=board, hand=name))
        for seat in order:
            floor.do(poker.Check(hand=name, seat=seat), player(seat + 1))
    floor.do(poker.SettleHand(hand=name, mucks=list(mucks)))


def complaint(
    made: Network,
    name: str,
    *,
    about: str | None = TURNED,
    claim: str = "I had won",
    who: str = CLAIMANT,
    complained: int | None = None,
) -> None:
    """One that the platform opens for a player, now unless it says when he complained."""
    ledger = open_ledger(made.url, made.keyring)
    with ledger.store:
        when = SystemClock().now() if complained is None else complained
        command = OpenDispute(about=about, claim=claim, complained=when, dispute=name, player=who)
        Floor(ledger.handle, f"opens/{name}").do(command)
