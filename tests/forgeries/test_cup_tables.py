"""What an event key seals of a tournament and its tables that are not told alike: the night names it, and the door decides nothing on it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.forgeries.cup import STREAM, before_the_start, begun, named
from tests.tools.cli_run import inside, tombo
from tests.worlds.floor import PLATFORM, Floor
from tests.worlds.standstill import recovered
from tests.worlds.tournament import CUP, SEED, START, structure
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.entry import By, EventBase
from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.games.poker.turns import turn
from tombo.ledger.games.tournament import commands as c
from tombo.ledger.games.tournament import events as t
from tombo.ledger.games.tournament.state import EntryState, Tournament
from tombo.ledger.house.table.events import (
    BlindsSet,
    ChipsAdded,
    PlayerLeft,
    PlayerPlaced,
    TableClosed,
    TournamentTableOpened,
)
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import inscribe
from tombo.ledger.terms.tournament import Addon, Rebuy

Event = tuple[str, EventBase]
CANCEL: Final = c.CancelTournament(cause="technical", note="x", tournament=CUP)
CLOSE: Final = c.CloseRegistration(tournament=CUP)
FINISH: Final = c.FinishTournament(tournament=CUP)
MOVE: Final = c.MovePlayers(seed=SEED, tournament=CUP)
LEVEL: Final = c.StartLevel(tournament=CUP)
TIME: Final = c.CallTime(tournament=CUP)
MINUTE: Final = 60 * SECOND
UNDRAWN: Final = f"tournament.player_moved.v1 in {STREAM}, against R810 r.48: the recorded seed draws other seats"


@pytest.fixture
def five(tmp_path: Path) -> Iterator[Ledger]:
    """Five sit at one table, and the sale is closed."""
    with begun(tmp_path, 5) as made:
        Floor(made.handle, "f").do(CLOSE, PLATFORM, occurred=START + SECOND)
        yield made


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Ledger]:
    """Four sit at two tables, and the sale is closed."""
    with begun(tmp_path, 4, ("m1", "m2")) as made:
        Floor(made.handle, "f").do(CLOSE, PLATFORM, occurred=START + SECOND)
        yield made


def state(ledger: Ledger) -> Tournament:
    """The tournament, as the door knows it."""
    found: Tournament = ledger.view()(STREAM)
    return found


def entry(ledger: Ledger, number: int) -> EntryState:
    """An entry that there is."""
    found = state(ledger).entry(number)
    assert found is not None
    return found


def out(number: int, hand: str, *, gone: bool = True) -> list[Event]:
    """An entry loses its chips, and is out."""
    told: dict[str, Any] = {"by": [1], "entry": number, "hand": hand, "stack": 10_000}
    return [(STREAM, t.ChipsLost(**told)), *([(STREAM, t.Eliminated(**told))] if gone else [])]


def decides_nothing(ledger: Ledger, *commands: CommandBase, by: By = PLATFORM) -> None:
    """Each of ``commands`` ends in what names the tournament, and nothing is recorded."""
    size, floor = ledger.store.head().size, Floor(ledger.handle, "z")
    for command in commands:
        with pytest.raises(OutOfPlaceError, match=f"TAMPERED: .*{STREAM}.*tombo reconcile"):
            floor.ask(command, by, occurred=START + 20 * MINUTE)
    assert ledger.store.head().size == size


def unsaid(word: str) -> str:
    """What the night says of an entry of the tournament that no table says too."""
    return f"tournament.{word}.v1 in {STREAM}: the tables do not say the same in its commit"


def uncaused(word: str, table: str = "table:m1") -> str:
    """What the night says of an entry of a table that the tournament gives no occasion for."""
    return f"table.{word}.v1 in {table}: nothing in its commit gives occasion for it"


@pytest.mark.parametrize("exits", [(2,), (2, 3, 4, 5)])
def test_an_exit_without_a_hand_is_named_and_no_prize_follows(five: Ledger, exits: tuple[int, ...]) -> None:
    """Red before: the door credited every prize of a tournament in which no hand was played, and all was green (R810 r.31, r.52)."""
    inscribe(five, "thief", [event for number in exits for event in out(number, f"hand:m1/{number}")])
    assert [one for one in named(five) if "chips_lost" in one] == [unsaid("chips_lost")] * len(exits)
    decides_nothing(five, FINISH, CANCEL)


def test_a_player_said_to_be_without_chips_who_has_some_is_not_put_out(five: Ledger) -> None:
    """Red before: he was out by his own word that he buys none, and left with nothing (R810 r.31)."""
    inscribe(five, "thief", out(2, "hand:m1/1", gone=False))
    stays = "R810 r.31: entry 2 lost its last chip in hand:m1/1, may buy none, and is not eliminated"
    assert named(five) == [unsaid("chips_lost"), stays]
    decides_nothing(five, c.DeclineRebuy(player="p-1", tournament=CUP), by=By(actor="player", id="p-1"))


def test_chips_lost_of_a_hand_in_play_leave_it_open_by_name(tmp_path: Path) -> None:
    """Red before: the end of the hand raised a bare ValueError at every try, and a recovery ended as a fault of its own."""
    with begun(tmp_path, 2) as ledger:
        floor = Floor(ledger.handle, "h")
        floor.do(CLOSE, PLATFORM, occurred=START + SECOND)
        floor.do(poker.StartHand(table="m1"))
        floor.do(poker.DealHoleCards(cards=["Ac", "Kd", "Ah", "Ks"], hand="m1/1"))
        while (at := turn(hand := ledger.view()("hand:m1/1"))) is not None:
            seat, total = hand.seats[at], (hand.stacks[at] or 0) + hand.bets[at]
            acts = poker.PlaceBet(hand="m1/1", seat=seat, total=total) if total > hand.highest else None
            by = By(actor="player", id=hand.started.seats[at].player)
            floor.do(acts or poker.Call(hand="m1/1", seat=seat), by)
        for street in (["2c", "7d", "9h"], ["3s"], ["4d"]):
            floor.do(poker.DealBoard(cards=street, hand="m1/1"))
        for number in (1, 2):
            inscribe(ledger, f"thief-{number}", out(number, "hand:m1/1", gone=False))
        assert [one for one in named(ledger) if "chips_lost" in one] == [unsaid("chips_lost")] * 2
        decides_nothing(ledger, poker.SettleHand(hand="m1/1"))
        ledger.withdraw(["z-1"])
        (ended,) = recovered(ledger).hands
        assert (ended.hand, ended.outcome, type(ended.lost)) == ("hand:m1/1", "open", OutOfPlaceError)


@pytest.mark.parametrize("word", ["show", "prizes", "refunds"])
def test_an_exit_without_a_hand_is_not_shown(five: Ledger, tmp_path: Path, word: str) -> None:
    """Red before: it was shown as one like every other, with status 0."""
    with inside(tmp_path):
        honest = tombo("--ledger", "sqlite:///cup.db", "--keys", "keys", "tournament", word, CUP)
        inscribe(five, "thief", out(2, "hand:m1/1"))
        ran = tombo("--ledger", "sqlite:///cup.db", "--keys", "keys", "tournament", word, CUP)
    assert (honest.status, ran.status) == (0, 1)
    assert "TAMPERED: tournament.chips_lost.v1 at log index" in ran.err


@pytest.mark.parametrize("table", ["m9", "m2"])
def test_a_move_to_a_seat_that_no_table_has_is_named_and_freezes_it_by_name(two: Ledger, table: str) -> None:
    """Red before: moves, the end and the cancellation raised a bare AttributeError, and all was green (R810 r.47)."""
    first = next(one for one in state(two).active if one.table == "m1")
    inscribe(two, "thief", [(STREAM, t.PlayerMoved(entry=first.entry, seat=6, seed=SEED, table=table))])
    assert named(two) == [unsaid("player_moved"), UNDRAWN]
    decides_nothing(two, MOVE, LEVEL, FINISH, CANCEL)


def test_a_table_broken_that_never_was_is_named(two: Ledger) -> None:
    """Red before: all was green (R810 r.48)."""
    inscribe(two, "thief", [(STREAM, t.TableBroken(table="m9"))])
    assert named(two) == [unsaid("table_broken")]


def test_a_move_with_more_than_was_left_is_named(two: Ledger) -> None:
    """Red before: the tables were asked nothing of it (R810 r.47)."""
    moved = next(one for one in state(two).active if one.table == "m1")
    taken: dict[str, Any] = {"player": moved.player, "seat": 6, "session": moved.session, "sitting_out": False}
    inscribe(
        two,
        "thief",
        [
            (STREAM, t.PlayerMoved(entry=moved.entry, seat=6, seed=SEED, table="m2")),
            ("table:m1", PlayerLeft(player=moved.player, seat=moved.seat or 0, stack=10_000)),
            ("table:m2", PlayerPlaced(**taken, stack=90_000)),
        ],
    )
    assert sorted(named(two)) == sorted([unsaid("player_moved"), UNDRAWN, uncaused("player_placed", "table:m2")])


def test_chips_blinds_and_seats_that_the_tournament_does_not_give_are_named(five: Ledger) -> None:
    """Red before: a cancellation shared the pool by a million chips of nobody's rebuy, and all was green (R810 r.2j, r.37, r.46)."""
    seat = entry(five, 1).seat or 0
    free = next(one for one in range(1, 7) if one not in {other.seat for other in state(five).active})
    placed = PlayerPlaced(player="p-9", seat=free, session="s-9", sitting_out=False, stack=90_000)
    planted: list[EventBase] = [
        ChipsAdded(chips=1_000_000, seat=seat),
        BlindsSet(big_blind=5_000, small_blind=2_500),
        placed,
        PlayerLeft(player="p-0", seat=seat, stack=1_010_000),
    ]
    for number, event in enumerate(planted):
        inscribe(five, f"thief-{number}", [("table:m1", event)])
    assert named(five) == [uncaused(word) for word in ("chips_added", "blinds_set", "player_placed", "player_left")]
    decides_nothing(five, FINISH, CANCEL)


