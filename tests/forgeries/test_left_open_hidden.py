"""B1: what is left open is found and ended whatever an event key says of another hand: cards nobody kept, a second hand, an end that was none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from tests.conftest import run_past
from tests.worlds.casino import BEGINS, ORIGIN, casino
from tests.worlds.floor import Floor, deal, player
from tests.worlds.standstill import recovered, reopened
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.games.poker.events import HoleCardsDealt, Settled, Voided
from tombo.ledger.house.banked.events import RoundEnded, RoundStarted
from tombo.ledger.house.table.events import SeatNet, TableHandEnded
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger, inscribe, open_ledger
from tombo.ledger.operate.left_open import left_open
from tombo.ledger.operate.recover import Recovery

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
        return reopened(self.url, self.keyring, BEGINS + 3_600 * SECOND)

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
            listed = left_open(ledger)
            done = recovered(ledger)
        dues = {one.hand: one.due and {"settle": "settled", "void": "voided"}[one.due] for one in listed}
        assert {one.hand: one.outcome for one in done.hands}.items() >= {
            hand: due or "open" for hand, due in dues.items()
        }.items()
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


def _ended(table: str) -> TableHandEnded:
    stacks = [SeatNet(after=10_000, before=10_000, seat=seat, taken_by=[]) for seat in (1, 2)]
    return TableHandEnded(bets=[1, 2], hand=f"hand:{table}/1", outcome="voided", stacks=stacks)


def _second(house: House, number: int) -> int:
    """A hand that a stolen event key begins at the first table, with blinds, as the one that is in play there; where the table says so."""
    ledger = house.door()
    with ledger.store:
        began, *blinds = [one.event for one in ledger.entries(ONE)]
        told = ledger.entries("table:mesa-1")[-1].event
    stream = f"hand:mesa-1/{number}"
    house.seals(stream, began.model_copy(update={"number": number}), *blinds)
    return house.seals("table:mesa-1", told.model_copy(update={"hand": stream, "number": number}))


def _told(done: Recovery) -> dict[str, tuple[int | None, str]]:
    """Of every hand that is lost, the log index named and what is said."""
    return {one.hand: (getattr(one.lost, "index", None), str(one.lost)) for one in done.hands if one.lost}


def test_b1_an_end_that_was_none_hides_no_hand_from_a_recovery(house: House) -> None:
    """Red before: "No hand was left open", "in play: none", incident closed; its bets were gone for ever."""
    at = house.seals("table:mesa-2", _ended("mesa-2"))
    for _ in range(2):  # a recovery that is taken up again finds it as well
        done = house.recovers()
        assert not done.closed
        assert outcomes(done)[OTHER] == "open"
        assert _told(done)[OTHER][0] == at
        assert (
            f"TAMPERED: {OTHER} is not over, and log index {at} of table:mesa-2 says that it is"
            in _told(done)[OTHER][1]
        )
    ledger = house.door()
    with ledger.store:
        (incident,) = ledger.store.streams("incident")
        assert [hand for hand, _ in ledger.view()(incident).hands] == [ONE, OTHER]
        assert ledger.store.in_play("table") == {"table:mesa-2": OTHER}


def test_b1_a_second_hand_at_a_table_hides_none_from_a_recovery(house: House) -> None:
    """Red before: the one that was begun last was void, the incident closed, and the one before it stayed open for ever.

    No table begins a hand while one is in play: both are told, with the entry that cannot follow, and neither is decided.
    """
    at = _second(house, 2)
    done = house.recovers()
    lost = {"hand:mesa-1/2": "open", ONE: "open"}
    assert outcomes(done) == {**lost, OTHER: "voided"}
    assert [_told(done)[hand][0] for hand in lost] == [at, at]
    again = house.recovers()
    assert (again.incident, outcomes(again), again.closed) == (done.incident, lost, False)


def test_b1_what_the_incident_of_a_recovery_lists_is_not_forgotten(house: House) -> None:
    """Two hands more, begun and ended by the key, take a hand out of what a table is asked; the incident knows of it, and stays open."""
    house.seals("table:mesa-2", _ended("mesa-2"))
    first = house.recovers()
    for number in (2, 3):
        ledger = house.door()
        with ledger.store:
            began, started = ledger.entries(OTHER)[0].event, ledger.entries("table:mesa-2")[-2].event
        stream, other = f"hand:mesa-2/{number}", {"number": number}
        house.seals(stream, began.model_copy(update=other), Settled())
        told = started.model_copy(update={"hand": stream, **other})
        house.seals("table:mesa-2", told, _ended("mesa-2").model_copy(update={"hand": stream}))
    again = house.recovers()
    assert (again.incident, outcomes(again), again.before, again.closed) == (first.incident, {OTHER: "open"}, 1, False)
    assert f"TAMPERED: {OTHER} is not over, and its table has others in play or none" in _told(again)[OTHER][1]


def test_b1_a_hand_that_goes_on_behind_a_false_end_is_told(house: House) -> None:
    """The door begins no other hand behind it, the hand is told, and the one at the other table ended."""
    house.seals("table:mesa-2", _ended("mesa-2"))
    with pytest.raises(OutOfPlaceError, match=f"{OTHER} is said to be over, and did not end"):
        house.asks(lambda floor: floor.ask(poker.StartHand(table="mesa-2")))
    assert outcomes(house.recovers()) == {ONE: "voided", OTHER: "open"}


def test_b1_a_hand_that_its_stream_alone_ended_is_told_and_not_tried(house: House) -> None:
    """Red before: listed as one to void, refused by the door, and that at every run."""
    house.seals(OTHER, Voided(incident="i-1", refunds=[]))
    for first in (True, False):
        done = house.recovers()
        assert outcomes(done) == {**({ONE: "voided"} if first else {}), OTHER: "open"}
        assert f"TAMPERED: {OTHER} is over, and table:mesa-2 has it in play" in _told(done)[OTHER][1]


def test_b1_a_round_against_the_house_is_hidden_no_more_than_a_hand(tmp_path: Path) -> None:
    """The same at the tables of the house: an end that was none, and a second round."""
    with casino(tmp_path) as made:
        made.dealt({1: 500}, {1: "2h 2d 7c 8s Jd"}, "Ac Kd 9h 6s 3c")
        made.blackjack({1: 1000}, "8s Th 8d", "Jc")
        wheel = made.spins({}, None)
    keys, clock = Keyring(tmp_path / "keys"), SteppingClock(BEGINS + 3_600 * SECOND, step=0)
    ledger = open_ledger(f"sqlite:///{tmp_path}/casino.db", keys, clock=clock)
    ended = RoundEnded(bets=["p-1"], outcome="voided", round="sem_descarte:sd-1/1")
    begun = RoundStarted(number=2, round="blackjack:bj-1/2")
    planted = [("banked:sd-1", ended), ("banked:bj-1", begun)]
    with ledger.store:
        first = inscribe(ledger, "thief/1", planted).entries[0].index
        done = recovered(ledger)
    assert {one.hand: (one.outcome, getattr(one.lost, "index", None)) for one in done.hands} == {
        "sem_descarte:sd-1/1": ("open", first),
        "banked:bj-1": ("open", None),
        "blackjack:bj-1/1": ("open", first + 1),
        f"roulette:{wheel}": ("voided", None),
    }
