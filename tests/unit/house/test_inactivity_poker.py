"""Inactivity at a table of poker: R806 r.70-71, by hands and by a short stack; the banked games have a file of their own."""

from __future__ import annotations

from tests.worlds.house import MANAGER, House, house, player, playing, seat
from tests.worlds.idle import close, warn
from tests.worlds.world import TABLE, TABLE_STREAM, poker_terms
from tombo.ledger.core.money import Money
from tombo.ledger.house.account.events import Credited
from tombo.ledger.house.ruleset.commands import ApproveRuleset
from tombo.ledger.house.session.commands import EndSession, StartSession, WarnInactivity
from tombo.ledger.house.session.events import InactivityWarned, SessionEnded
from tombo.ledger.house.table.commands import DrawButton, LeaveTable, OpenTable, ReturnToSeat, SeatPlayer, SitOut, TopUp
from tombo.ledger.house.table.events import PlayerLeft


def hands(world: House, count: int, idle: tuple[int, ...] = (), stacks: dict[int, int] | None = None) -> None:
    """So many hands in which every seat but the ``idle`` ones bets."""
    for _ in range(count):
        world.deal()
        dealt = world.mesa().hand_seats
        world.end({number: (stacks or {}).get(number, 5_000) for number in dealt}, idle)


def test_at_a_table_of_holdem_the_sixth_hand_without_a_bet_is_one_too_many() -> None:
    """R806 r.70b, r.71: warned after six, he leaves the table with his stack as the next hand without a bet is over."""
    world = playing("p-1", "p-2", "p-3")
    hands(world, 5, idle=(3,))
    assert world.refuses(warn("p-3", TABLE_STREAM)) == "R806 r.70b"
    hands(world, 1, idle=(3,))
    assert world.refuses(close("p-3")) == "R806 r.71"
    assert world.refuses(warn("p-3", TABLE_STREAM), player("p-3")) == "House: authority"
    said = InactivityWarned(at=None, number=6, rule="R806 r.70b", table=TABLE_STREAM)
    assert world.adds(warn("p-3", TABLE_STREAM)) == [("session:s-p-3", said)]
    assert world.refuses(close("p-3")) == "R806 r.71"
    hands(world, 1, idle=(3,))
    assert world.refuses(close("p-3"), player("p-3")) == "House: authority"
    back = Credited(
        amount=Money(5_000), cause=TABLE_STREAM, cause_version=world.version(TABLE_STREAM) + 1, wallet="cash"
    )
    assert world.adds(close("p-3")) == [
        (TABLE_STREAM, PlayerLeft(player="p-3", seat=3, stack=5_000)),
        ("account:p-3", back),
        ("session:s-p-3", SessionEnded(cause="inactivity", reason=None, rule="R806 r.71")),
    ]


def test_a_bet_at_a_table_of_holdem_takes_the_warning_back() -> None:
    """Who bets in the next hand is warned again before his session ends, however many hands he lets pass then."""
    world = playing("p-1", "p-2", "p-3")
    hands(world, 6, idle=(3,))
    world.does(warn("p-3", TABLE_STREAM))
    hands(world, 1)
    assert world.refuses(close("p-3")) == "R806 r.71"
    hands(world, 7, idle=(3,))
    assert world.refuses(close("p-3")) == "R806 r.71"


def test_who_is_in_a_hand_is_neither_warned_nor_sent_away() -> None:
    """Whether he bets in it is not known before its end, and his chips are in the hand."""
    world = playing("p-1", "p-2", "p-3")
    hands(world, 6, idle=(3,))
    world.deal()
    assert world.refuses(warn("p-3", TABLE_STREAM)) == "R806 r.70b"
    world.end({1: 5_000, 2: 5_000, 3: 5_000}, idle=(3,))
    world.does(warn("p-3", TABLE_STREAM))
    hands(world, 1, idle=(3,))
    world.deal()
    assert world.refuses(close("p-3")) == "R806 r.70b"


def test_a_void_hand_and_a_rest_are_no_hands_without_a_bet() -> None:
    """R806 r.68, r.72: what is void was not played, and who rests by the rules of the house keeps his seat."""
    world = playing("p-1", "p-2", "p-3")
    hands(world, 5, idle=(3,))
    world.deal()
    world.end({1: 5_000, 2: 5_000, 3: 5_000}, idle=(3,), outcome="voided")
    world.does(DrawButton(seat=1, table=TABLE))
    world.does(SitOut(seat=3, table=TABLE))
    hands(world, 3)
    assert world.refuses(warn("p-3", TABLE_STREAM)) == "R806 r.70b"
    world.does(ReturnToSeat(seat=3, table=TABLE))
    hands(world, 1, idle=(3,))
    world.does(warn("p-3", TABLE_STREAM))


def test_d6b_a_rest_after_the_warning_keeps_no_seat_for_ever() -> None:
    """R806 r.68, r.71: who was warned and rests is dealt no hand; the next one of the table was his to bet in."""
    world = playing("p-1", "p-2", "p-3")
    hands(world, 6, idle=(3,))
    world.does(warn("p-3", TABLE_STREAM))
    world.does(SitOut(seat=3, table=TABLE))
    assert world.refuses(close("p-3")) == "R806 r.71"
    world.deal()
    assert world.refuses(close("p-3")) == "R806 r.71"
    world.end({1: 5_000, 2: 5_000})
    world.does(close("p-3"))


