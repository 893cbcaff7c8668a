"""A ledger with one wheel, on either store, whose spins are told when they happened and when they were recorded.

p-1 and p-2 play: p-1 the number 17, p-2 red.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from tests.worlds.floor import Floor
from tests.worlds.house import player
from tests.worlds.roulette import WHEEL, chip, opening, wheel_terms
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.games.roulette import commands as spin
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_ledger
from tombo.ledger.operate.publish import publish

ORIGIN: Final = "operator.example/wheel"
NAMES: Final = ("p-1", "p-2")
NUMBER, COLOUR = 100, 1_000
"""What p-1 and p-2 stake in every spin, in cents."""


class Wheel(NamedTuple):
    """The ledger, its clock, and the floor that sends commands to it."""

    ledger: Ledger
    clock: SteppingClock
    floor: Floor

    def spins(self, ball: str | None, *, occurred: int | None = None) -> str:
        """A spin that both bet on; left open where no ball lands. Its stream."""
        do, when = self.floor.do, self.clock.instant if occurred is None else occurred
        do(spin.OpenSpin(deadline=when + 30 * SECOND, table=WHEEL), occurred=occurred)
        name = f"{WHEEL}/{self.ledger.view()(f'banked:{WHEEL}').number}"
        bets = {"p-1": chip(NUMBER, "straight_up", "17"), "p-2": chip(COLOUR, "red")}
        for who, bet in bets.items():
            do(spin.PlaceChips(chips=[bet], player=who, round=name), player(who), occurred)
        if ball is not None:
            later = None if occurred is None else occurred + 30 * SECOND
            do(spin.CloseBets(round=name), occurred=later)
            do(spin.LandBall(number=ball, round=name), occurred=later)
            do(spin.SettleSpin(round=name), occurred=later)
        return f"roulette:{name}"


@contextmanager
def wheel(url: str, folder: Path, begins: int) -> Iterator[Wheel]:
    """A new ledger at ``url``, its keys in ``folder``; players and table are there since ``begins``."""
    keyring, clock = Keyring(folder / "keys"), SteppingClock(begins, step=1)
    ledger = create_ledger(url, keyring, origin=ORIGIN, clock=clock)
    try:
        floor = Floor(ledger.handle)
        for command, by in opening(wheel_terms(), NAMES):
            floor.do(command, by)
        yield Wheel(ledger, clock, floor)
        publish(ledger.store, keyring.signer())
    finally:
        ledger.store.close()


@contextmanager
def again(url: str, folder: Path, instant: int) -> Iterator[Wheel]:
    """The ledger at ``url`` opened once more, when it is ``instant``."""
    clock = SteppingClock(instant, step=1)
    ledger = open_ledger(url, Keyring(folder / "keys"), clock=clock)
    try:
        yield Wheel(ledger, clock, Floor(ledger.handle, prefix=f"again-{instant}"))
    finally:
        ledger.store.close()
