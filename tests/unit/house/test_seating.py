"""Seats, buy-ins, top-ups, rests and leaving (R806 r.6-15, r.17b, r.68)."""

from __future__ import annotations

from copy import deepcopy

import pytest

from tests.worlds.house import MANAGER, House, house, player, playing, seat, stack_commission
from tests.worlds.world import CHIPS, PLATFORM, TABLE, TABLE_STREAM, poker_terms
from tombo.ledger.core.command import Decision
from tombo.ledger.core.money import Money
from tombo.ledger.house.account.commands import Withdraw
from tombo.ledger.house.account.events import Credited, Debited
from tombo.ledger.house.ruleset.commands import WithdrawRuleset
from tombo.ledger.house.session.commands import EndSession, StartSession
from tombo.ledger.house.session.events import SessionEntered
from tombo.ledger.house.table.commands import CloseTable, LeaveTable, OpenTable, ReturnToSeat, SeatPlayer, SitOut, TopUp
from tombo.ledger.house.table.events import (
    LeaveRequested,
    PlayerLeft,
    PlayerSeated,
    StackToppedUp,
    TableHandEnded,
    TableOpened,
)
from tombo.ledger.terms.poker import Terms


def sit(name: str, number: int, session: str | None = None) -> SeatPlayer:
    return SeatPlayer(player=name, seat=number, session=session or f"s-{name}", table=TABLE)


def another_table(**changes: object) -> OpenTable:
    asked = {"buy_in": 5_000, "mode": "continuous", "ruleset": "nl-1", "table": "mesa-2", "top_up_max": 10_000}
    return OpenTable.model_validate({**asked, **changes})


def test_a_table_copies_the_approved_terms_and_names_the_approval() -> None:
    """An opened table carries the ruleset's terms and the place of its approval in the log."""
    world = house()
    opened = next(event for _, event in world.events if isinstance(event, TableOpened))
    place = world.place("ruleset:nl-1", 1)
    assert opened.terms == poker_terms(seats=6)
    assert (opened.ruleset.id, opened.ruleset.index, opened.ruleset.hash) == ("nl-1", place.index, place.hash.hex())


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"table": TABLE}, "House: table"),
        ({"ruleset": "nl-2"}, "House: ruleset"),
        ({"buy_in": 99}, "R806 r.15"),
        ({"top_up_max": 99}, "R806 r.15"),
        ({"buy_in": 10**12 + 1}, "House: movement"),
        ({"top_up_max": 2**53 - 1}, "House: movement"),
    ],
)
def test_a_table_nobody_could_play_at_is_refused(changes: dict[str, object], rule: str) -> None:
    """A name used before, rules never approved, a stack below the minimum bet or beyond all measure open no table."""
    assert house().refuses(another_table(**changes)) == rule


def test_a_table_opens_by_the_platform_only() -> None:
    """Neither a player nor a manager opens a table."""
    world = house()
    assert world.refuses(another_table(), player("p-1")) == "House: authority"
    assert world.refuses(another_table(), MANAGER) == "House: authority"


def test_no_table_opens_under_withdrawn_rules() -> None:
    """Withdrawn rules open no further table, while the tables they opened stand."""
    world = house()
    world.does(WithdrawRuleset(reason="replaced", ruleset="nl-1"), MANAGER)
    assert world.refuses(another_table()) == "House: ruleset"
    world.does(sit("p-1", 1), player("p-1"))


def test_no_commission_is_taken_of_a_stack_under_withdrawn_rules() -> None:
    """Where buy-in and top-up cost a commission (R806 r.17b) nobody buys chips once the rules are withdrawn. Red before: 10.00 were taken for no hand."""
    world = seat(house(rules=poker_terms(commission=stack_commission(2_000))), "p-1")
    buys = (sit("p-3", 3), player("p-3")), (TopUp(amount=1_000, seat=1, table=TABLE), player("p-1"))
    for command, by in buys:
        assert isinstance(deepcopy(world).ask(command, by), Decision)
    world.does(WithdrawRuleset(reason="replaced", ruleset="nl-1"), MANAGER)
    for command, by in buys:
        assert world.refuses(command, by) == "House: ruleset"
    world.does(LeaveTable(seat=1, table=TABLE), player("p-1"))