@pytest.mark.parametrize("word", ["blinds_set", "chips_added", "player_placed"])
def test_what_tables_of_tournaments_alone_are_told_is_named_once_at_a_cash_table(five: Ledger, word: str) -> None:
    """It is asked with the table, and not once more with the tournament."""
    Floor(five.handle, "t").open_table("mesa-1", players=2, first=20)
    events: dict[str, EventBase] = {
        "blinds_set": BlindsSet(big_blind=5_000, small_blind=2_500),
        "chips_added": ChipsAdded(chips=90_000, seat=1),
        "player_placed": PlayerPlaced(player="p-9", seat=5, session="s-9", sitting_out=False, stack=90_000),
    }
    inscribe(five, "thief", [("table:mesa-1", events[word])])
    assert named(five) == [f"table.{word}.v1 at table:mesa-1, which is of no tournament; no door records it there"]


def test_a_table_that_opens_for_nobody_or_with_other_blinds_is_named(five: Ledger) -> None:
    """A table opens where seats are drawn, with the blinds of the level (R810 r.39, r.46)."""
    opened = TournamentTableOpened(terms=structure().terms.model_copy(update={"big_blind": 9_000}), tournament=CUP)
    inscribe(five, "thief", [("table:m7", opened)])
    assert named(five) == [uncaused("tournament_opened", "table:m7")]


