"""Hands of a tournament: played to the last chip, short blinds, who took whose chips, who sits out, what is void."""

from __future__ import annotations

import pytest

from tests.worlds.house import player
from tests.worlds.tournament import CUP, START, Cup
from tests.worlds.world import OFFICER, PLATFORM
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.entry import EventBase
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.games.poker.audit import differences
from tombo.ledger.games.poker.events import UncalledBetReturned
from tombo.ledger.games.poker.state import Hand
from tombo.ledger.games.poker.turns import phase, turn
from tombo.ledger.games.tournament.commands import (
    CallTime,
    CancelTournament,
    CloseRegistration,
    StartSynchronizedHand,
)
from tombo.ledger.games.tournament.events import ChipsLost
from tombo.ledger.house.incident.commands import OpenIncident
from tombo.ledger.house.session.commands import EndSession, WarnInactivity
from tombo.ledger.house.session.events import SessionEnded
from tombo.ledger.house.table.commands import LeaveTable, ReturnToSeat, SeatPlayer, TopUp
from tombo.ledger.house.table.events import SatOut, SeatNet, TableHandEnded, TableHandStarted
from tombo.ledger.house.table.state import Table, next_button

TABLE = "mesa-1"


def cup(*names: str, **changes: object) -> Cup:
    """A tournament of one table, started, its prizes fixed."""
    world = Cup(**{"tables": "one", "players_max": 6, **changes})
    world.enters(*(names or ("p-1", "p-2", "p-3")))
    world.starts()
    world.does(CloseRegistration(tournament=CUP))
    return world


def table(world: Cup, name: str = TABLE) -> Table:
    """A table of it."""
    found = world(f"table:{name}")
    assert isinstance(found, Table)
    return found


def lies(world: Cup, **stacks: int) -> None:
    """These stacks lie before these players (``p_1``), after a hand that nobody tells."""
    state = table(world)
    after = {name.replace("_", "-"): chips for name, chips in stacks.items()}
    seats = [taken for taken in state.seats if taken.player in after]
    nets = [SeatNet(after=after[s.player], before=s.stack, seat=s.seat, taken_by=[]) for s in seats]
    number, hand, taken = state.number + 1, f"hand:{TABLE}/{state.number + 1}", [s.seat for s in seats]
    began = TableHandStarted(button=state.button or taken[0], hand=hand, number=number, seats=taken)
    ended = TableHandEnded(bets=taken, hand=hand, outcome="settled", stacks=nets)
    world.record([(f"table:{TABLE}", event) for event in (began, ended)])


def newest(world: Cup, name: str = TABLE) -> Hand:
    """The hand in play, or the last one."""
    return world.hand(table(world, name).number, name)


def seat(world: Cup, name: str) -> int:
    """Where ``name`` sits."""
    return world.entry(name).seat or 0


def deals(world: Cup) -> Hand:
    """The next hand begins, its closed cards dealt; who holds what matters to nobody."""
    world.does(poker.StartHand(table=TABLE))
    count = 2 * len(newest(world).seats)
    cards = [rank + suit for rank in "AKQJT98" for suit in "cd"][:count]
    world.does(poker.DealHoleCards(cards=cards, hand=f"{TABLE}/{table(world).number}"))
    return newest(world)


def player_of(hand: Hand, position: int) -> str:
    """Who is in this position."""
    return hand.started.seats[position].player


def test_a_hand_names_its_tournament_and_no_ruleset() -> None:
    """Decision 0010, 3: the hand stands alone, under the blinds of the level."""
    world = cup()
    world.does(poker.StartHand(table=TABLE))
    started = newest(world).started
    assert (started.tournament, started.ruleset) == (CUP, None)
    assert (started.terms.small_blind, started.terms.big_blind) == (50, 100)


def test_whoever_has_a_chip_is_dealt_in_there_or_not() -> None:
    """R810 r.26-27, r.31: one chip and an empty chair are enough; R806 r.15 does not hold."""
    world = cup()
    lies(world, p_1=19_999, p_2=1, p_3=10_000)
    world.record([(f"table:{TABLE}", SatOut(seat=seat(world, "p-3")))])
    world.does(poker.StartHand(table=TABLE))
    assert sorted(newest(world).seats) == sorted(seat(world, name) for name in ("p-1", "p-2", "p-3"))


def blinds_to_come(world: Cup) -> list[str]:
    """Who comes after the next button, clockwise: the small blind, the big one, and the others; the button itself last."""
    lies(world)
    state = table(world)
    button = next_button(state) or 0
    return [taken.player for taken in sorted(state.seats, key=lambda taken: (taken.seat <= button, taken.seat))]