def test_the_commission_on_the_stack_must_leave_enough_to_play() -> None:
    """With 20 % of the stack as commission, an initial stack of 1.20 is below the minimum bet of 1.00."""
    world = house(rules=poker_terms(commission=stack_commission(2_000)))
    assert world.refuses(another_table(buy_in=120)) == "R806 r.15"
    world.does(another_table(buy_in=125))


def test_a_buy_in_leaves_the_account_in_the_same_commit() -> None:
    """Seating a player debits his account by the table's initial stack, and the debit names the seating."""
    world = house()
    events = world.adds(sit("p-1", 3), player("p-1"))
    assert events == [
        (TABLE_STREAM, PlayerSeated(buy_in=5_000, commission=0, player="p-1", seat=3, session="s-p-1")),
        ("account:p-1", Debited(amount=Money(5_000), cause=TABLE_STREAM, cause_version=2, wallet="cash")),
        ("session:s-p-1", SessionEntered(where=TABLE_STREAM)),
    ]
    assert world.balance("p-1") == 15_000
    assert world.mesa().at(3) is not None


def test_h8_ten_percent_of_the_stack_is_deducted_from_the_buy_in() -> None:
    """Rules.md H8: a buy-in of 50.00 at 10 % pays a commission of 5.00 and brings chips for 45.00 (R806 r.17b)."""
    world = seat(house(rules=poker_terms(commission=stack_commission(1_000))), "p-1")
    taken = world.mesa().at(1)
    assert taken is not None
    assert taken.stack == 4_500
    assert world.balance("p-1") == 15_000
    event = world.adds(TopUp(amount=1_001, seat=1, table=TABLE), player("p-1"))[0][1]
    assert event == StackToppedUp(amount=1_001, commission=100, seat=1)


def test_a_cap_bounds_the_commission_on_the_stack() -> None:
    """A commission of 10 % with a cap of 2.00 takes 2.00 of a buy-in of 50.00."""
    world = seat(house(rules=poker_terms(commission=stack_commission(1_000, cap=200))), "p-1")
    taken = world.mesa().at(1)
    assert taken is not None
    assert taken.stack == 4_800


@pytest.mark.parametrize(
    ("command", "rule"),
    [
        (sit("p-1", 2), "R806 r.9"),
        (sit("p-2", 1), "House: seat"),
        (sit("p-2", 7), "R806 r.4a"),
        (sit("p-2", 2, "s-p-1"), "House: session"),
        (sit("p-2", 2, "s-none"), "House: session"),
        (sit("p-9", 2, "s-p-9"), "House: session"),
        (SeatPlayer(player="p-2", seat=2, session="s-p-2", table="mesa-9"), "House: table"),
    ],
)
def test_a_seat_that_cannot_be_taken_is_refused(command: SeatPlayer, rule: str) -> None:
    """A second seat of one player, a taken or missing seat, no session of his own, no table: each by its rule."""
    assert seat(house(), "p-1").refuses(command) == rule


def test_nobody_is_seated_by_another_player() -> None:
    """A player cannot take a seat for somebody else; the platform can."""
    world = house()
    assert world.refuses(sit("p-1", 1), player("p-2")) == "House: authority"
    world.does(sit("p-1", 1), PLATFORM)


def test_a_session_that_ended_takes_no_seat() -> None:
    """A player whose session is over starts another before he sits down."""
    world = house()
    world.does(EndSession(cause="player", session="s-p-1"), player("p-1"))
    assert world.refuses(sit("p-1", 1), player("p-1")) == "House: session"


def test_a_buy_in_beyond_the_balance_is_refused() -> None:
    """Who has less on account than the initial stack does not sit; with exactly as much he does."""
    world = house()
    world.does(Withdraw(amount=Money(15_001), player="p-1", reference="out"), player("p-1"))
    assert world.refuses(sit("p-1", 1)) == "House: overdraft"
    world.does(Withdraw(amount=Money(15_000), player="p-2", reference="out"), player("p-2"))
    world.does(sit("p-2", 1))
    assert world.balance("p-2") == 0


