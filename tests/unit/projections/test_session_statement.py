"""What a session staked, won and lost (R803 r.39, R804 r.26, R805 r.33, R806 r.67) follows from the entries alone, in every game."""

from __future__ import annotations

from typing import Final, NamedTuple

from tests.worlds.blackjack import Blackjack
from tests.worlds.house import house, player, seat
from tests.worlds.roulette import DEADLINE, WHEEL, chip, wheel
from tests.worlds.sem_descarte import Casino
from tests.worlds.world import TABLE, TABLE_STREAM, World
from tombo.ledger.core.ids import table_of
from tombo.ledger.games.poker.commands import DealHoleCards, Fold, PlaceBet, StartHand
from tombo.ledger.games.poker.events import BetPlaced, BlindPosted, PotAwarded, UncalledBetReturned
from tombo.ledger.games.roulette.commands import OpenSpin
from tombo.ledger.house.account.events import Credited, Debited
from tombo.ledger.house.banked.commands import JoinTable, PartTable
from tombo.ledger.house.banked.events import PlayerJoined
from tombo.ledger.house.session.commands import EndSession, StartSession
from tombo.ledger.house.table.commands import DrawButton, LeaveTable, TopUp
from tombo.ledger.house.table.events import PlayerSeated

RED: Final = chip(1000, "red")


class Moved(NamedTuple):
    """What left a player's account for play and what came back, in cents."""

    out: int = 0
    back: int = 0


def moved_by_session(world: World) -> dict[str, Moved]:
    """Every movement of money into and out of play, by session, read from the entries in log order and nothing else.

    The cause of a movement is a round or a table; who is at that table, and within which session, its own entries say.
    """
    at: dict[tuple[str, str], str] = {}
    found: dict[str, Moved] = {}
    for stream, event in world.events:
        match event:
            case PlayerJoined() | PlayerSeated():
                at[stream, event.player] = event.session
            case Debited() | Credited():
                kind = event.cause.partition(":")[0]
                table = event.cause if kind == "table" else f"banked:{table_of(event.cause)}"
                session = at[table, stream.partition(":")[2]]
                moved = found.get(session, Moved())
                cents = event.amount.cents
                out, back = (cents, 0) if isinstance(event, Debited) else (0, cents)
                found[session] = Moved(moved.out + out, moved.back + back)
            case _:
                pass
    return found


def test_a_wheel_tells_two_sessions_of_a_player_apart() -> None:
    """Two spins in one session, one in the next: each has its own stakes and payments, also what was paid after he left."""
    world = wheel(names=("p-1", "p-2"))
    world.bets("p-1", RED)
    world.bets("p-2", RED)
    world.lands("2")
    world.opens()
    world.bets("p-1", RED)
    world.does(PartTable(player="p-1", table=WHEEL))
    world.lands("1")
    world.does(EndSession(cause="player", session="s-p-1"), player("p-1"))
    world.does(StartSession(player="p-1", regulation="R804", session="later"), player("p-1"))
    world.does(JoinTable(player="p-1", session="later", table=WHEEL), player("p-1"))
    world.does(OpenSpin(deadline=DEADLINE, table=WHEEL))
    world.bets("p-1", RED, RED)
    world.voids()
    assert moved_by_session(world) == {
        "s-p-1": Moved(2_000, 2_000),
        "s-p-2": Moved(1_000, 0),
        "later": Moved(2_000, 2_000),
    }


def test_a_table_of_blackjack_tells_what_each_session_staked() -> None:
    """A surrender gives half back; the other player's session has nothing of it."""
    world = Blackjack({1: "p-1", 2: "p-2"})
    world.open()
    world.bets({1: 200})
    world.deals("Ts 9h Kd", "8c")
    world.decides("surrender")
    assert moved_by_session(world) == {"s-p-1": Moved(200, 100)}


def test_a_table_of_sem_descarte_tells_what_each_session_staked() -> None:
    """Ante and second bet are both stakes; who folds has staked his ante alone."""
    casino = Casino("p-1", "p-2")
    casino.dealt({1: 100, 2: 100}, {1: "9h 9c 9d 9s 2d", 2: "8h 7c 4d 3s 2c"}, "Ac Kd Qh 7s 3c")
    casino.goes_on(1)
    casino.folds(2)
    before = casino.balance("p-1")
    casino.settles()
    won = casino.balance("p-1") - before
    assert won > 300
    assert moved_by_session(casino) == {"s-p-1": Moved(300, won), "s-p-2": Moved(100, 0)}


def staked_at_poker(world: World) -> dict[str, Moved]:
    """What every session bet in hands, and what pots and uncalled bets gave it back: from the hands and their table's seats."""
    sessions: dict[int, str] = {}
    found: dict[str, Moved] = {}
    for stream, event in world.events:
        match event:
            case PlayerSeated() if stream == TABLE_STREAM:
                sessions[event.seat] = event.session
            case BlindPosted() | BetPlaced():
                moved = found.get(sessions[event.seat], Moved())
                found[sessions[event.seat]] = moved._replace(out=moved.out + event.paid)
            case PotAwarded() | UncalledBetReturned():
                moved = found.get(sessions[event.seat], Moved())
                found[sessions[event.seat]] = moved._replace(back=moved.back + event.amount)
            case _:
                pass
    return found


def test_a_table_of_holdem_tells_what_each_session_bought_and_bet() -> None:
    """Buy-in, top-up and what he leaves with are movements of the session; bets and winnings are those of his seat's hands."""
    world = seat(house(), "p-1", "p-2", "p-3")
    world.does(TopUp(amount=1_000, seat=1, table=TABLE), player("p-1"))
    world.does(DrawButton(seat=3, table=TABLE))
    world.does(StartHand(table=TABLE))
    cards = ["As", "Kd", "Qh", "Ah", "Kc", "Qc"]
    world.does(DealHoleCards(cards=cards, hand=f"{TABLE}/1"))
    world.does(PlaceBet(hand=f"{TABLE}/1", seat=3, total=300), player("p-3"))
    for number in (1, 2):
        world.does(Fold(hand=f"{TABLE}/1", seat=number), player(f"p-{number}"))
    for number in (1, 2, 3):
        world.does(LeaveTable(seat=number, table=TABLE), player(f"p-{number}"))
    moved, played = moved_by_session(world), staked_at_poker(world)
    assert {name: one.out for name, one in moved.items()} == {"s-p-1": 6_000, "s-p-2": 5_000, "s-p-3": 5_000}
    assert {name: one.out for name, one in played.items()} == {"s-p-1": 50, "s-p-2": 100, "s-p-3": 300}
    assert {name: one.back - one.out for name, one in moved.items()} == {
        name: one.back - one.out for name, one in played.items()
    }
