"""``tombo memory rebuild`` beside a door, over another ledger's mark, after a rebuild that was killed, and where something lies in its way (A7)."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bench.play import hand, play
from tests.forgeries.maker import ORIGIN
from tests.tools.cli_run import Ran, tombo
from tests.worlds.operator import Operator
from tests.worlds.staff import signed
from tombo.ledger.checked import Reached, in_use, put_mark
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.errors import ConflictError, KeyFileError, LedgerError
from tombo.ledger.live.ledger import Acknowledgement, Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_checked, open_ledger
from tombo.ledger.seal.policy import load_policy


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_use, "PATIENCE", 0.1)


def asked(operator: Operator, *words: str) -> Ran:
    """Run ``tombo`` on this ledger."""
    return tombo("--ledger", operator.url, "--keys", str(operator.keyring.directory), *words)


def lying(operator: Operator) -> set[str]:
    """What lies in the folder of keys of what is remembered, but for what SQLite keeps beside it."""
    names = {
        path.name for path in operator.keyring.directory.iterdir() if path.name.startswith(("heads", "mark", "mem"))
    }
    return {name for name in names if not name.endswith(("-wal", "-shm"))}


@pytest.fixture
def clock() -> SteppingClock:
    """The clock of the door."""
    return SteppingClock()


@pytest.fixture
def door(operator: Operator, clock: SteppingClock) -> Iterator[Ledger]:
    """A door that is open, and has acknowledged something."""
    ledger = open_ledger(operator.url, operator.keyring, clock=clock)
    with ledger.store:
        play(ledger, hand(0, 1)[:2])
        yield ledger


def test_a7_no_mark_is_made_again_beside_a_door_that_marks_in_the_old_one(operator: Operator, door: Ledger) -> None:
    """It would never hear what that door acknowledges. Who holds it up is named, and nothing is touched; once the door has ended, it is done."""
    mark = operator.keyring.trusted.mark
    mark.unlink()
    before = lying(operator)
    for _ in range(2):
        refused = asked(operator, "memory", "rebuild")
        assert (refused.status, lying(operator)) == (3, before), refused
        assert f"held by process {os.getpid()} (" in refused.err
        assert "doors, publisher and everybody who reads there are to end first" in refused.err
    door.store.close()
    assert asked(operator, "memory", "rebuild").status == 0
    operator.act(hand(0, 1)[2:])


def test_a7_no_door_opens_while_the_memory_is_made_again(operator: Operator) -> None:
    """Nor does anybody who reads: what he believed would be put aside under him."""
    with (
        in_use.alone(operator.keyring.directory),
        pytest.raises(ConflictError, match="somebody has it alone, as 'tombo memory rebuild' does"),
    ):
        open_checked(operator.url, operator.keyring)
    open_checked(operator.url, operator.keyring).close()


@pytest.mark.parametrize("replaced", [True, False], ids=["replaced", "removed"])
def test_a7_a_door_whose_mark_was_taken_away_records_nothing_more(
    operator: Operator, door: Ledger, clock: SteppingClock, *, replaced: bool
) -> None:
    """Within a second it says so, with the file and the way on: what it acknowledged would be marked where nobody looks."""
    mark, size = operator.keyring.trusted.mark, door.store.head().size
    third = [signed(envelope, ORIGIN) for envelope in hand(0, 1)[2:3]]
    if replaced:
        Path(shutil.copy(mark, mark.with_name("copy"))).replace(mark)
    else:
        mark.rename(mark.with_name("kept"))
    clock.instant += SECOND
    for _ in range(2):
        (outcome,) = door.handle_many(third)
        assert isinstance(outcome, KeyFileError), outcome
        assert f"{mark} was taken away while this process ran" in str(outcome)
        assert door.store.head().size == size
    door.store.close()
    if not replaced:
        mark.with_name("kept").rename(mark)
    again = open_ledger(operator.url, operator.keyring, clock=clock)
    with again.store:
        assert isinstance(again.handle(third[0]), Acknowledgement)


@pytest.fixture(params=["another name", "another root key"])
def foreign(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The mark of another ledger, which had come further than ours."""
    keyring = Keyring(tmp_path / "theirs")
    origin = ORIGIN if request.param == "another root key" else "other.example/ledger/1"
    url = f"sqlite:///{tmp_path / 'theirs.db'}"
    with create_ledger(url, keyring, origin=origin, clock=SteppingClock()).store:
        put_mark(keyring.trusted.mark, Reached(10_000, bytes(32)), load_policy(keyring.policy))
    return keyring.trusted.mark