def named(stacks: dict[str, int]) -> dict[str, int]:
    """Stacks by player, as ``lies`` takes them."""
    return {name.replace("-", "_"): chips for name, chips in stacks.items()}


def test_a_short_big_blind_is_matched_in_full() -> None:
    """Decision 0010, 9: the big blind is all-in for 30, and a call costs 100; what nobody matches goes back."""
    world = cup("p-1", "p-2", "p-3", "p-4")
    small, big, caller, other = blinds_to_come(world)
    lies(world, **named({big: 30, other: 19_970}))
    hand = deals(world)
    local = f"{TABLE}/{table(world).number}"
    assert (hand.bets[1], hand.all_in[1], hand.highest) == (30, True, 100)
    world.does(poker.Call(hand=local, seat=seat(world, caller)), player(caller))
    world.does(poker.Fold(hand=local, seat=seat(world, other)), player(other))
    assert newest(world).bets[2] == 100
    done = world.does(poker.Fold(hand=local, seat=seat(world, small)), player(small))
    assert [(e.seat, e.amount) for e in done if isinstance(e, UncalledBetReturned)] == [(seat(world, caller), 50)]


def test_nobody_decides_where_the_short_blind_is_covered() -> None:
    """Of two, the other blind alone has chips and has matched what the short one could post: the cards decide."""
    world = cup("p-1", "p-2")
    small, big = blinds_to_come(world)
    lies(world, **named({big: 30, small: 19_970}))
    hand = deals(world)
    assert (hand.bets, turn(hand), phase(hand)) == ((50, 30), None, "board")
    local = f"{TABLE}/{table(world).number}"
    for cards in (["2h", "7s", "9h"], ["3s"], ["4h"]):
        world.does(poker.DealBoard(cards=cards, hand=local))
    world.does(poker.SettleHand(hand=local))
    assert differences(newest(world)) == ()
    assert sum(stack or 0 for stack in newest(world).stacks) == 20_000


def test_the_last_chip_is_taken_by_who_won_the_highest_pot_it_lay_in() -> None:
    """R810 r.7p: the short stack's chips lay in the main pot alone, the other's last ones in the side pot."""
    world = cup("p-1", "p-2", "p-3", "p-4")
    lies(world, p_1=15_000, p_2=15_000, p_3=5_000, p_4=5_000)
    world.all_in(TABLE, ["p-3"], "p-1", "p-2")  # p-3 the main pot, p-1 the side pot
    ended = [event for _, event in world.events if isinstance(event, TableHandEnded)][-1]
    by_seat = {net.seat: net for net in ended.stacks}
    assert by_seat[seat(world, "p-2")].taken_by == [seat(world, "p-1")]
    assert (by_seat[seat(world, "p-3")].after, by_seat[seat(world, "p-3")].taken_by) == (15_000, [])
    lost = [event for _, event in world.events if isinstance(event, ChipsLost)]
    assert [(event.entry, event.by, event.stack) for event in lost] == [(2, [1], 15_000)]


def test_a_tie_takes_the_last_chip_together() -> None:
    """R810 r.7p: who shares the pot shares the elimination."""
    world = cup("p-1", "p-2", "p-3")
    world.all_in(TABLE, ["p-1", "p-2"], "p-3")
    assert world.state.entries[2].exit is not None
    assert world.state.entries[2].exit.by == (1, 2)


def timed_out(world: Cup) -> tuple[str, list[EventBase]]:
    """Who was to act and let his time pass, and what came of it."""
    hand = deals(world)
    position = turn(hand)
    assert position is not None
    name, local = player_of(hand, position), f"{TABLE}/{table(world).number}"
    world.does(poker.RequestDecision(deadline=30 * SECOND, hand=local, seat=seat(world, name)))
    return name, world.does(poker.TimeOut(hand=local, seat=seat(world, name)))


def test_whoever_lets_his_time_pass_sits_out() -> None:
    """R810 r.43: in the same commit; he comes back himself, and once he sits out nothing says so again."""
    world = cup()
    name, events = timed_out(world)
    assert [type(event).__name__ for event in events] == ["DecisionTimedOut", "Folded", "SatOut"]
    assert world.objection(ReturnToSeat(seat=seat(world, name), table=TABLE), player(name)) == "accepted"


