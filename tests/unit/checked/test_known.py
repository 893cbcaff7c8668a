"""What is known of commands between two writings of the memory: every id that was recorded, however it came to be known."""

from __future__ import annotations

import sqlite3
from array import array
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tombo.ledger.checked import known
from tombo.ledger.checked.known import KnownCommands, merged
from tombo.ledger.checked.memory import Memory, command_key
from tombo.ledger.core.errors import StoreUnavailableError


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    """A memory that has the commands ``w-0`` to ``w-9``."""
    made = Memory.create(tmp_path / "heads", "example.org/ledger")
    made.advance(10, {}, [(index, command_key(f"w-{index}")) for index in range(10)], start=0)
    return made


def test_a_command_is_known_from_the_file(memory: Memory) -> None:
    """What the file has is found, with its first log index; what nobody sent is not."""
    commands = KnownCommands(memory)
    assert commands.recorded(["new", "w-7"]) == ("w-7", 7)
    assert commands.recorded(["new"]) is None
    memory.close()


def test_a_command_is_known_before_and_after_it_is_written_down(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Heard of, written to the file, forgotten here, its mark put in order with the others: known at every moment."""
    monkeypatch.setattr(known, "SINCE_MAX", 3)
    commands = KnownCommands(memory)
    assert commands.recorded(["r-10"]) is None
    for index in range(10, 30):
        key = command_key(f"r-{index}")
        commands.add(key, index)
        assert commands.recorded([f"r-{index}"]) == (f"r-{index}", index)
        memory.advance(index + 1, {}, [(index, key)], start=index)
        commands.forget(index + 1)
        assert len(commands) == 0
    found = [commands.recorded([f"r-{index}"]) for index in range(10, 30)]
    assert found == [(f"r-{index}", index) for index in range(10, 30)]
    assert commands.recorded(["w-0"]) == ("w-0", 0)
    assert commands.recorded(["r-30"]) is None
    memory.close()


def test_marks_of_what_the_file_forgot_are_read_again(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that runs for ever keeps no more marks than twice what the file does."""
    monkeypatch.setattr(known, "COMMANDS_KEPT", 4)
    commands = KnownCommands(memory)
    assert commands.recorded(["w-3"]) == ("w-3", 3)  # ten marks: more than twice four, so they are read each time
    memory.advance(11, {}, [(10, command_key("later"))], start=10)
    assert commands.recorded(["later"]) == ("later", 10)
    memory.close()


def test_a_memory_that_cannot_be_opened_now_is_a_store_out_of_reach(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No file descriptor left: what passes is said to be that, and is no fault of tombo."""
    Memory.create(tmp_path / "heads", "operator.example/ledger/1").close()

    def refuse(*_: object, **__: object) -> sqlite3.Connection:
        raise sqlite3.OperationalError("unable to open database file")

    monkeypatch.setattr(sqlite3, "connect", refuse)
    with pytest.raises(StoreUnavailableError, match="heads cannot be opened: unable to open"):
        Memory(tmp_path / "heads", "operator.example/ledger/1")


@given(st.lists(st.integers(0, 2**64 - 1)), st.sets(st.integers(0, 2**64 - 1)), st.data())
def test_marks_that_came_since_are_put_among_those_in_order(
    written: list[int], more: set[int], data: st.DataObject
) -> None:
    """Each of them, in order, whichever are there already."""
    again = data.draw(st.sets(st.sampled_from(written))) if written else set[int]()
    found = merged(array("Q", sorted(written)), more | again)
    assert list(found) == sorted([*written, *(more | again)])
    assert found.typecode == "Q"
