"""The button: drawn as a table starts or starts again, moved seat by seat otherwise (R806 r.4c, r.15, r.46, r.64)."""

from __future__ import annotations

from tests.worlds.house import house, player, playing, seat
from tests.worlds.world import TABLE
from tombo.ledger.house.table.commands import DrawButton, LeaveTable, ReturnToSeat, SeatPlayer, SitOut
from tombo.ledger.house.table.state import eligible, next_button


def test_the_drawn_button_holds_for_the_first_hand_and_moves_after_it() -> None:
    """The first hand has the button where the draw put it, the next ones one taken seat further, clockwise."""
    world = playing("p-1", "p-2", "p-3")
    buttons = []
    for _ in range(4):
        world.deal()
        buttons.append(world.mesa().button)
        world.end({1: 5_000, 2: 5_000, 3: 5_000})
    assert buttons == [1, 2, 3, 1]


def test_the_button_passes_over_who_cannot_play() -> None:
    """A resting player, and one whose stack is below the minimum bet (r.15), get neither cards nor button."""
    world = playing("p-1", "p-2", "p-3")
    world.deal()
    world.end({1: 5_000, 2: 99, 3: 9_901})
    assert [taken.seat for taken in eligible(world.mesa())] == [1, 3]
    assert next_button(world.mesa()) == 3
    world.does(SitOut(seat=3, table=TABLE))
    assert [taken.seat for taken in eligible(world.mesa())] == [1]


def test_who_asked_to_leave_plays_no_further_hand() -> None:
    """From the request on, while the hand is still played, the seat does not count among those of the next."""
    world = playing("p-1", "p-2", "p-3")
    world.deal()
    world.does(LeaveTable(seat=2, table=TABLE))
    assert [taken.seat for taken in eligible(world.mesa())] == [1, 3]


def test_a_stack_of_exactly_the_minimum_bet_plays() -> None:
    """R806 r.15 asks for a top-up below the minimum bet, not at it."""
    world = playing("p-1", "p-2")
    world.deal()
    world.end({1: 100, 2: 9_900})
    assert [taken.seat for taken in eligible(world.mesa())] == [1, 2]


def test_the_button_of_a_seat_left_empty_still_moves_clockwise() -> None:
    """When the player with the button leaves, the next hand's button is the next taken seat after his."""
    world = playing("p-1", "p-2", "p-3")
    world.deal()
    world.end({1: 5_000, 2: 5_000, 3: 5_000})
    world.deal()
    world.end({1: 5_000, 2: 5_000, 3: 5_000})
    world.does(LeaveTable(seat=2, table=TABLE))
    assert world.mesa().button == 2
    assert next_button(world.mesa()) == 3


def test_a_drawn_button_whose_seat_leaves_before_the_first_hand_moves_on() -> None:
    """The draw stands: the button goes to the next seat able to play, not to another draw."""
    world = playing("p-1", "p-2", "p-3")
    world.does(LeaveTable(seat=1, table=TABLE))
    assert next_button(world.mesa()) == 2


def test_d6c_after_an_outage_the_button_is_drawn_again() -> None:
    """R806 r.46, r.72: the table that starts again after a void hand has its button drawn, and deals no hand before."""
    world = playing("p-1", "p-2", "p-3")
    world.deal()
    world.end({1: 5_000, 2: 5_000, 3: 5_000}, outcome="voided")
    assert world.mesa().button is None
    assert next_button(world.mesa()) is None
    world.does(DrawButton(seat=3, table=TABLE))
    assert next_button(world.mesa()) == 3


def test_a_table_that_stopped_draws_again() -> None:
    """With fewer than two players able to play between hands the table has stopped, and r.46 draws anew."""
    world = playing("p-1", "p-2")
    world.deal()
    world.end({1: 5_000, 2: 5_000})
    world.does(SitOut(seat=2, table=TABLE))
    world.does(ReturnToSeat(seat=2, table=TABLE))
    assert world.mesa().button is None
    assert next_button(world.mesa()) is None
    world.does(DrawButton(seat=2, table=TABLE))
    assert next_button(world.mesa()) == 2


def test_a_rest_asked_for_during_a_hand_stops_the_table_only_after_it() -> None:
    """The button of a hand in play is not forgotten while it is played."""
    world = playing("p-1", "p-2")
    world.deal()
    world.does(SitOut(seat=2, table=TABLE))
    assert world.mesa().button == 1
    world.end({1: 5_000, 2: 5_000})
    assert world.mesa().button is None


def test_a_button_is_not_drawn_twice() -> None:
    """Once drawn the button moves by r.64; another draw is refused."""
    world = playing("p-1", "p-2")
    assert world.refuses(DrawButton(seat=2, table=TABLE)) == "R806 r.46"
    world.deal()
    assert world.refuses(DrawButton(seat=2, table=TABLE)) == "R806 r.46"


def test_a_button_needs_two_players_and_falls_to_one_of_them() -> None:
    """One player alone has no button (r.7), and it falls to a seat that can play (r.46), by the platform's draw."""
    world = seat(house(), "p-1")
    assert world.refuses(DrawButton(seat=1, table=TABLE)) == "R806 r.7"
    world.does(SeatPlayer(player="p-2", seat=5, session="s-p-2", table=TABLE))
    assert world.refuses(DrawButton(seat=3, table=TABLE)) == "R806 r.46"
    assert world.refuses(DrawButton(seat=1, table=TABLE), player("p-1")) == "House: authority"
    world.does(DrawButton(seat=5, table=TABLE))
    assert world.refuses(DrawButton(seat=1, table="mesa-9")) == "House: table"


def test_there_is_no_button_before_the_draw() -> None:
    """A table that never played has no next button."""
    assert next_button(seat(house(), "p-1", "p-2").mesa()) is None