def test_who_has_no_account_does_not_sit_at_a_table_in_euro() -> None:
    """A session alone pays for no stack."""
    world = house()
    world.does(StartSession(player="p-9", session="s-p-9"))
    assert world.refuses(sit("p-9", 1)) == "House: account"


def test_demo_chips_touch_no_account() -> None:
    """At a table without currency a player sits down and leaves without any movement on an account."""
    world = house(rules=poker_terms(unit=CHIPS), demo=True)
    assert [stream for stream, _ in world.adds(sit("p-1", 1), player("p-1"))] == [TABLE_STREAM, "session:s-p-1"]
    assert [stream for stream, _ in world.adds(LeaveTable(seat=1, table=TABLE), player("p-1"))] == [TABLE_STREAM]


@pytest.mark.parametrize(("rules", "demo"), [(poker_terms(), True), (poker_terms(unit=CHIPS), False)])
def test_demo_and_money_have_ledgers_of_their_own(rules: Terms, *, demo: bool) -> None:
    """A ledger of demo play opens no table in euro, a ledger of money none for play chips."""
    world = house(rules=poker_terms(unit=CHIPS) if demo else poker_terms(), demo=demo)
    world.states["ruleset:nl-1"] = world("ruleset:nl-1")._replace(terms=rules)
    assert world.refuses(another_table()) == ("R806 r.75" if demo else "R806 r.74")


def test_a_top_up_waits_for_the_end_of_the_hand() -> None:
    """During a hand who is in it cannot top up (R806 r.11b); who is not, can."""
    world = playing("p-1", "p-2")
    world.deal()
    world.does(sit("p-3", 3))
    assert world.refuses(TopUp(amount=100, seat=1, table=TABLE), player("p-1")) == "R806 r.11b"
    world.does(TopUp(amount=100, seat=3, table=TABLE), player("p-3"))
    world.end({1: 4_000, 2: 6_000})
    world.does(TopUp(amount=100, seat=1, table=TABLE), player("p-1"))


def test_a_top_up_reaches_the_operators_limit_and_no_further() -> None:
    """A stack of 50.00 with a limit of 100.00 takes 50.00 more, not 50.01 (R806 r.14)."""
    world = seat(house(), "p-1")
    assert world.refuses(TopUp(amount=5_001, seat=1, table=TABLE)) == "R806 r.14"
    world.does(TopUp(amount=5_000, seat=1, table=TABLE))
    assert world.balance("p-1") == 10_000


def test_the_limit_of_a_top_up_counts_chips_and_not_their_price() -> None:
    """With 10 % deducted a top-up of 61.11 brings 55.00: from 45.00 that is the limit of 100.00 and passes."""
    world = seat(house(rules=poker_terms(commission=stack_commission(1_000))), "p-1")
    assert world.refuses(TopUp(amount=6_112, seat=1, table=TABLE)) == "R806 r.14"
    world.does(TopUp(amount=6_111, seat=1, table=TABLE))
    assert world.mesa().seats[0].stack == 10_000


def test_a_top_up_is_the_players_own_and_within_his_balance() -> None:
    """Nobody tops up another's stack, an empty seat, or more than the account holds."""
    world = seat(house(top_up_max=50_000), "p-1")
    assert world.refuses(TopUp(amount=100, seat=1, table=TABLE), player("p-2")) == "House: authority"
    assert world.refuses(TopUp(amount=100, seat=2, table=TABLE)) == "House: seat"
    assert world.refuses(TopUp(amount=15_001, seat=1, table=TABLE), player("p-1")) == "House: overdraft"


def test_a_rest_is_taken_once_and_ended_once() -> None:
    """A player rests without losing his seat (R806 r.68) and comes back; neither twice."""
    world = seat(house(), "p-1")
    assert world.refuses(ReturnToSeat(seat=1, table=TABLE)) == "House: seat"
    world.does(SitOut(seat=1, table=TABLE), player("p-1"))
    assert world.refuses(SitOut(seat=1, table=TABLE)) == "House: seat"
    assert world.refuses(ReturnToSeat(seat=1, table=TABLE), player("p-2")) == "House: authority"
    world.does(ReturnToSeat(seat=1, table=TABLE), player("p-1"))


