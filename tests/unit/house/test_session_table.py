"""Session tables (R806 r.2m, r.2s, r.6b): registered before, an hour of play, and the hands in which everybody completes the round."""

from __future__ import annotations

import pytest

from tests.worlds.house import MANAGER, PLAYERS, House, house, player
from tests.worlds.world import OFFICER, PLATFORM
from tombo.ledger.catalogue import decided
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.ids import hand_stream
from tombo.ledger.games.poker.commands import StartHand
from tombo.ledger.house.ruleset.commands import WithdrawRuleset
from tombo.ledger.house.table.commands import CloseTable, DrawButton, LeaveTable, OpenTable, RegisterPlayer, SeatPlayer
from tombo.ledger.house.table.events import PlayerLeft, PlayerRegistered, SessionSet, TableClosed, TableHandStarted
from tombo.ledger.house.table.hours import Hours
from tombo.ledger.house.table.state import Table, eligible, hand_ended, next_button

HOUR = 3_600 * SECOND
STARTS = 100 * HOUR
ENDS = STARTS + HOUR
NAME = "hora-1"
STREAM = f"table:{NAME}"
OPEN = OpenTable(buy_in=5_000, mode="session", ruleset="nl-1", starts=STARTS, table=NAME, top_up_max=10_000)
CLOSE = CloseTable(table=NAME)
START = StartHand(table=NAME)


def sit(name: str, number: int) -> SeatPlayer:
    return SeatPlayer(player=name, seat=number, session=f"s-{name}", table=NAME)


def register(name: str) -> RegisterPlayer:
    return RegisterPlayer(player=name, table=NAME)


def opened(*names: str) -> House:
    """A session table that starts at ``STARTS``, with these players registered and on its seats, its button on seat 1."""
    world = house()
    world.clock = STARTS - HOUR
    world.does(OPEN)
    for number, name in enumerate(names, 1):
        world.does(register(name), player(name))
        world.does(sit(name, number), player(name))
    if names:
        world.does(DrawButton(seat=1, table=NAME))
    world.clock = STARTS
    return world


def table(world: House) -> Table:
    found = world(STREAM)
    assert isinstance(found, Table)
    return found


def plays(world: House, outcome: str = "settled") -> int:
    """A hand of the table, as a game would write it, if the door would begin it; where its button is."""
    answer = decided(Envelope(START, PLATFORM, "c-1", None), world)
    assert not isinstance(answer, Refused), answer
    found = table(world)
    number, button = found.number + 1, next_button(found)
    assert button is not None
    seats = [taken.seat for taken in eligible(found)]
    hand = hand_stream(NAME, number)
    world.versions[hand] = 1
    world.record([(STREAM, TableHandStarted(button=button, hand=hand, number=number, seats=seats))])
    world.record(
        hand_ended(world, hand, dict.fromkeys(seats, 5_000), seats, "voided" if outcome == "voided" else "settled")
    )
    return button


def test_a_session_table_says_when_it_plays() -> None:
    """An hour from its start; the hours stand behind its opening, in one commit."""
    world = house()
    world.clock = STARTS
    assert world.adds(OPEN)[1] == (STREAM, SessionSet(ends=ENDS, starts=STARTS))
    assert table(world).hours == Hours(STARTS, ENDS)


@pytest.mark.parametrize(
    ("mode", "starts", "rule"),
    [
        ("session", None, "R806 r.2m"),
        ("session", STARTS - 10 * SECOND - 1, "R806 r.2m"),
        ("continuous", STARTS, "R806 r.6a"),
    ],
)
def test_a_start_stands_with_a_session_and_is_to_come(mode: str, starts: int | None, rule: str) -> None:
    """Red before: a session table opened without any hours, and nobody asked for them."""
    world = house()
    world.clock = STARTS
    assert world.refuses(OpenTable.model_validate({**OPEN.model_dump(), "mode": mode, "starts": starts})) == rule


def test_old_requests_are_written_as_they_were() -> None:
    """A table that goes on names no start, so the bytes of its request are those from before."""
    asked = OpenTable(buy_in=5_000, mode="continuous", ruleset="nl-1", table=NAME, top_up_max=10_000)
    assert "starts" not in asked.model_dump_json()


def test_nobody_sits_down_unregistered() -> None:
    """R806 r.6b: for the session, and for seats that fall vacant in it; once the hour is over nobody new."""
    world = opened("p-1", "p-2")
    assert world.refuses(sit("p-3", 3), player("p-3")) == "R806 r.6b"
    assert world.refuses(register("p-3"), player("p-1")) == "House: authority"
    assert world.adds(register("p-3")) == [(STREAM, PlayerRegistered(player="p-3"))]
    assert world.refuses(register("p-3")) == "House: table"
    world.clock = ENDS + 10 * SECOND
    assert world.refuses(sit("p-3", 3), player("p-3")) == "R806 r.6b"
    assert world.refuses(register("p-4")) == "R806 r.6b"
    world.clock = ENDS - 1
    world.does(sit("p-3", 3), player("p-3"))


def test_nobody_registers_for_a_table_that_goes_on() -> None:
    """Nor for one that is not there."""
    world = house()
    assert world.refuses(RegisterPlayer(player="p-1", table="mesa-1")) == "House: table"
    assert world.refuses(register("p-1")) == "House: table"


