"""The mark of what was acknowledged last: whose it is, what is refused in its place, and what a loss that was declared does to it."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from struct import pack

import pytest

from tombo.ledger.checked import Mark, Reached, marked, put_mark
from tombo.ledger.core.errors import KeyFileError
from tombo.ledger.seal.keys import PrivateKey
from tombo.ledger.seal.policy import Policy
from tombo.ledger.seal.registry import root_name


def policy(origin: str = "operator.example/ledger/1", root: bytes = bytes(32)) -> Policy:
    """The policy of a ledger of this name, under the root key that ``root`` gives."""
    made = PrivateKey.generate(root_name(origin), lambda _size: root)
    return Policy(made.public, PrivateKey.generate(origin, lambda _size: b"c" * 32).public)


OURS = policy()


def test_a7_who_slept_through_a_declared_loss_stops_nobody(tmp_path: Path) -> None:
    """A door that wakes after the loss was declared marks what it had committed before: no other door takes the store for older than that."""
    path = tmp_path / "mark"
    put_mark(path, Reached(0, b""), OURS)
    with closing(Mark(path, OURS)) as asleep:
        asleep.put(Reached(90, bytes(32)))
        put_mark(path, Reached(50, bytes(32)), OURS)
        asleep.put(Reached(95, bytes(32)))
        with closing(Mark(path, OURS)) as door, closing(Mark(path, OURS)) as other:
            assert door.read().size == 50
            door.put(Reached(51, bytes(32)))
            assert other.read().size == 51
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
        Mark(path, OURS)
    assert (path.read_bytes() if path.exists() else None) == said


def test_a7_a_mark_that_does_not_say_whose_it_is_is_refused(tmp_path: Path) -> None:
    """One of a version that did not write it there is called that, and the command that makes another is named."""
    path = tmp_path / "mark"
    said = pack(">Q32s", 7, bytes(32))
    path.write_bytes((said + sha256(said).digest()[:16]).ljust(64, b"\0") * 2)
    with pytest.raises(
        KeyFileError, match=r"or of a version before this one: .* 'tombo memory rebuild' makes it again"
    ):
        Mark(path, OURS)
    assert marked(path, OURS) is None


@pytest.mark.parametrize("other", [policy("operator.example/ledger/2"), policy(root=b"r" * 32)], ids=["name", "root"])
def test_a7_the_mark_of_another_ledger_is_called_that(tmp_path: Path, other: Policy) -> None:
    """Copied into the wrong folder it says how far another log had come: that is no roll-back of this one, and the way on is said."""
    path = tmp_path / "mark"
    put_mark(path, Reached(90, bytes(32)), other)
    for look in (lambda: Mark(path, OURS), lambda: marked(path, OURS)):
        with pytest.raises(
            KeyFileError, match=r"mark is another ledger's memory; expected .*operator\.example/ledger/1, "
        ):
            look()
    with closing(Mark(path, other)) as mark:
        assert mark.read().size == 90


@pytest.mark.parametrize(
    ("make", "found"), [(os.mkfifo, "a named pipe"), (os.mkdir, "a folder")], ids=["pipe", "folder"]
)
def test_a7_what_is_no_plain_file_is_named_with_a_way_on(
    tmp_path: Path, make: Callable[[Path], None], found: str
) -> None:
    """It says what lies there, and which command puts it aside."""
    path = tmp_path / "mark"
    make(path)
    for look in (lambda: Mark(path, OURS), lambda: marked(path, OURS)):
        with pytest.raises(KeyFileError, match=rf"mark is {found}; expected .*'tombo memory rebuild' puts it aside"):
            look()


def test_a7_a_mark_taken_away_under_who_marks_there_is_noticed(tmp_path: Path) -> None:
    """Another file in its place, or none: what is marked in the old one nobody will read."""
    path = tmp_path / "keys" / "mark"
    path.parent.mkdir()
    put_mark(path, Reached(0, b""), OURS)
    with closing(Mark(path, OURS)) as mark:
        mark.put(Reached(7, bytes(32)))
        mark.check_in_place()
        put_mark(path, Reached(7, bytes(32)), OURS)
        with pytest.raises(KeyFileError, match=r"expected the file it marks in, found another one there; nothing was"):
            mark.check_in_place()
        path.unlink()
        with pytest.raises(KeyFileError, match="found none there; nothing was recorded"):
            mark.check_in_place()
        path.parent.rmdir()
        path.parent.touch()
        with pytest.raises(KeyFileError, match=r"found none that can be looked at \(Not a directory\); nothing was"):
            mark.check_in_place()


@pytest.mark.parametrize("left", [b"", bytes(128), None], ids=["empty", "zeros", "whole"])
def test_a_draft_that_somebody_left_who_was_killed_is_written_anew(tmp_path: Path, left: bytes | None) -> None:
    """As far as one can tell that it is a draft."""
    path, draft = tmp_path / "mark", tmp_path / "mark.new"
    put_mark(draft, Reached(7, bytes(32)), OURS)
    if left is not None:
        draft.write_bytes(left)
    put_mark(path, Reached(8, bytes(32)), OURS)
    assert [file.name for file in tmp_path.iterdir()] == ["mark"]


@pytest.mark.parametrize("kind", ["text", "link", "pipe", "folder", "long"])
def test_a7_nothing_is_written_over_what_is_no_draft(tmp_path: Path, kind: str) -> None:
    """A file of somebody else, or a link to one, stays as it is, and is named."""
    path, draft, elsewhere = tmp_path / "mark", tmp_path / "mark.new", tmp_path / "elsewhere"
    elsewhere.write_bytes(b"a file of mine")
    match kind:
        case "link":
            draft.symlink_to(elsewhere)
        case "pipe":
            os.mkfifo(draft)
        case "folder":
            draft.mkdir()
        case _:
            draft.write_bytes(b"a file of mine" if kind == "text" else bytes(129))
    with pytest.raises(KeyFileError, match=r"mark\.new is in the way: expected nothing there.* put it away"):
        put_mark(path, Reached(8, bytes(32)), OURS)
    assert os.path.lexists(draft)
    assert (elsewhere.read_bytes(), path.exists()) == (b"a file of mine", False)


@pytest.mark.parametrize("torn", range(2))
def test_a_torn_slot_beside_a_whole_one_is_passed_over(tmp_path: Path, torn: int) -> None:
    """A loss of power tears the slot that was being written: the one before it still says what it said, from the first write on."""
    path = tmp_path / "mark"
    put_mark(path, Reached(0, b""), OURS)
    data = bytearray(path.read_bytes())
    data[64 * torn : 64 * torn + 20] = bytes(20)
    path.write_bytes(data)
    with closing(Mark(path, OURS)) as mark:
        assert mark.read().size == 0
        mark.put(Reached(7, bytes(32)))
        assert mark.read().size == 7
