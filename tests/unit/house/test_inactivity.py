"""Inactivity at banked tables: who is idle by time or by rounds, warned, and what he does with what the warning leaves him."""

from __future__ import annotations

import pytest

from tests.worlds.blackjack import TABLE as BLACKJACK_TABLE
from tests.worlds.blackjack import Blackjack
from tests.worlds.house import player
from tests.worlds.idle import alone, arrives, close, decided, warn
from tests.worlds.roulette import WHEEL, Roulette, chip, wheel
from tombo.ledger.games.blackjack.commands import CloseBlackjackBets, PlaceBlackjackBet
from tombo.ledger.games.roulette.commands import PlaceChips
from tombo.ledger.house.banked.commands import JoinTable, PartTable
from tombo.ledger.house.banked.events import PlayerParted, RoundEnded
from tombo.ledger.house.session.commands import EndSession, StartSession
from tombo.ledger.house.session.events import InactivityWarned, SessionEnded

RED = chip(1000, "red")
AT_WHEEL = f"banked:{WHEEL}"


def spins(world: Roulette, *bettors: str, count: int = 1) -> None:
    """So many spins in which ``bettors`` alone bet; the next one is open after it."""
    for _ in range(count):
        for name in bettors:
            world.bets(name, RED)
        world.lands("1")
        world.opens()


@pytest.mark.parametrize(
    ("regulation", "idle", "warned"), [("R804", "R804 r.28b", "R804 r.29"), ("R807", "R807 r.29b", "R807 r.30")]
)
def test_among_several_the_sixth_spin_without_a_bet_is_one_too_many(regulation: str, idle: str, warned: str) -> None:
    """After five a warning is refused, after six it is recorded with its rule; the session ends only with the next spin."""
    world = wheel(regulation)
    spins(world, "p-1", count=5)
    assert world.refuses(warn("p-2", AT_WHEEL)) == idle
    assert world.refuses(close("p-2")) == warned
    spins(world, "p-1")
    said = InactivityWarned(at=None, number=7, rule=idle, table=AT_WHEEL)
    assert world.adds(warn("p-2", AT_WHEEL)) == [("session:s-p-2", said)]
    assert world.refuses(warn("p-1", AT_WHEEL)) == idle
    spins(world, "p-1")
    assert world.refuses(close("p-2")) == warned
    spins(world, "p-1")
    assert world.adds(close("p-2")) == [
        (AT_WHEEL, PlayerParted(player="p-2", seat=None)),
        ("session:s-p-2", SessionEnded(cause="inactivity", reason=None, rule=warned)),
    ]


def test_a_bet_after_the_warning_takes_it_back() -> None:
    """Who bets in time stays, and however long he is idle again, he is warned again before his session ends."""
    world = wheel()
    spins(world, count=6)
    world.does(warn("p-2", AT_WHEEL))
    world.bets("p-2", RED)
    assert world.refuses(close("p-2")) == "R804 r.29"
    spins(world)
    spins(world, count=7)
    assert world.refuses(close("p-2")) == "R804 r.29"
    world.does(warn("p-2", AT_WHEEL))
    spins(world, count=2)
    world.does(close("p-2"))


def test_who_has_a_bet_in_the_spin_under_way_is_not_idle() -> None:
    """Six spins let pass are forgiven by a bet that is not even decided."""
    world = wheel()
    spins(world, count=6)
    world.bets("p-2", RED)
    assert world.refuses(warn("p-2", AT_WHEEL)) == "House: session"


def test_a_spin_under_way_when_a_player_comes_is_none_he_let_pass() -> None:
    """Counted are the spins that begin after he came to the wheel, whether others bet in them or not."""
    world = wheel(names=("p-1", "p-2"))
    world.does(PartTable(player="p-2", table=WHEEL))
    world.does(JoinTable(player="p-2", session="s-p-2", table=WHEEL))
    spins(world, count=6)
    assert world.refuses(warn("p-2", AT_WHEEL)) == "R804 r.28b"
    spins(world)
    world.does(warn("p-2", AT_WHEEL))


