"""What is a player's own, sealed as asked for by somebody else by whoever has an event key: the night says who asked for whose.

Red before: a withdrawal, a seat, a top-up or a session was another player's doing, or a manager's, by the record, and everything tied.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.forgeries.stolen import Scenes
from tests.worlds.floor import TERMS, Floor, player
from tests.worlds.forged_ledger import acts, commits, sealed
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.entry import By
from tombo.ledger.core.lisbon import day_of
from tombo.ledger.house.table.commands import ReturnToSeat, SitOut, TopUp
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.ledger.seal.entry import unpack
from tombo.projections.reconciliation.run import reconcile
from tombo.simulator.run import entries

OTHER: Final = By(actor="player", id="p-9")
MANAGER: Final = By(actor="staff", id="ana", role="manager")
ORIGIN: Final = "operator.example/1"
NOON: Final = 1_784_030_400 * SECOND
IN_CASH: Final = ("account.withdrawn.v1", "table.player_seated.v1", "session.started.v1")
AT_TABLE: Final = ("table.stack_topped_up.v1", "table.sat_out.v2", "table.returned.v1")


@pytest.mark.parametrize("by", [OTHER, MANAGER], ids=["another player", "manager"])
@pytest.mark.parametrize("kind", [*IN_CASH, "banked.player_joined.v1"])
def test_f1_what_is_a_players_own_he_asks_for(scenes: Scenes, kind: str, by: By) -> None:
    """With who asked and whose it was; the platform may for him."""
    name = "cash" if kind in IN_CASH else "banked"
    thief = scenes(name)
    act = next(one for one in acts(thief.commits) if one.kind == kind)
    act.by = By(actor="platform", id="games")
    assert scenes.night(name, thief) == []
    act.by = by
    whose = act.stream.partition(":")[2] if kind == "account.withdrawn.v1" else act.event.player
    (told,) = scenes.night(name, thief)
    assert told == f"{kind} in {act.stream} was asked for by {by.id}; expected {whose}, or the platform for him"


@pytest.mark.parametrize("kind", AT_TABLE)
def test_f1_what_is_a_seats_own_its_player_asks_for(tmp_path: Path, kind: str) -> None:
    """A top-up takes money of his from his account, and a rest his hands."""
    clock = SteppingClock(NOON, step=SECOND)
    ledger = create_ledger(f"sqlite:///{tmp_path}/ledger.db", Keyring(tmp_path / "keys"), origin=ORIGIN, clock=clock)
    floor = Floor(ledger.handle)
    floor.open_table(terms=TERMS.model_copy(update={"rest_seconds": 600}))
    for command in (
        TopUp(amount=100, seat=3, table="mesa-1"),
        SitOut(seat=3, table="mesa-1"),
        ReturnToSeat(seat=3, table="mesa-1"),
    ):
        floor.do(command, player(3))
    ends = sorted({(head := unpack(row.state)).first + head.count for row in ledger.store.rows()})
    found, key = commits(list(entries(ledger.store)), ends), ledger.sealing.key
    ledger.store.close()
    next(one for one in acts(found) if one.kind == kind).by = player(2)
    with sealed(found, f"sqlite:///{tmp_path}/changed.db", ORIGIN, key) as store:
        ((check, text),) = [(one.check, one.text) for one in reconcile(store, None, day_of(NOON)).problems]
    assert check == "people"
    assert text == f"{kind} in table:mesa-1 was asked for by p-2; expected p-3, or the platform for him"
