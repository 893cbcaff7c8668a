"""A table says once of a hand or round that it is over: whoever has the event key writes no loss into a statement by saying it again."""

from __future__ import annotations

from collections.abc import Iterator
from operator import methodcaller
from pathlib import Path
from typing import Final

import pytest

from tests.forgeries.test_left_open_hidden import House
from tests.tools.cli_run import Ran, inside, tombo
from tests.worlds.casino import LEDGER, Casino, casino
from tests.worlds.floor import PLATFORM, Floor, player
from tests.worlds.roulette import WHEEL
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.core.money import Money
from tombo.ledger.exchange.door import ImportJob
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.games.roulette import commands as spin
from tombo.ledger.games.roulette.chances import Chip
from tombo.ledger.house.account.commands import Deposit, OpenAccount
from tombo.ledger.house.banked import commands as banked
from tombo.ledger.house.banked.events import RoundEnded
from tombo.ledger.house.incident.events import HandsListed, IncidentOpened, OpenHand
from tombo.ledger.house.session.commands import StartSession
from tombo.ledger.house.table import commands as table
from tombo.ledger.house.table.events import SeatNet, TableHandEnded
from tombo.ledger.operate.keyring import inscribe
from tombo.ledger.operate.recover import RECOVERY

TABLE: Final = "table:mesa-1"


@pytest.fixture
def house(store_url: str, tmp_path: Path) -> Iterator[House]:
    """Two tables at which a hand is over."""
    with inside(tmp_path):
        made = House(store_url, tmp_path)
        made.recovers()
        yield made


def _last_end(house: House) -> TableHandEnded:
    ledger = house.door()
    with ledger.store:
        return next(one.event for one in reversed(ledger.entries(TABLE)) if isinstance(one.event, TableHandEnded))


def _ran(house: House, *words: str) -> Ran:
    return tombo("--ledger", house.url, "--keys", "keys", *words)


@pytest.mark.parametrize("more", [0, 5_000])
def test_an_end_said_twice_is_no_loss_in_a_statement(house: House, more: int) -> None:
    """Red before: a loss of 50.00 in the statements of both, with status 0 of replay, audit, verify and reconcile."""
    end = _last_end(house)
    stacks = [net.model_copy(update={"before": net.before + more}) for net in end.stacks]
    at = house.seals(TABLE, end.model_copy(update={"stacks": stacks}))
    told = _ran(house, "player", "statement", "p-1")
    assert told.status == 1
    assert f"table.hand_ended.v1 at log index {at} cannot follow what is on record of {TABLE}" in told.err
    assert _ran(house, "player", "statement", "p-3").status == 0
    night = _ran(house, "reconcile", "--day", "2026-07-14")
    assert night.status == 1
    assert f"{TABLE} says that {end.hand} is over; no such hand or round had ended" in night.out
    shown = _ran(house, "table", "show", "mesa-1")
    assert (shown.status, f"log index {at}" in shown.err) == (1, True)


def test_no_door_decides_on_a_table_whose_hand_was_ended_twice(house: House) -> None:
    """Red before: the door acknowledged leaving with what the second end said."""
    end = _last_end(house)
    first, second = end.stacks
    won = [first.model_copy(update={"after": 20_000}), second.model_copy(update={"after": 0})]
    at = house.seals(TABLE, end.model_copy(update={"stacks": won}))
    with pytest.raises(OutOfPlaceError, match=f"table.hand_ended.v1 at log index {at} cannot follow"):
        house.asks(lambda floor: floor.do(table.LeaveTable(seat=1, table="mesa-1"), player(1)))


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Casino]:
    """A spin that is over."""
    with casino(tmp_path) as made, inside(tmp_path):
        made.spins({}, "17")
        yield made


def _planted(room: Casino, stream: str, kind: str, **changes: object) -> int:
    event: EventBase = next(one.event for one in room.ledger.entries(stream) if one.kind == kind)
    return inscribe(room.ledger, "thief/1", [(stream, event.model_copy(update=changes))]).entries[0].index