def test_a_void_spin_is_none_that_was_let_pass() -> None:
    """What is void was not played (R804 r.20): it neither adds to the spins without a bet nor is the next one."""
    world = wheel()
    spins(world, count=5)
    world.voids()
    world.opens()
    assert world.refuses(warn("p-2", AT_WHEEL)) == "R804 r.28b"
    spins(world)
    world.does(warn("p-2", AT_WHEEL))


def test_the_round_says_who_bet_in_it() -> None:
    """The table's own entry names them once each, in order of name: idleness is counted from the table's stream alone."""
    world = wheel()
    for name in ("p-3", "p-1", "p-3"):
        world.bets(name, RED)
    ended = world.lands("1")[-1]
    assert ended == RoundEnded(bets=["p-1", "p-3"], outcome="settled", round=f"roulette:{WHEEL}/1")


@pytest.mark.parametrize(
    ("regulation", "idle", "warned"), [("R804", "R804 r.28a", "R804 r.29"), ("R807", "R807 r.29a", "R807 r.30")]
)
def test_alone_at_a_wheel_minutes_count(regulation: str, idle: str, warned: str) -> None:
    """R804 r.28a, R807 r.29a: more than three minutes without a bet, and more than one after the warning."""
    world = wheel(regulation, names=("p-1",), table_kind="single")
    arrives(world, AT_WHEEL, None)
    alone(world, PlaceChips(chips=[RED], player="p-1", round=world.round), AT_WHEEL, idle)
    world.lands("1")
    decided(world, AT_WHEEL, idle, warned)


def test_alone_at_a_table_of_blackjack_minutes_count() -> None:
    """R805 r.35a, r.36: three minutes from the bet, one after the warning."""
    world, where = Blackjack(table_kind="single"), f"banked:{BLACKJACK_TABLE}"
    arrives(world, where, 1)
    world.open()
    alone(world, PlaceBlackjackBet(amount=100, round=world.local, seat=1), where, "R805 r.35a")
    world.does(CloseBlackjackBets(round=world.local))
    world.deals("Ts 9h Kd", "8c")
    world.decides("surrender")
    decided(world, where, "R805 r.35a", "R805 r.36")


def test_several_seats_of_a_player_are_let_go_together() -> None:
    """R805 r.7: a bet on one of his seats is a bet of the player's; his session ends with all of them."""
    world, where = Blackjack({1: "p-1", 2: "p-1", 3: "p-2"}), f"banked:{BLACKJACK_TABLE}"
    world.open()
    world.bets({2: 100})
    world.deals("Ts 9h Kd", "8c")
    world.decides("surrender", seat=2)
    for _ in range(5):
        world.open()
        world.bets({})
    assert world.refuses(warn("p-1", where)) == "R805 r.35b"
    world.open()
    world.bets({})
    world.does(warn("p-1", where))
    world.open()
    world.bets({})
    left = [event.seat for _, event in world.adds(close("p-1")) if isinstance(event, PlayerParted)]
    assert left == [1, 2]


def test_a_bet_that_is_not_decided_keeps_the_session_open() -> None:
    """Who has left the wheel with a bet on it ends his session once the spin is settled, not before."""
    world = wheel()
    world.bets("p-1", RED)
    end = EndSession(cause="player", session="s-p-1")
    assert world.refuses(end, player("p-1")) == "House: session"
    world.does(PartTable(player="p-1", table=WHEEL))
    assert world.refuses(end, player("p-1")) == "House: session"
    assert world.refuses(JoinTable(player="p-1", session="s-p-1", table=WHEEL)) == "House: session"
    world.lands("1")
    world.does(end, player("p-1"))


def test_a_player_is_at_a_table_within_one_session() -> None:
    """A second seat is taken within the session of the first: a payment says whose session it is of."""
    world = Blackjack({1: "p-1"})
    world.does(StartSession(player="p-1", regulation="R805", session="second"), player("p-1"))
    join = JoinTable(player="p-1", seat=2, session="second", table=BLACKJACK_TABLE)
    assert world.refuses(join, player("p-1")) == "House: session"
    world.does(EndSession(cause="player", session="second"), player("p-1"))