def test_between_hands_a_player_leaves_at_once_with_his_stack() -> None:
    """Leaving between hands empties the seat and credits the stack in the same commit (R806 r.10)."""
    world = seat(house(), "p-1")
    assert world.adds(LeaveTable(seat=1, table=TABLE), player("p-1")) == [
        (TABLE_STREAM, PlayerLeft(player="p-1", seat=1, stack=5_000)),
        ("account:p-1", Credited(amount=Money(5_000), cause=TABLE_STREAM, cause_version=3, wallet="cash")),
    ]
    assert world.balance("p-1") == 20_000
    assert world.mesa().seats == ()


def test_during_a_hand_leaving_takes_effect_at_its_end() -> None:
    """Who is in the hand keeps his seat until it ends, then leaves with the stack it left him, on his account."""
    world = playing("p-1", "p-2", "p-3")
    hand = world.deal()
    assert world.adds(LeaveTable(seat=2, table=TABLE), player("p-2")) == [(TABLE_STREAM, LeaveRequested(seat=2))]
    assert world.refuses(LeaveTable(seat=2, table=TABLE), player("p-2")) == "House: seat"
    version = world.version(TABLE_STREAM)
    events = world.end({1: 6_000, 2: 3_500, 3: 5_500})
    assert isinstance(events[0][1], TableHandEnded)
    assert events[0][1].hand == hand
    assert events[1:] == [
        (TABLE_STREAM, PlayerLeft(player="p-2", seat=2, stack=3_500)),
        ("account:p-2", Credited(amount=Money(3_500), cause=TABLE_STREAM, cause_version=version + 2, wallet="cash")),
    ]
    assert world.balance("p-2") == 18_500
    assert [(taken.seat, taken.stack) for taken in world.mesa().seats] == [(1, 6_000), (3, 5_500)]


def test_two_who_leave_at_the_end_of_a_hand_are_credited_each_by_his_own_leaving() -> None:
    """Each credit names the version of the leaving it pays, and who lost all is credited nothing."""
    world = playing("p-1", "p-2", "p-3")
    world.deal()
    for number in (1, 2, 3):
        world.does(LeaveTable(seat=number, table=TABLE))
    version = world.version(TABLE_STREAM)
    events = world.end({1: 0, 2: 9_000, 3: 6_000})
    paid_back = [(stream, event.cause_version) for stream, event in events if isinstance(event, Credited)]
    assert paid_back == [("account:p-2", version + 3), ("account:p-3", version + 4)]
    assert world.version(TABLE_STREAM) == version + 4


def test_who_is_not_in_the_hand_leaves_at_once() -> None:
    """A player who sat down during a hand need not wait for its end."""
    world = playing("p-1", "p-2")
    world.deal()
    world.does(sit("p-3", 3))
    assert isinstance(world.adds(LeaveTable(seat=3, table=TABLE), player("p-3"))[0][1], PlayerLeft)


def test_a_table_closes_empty_and_for_ever() -> None:
    """A table with a taken seat does not close; a closed one takes nobody."""
    world = seat(house(), "p-1")
    assert world.refuses(CloseTable(table=TABLE)) == "House: table"
    world.does(LeaveTable(seat=1, table=TABLE))
    assert world.refuses(CloseTable(table=TABLE), player("p-1")) == "House: authority"
    world.does(CloseTable(table=TABLE))
    assert world.refuses(CloseTable(table=TABLE)) == "House: table"
    assert world.refuses(sit("p-1", 1)) == "House: table"


def test_a_table_that_does_not_exist_is_refused_as_such() -> None:
    """No command of a seat or of closing finds a table that was never opened."""
    world = House()
    for command in (
        TopUp(amount=1, seat=1, table="x"),
        SitOut(seat=1, table="x"),
        ReturnToSeat(seat=1, table="x"),
        LeaveTable(seat=1, table="x"),
        CloseTable(table="x"),
    ):
        assert world.refuses(command) == "House: table"