@pytest.mark.parametrize(
    ("kind", "told"), [("banked.round_ended.v1", "is over; no such"), ("banked.round_started.v1", "it was over")]
)
def test_a_round_is_begun_and_ended_once_at_its_table(room: Casino, kind: str, told: str) -> None:
    """Red before: the door played on, and the night said of the second beginning that the round was not finished."""
    stream = f"banked:{WHEEL}"
    at = _planted(room, stream, kind)
    with pytest.raises(OutOfPlaceError, match=f"{kind} at log index {at} cannot follow"):
        room.floor.do(banked.PartTable(player="p-1", table=WHEEL), player(1))
    night = tombo(*LEDGER, "reconcile", "--day", "2026-07-14")
    assert night.status == 1
    assert told in night.out
    assert "is not finished" not in night.out


def _late(floor: Floor, who: str) -> str:
    """Somebody with money, and a session of his own."""
    floor.do(OpenAccount(player=who))
    floor.do(Deposit(amount=Money(100_000), player=who, reference="bank"))
    return f"s-{who}"


def test_who_sat_down_in_the_middle_of_a_hand_has_a_statement(house: House) -> None:
    """What began before he came is none of his, and accuses nobody."""

    def sits_down(floor: Floor) -> None:
        floor.do(table.DrawButton(seat=1, table="mesa-2"))  # the hand before it was void (R806 r.46)
        floor.do(poker.StartHand(table="mesa-2"))
        session = _late(floor, "p-9")
        floor.do(StartSession(player="p-9", session=session), player(9))
        floor.do(table.SeatPlayer(player="p-9", seat=9, session=session, table="mesa-2"), player(9))

    house.asks(sits_down)
    house.recovers()
    for who in ("p-9", "p-3"):
        told = _ran(house, "player", "statement", who)
        assert told.status == 0, told.err
    assert _ran(house, "reconcile", "--day", "2026-07-14").status == 0


def test_who_came_to_the_wheel_in_the_middle_of_a_spin_has_a_statement(room: Casino) -> None:
    """The same at a table of the house, where he may bet still."""
    do, stream = room.floor.do, room.spins({}, None)
    session = _late(room.floor, "p-9")
    do(StartSession(regulation="R804", player="p-9", session=session), player(9))
    do(banked.JoinTable(player="p-9", seat=None, session=session, table=WHEEL), player(9))
    do(spin.PlaceChips(chips=[Chip(amount=500, chance="red")], player="p-9", round=stream), player(9))
    do(spin.CloseBets(round=stream))
    do(spin.LandBall(number="17", round=stream))
    do(spin.SettleSpin(round=stream))
    told = tombo(*LEDGER, "player", "statement", "p-9")
    assert told.status == 0, told.err


@pytest.mark.parametrize("closed", [False, True])
def test_a_round_that_was_over_keeps_no_incident_open(room: Casino, *, closed: bool) -> None:
    """Red before: every recovery opened an incident that stayed open, and said to run the audit, which finds nothing."""
    stream = f"banked:{WHEEL}"
    if closed:
        for number in (1, 2):
            room.floor.do(banked.PartTable(player=f"p-{number}", table=WHEEL), player(number))
        room.floor.do(banked.CloseBankedTable(table=WHEEL))
    at = _planted(room, stream, "banked.round_started.v1")
    why = f"TAMPERED: banked.round_started.v1 at log index {at} cannot follow what is on record of {stream}"
    where = "run 'tombo verify' and, of its day, 'tombo reconcile', which between them name the place"
    size = room.ledger.store.head().size
    for words in (("recover", "--list"), ("recover",)):
        told = tombo(*LEDGER, *words)
        assert (told.status, why in told.out, where in told.out) == (1, True, True), told
    assert room.ledger.store.head().size == size
    night = tombo(*LEDGER, "reconcile", "--day", "2026-07-14")
    assert f"roulette:{WHEEL}/1 is said by {stream} to begin again; it was over (log index {at})" in night.out
    assert "is not finished" not in night.out


