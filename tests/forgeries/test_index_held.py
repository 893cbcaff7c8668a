"""Where an entry stands, and when it was recorded, is not in its stream's chain: it is held against the tree, or its append (A1, A2)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from tests.conftest import run_past
from tests.worlds.floor import PLATFORM, Floor, deal, player
from tombo.ledger.checked import CheckedStore
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.errors import TamperedError
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.house.table.commands import OpenTable
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_checked, open_ledger
from tombo.ledger.operate.publish import publish
from tombo.ledger.seal.entry import RECORDED
from tombo.ledger.store import open_store

HAND: Final = "hand:mesa-1/1"
LATER: Final = 1_763_000_100_000_000


class Played:
    """A ledger with a hand in play; all of it, or nothing of the hand, under a checkpoint."""

    def __init__(self, url: str, folder: Path, *, published: bool) -> None:
        self.url, self.keyring = url, Keyring(folder / "keys")
        made = create_ledger(url, self.keyring, origin="operator.example/1", clock=SteppingClock())
        floor = Floor(made.handle)
        publish(made.store, self.keyring.signer())
        floor.open_table("mesa-1", players=2)
        floor.do(poker.StartHand(table="mesa-1"))
        floor.do(deal("mesa-1", 1, ["As", "Kd", "Ah", "Kc"]))
        floor.do(poker.Call(hand="mesa-1/1", seat=1), player(1))
        floor.do(poker.Check(hand="mesa-1/1", seat=2), player(2))
        if published:
            publish(made.store, self.keyring.signer())
        rows = list(made.store.rows())
        self.ruleset = next(row.stream for row in rows if row.kind == "ruleset.approved.v1")
        self.of_hand = [row.index for row in rows if row.stream == HAND]
        self.approved = next(row.index for row in rows if row.stream == self.ruleset)
        made.store.close()

    def swap(self, one: int, other: int) -> None:
        """Two rows change places in the log, and say what they said."""
        sql = "UPDATE stored_events SET notification_id = {} WHERE notification_id = {};"
        run_past(self.url, sql.format(999, one + 1) + sql.format(one + 1, other + 1) + sql.format(other + 1, 999))

    def redate(self, index: int) -> None:
        """A row says that it was recorded a second later."""
        store = open_store(self.url, read_only=True)
        row = next(row for row in store.rows() if row.index == index)
        store.close()
        later = (int.from_bytes(row.state[RECORDED], "big") + 1_000_000).to_bytes(8, "big")
        state = row.state[: RECORDED.start] + later + row.state[RECORDED.stop :]
        literal = f"X'{state.hex()}'" if self.url.startswith("sqlite") else f"'\\x{state.hex()}'::bytea"
        run_past(self.url, f"UPDATE stored_events SET state = {literal} WHERE notification_id = {index + 1}")

    def door(self) -> Ledger:
        """The ledger, open for writing."""
        return open_ledger(self.url, self.keyring, clock=SteppingClock(LATER))

    def reading(self) -> CheckedStore:
        """The ledger, open for reading."""
        return open_checked(self.url, self.keyring, read_only=True)


@pytest.fixture(params=[True, False], ids=["published", "unpublished"])
def played(request: Any, store_url: str, tmp_path: Path) -> Played:
    """On each store in turn."""
    return Played(store_url, tmp_path, published=request.param)


CHANGES: Final[dict[str, Callable[[Played], None]]] = {
    "an approval in the place of a call": lambda it: it.swap(it.approved, it.of_hand[-2]),
    "two entries of the hand": lambda it: it.swap(it.of_hand[1], it.of_hand[2]),
    "recorded a second later": lambda it: it.redate(it.of_hand[1]),
}


@pytest.mark.parametrize("change", list(CHANGES))
def test_a2_a_hand_is_not_shown_at_another_place_or_time(played: Played, change: str) -> None:
    """The chain of the hand holds, and its newest entry is where it was: the rows between are looked at too."""
    CHANGES[change](played)
    with pytest.raises(TamperedError, match="TAMPERED"), played.reading() as store:
        store.entries(HAND)


def test_a1_a_door_signs_no_place_that_a_database_writer_gave_an_approval(played: Played) -> None:
    """A table copies the log index of its ruleset: with the rows put back, a false one would stand there for ever."""
    played.swap(played.approved, played.of_hand[-2])
    with pytest.raises(TamperedError, match="TAMPERED"):
        _open_table(played)
    played.swap(played.approved, played.of_hand[-2])
    assert _open_table(played) == played.approved


def _open_table(played: Played) -> int:
    """The index of the ruleset that a new table copies."""
    ledger = played.door()
    try:
        name = played.ruleset.partition(":")[2]
        opened = OpenTable(buy_in=10_000, mode="continuous", ruleset=name, table="mesa-2", top_up_max=20_000)
        ledger.handle(Envelope(opened, PLATFORM, "forged/open", None))
        index: int = ledger.store.entries("table:mesa-2")[0].event.ruleset.index
        return index
    finally:
        ledger.store.close()
