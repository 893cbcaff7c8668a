"""What a night asks of the ledger beside the rows it is given is the same, whether it lies in the stretch at hand or not."""

from __future__ import annotations

from pathlib import Path

from tests.worlds.wheel_ledger import wheel
from tombo.ledger.core.lisbon import window
from tombo.projections.reconciliation.sources import RowsNear
from tombo.projections.round.stored import row_at


def test_a_row_is_the_same_wherever_it_lies(store_url: str, tmp_path: Path) -> None:
    """Before, in and behind the stretch at hand; there is none behind a stream's end, however often somebody asks."""
    with wheel(store_url, tmp_path, window("2026-07-15")[0]) as found:
        found.spins("17")
        store = found.ledger.store
        rows = list(store.rows())
        near = RowsNear(store)
        for start in range(0, len(rows), 7):
            near.read(store.rows_of(None, start, min(start + 7, len(rows))))
            for row in rows:
                assert near(row.stream, row.version) == row == row_at(store, row.stream, row.version)
                assert (near(row.stream, row.version + 1) is None) is (row == store.last_row(row.stream))
            assert near("hand:nobody/1", 1) is near("hand:nobody/1", 1) is None
            assert near("player:p-1", 1) is None