def test_d6b_who_rests_as_hands_begin_and_is_back_as_they_end_lets_them_pass_too() -> None:
    """R806 r.71: he was dealt no hand after the warning, and might have been."""
    world = playing("p-1", "p-2", "p-3")
    hands(world, 6, idle=(3,))
    world.does(warn("p-3", TABLE_STREAM))
    world.does(SitOut(seat=3, table=TABLE))
    world.deal()
    world.does(ReturnToSeat(seat=3, table=TABLE))
    assert world.refuses(close("p-3")) == "R806 r.71"
    world.end({1: 5_000, 2: 5_000})
    world.does(close("p-3"))


def test_d6b_who_rested_before_the_warning_has_the_next_hand_all_the_same() -> None:
    """R806 r.71: a hand that began before the warning is not the next one, and a bet takes the warning back."""
    world = playing("p-1", "p-2", "p-3")
    hands(world, 6, idle=(3,))
    world.does(SitOut(seat=3, table=TABLE))
    world.deal()
    world.does(warn("p-3", TABLE_STREAM))
    world.end({1: 5_000, 2: 5_000})
    assert world.refuses(close("p-3")) == "R806 r.71"
    world.does(ReturnToSeat(seat=3, table=TABLE))
    hands(world, 1)
    assert world.refuses(close("p-3")) == "R806 r.71"


def test_the_specific_rules_may_have_fewer_hands() -> None:
    """R806 r.70b: where the approved rules expressly say three, three are enough and two are not."""
    world = house()
    approve = ApproveRuleset(
        idle_hands=3, in_force_from=0, reference="SRIJ/3", regulation="R806", ruleset="quick", terms=poker_terms()
    )
    world.does(approve, MANAGER)
    here = world.mesa().ruleset
    assert here is not None
    world.states[TABLE_STREAM] = world.mesa()._replace(ruleset=here.model_copy(update={"id": "quick"}))
    seat(world, "p-1", "p-2", "p-3").does(DrawButton(seat=1, table=TABLE))
    hands(world, 2, idle=(3,))
    assert world.refuses(warn("p-3", TABLE_STREAM)) == "R806 r.70b"
    hands(world, 1, idle=(3,))
    world.does(warn("p-3", TABLE_STREAM))


def test_a_stack_below_the_minimum_bet_is_warned_of_and_topped_up() -> None:
    """R806 r.70a, r.71: a stack of 0.99 is short; the end of the next hand is waited for, and a top-up undoes it."""
    world = playing("p-1", "p-2", "p-3")
    hands(world, 1, stacks={3: 99})
    world.does(warn("p-3", TABLE_STREAM))
    assert world("session:s-p-3").warning.rule == "R806 r.70a"
    assert world.refuses(close("p-3")) == "R806 r.71"
    world.deal()
    assert world.refuses(close("p-3")) == "R806 r.71"
    world.does(TopUp(amount=1_000, seat=3, table=TABLE), player("p-3"))
    world.end({1: 5_000, 2: 5_000})
    assert world.refuses(close("p-3")) == "R806 r.70a"
    hands(world, 1, stacks={3: 0})
    assert world.refuses(close("p-3")) == "R806 r.71"
    world.does(warn("p-3", TABLE_STREAM))
    hands(world, 1)
    assert world.adds(close("p-3"))[0] == (TABLE_STREAM, PlayerLeft(player="p-3", seat=3, stack=0))


def test_omaha_cites_its_own_regulation() -> None:
    """R811 r.70-71 are taken to say what R806 says."""
    world = house()
    omaha = ApproveRuleset(
        in_force_from=0, reference="SRIJ/4", regulation="R811", ruleset="plo", terms=poker_terms(variant="omaha")
    )
    world.does(omaha, MANAGER)
    world.does(OpenTable(buy_in=5_000, mode="continuous", ruleset="plo", table="omaha-1", top_up_max=10_000))
    world.does(StartSession(player="p-1", regulation="R811", session="omaha"), player("p-1"))
    world.does(SeatPlayer(player="p-1", seat=1, session="omaha", table="omaha-1"), player("p-1"))
    assert world.refuses(WarnInactivity(session="omaha", where="table:omaha-1")) == "R811 r.70b"
    assert world.refuses(EndSession(cause="inactivity", session="omaha")) == "R811 r.71"


def test_a_warning_is_of_a_table_where_the_session_is_played() -> None:
    """No table, another stream, or a table where he has no seat are none to be warned at; one he has left ends nothing."""
    world = playing("p-1", "p-2", "p-3")
    for where in ("table:mesa-9", "account:p-3", f"banked:{TABLE}"):
        assert world.refuses(warn("p-3", where)) == "House: session"
    hands(world, 6, idle=(3,))
    world.does(warn("p-3", TABLE_STREAM))
    hands(world, 1, idle=(3,))
    world.does(LeaveTable(seat=3, table=TABLE))
    assert world.refuses(close("p-3")) == "House: session"