def test_the_platform_acts_at_once_for_the_absent_and_for_nobody_else() -> None:
    """R810 r.26-27: a fold where there is a bet to match, a check where there is none; never for a player who is there."""
    world = cup("p-1", "p-2")
    hand = deals(world)
    position = turn(hand)
    assert position is not None
    here, away = player_of(hand, position), player_of(hand, 1 - position)
    local = f"{TABLE}/{table(world).number}"
    assert world.objection(poker.ActForAbsent(hand=local, seat=seat(world, here))) == "R810 r.26"
    world.record([(f"table:{TABLE}", SatOut(seat=seat(world, away)))])
    assert world.objection(poker.ActForAbsent(hand=local, seat=seat(world, away))) == "R806 r.51"
    world.does(poker.Call(hand=local, seat=seat(world, here)), player(here))
    done = world.does(poker.ActForAbsent(hand=local, seat=seat(world, away)))
    assert [type(event).__name__ for event in done] == ["Checked"]
    assert world.objection(poker.ActForAbsent(hand=local, seat=seat(world, away)), player(away)) == "House: authority"


def test_a_session_may_end_while_its_player_stays_in_play() -> None:
    """R810 r.27: he sits out in the same commit, keeps his chips, and is dealt in."""
    world = cup()
    ended = world.does(EndSession(cause="player", session="s-p-2"), player("p-2"))
    assert [type(event) for event in ended] == [SatOut, SessionEnded]
    assert world.stack("p-2") == 10_000
    world.does(poker.StartHand(table=TABLE))
    assert seat(world, "p-2") in newest(world).seats


ASKED = {
    "a seat": (SeatPlayer(player="p-1", seat=6, session="s-p-1", table=TABLE), player("p-1"), "R810 r.39"),
    "chips": (TopUp(amount=100, seat=1, table=TABLE), player("p-1"), "R810 r.5"),
    "to leave": (LeaveTable(seat=1, table=TABLE), player("p-1"), "R810 r.27"),
    "a warning": (WarnInactivity(session="s-p-1", where=f"table:{TABLE}"), PLATFORM, "R810 r.27"),
}


@pytest.mark.parametrize("what", ASKED)
def test_a_table_of_a_tournament_refuses_what_is_the_tournaments(what: str) -> None:
    """R810 r.5, r.27, r.39: seats are drawn, chips bought of the tournament, and nobody leaves with his or is warned."""
    world = cup()
    command, by, rule = ASKED[what]
    here: CommandBase = command.model_copy(update={"seat": seat(world, "p-1")}) if hasattr(command, "seat") else command
    assert world.objection(here, by) == rule


def test_a_void_hand_gives_the_chips_back_and_puts_nobody_out() -> None:
    """R806 r.72 through R810 r.3: the stacks of before, and the tournament goes on."""
    world = cup()
    before = {taken.seat: taken.stack for taken in table(world).seats}
    deals(world)
    local = f"{TABLE}/{table(world).number}"
    opened = OpenIncident(first_instant=0, incident="power", origin="operator_system", reported_by="monitor")
    world.does(opened)
    refused = CancelTournament(cause="technical", note="power", tournament=CUP)
    assert world.objection(refused, OFFICER) == "House: table"
    world.does(poker.VoidHand(hand=local, incident="power"), OFFICER)
    assert {taken.seat: taken.stack for taken in table(world).seats} == before
    assert all(entry.status == "playing" for entry in world.state.entries)
    assert differences(newest(world)) == ()


def test_a_table_that_has_played_its_last_hand_keeps_nobody_waiting() -> None:
    """R810 r.49, r.52: hand by hand after the time is up, the tables that have hands left go on without the one that has none."""
    world = Cup(hand_by_hand_at=5, timed_seconds=1)
    names = [f"p-{number}" for number in range(1, 7)]
    world.enters(*names)
    world.starts("mesa-1", "mesa-2")
    world.does(CloseRegistration(tournament=CUP))
    first = [taken.player for taken in table(world, "mesa-1").seats]
    second = [taken.player for taken in table(world, "mesa-2").seats]
    world.all_in("mesa-1", [first[0]], first[1])
    assert world.state.hand_by_hand
    world.does(CallTime(tournament=CUP), PLATFORM, START + 1_000_000)
    assert [may.number for may in world.state.time_called or ()] == [3, 3]
    for _ in range(2):
        world.does(StartSynchronizedHand(tournament=CUP))
        for name in ("mesa-1", "mesa-2"):
            folded(world, name)
    world.does(StartSynchronizedHand(tournament=CUP))
    assert world.objection(poker.StartHand(table="mesa-1")) == "R810 r.52"
    folded(world, "mesa-2")
    assert world.objection(StartSynchronizedHand(tournament=CUP)) == "accepted"
    assert len(second) == 3


def folded(world: Cup, name: str) -> None:
    """A hand at ``name`` that everybody gives up."""
    world.all_in(name, [])
