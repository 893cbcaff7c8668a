"""The state of a table as of an index or an instant, folded from its entries."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.worlds.floor import Floor, deal, player
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.errors import NotFoundError
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.house.table import commands as house
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.projections.follow import AsOf
from tombo.projections.table import table_state


@pytest.fixture
def ledger(sqlite_url: str, tmp_path: Path) -> Iterator[Ledger]:
    """A ledger with a table of three players, no hand begun."""
    made = create_ledger(sqlite_url, Keyring(tmp_path / "keys"), origin="operator.example/1", clock=SteppingClock())
    Floor(made.handle, "open").open_table("mesa-1", players=3)
    yield made
    made.store.close()


def test_between_hands_the_stacks_are_the_tables(ledger: Ledger) -> None:
    """Seats, stacks and button stand as the buy-ins and the draw left them."""
    state = table_state("mesa-1", ledger.entries)
    assert (state.button, state.hand, state.hands, state.pot) == (1, None, 0, 0)
    assert [(line.seat, line.player, line.stack, line.status) for line in state.seats] == [
        (1, "p-1", 10_000, "waiting"),
        (2, "p-2", 10_000, "waiting"),
        (3, "p-3", 10_000, "waiting"),
    ]


def test_during_a_hand_the_stacks_are_the_hands(ledger: Ledger) -> None:
    """Blinds, an all-in and a fold show in stacks, bets and pot, and each seat says where it stands."""
    floor = Floor(ledger.handle)
    floor.do(poker.StartHand(table="mesa-1"))
    floor.do(deal("mesa-1", 1, ["As", "Kd", "Qh", "Ah", "Kc", "Qc"]))
    floor.do(poker.PlaceBet(hand="mesa-1/1", seat=1, total=10_000), player(1))
    floor.do(poker.Fold(hand="mesa-1/1", seat=2), player(2))
    floor.do(house.LeaveTable(seat=3, table="mesa-1"), player(3))
    state = table_state("mesa-1", ledger.entries)
    assert (state.hand, state.street, state.pot, state.button) == ("hand:mesa-1/1", "preflop", 10_150, 1)
    assert [(line.stack, line.bet, line.status) for line in state.seats] == [
        (0, 10_000, "all in"),
        (9_950, 50, "folded"),
        (9_900, 100, "leaving"),
    ]


def test_the_past_is_read_up_to_an_index_or_an_instant(ledger: Ledger) -> None:
    """As of an entry before the hand there is none; index and instant of one entry give the same state."""
    before = ledger.store.head()
    floor = Floor(ledger.handle)
    floor.do(poker.StartHand(table="mesa-1"))
    by_index = table_state("mesa-1", ledger.entries, AsOf(log_index=before.size - 1))
    by_instant = table_state("mesa-1", ledger.entries, AsOf(instant=before.recorded))
    assert by_index == by_instant
    assert by_index.hand is None
    assert table_state("mesa-1", ledger.entries).hand == "hand:mesa-1/1"


def test_a_rest_and_a_short_stack_are_told(ledger: Ledger) -> None:
    """Who rests, and who is below the minimum bet (R806 r.15), is told from who merely waits."""
    floor = Floor(ledger.handle)
    floor.do(house.SitOut(seat=2, table="mesa-1"), player(2))
    lines = {line.seat: line.status for line in table_state("mesa-1", ledger.entries).seats}
    assert lines == {1: "waiting", 2: "resting", 3: "waiting"}
    floor.do(poker.StartHand(table="mesa-1"))
    floor.do(deal("mesa-1", 1, ["As", "2d", "Ah", "7c"]))
    floor.do(poker.PlaceBet(hand="mesa-1/1", seat=1, total=10_000), player(1))
    floor.do(poker.Call(hand="mesa-1/1", seat=3), player(3))
    for cards in (["Ac", "Ad", "Kh"], ["3s"], ["4s"]):
        floor.do(poker.DealBoard(cards=cards, hand="mesa-1/1"))
    floor.do(poker.SettleHand(hand="mesa-1/1"))
    lines = {line.seat: line.status for line in table_state("mesa-1", ledger.entries).seats}
    assert sorted(lines.values()) == ["below minimum", "resting", "waiting"]


def test_a_table_that_was_not_there_yet_is_not_found(ledger: Ledger) -> None:
    """Before its first entry, and under another name, there is no table to show."""
    with pytest.raises(NotFoundError, match="mesa-9"):
        table_state("mesa-9", ledger.entries)
    with pytest.raises(NotFoundError, match="mesa-1"):
        table_state("mesa-1", ledger.entries, AsOf(log_index=0))


def test_the_state_is_one_json_document(ledger: Ledger) -> None:
    """Programs get what people get: names, integers and nulls, nothing else."""
    document = json.loads(json.dumps(table_state("mesa-1", ledger.entries).to_json()))
    assert document["unit"] == {"currency": "EUR", "decimals": 2}
    assert document["seats"][0] == {"seat": 1, "player": "p-1", "stack": 10_000, "bet": 0, "status": "waiting"}