def test_no_hand_begins_before_the_start_by_either_clock() -> None:
    """A claim of the start does not make it."""
    world = opened(*PLAYERS)
    for occurred, clock in ((STARTS, STARTS - 1), (STARTS - 1, STARTS), (None, STARTS - 1)):
        world.clock = clock
        outcome = decided(Envelope(START, PLATFORM, "c-1", occurred), world)
        assert isinstance(outcome, Refused) and outcome.finding.rule == "R806 r.2m"
    world.clock = STARTS
    assert not isinstance(decided(Envelope(START, PLATFORM, "c-1", STARTS), world), Refused)


def test_after_the_hour_the_round_is_completed_and_no_other_begins() -> None:
    """R806 r.2s: with one of three having had the button, two hands are left; the third is refused, and the table closes."""
    world = opened(*PLAYERS)
    assert plays(world) == 1
    world.clock = ENDS + 10 * SECOND
    assert world.refuses(CLOSE) == "R806 r.2s"
    assert [plays(world), plays(world)] == [2, 3]
    assert world.refuses(START) == "R806 r.2s"
    version = world.version(STREAM)
    events = world.adds(CLOSE)
    left = [event for stream, event in events if stream == STREAM]
    assert left == [
        *(PlayerLeft(player=name, seat=seat, stack=5_000) for seat, name in enumerate(PLAYERS, 1)),
        TableClosed(),
    ]
    assert [getattr(event, "cause_version", None) for stream, event in events if stream.startswith("account:")] == [
        version + 1,
        version + 2,
        version + 3,
    ]
    assert [world.balance(name) for name in PLAYERS] == [20_000] * 3


def test_a_round_that_is_complete_at_the_hour_is_the_last() -> None:
    """No other begins after it, and none that was only begun by a void hand, which was nobody's."""
    world = opened(*PLAYERS)
    assert [plays(world) for _ in PLAYERS] == [1, 2, 3]
    world.clock = ENDS + 10 * SECOND
    assert world.refuses(START) == "R806 r.2s"
    unplayed = opened(*PLAYERS)
    plays(unplayed, "voided")
    unplayed.does(DrawButton(seat=2, table=NAME))
    unplayed.clock = ENDS + 10 * SECOND
    assert unplayed.refuses(START) == "R806 r.2s"


def test_a_hand_begins_at_the_hour_by_what_its_source_says_and_not_after() -> None:
    """What comes too late is asked of the claim; what claims nothing has the difference of clocks."""
    world = opened(*PLAYERS)
    for occurred, clock, refused in ((ENDS - 1, ENDS + SECOND, False), (ENDS, ENDS, True), (None, ENDS, False)):
        world.clock = clock
        outcome = decided(Envelope(START, PLATFORM, "c-1", occurred), world)
        assert isinstance(outcome, Refused) is refused


def test_a_session_table_is_not_closed_before_its_end() -> None:
    """By the earlier of both clocks, whoever sits there or not; players leave as they like (r.10), and then no round waits for them."""
    world = opened("p-1", "p-2")
    plays(world)
    for number in (1, 2):
        world.clock = ENDS - 1
        assert world.refuses(CLOSE) == "R806 r.2s"
        world.does(LeaveTable(seat=number, table=NAME), player(f"p-{number}"))
    world.clock = ENDS
    assert world.refuses(CLOSE, OFFICER) == "House: authority"
    assert world.adds(CLOSE) == [(STREAM, TableClosed())]


def test_a_table_whose_rules_were_withdrawn_is_closed_at_its_hour() -> None:
    """No hand begins there that would complete the round. Red before: it was refused, and 'start_hand', which it asked for, too."""
    world = opened("p-1", "p-2")
    plays(world)
    world.clock = ENDS
    assert world.refuses(CLOSE) == "R806 r.2s"
    world.does(WithdrawRuleset(reason="replaced", ruleset="nl-1"), MANAGER)
    assert world.refuses(START) == "House: ruleset"
    world.clock = ENDS - 1
    assert world.refuses(CLOSE) == "R806 r.2s"
    world.clock = ENDS
    events = [event for _, event in world.adds(CLOSE)]
    assert [event for event in events if isinstance(event, PlayerLeft | TableClosed)] == [
        PlayerLeft(player="p-1", seat=1, stack=5_000),
        PlayerLeft(player="p-2", seat=2, stack=5_000),
        TableClosed(),
    ]


def test_a_table_whose_players_cannot_go_on_is_closed_at_its_hour() -> None:
    """R806 r.7: one player alone completes no round, and leaves with his stack as the table closes."""
    world = opened("p-1", "p-2")
    plays(world)
    world.does(LeaveTable(seat=2, table=NAME), player("p-2"))
    world.clock = ENDS
    assert PlayerLeft(player="p-1", seat=1, stack=5_000) in [event for _, event in world.adds(CLOSE)]


def test_hours_that_no_door_wrote_cannot_follow() -> None:
    """They stand behind the opening of a session table, and nowhere else."""
    world = opened("p-1", "p-2")
    for event in (SessionSet(ends=ENDS, starts=STARTS), PlayerRegistered(player="p-1")):
        with pytest.raises(ValueError, match=r"hours of a session|cannot register"):
            world.record([(STREAM, event)])
    for other in (SessionSet(ends=ENDS, starts=STARTS), PlayerRegistered(player="p-1")):
        with pytest.raises(ValueError, match=r"hours of a session|cannot register"):
            world.record([("table:mesa-1", other)])
