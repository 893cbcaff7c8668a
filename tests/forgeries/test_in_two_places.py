"""R806 r.4b: a card that lies on the board is not one that a player shows when the hand is over; audit and night name it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.worlds.casino import BEGINS, ORIGIN
from tests.worlds.floor import Floor, deal, player
from tests.worlds.forged_ledger import acts, commits, sealed
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.lisbon import day_of
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.ledger.seal.entry import unpack
from tombo.projections.reconciliation.run import reconcile
from tombo.projections.round.audit import audit
from tombo.projections.round.stored import row_at
from tombo.simulator.run import entries

HAND: Final = "mesa-1/1"


@pytest.mark.parametrize("card", ["Kd", "9c"])
def test_a_card_shown_behind_the_end_lies_nowhere_else(tmp_path: Path, card: str) -> None:
    """Red before: what is shown behind the end was asked for its commitment alone. The other card lies once, and ties."""
    ledger = create_ledger(
        f"sqlite:///{tmp_path}/a.db", Keyring(tmp_path / "keys"), origin=ORIGIN, clock=SteppingClock(BEGINS)
    )
    floor = Floor(ledger.handle)
    floor.open_table("mesa-1", players=2, first=1)
    for command, by in (
        (poker.StartHand(table="mesa-1"), None),
        (deal("mesa-1", 1, ["7s", "Kd", "2h", "Kc"]), None),
        (poker.Call(hand=HAND, seat=1), player(1)),
        (poker.Check(hand=HAND, seat=2), player(2)),
        (poker.DealBoard(cards=["4c", "5d", "9h"], hand=HAND), None),
        (poker.Check(hand=HAND, seat=2), player(2)),
        (poker.PlaceBet(hand=HAND, seat=1, total=1_000), player(1)),
        (poker.Fold(hand=HAND, seat=2), player(2)),
        (poker.ShowCards(hand=HAND, seat=2), player(2)),
    ):
        floor.do(command, *(() if by is None else (by,)))
    ends = sorted({(head := unpack(row.state)).first + head.count for row in ledger.store.rows()})
    found, key = commits(list(entries(ledger.store)), ends), ledger.sealing.key
    ledger.store.close()
    board = next(act for act in acts(found) if act.kind == "hand.board_dealt.v1")
    board.says(cards=[card, *board.event.cards[1:]])
    with sealed(found, f"sqlite:///{tmp_path}/b.db", ORIGIN, key) as store:
        night = [one.text for one in reconcile(store, None, day_of(BEGINS)).problems]
        audited = [told for one in audit(store.rows(), lambda *at: row_at(store, *at)) for told in one.differences]
    for told in (night, audited):
        assert [HAND in one and "Kd" in one for one in told] == ([True] if card == "Kd" else [])
