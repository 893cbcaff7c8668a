"""E2: money that balances and is somebody else's. Each is sealed with the real key, and the night names it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.worlds.casino import BEGINS, ORIGIN, Casino, casino
from tests.worlds.floor import Floor, deal
from tests.worlds.house import player
from tests.worlds.roulette import WHEEL, chip
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.lisbon import HOUR, day_of
from tombo.ledger.core.money import Money
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.games.poker.events import BoardDealt, DecisionTimedOut, Folded, Refund, Voided
from tombo.ledger.games.poker.state import Hand
from tombo.ledger.games.poker.turns import turn
from tombo.ledger.games.roulette import commands as spin
from tombo.ledger.games.roulette.events import BetPlaced
from tombo.ledger.house.account.commands import Deposit, OpenAccount
from tombo.ledger.house.account.events import Credited, Debited
from tombo.ledger.house.banked.events import PlayerJoined, PlayerParted
from tombo.ledger.house.incident.commands import CloseIncident, OpenIncident
from tombo.ledger.house.session.commands import EndSession, StartSession
from tombo.ledger.house.session.events import SessionEntered
from tombo.ledger.house.table.commands import LeaveTable
from tombo.ledger.house.table.events import PlayerLeft, PlayerSeated, SeatNet, TableHandEnded
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger, inscribe
from tombo.projections.reconciliation.run import reconcile

TABLE: Final = "table:mesa-1"


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Ledger]:
    """A table for euro with p-1 and p-2, and p-3 who has an account and sits nowhere."""
    url, keys = f"sqlite:///{tmp_path}/room.db", Keyring(tmp_path / "keys")
    made = create_ledger(url, keys, origin=ORIGIN, clock=SteppingClock(BEGINS, step=1_000))
    floor = Floor(made.handle, "room")
    floor.open_table("mesa-1", players=2)
    floor.do(OpenAccount(player="p-3"))
    floor.do(Deposit(amount=Money(50_000), player="p-3", reference="bank"))
    yield made
    made.store.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Casino]:
    """A wheel where p-1 and p-2 stand."""
    with casino(tmp_path) as made:
        yield made


def seals(ledger: Ledger, *events: tuple[str, EventBase]) -> int:
    """What a thief seals in one commit; the log index of its first entry."""
    at = inscribe(ledger, "thief/1", list(events)).entries[0].index
    ledger.store.head()
    return at


def told(ledger: Ledger, day: str = day_of(BEGINS)) -> list[tuple[str, str, tuple[int, ...]]]:
    """What the night says of the day."""
    return [(one.check, one.text, one.entries) for one in reconcile(ledger.store, None, day).problems]


def test_e2a_who_leaves_with_the_stack_of_another_is_named(room: Ledger) -> None:
    """The entry names p-2, whose wallet gets the stack of p-1. Red before: everything ties."""
    assert told(room) == []
    version = room.view().version(TABLE) + 1
    at = seals(
        room,
        (TABLE, PlayerLeft(player="p-2", seat=1, stack=10_000)),
        ("account:p-2", Credited(amount=Money(10_000), cause=TABLE, cause_version=version, wallet="cash")),
    )
    where = f"{TABLE} version {version}"
    assert told(room) == [
        ("people", f"p-2 is said to leave seat 1 of {TABLE}; p-1 sits there", (at,)),
        ("accounts", f"10000 cents of p-1 for {where} were moved on the account of p-2", (at, at + 1)),
    ]


def test_e2a_a_leaver_by_another_name_is_named_where_the_money_is_right(room: Ledger) -> None:
    """The stack comes to whose it is, and the table says another name. Red before: the accounts differ from a true entry."""
    version = room.view().version(TABLE) + 1
    at = seals(
        room,
        (TABLE, PlayerLeft(player="p-2", seat=1, stack=10_000)),
        ("account:p-1", Credited(amount=Money(10_000), cause=TABLE, cause_version=version, wallet="cash")),
    )
    assert told(room) == [("people", f"p-2 is said to leave seat 1 of {TABLE}; p-1 sits there", (at,))]


def test_e2a_nobody_leaves_an_empty_seat_and_none_is_taken_twice(room: Ledger) -> None:
    """A seat of nobody is left, and one that is taken is sold again. Red before: the first ties."""
    version = room.view().version(TABLE) + 1
    seat = PlayerSeated(buy_in=10_000, commission=0, player="p-3", seat=2, session="s-3")
    Floor(room.handle, "late").do(StartSession(player="p-3", session="s-3"), player("p-3"))
    at = seals(
        room,
        (TABLE, seat),
        ("account:p-3", Debited(amount=Money(10_000), cause=TABLE, cause_version=version, wallet="cash")),
        (TABLE, PlayerLeft(player="p-2", seat=7, stack=0)),
        ("session:s-3", SessionEntered(where=TABLE)),
    )
    named = [(text, entries) for check, text, entries in told(room) if check == "people"]
    assert named == [
        (f"p-3 is said to take seat 2 of {TABLE}; p-2 sits there", (at,)),
        (f"p-2 is said to leave seat 7 of {TABLE}; nobody sits there", (at + 2,)),
    ]


@pytest.mark.parametrize(
    ("session", "said"),
    [
        ("s-1", "session:s-1, which is of p-1"),
        ("s-9", "session:s-9, which is not on record"),
        ("s-3", "session:s-3, which is over"),
    ],
)
def test_e2c_a_seat_under_no_session_of_the_player_is_named(room: Ledger, session: str, said: str) -> None:
    """Seat 3 is taken by p-3 under the session of p-1, under none, or under one that is over. Red before: everything ties."""
    floor = Floor(room.handle, "late")
    floor.do(StartSession(player="p-3", session="s-3"), player("p-3"))
    floor.do(EndSession(cause="player", reason=None, session="s-3"), player("p-3"))
    version = room.view().version(TABLE) + 1
    at = seals(
        room,
        (TABLE, PlayerSeated(buy_in=10_000, commission=0, player="p-3", seat=3, session=session)),
        ("account:p-3", Debited(amount=Money(10_000), cause=TABLE, cause_version=version, wallet="cash")),
    )
    assert told(room) == [("people", f"p-3 takes a place in {TABLE} under {said}", (at,))]


def test_e2c_a_place_at_the_wheel_under_another_session_is_named(house: Casino) -> None:
    """Red before: everything ties."""
    floor = house.floor
    floor.do(OpenAccount(player="p-3"))
    at = seals(house.ledger, (f"banked:{WHEEL}", PlayerJoined(at=None, player="p-3", seat=None, session="s-p-1")))
    said = f"p-3 takes a place in banked:{WHEEL} under session:s-p-1, which is of p-1"
    assert told(house.ledger) == [("people", said, (at,))]


def test_e2c_a_bet_of_who_is_not_at_the_table_is_named(house: Casino) -> None:
    """A bet is put on the wheel in the name of p-3, who is not there, and his wallet pays. Red before: everything ties."""
    floor = house.floor
    floor.do(OpenAccount(player="p-3"))
    floor.do(Deposit(amount=Money(10_000), player="p-3", reference="bank"))
    floor.do(spin.OpenSpin(deadline=BEGINS + 30 * SECOND, table=WHEEL))
    stream = f"roulette:{WHEEL}/1"
    at = seals(
        house.ledger,
        (stream, BetPlaced(call=None, chips=[chip(200, "red")], player="p-3")),
        ("account:p-3", Debited(amount=Money(200), cause=stream, cause_version=2, wallet="cash")),
    )
    assert ("people", f"p-3 bets in {stream}, and has no such place at its table", (at,)) in told(house.ledger)


def test_e2a_who_parts_from_a_wheel_where_he_is_not_is_named(house: Casino) -> None:
    """Red before: everything ties."""
    at = seals(house.ledger, (f"banked:{WHEEL}", PlayerParted(player="p-9", seat=None)))
    assert ("people", f"p-9 is said to leave banked:{WHEEL}, and is not there", (at,)) in told(house.ledger)


def test_e2d_a_void_under_an_incident_that_was_closed_is_named(room: Ledger) -> None:
    """The door refuses it; who seals past the door is named. Red before: everything ties."""
    floor = Floor(room.handle, "late")
    floor.do(
        OpenIncident(
            first_instant=BEGINS, incident="power", origin="operator_system", reported_by="monitor", scope=["mesa-1"]
        )
    )
    floor.do(CloseIncident(incident="power", note="it is back"))
    floor.do(poker.StartHand(table="mesa-1"))
    floor.do(deal("mesa-1", 1, ["As", "Kd", "Ah", "Kc"]))
    stacks = [SeatNet(after=10_000, before=10_000, seat=seat, taken_by=[]) for seat in (1, 2)]
    at = seals(
        room,
        ("hand:mesa-1/1", Voided(incident="power", refunds=[Refund(amount=50, seat=1), Refund(amount=100, seat=2)])),
        (TABLE, TableHandEnded(bets=[1, 2], hand="hand:mesa-1/1", outcome="voided", stacks=stacks)),
    )
    said = "hand:mesa-1/1 is void under the incident power, which was closed before; expected an open one"
    assert ("void", said, (at,)) in told(room)


@pytest.mark.parametrize("later", [0, 1])
def test_e2_an_honest_table_is_named_by_no_night(room: Ledger, later: int) -> None:
    """Who sits and leaves under his own session, also in the night of a day that began with the table open."""
    at = BEGINS + later * 24 * HOUR
    Floor(room.handle, "late").do(LeaveTable(seat=1, table="mesa-1"), player("p-1"), occurred=at)
    assert told(room, day_of(at)) == []


@pytest.mark.parametrize("later", [0, 1])
def test_e2_an_honest_wheel_is_named_by_no_night(house: Casino, later: int) -> None:
    """Who bets where he stands, also in the night of a day that began with him there."""
    at, do = BEGINS + 60 * SECOND + later * 24 * HOUR, house.floor.do
    do(spin.OpenSpin(deadline=at + 30 * SECOND, table=WHEEL), occurred=at)
    do(spin.PlaceChips(chips=[chip(200, "red")], player="p-1", round=f"{WHEEL}/1"), player("p-1"))
    do(spin.CloseBets(round=f"{WHEEL}/1"))
    do(spin.LandBall(number="17", round=f"{WHEEL}/1"))
    do(spin.SettleSpin(round=f"{WHEEL}/1"))
    assert told(house.ledger, day_of(at)) == []


def test_e2a_a_seat_sold_the_day_before_is_whose_it_was(room: Ledger) -> None:
    """The night that begins with the table open knows who sits there."""
    Floor(room.handle, "late").do(OpenAccount(player="p-4"), occurred=BEGINS + 24 * HOUR)
    at = seals(room, (TABLE, PlayerLeft(player="p-2", seat=1, stack=10_000)))
    said = f"p-2 is said to leave seat 1 of {TABLE}; p-1 sits there"
    assert ("people", said, (at,)) in told(room, day_of(BEGINS + 24 * HOUR))


def outage_in_play(room: Ledger) -> int:
    """A hand is dealt at the table, and the operator's own system fails there; the seat whose turn it is."""
    floor = Floor(room.handle, "late")
    floor.do(poker.StartHand(table="mesa-1"))
    floor.do(deal("mesa-1", 1, ["As", "Kd", "Ah", "Kc"]))
    opening = OpenIncident(first_instant=BEGINS, incident="power", origin="operator_system", reported_by="monitor")
    floor.do(opening)
    hand: Hand = room.view()("hand:mesa-1/1")
    position = turn(hand)
    assert position is not None
    return hand.seats[position]


