"""The mark of what was acknowledged last: what a loss that was declared does to it."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from ledger.checked import Mark, Reached, put_mark
from ledger.core.errors import KeyFileError


def test_a7_who_slept_through_a_declared_loss_stops_nobody(tmp_path: Path) -> None:
    """A door that wakes after the loss was declared marks what it had committed before: no other door takes the store for older than that."""
    path = tmp_path / "mark"
    put_mark(path, Reached(0, b""))
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


@pytest.mark.parametrize(
    "said", [None, b"", b"\0" * 2_048, b"garbage" * 300], ids=["none", "empty", "zeros", "garbage"]
)
def test_a7_a_mark_that_says_nothing_is_refused(tmp_path: Path, said: bytes | None) -> None:
    """It is named, with what is lost and both ways on; none is made in its place, for then what was acknowledged would be forgotten."""
    path = tmp_path / "mark"
    if said is not None:
        path.write_bytes(said)
    with pytest.raises(
        KeyFileError, match=r"nobody can tell whether .* all there. Bring it back; or 'tombo memory rebuild'"
    ):
        Mark(path)
    assert (path.read_bytes() if path.exists() else None) == said


@pytest.mark.parametrize("torn", range(2))
def test_a_torn_slot_beside_a_whole_one_is_passed_over(tmp_path: Path, torn: int) -> None:
    """A loss of power tears the slot that was being written: the one before it still says what it said, from the first write on."""
    path = tmp_path / "mark"
    put_mark(path, Reached(0, b""))
    data = bytearray(path.read_bytes())
    data[64 * torn : 64 * torn + 20] = bytes(20)
    path.write_bytes(data)
    with closing(Mark(path)) as mark:
        assert mark.read().size == 0
        mark.put(Reached(7, bytes(32)))
        assert mark.read().size == 7