def test_an_empty_table_is_closed_by_the_tournament_alone(five: Ledger) -> None:
    """A table of a tournament closes as it is broken, or as the tournament ends (R810 r.48)."""
    opened = TournamentTableOpened(terms=structure().terms, tournament=CUP)
    inscribe(five, "thief", [("table:m7", opened), ("table:m7", TableClosed())])
    assert uncaused("closed", "table:m7") in named(five)


def test_an_end_with_stacks_that_nobody_held_is_named(five: Ledger) -> None:
    """What was held is what lay there (R810 r.33, r.52)."""
    held = [t.StackHeld(entry=number, stack=50_000 if number == 1 else 0) for number in range(1, 6)]
    inscribe(five, "thief", [(STREAM, t.Finished(stacks=held))])
    assert unsaid("finished") in named(five)


def test_time_called_before_its_time_is_named(tmp_path: Path) -> None:
    """Red before: all was green (R810 r.2o, r.52)."""
    with begun(tmp_path, 4, timed_seconds=3_600) as ledger:
        floor = Floor(ledger.handle, "f")
        floor.do(CLOSE, PLATFORM, occurred=START + SECOND)
        inscribe(ledger, "thief", [(STREAM, t.TimeCalled(tables=[t.MayDeal(number=4, table="m1")]))])
        assert named(ledger) == [
            f"tournament.time_called.v1 in {STREAM}: the time is not up, or these are not its tables and their last hands"
        ]


def test_time_called_at_its_time_is_not_named(tmp_path: Path) -> None:
    """The door's own."""
    clock = before_the_start()
    with begun(tmp_path, 4, clock=clock, timed_seconds=3_600) as ledger:
        floor = Floor(ledger.handle, "f")
        floor.do(CLOSE, PLATFORM, occurred=START + SECOND)
        clock.instant = START + 60 * MINUTE
        floor.do(TIME, PLATFORM, occurred=START + 60 * MINUTE)
        assert named(ledger) == []


def test_honest_rebuys_levels_moves_and_ends_are_not_named(tmp_path: Path) -> None:
    """What the door writes of all these is told alike by the tournament and its tables."""
    bought: dict[str, Any] = {
        "addon": Addon(chips=5_000, commission=0, prize=500),
        "open_until": 1,
        "rebuy": Rebuy(chips=10_000, commission=0, most=None, prize=1_000, stack_below=20_000),
    }
    with begun(tmp_path, 5, ("m1", "m2"), **bought) as ledger:
        floor = Floor(ledger.handle, "f")
        by = By(actor="player", id="p-0")
        floor.do(c.TakeRebuy(player="p-0", tournament=CUP), by)
        floor.do(c.AddOn(player="p-0", tournament=CUP), by)
        floor.do(CLOSE, PLATFORM, occurred=START + 11 * MINUTE)
        floor.do(LEVEL, PLATFORM, occurred=START + 12 * MINUTE)
        floor.do(c.MovePlayers(broken="m2", seed=SEED, tournament=CUP), PLATFORM, occurred=START + 13 * MINUTE)
        floor.do(CANCEL, PLATFORM, occurred=START + 14 * MINUTE)
        assert named(ledger) == []