def test_d4_a_void_of_what_went_on_after_its_incident_is_named(room: Ledger) -> None:
    """The cards came, the incident found them, and one more card came before the void. Red before: everything ties."""
    outage_in_play(room)
    stacks = [SeatNet(after=10_000, before=10_000, seat=seat, taken_by=[]) for seat in (1, 2)]
    version = room.view().version("hand:mesa-1/1")
    at = seals(
        room,
        ("hand:mesa-1/1", BoardDealt(cards=["2c", "7d", "9h"], street="flop")),
        ("hand:mesa-1/1", Voided(incident="power", refunds=[Refund(amount=50, seat=1), Refund(amount=100, seat=2)])),
        (TABLE, TableHandEnded(bets=[1, 2], hand="hand:mesa-1/1", outcome="voided", stacks=stacks)),
    )
    said = (
        f"hand:mesa-1/1 is void under the incident power, which found it at version {version}; it went on with version"
        f" {version + 1}"
    )
    assert ("void", said, (at + 1,)) in told(room)


def test_d1_a_decision_by_silence_in_an_outage_is_named(room: Ledger) -> None:
    """The door refuses it; who seals past the door is named. Red before: nothing of the kind was said."""
    seat = outage_in_play(room)
    version = room.view().version("hand:mesa-1/1") + 1
    at = seals(room, ("hand:mesa-1/1", DecisionTimedOut(seat=seat)), ("hand:mesa-1/1", Folded(seat=seat)))
    said = (
        f"hand:mesa-1/1 version {version} decides for a player by his silence, while the incident power of the"
        " operator's own system was open there"
    )
    assert ("void", said, (at,)) in told(room)