def test_a7_the_mark_of_another_ledger_accuses_nobody(operator: Operator, foreign: Path) -> None:
    """Copied into the wrong folder it is another ledger's memory and no roll-back, for every command; a rebuild puts it aside."""
    mark = operator.keyring.trusted.mark
    theirs = foreign.read_bytes()
    mark.write_bytes(theirs)
    for words in (("status",), ("hand", "list"), ("checkpoint",)):
        refused = asked(operator, *words)
        assert (refused.status, "ROLLED BACK" in refused.err) == (2, False), (words, refused)
        assert f"{mark} is another ledger's memory; expected " in refused.err, (words, refused)
        assert "'tombo memory rebuild' puts it aside" in refused.err
    with pytest.raises(KeyFileError, match="another ledger's memory"):
        open_ledger(operator.url, operator.keyring)
    assert asked(operator, "memory", "rebuild").status == 0
    assert mark.with_name("mark.old").read_bytes() == theirs
    operator.act(hand(0, 1))


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir], ids=["pipe", "folder"])
def test_a7_what_is_no_plain_file_is_put_aside_by_a_rebuild(operator: Operator, make: Callable[[Path], None]) -> None:
    """The way on that is named works: what lay in the place of the mark is kept, and play goes on."""
    operator.act(hand(0, 1))
    mark = operator.keyring.trusted.mark
    mark.unlink()
    make(mark)
    refused = asked(operator, "status")
    assert (refused.status, "'tombo memory rebuild' puts it aside" in refused.err) == (2, True), refused
    done = asked(operator, "memory", "rebuild")
    assert done.status == 0, done
    assert os.path.lexists(mark.with_name("mark.old"))
    assert mark.is_file()
    operator.act(hand(0, 2))


def killed_rebuild(operator: Operator) -> None:
    """A rebuild that is killed halfway: its drafts are there, and nobody takes them away."""
    pid = os.fork()
    if not pid:
        try:
            sys.modules["tombo.ledger.checked.rebuild"].__dict__["_check_acknowledged"] = lambda *_: os._exit(9)
            asked(operator, "memory", "rebuild")
        finally:
            os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 9


def test_a7_the_drafts_of_a_rebuild_that_was_killed_are_taken_over(operator: Operator) -> None:
    """However often it is killed, it leaves one draft of each, which the next takes over: none stays."""
    operator.act(hand(0, 1))
    for _ in range(3):
        killed_rebuild(operator)
        assert lying(operator) == {"heads", "mark", "memory.new"}
    assert asked(operator, "memory", "rebuild").status == 0
    assert lying(operator) == {"heads", "heads.old", "mark"}
    operator.act(hand(0, 2))


@pytest.mark.parametrize("kind", ["file", "link", "pipe", "a file within", "a link within"])
def test_a7_a_rebuild_takes_nothing_for_a_draft_that_it_did_not_make(
    operator: Operator, tmp_path: Path, kind: str
) -> None:
    """What somebody else put there is named and stays, and no link is followed."""
    there, mine = operator.keyring.directory / "memory.new", tmp_path / "mine"
    mine.mkdir()
    (mine / "heads").write_bytes(b"a file of mine")
    match kind:
        case "file":
            there.write_bytes(b"a file of mine")
        case "link":
            there.symlink_to(mine)
        case "pipe":
            os.mkfifo(there)
        case "a file within":
            there.mkdir()
            (there / "mark").write_bytes(b"")
            (there / "notes").write_bytes(b"a file of mine")
        case _:
            there.mkdir()
            (there / "heads").symlink_to(mine / "heads")
    before = lying(operator)
    refused = asked(operator, "memory", "rebuild")
    assert (refused.status, "memory.new" in refused.err, " is in the way: " in refused.err) == (2, True, True), refused
    assert lying(operator) == before
    assert (mine / "heads").read_bytes() == b"a file of mine"
    if kind == "a file within":
        assert sorted(path.name for path in there.iterdir()) == ["mark", "notes"]


def test_a_folder_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    """Nothing is shared where nothing is."""
    with pytest.raises(LedgerError, match="none cannot be opened: No such file or directory; name the one of this"):
        in_use.share(tmp_path / "none")


def test_where_no_lock_can_be_had_a_door_opens_all_the_same(
    operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file system without locks keeps nobody from playing: there the look once a second is what remains."""

    def unsupported(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", unsupported)
    open_checked(operator.url, operator.keyring).close()
