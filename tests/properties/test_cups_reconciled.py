"""The night names nothing of what the door recorded of simulated tournaments (R810)."""

from __future__ import annotations

from pathlib import Path

from tests.properties.test_refunds_followed import CUPS
from tests.worlds.played import played
from tombo.ledger.core.lisbon import day_of
from tombo.projections.reconciliation.run import reconcile


def test_e1_no_simulated_tournament_is_accused(tmp_path: Path, sqlite_url: str) -> None:
    """Draws, moves, levels, sales, rebuys and ends of honest tournaments are those of their rules."""
    with played(CUPS, sqlite_url, tmp_path, kills=0) as store:
        found = [reconcile(store, None, day_of(at)) for at in (CUPS.begins, CUPS.ends)]
        assert [one.text for day in found for one in day.problems] == []
        kinds = {row.kind for row in store.rows()}
    assert {"tournament.seats_drawn.v1", "tournament.level_started.v1", "tournament.registration_closed.v1"} <= kinds
