"""Everything a simulated day played, replayed as if somebody had disputed it: recorded, recomputed, and what stacks and accounts say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any, Final

import pytest

from tests.worlds.simulated import ENDS, WorldDoor
from tests.worlds.simulated_log import LATE, asked_by, occurred_of
from tests.worlds.world import World
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.entry import Entry
from tombo.ledger.games.every import BANKED_GAMES, TABLE_GAMES
from tombo.ledger.house.account.events import Credited, Debited
from tombo.ledger.house.table.events import TableHandEnded
from tombo.projections.dispute.replay import Replay, replayed
from tombo.projections.follow import Viewer
from tombo.projections.round.acts import acts
from tombo.projections.round.view import of
from tombo.simulator.day import Day, Plan
from tombo.simulator.run import HOUR

BEGINS: Final = 1_784_030_400 * SECOND


@pytest.fixture(scope="module")
def world() -> World:
    """Two hours of every game at forty tables, in memory, with outages."""
    world = World()
    day = Day(Plan(seed=11, begins=BEGINS, ends=BEGINS + 2 * HOUR, tables=40, pace=6), WorldDoor(world))
    day.begins()
    for instant in range(BEGINS + HOUR // 2, BEGINS + 2 * HOUR, HOUR // 2):
        day.runs(instant)
        day.fails()
    day.runs()
    assert day.failures == []
    return world


def played(world: World) -> dict[str, list[Entry]]:
    """By stream, the entries of every hand and round that is over."""
    found: dict[str, list[Entry]] = {}
    happened: list[tuple[str, Any]] = list(world.events)
    for index, (stream, event) in enumerate(happened):
        if stream.partition(":")[0] in {"hand", *BANKED_GAMES}:
            version = len(found.setdefault(stream, [])) + 1
            by, when = asked_by(found[stream], event), occurred_of(found[stream], event)
            found[stream].append(Entry(index, stream, version, event.kind, by, None, when, LATE, event, b"", b""))
    return {stream: done for stream, done in found.items() if any(isinstance(entry.event, ENDS) for entry in done)}


def unturned(world: World, stream: str) -> Collection[int]:
    """The slots whose cards lay in a showdown and were not turned."""
    return TABLE_GAMES[stream.partition(":")[0]].unturned(world(stream))


def replays(world: World) -> Iterator[tuple[Replay, list[Entry]]]:
    """Each of them computed again, with the cards its losers did not turn and the spin before it."""
    everything = played(world)
    for stream, done in everything.items():
        kept = {slot: world.openings(stream)[slot].card for slot in unturned(world, stream)}
        table, _, number = stream.rpartition("/")
        before = everything.get(f"{table}/{int(number) - 1}", []) if stream.startswith("roulette:") else []
        yield replayed(of(done, {}, Viewer("auditor")), kept, before), done


def test_nothing_a_simulated_day_played_differs(world: World) -> None:
    """Every hand and round: no difference, to everybody what is due to him, and at least one rule that says so."""
    found = list(replays(world))

    assert {replay.stream.partition(":")[0] for replay, _ in found} == {"hand", *BANKED_GAMES}
    assert [replay.stream for replay, _ in found if replay.differences] == []
    assert [replay.stream for replay, _ in found for one in replay.amounts if one.recorded != one.recomputed] == []
    assert [
        replay.stream for replay, done in found if not replay.rules and any(one.recorded for one in replay.amounts)
    ] == []
    assert any(unturned(world, replay.stream) for replay, _ in found)


def test_what_came_back_of_a_hand_is_what_its_stacks_say(world: World) -> None:
    """What the table's stacks changed by is what came back less what was put in, seat by seat."""
    ended = {event.hand: event for _, event in world.events if isinstance(event, TableHandEnded)}
    for replay, _ in replays(world):
        if not replay.stream.startswith("hand:"):
            continue
        hand = world(replay.stream)
        names = {seated.seat: seated.player for seated in hand.started.seats}
        back = {one.player: one.recomputed for one in replay.amounts}
        put = dict.fromkeys(names.values(), 0)
        for position, seat in enumerate(hand.seats):
            put[names[seat]] = sum(part[position] for part in (hand.staked, hand.antes, hand.deads, hand.returned))
        moved = {names[one.seat]: one.after - one.before for one in ended[replay.stream].stacks if one.seat in names}
        assert {name: back[name] - put[name] for name in moved} == moved, replay.stream


def test_what_came_back_of_a_round_is_what_accounts_say(world: World) -> None:
    """Credits less debits whose cause is the round are what came back less what was staked in it, player by player."""
    accounts: dict[str, Counter[str]] = {}
    for stream, event in world.events:
        if isinstance(event, Credited | Debited):
            sign = 1 if isinstance(event, Credited) else -1
            accounts.setdefault(event.cause, Counter())[stream.partition(":")[2]] += sign * event.amount.cents
    for replay, done in replays(world):
        if replay.stream.startswith("hand:"):
            continue
        staked: Counter[Any] = Counter()
        for act in acts(done):
            for move in act.moves:
                staked[move.player] += move.amount if move.what == "staked" else 0
        moved = accounts.get(replay.stream, Counter())
        back = {one.player: one.recomputed for one in replay.amounts}
        players = {*back, *staked, *moved}
        assert {who: back.get(who, 0) - staked[who] for who in players} == {who: moved[who] for who in players}
