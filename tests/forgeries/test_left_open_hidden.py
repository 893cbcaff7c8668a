"""B1: what is left open is found and ended whatever an event key says of another hand: cards nobody kept, a second hand, an end that was none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from ledger.core.clock import SECOND, SteppingClock
from ledger.core.entry import EventBase
from ledger.games.poker import commands as poker
from ledger.games.poker.events import HoleCardsDealt
from ledger.live.ledger import Ledger
from ledger.operate.keyring import Keyring, create_ledger, inscribe, open_ledger
from ledger.operate.recover import Recovery, left_open, recover
from tests.conftest import run_past
from tests.worlds.casino import BEGINS, ORIGIN
from tests.worlds.floor import Floor, deal, player

ONE: Final = "hand:mesa-1/1"
OTHER: Final = "hand:mesa-2/1"


class House:
    """A hand in play at each of two tables; at the first no card is dealt yet."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url, self.keyring = url, Keyring(folder / "keys")
        made = create_ledger(url, self.keyring, origin=ORIGIN, clock=SteppingClock(BEGINS))
        floor = Floor(made.handle)
        for table, first in (("mesa-1", 1), ("mesa-2", 3)):
            floor.open_table(table, players=2, first=first)
            floor.do(poker.StartHand(table=table))
        floor.do(deal("mesa-2", 1, ["7s", "Kd", "2h", "Kc"]))
        floor.do(poker.Call(hand="mesa-2/1", seat=1), player(3))
        made.store.close()

    def door(self) -> Ledger:
        """The ledger, open for writing."""
        return open_ledger(self.url, self.keyring, clock=SteppingClock(BEGINS + 3_600 * SECOND, step=0))

    def asks(self, do: Callable[[Floor], Any]) -> None:
        """Something honest goes on at the door."""
        ledger = self.door()
        with ledger.store:
            do(Floor(ledger.handle, f"at-{ledger.store.size}"))

    def seals(self, stream: str, *events: EventBase) -> int:
        """What a stolen event key seals; the log index of the last of it."""
        ledger = self.door()
        with ledger.store:
            planted = [(stream, event) for event in events]
            return inscribe(ledger, f"thief/{ledger.store.size}", planted).entries[-1].index

    def recovers(self) -> Recovery:
        """A recovery by a process of its own, which does what the list before it says."""
        ledger = self.door()
        with ledger.store:
            listed = left_open(ledger.view())
            done = recover(ledger)
        dues = {one.hand: one.due and {"settle": "settled", "void": "voided"}[one.due] for one in listed}
        assert {one.hand: one.outcome for one in done.hands} == {hand: due or "open" for hand, due in dues.items()}
        return done


@pytest.fixture
def house(store_url: str, tmp_path: Path) -> House:
    """On each store in turn."""
    return House(store_url, tmp_path)


def outcomes(done: Recovery) -> dict[str, str]:
    """What became of each hand."""
    return {one.hand: one.outcome for one in done.hands}


def test_b1_cards_that_nobody_kept_keep_no_other_hand_open(house: House) -> None:
    """Red before: commitments without openings ended the list and the recovery of all, and advised a backup that has none."""
    at = house.seals(ONE, HoleCardsDealt(commitments=["00" * 32] * 4, seats=[2, 1, 2, 1]))
    done = house.recovers()
    assert outcomes(done) == {ONE: "open", OTHER: "voided"}
    (lost,) = done.lost
    assert getattr(lost, "index", None) == at
    assert f"TAMPERED: the openings of {ONE} do not have slots 0, 1, 2, 3, which log index {at} dealt" in str(lost)
    assert not done.closed


def test_b1_an_opening_that_is_gone_keeps_no_other_hand_open(house: House) -> None:
    """Nor does one that was there, and was taken out of the database."""
    house.asks(lambda floor: floor.do(deal("mesa-1", 1, ["As", "Qd", "Ah", "Qc"])))
    run_past(house.url, f"DELETE FROM openings WHERE stream = '{ONE}' AND slot = 1")
    assert outcomes(house.recovers()) == {ONE: "open", OTHER: "voided"}