def test_what_an_incident_lists_that_is_no_hand_keeps_it_open_no_longer(room: Casino) -> None:
    """Red before: the night was said to name it as unfinished, and no run closed the incident."""
    opened = IncidentOpened(first_instant=1, origin="operator_system", reported_by="x", scope=None)
    listed = HandsListed(hands=[OpenHand(hand=f"banked:{WHEEL}", version=1)])
    planted: list[tuple[str, EventBase]] = [("incident:recover-9", opened), ("incident:recover-9", listed)]
    room.ledger.record([ImportJob("thief/1", "00" * 16, RECOVERY, None, planted, {})])
    told = tombo(*LEDGER, "recover")
    assert (told.status, f"an incident lists banked:{WHEEL}, which is no hand and no round" in told.out) == (1, True)
    assert "The incident is closed." in told.out


@pytest.fixture
def playing(store_url: str, tmp_path: Path) -> Iterator[House]:
    """A hand in play at each of two tables."""
    with inside(tmp_path):
        yield House(store_url, tmp_path)


@pytest.mark.parametrize("kept", [0, 5_000])
def test_an_end_of_a_hand_in_play_is_none(playing: House, kept: int) -> None:
    """Red before: who was said to have won left with it, and his statement told of a win, with status 0."""
    stacks = [
        SeatNet(after=10_000 + won, before=10_000, seat=seat, taken_by=[]) for seat, won in ((1, kept), (2, -kept))
    ]
    ended = TableHandEnded(bets=[1, 2], hand="hand:mesa-2/1", outcome="settled", stacks=stacks)
    at = playing.seals("table:mesa-2", ended)
    why = "hand:mesa-2/1 is said to be over, and did not end"
    for command, by in (
        (table.LeaveTable(seat=1, table="mesa-2"), player(3)),
        (table.TopUp(amount=1_000, seat=1, table="mesa-2"), player(3)),
        (poker.StartHand(table="mesa-2"), PLATFORM),
    ):
        with pytest.raises(OutOfPlaceError, match=f"an entry of table:mesa-2 cannot be what it says .*{why}"):
            playing.asks(methodcaller("ask", command, by))
    told = _ran(playing, "player", "statement", "p-3")
    assert told.status == 1
    assert f"table.hand_ended.v1 at log index {at} cannot follow what is on record of table:mesa-2" in told.err
    for who in ("p-1", "p-2"):
        assert _ran(playing, "player", "statement", who).status == 0
    night = _ran(playing, "reconcile", "--day", "2026-07-14")
    assert (night.status, f"log index {at}" in night.out) == (1, True)


def test_an_end_of_a_round_in_play_is_none(room: Casino) -> None:
    """Red before: the statement told of a stake that still lay there as lost."""
    chip = Chip(amount=500, chance="red")
    name = room.spins({"p-1": (chip,)}, None)
    ended = RoundEnded(bets=["p-1"], outcome="settled", round=f"roulette:{name}")
    at = inscribe(room.ledger, "thief/1", [(f"banked:{WHEEL}", ended)]).entries[0].index
    told = tombo(*LEDGER, "player", "statement", "p-1")
    assert told.status == 1
    assert f"banked.round_ended.v1 at log index {at} cannot follow what is on record of banked:{WHEEL}" in told.err
    assert tombo(*LEDGER, "player", "statement", "p-2").status == 0


def test_who_watched_has_a_statement_of_his_own(room: Casino) -> None:
    """Rounds and hands of others end among his lines, and are none of his."""
    chip = Chip(amount=500, chance="red")
    room.spins({"p-1": (chip,)}, "17")
    room.spins({"p-2": (chip,)}, "18")
    room.voids(room.spins({"p-2": (chip,)}, None))
    for who in ("p-1", "p-2"):
        told = tombo(*LEDGER, "player", "statement", who)
        assert told.status == 0, told.err
