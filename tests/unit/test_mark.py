"""The mark of what was acknowledged last: what a loss that was declared does to it."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from ledger.checked import Mark, Reached


def test_a7_who_slept_through_a_declared_loss_stops_nobody(tmp_path: Path) -> None:
    """A door that wakes after the loss was declared marks what it had committed before: no other door takes the store for older than that."""
    path = tmp_path / "mark"
    with closing(Mark(path)) as asleep, closing(Mark(path)) as declaring:
        asleep.put(Reached(90, bytes(32)))
        declaring.reset(Reached(50, bytes(32)))
        asleep.put(Reached(95, bytes(32)))
        assert declaring.read().size == 50
        with closing(Mark(path)) as door:
            assert door.read().size == 50
            door.put(Reached(51, bytes(32)))
            assert declaring.read().size == 51
    assert [file.name for file in tmp_path.iterdir()] == ["mark"]
