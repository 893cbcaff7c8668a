"""``tombo memory rebuild``: made beside the old memory, in its place only where nothing is missing of what anybody here knew (A7)."""

from __future__ import annotations

import errno
import os
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from bench.play import hand
from tests.conftest import run_past
from tests.forgeries.maker import ORIGIN
from tests.tools.cli_run import Ran, tombo
from tests.worlds.operator import Operator, older, size_of
from tombo.ledger.checked import Memory, marked
from tombo.ledger.core.errors import KeyFileError, NoLedgerError
from tombo.ledger.operate.keyring import Keyring, open_checked, open_ledger


def rebuild(operator: Operator) -> Ran:
    """Run ``tombo memory rebuild``."""
    return tombo("--ledger", operator.url, "--keys", str(operator.keyring.directory), "memory", "rebuild")


def remembered(path: Path) -> tuple[int, int]:
    """Of how many entries the memory at ``path`` is, and how many streams of accounts it has."""
    with closing(Memory(path, ORIGIN)) as memory:
        return memory.size(), len(memory.streams("account"))


def held(keyring: Keyring) -> dict[str, bytes]:
    """The files of what is remembered, as they lie there."""
    there = (path for path in keyring.directory.iterdir() if path.name.startswith(("heads", "seen", "mark")))
    return {path.name: path.read_bytes() for path in sorted(there) if not path.name.endswith(("-wal", "-shm"))}


def without(operator: Operator, *names: str) -> None:
    """Take these files out of the folder of keys."""
    for name in names:
        (operator.keyring.directory / name).unlink()


@pytest.mark.parametrize("gone", [("signer", "mark"), ("signer", "mark", "seen"), ("signer", "mark", "heads")])
def test_a7_an_older_store_is_not_what_is_remembered_anew(
    operator: Operator, new_url: str, gone: tuple[str, ...]
) -> None:
    """Whatever of the files is left says how far the log had come: ROLLED BACK, and what they say is kept."""
    _, after = older(operator, new_url)
    without(operator, *gone)
    before = held(operator.keyring)
    for _ in range(2):
        refused = rebuild(operator)
        assert (refused.status, f"; {size_of(after)} " in refused.err) == (1, True), refused
        assert "ROLLED BACK: the store holds" in refused.err
        assert held(operator.keyring) == before


def test_a7_what_was_acknowledged_counts_where_nothing_else_is_left(operator: Operator, new_url: str) -> None:
    """The mark alone is older than nothing: a store with less is refused, damaged memory or not."""
    older(operator, new_url)
    without(operator, "signer", "seen")
    operator.keyring.trusted.memory.write_bytes(b"no database" * 300)
    before = held(operator.keyring)
    refused = rebuild(operator)
    assert (refused.status, "were acknowledged" in refused.err) == (1, True), refused
    assert held(operator.keyring) == before


def test_a7_a_changed_entry_leaves_the_memory_as_it_was(operator: Operator) -> None:
    """A rebuild over what is not what was sealed is refused, and the old memory stays, however often it is tried."""
    operator.act(hand(0, 1))
    before, known = held(operator.keyring), remembered(operator.keyring.trusted.memory)
    run_past(operator.url, "UPDATE stored_events SET state = x'00' WHERE notification_id = 9")
    for _ in range(2):
        refused = rebuild(operator)
        assert (refused.status, "TAMPERED" in refused.err or "no entry" in refused.err) == (1, True), refused
        assert held(operator.keyring) == before
    assert remembered(operator.keyring.trusted.memory) == known


def test_a7_all_that_is_signed_is_remembered(operator: Operator) -> None:
    """A tail under no checkpoint yet is no reason to remember nothing: the memory comes up to the signer's size, as before."""
    note = operator.act(hand(0, 1))
    operator.act(hand(0, 2)[:3], publishing=False)
    memory = operator.keyring.trusted.memory
    known = remembered(memory)
    assert known[0] == size_of(note)
    done = rebuild(operator)
    assert (done.status, f"{size_of(note)} entries of " in done.out) == (0, True), done
    assert remembered(memory) == known
    memory.unlink()
    assert rebuild(operator).status == 0
    assert remembered(memory) == known
    assert operator.report(operator.act(hand(0, 2)[3:])).exit_status == 0


def test_a7_a_memory_that_was_put_aside_is_never_written_over(operator: Operator) -> None:
    """Each old memory keeps a name of its own, with all it said; a damaged one too, and nothing is left over beside them."""
    operator.act(hand(0, 1))
    memory = operator.keyring.trusted.memory
    known = remembered(memory)
    assert rebuild(operator).status == 0
    memory.write_bytes(b"no database" * 300)
    assert rebuild(operator).status == 0
    first, second = memory.with_name("heads.old"), memory.with_name("heads.old.2")
    assert remembered(first) == remembered(memory) == known
    assert second.read_bytes() == b"no database" * 300
    names = {path.name for path in memory.parent.glob("heads*") if not path.name.endswith(("-wal", "-shm"))}
    assert names == {"heads", "heads.old", "heads.old.2"}


def test_a7_a_declared_loss_keeps_what_was_remembered(operator: Operator, new_url: str) -> None:
    """The declaration is the way on from an older store: the memory it gives up is put aside whole, and play goes on."""
    older(operator, new_url)
    known = remembered(operator.keyring.trusted.memory)
    assert rebuild(operator).status == 1
    operator.declare()
    assert remembered(operator.keyring.trusted.memory.with_name("heads.old")) == known
    assert rebuild(operator).status == 0
    operator.act(hand(0, 2))


def test_a7_an_older_signers_file_is_called_that(operator: Operator, tmp_path: Path) -> None:
    """A memory that is ahead of the signer's file is no reason to forget it: the file is the older one, and it is said."""
    signer = operator.keyring.signer_state
    shutil.copy(signer, tmp_path / "older")
    operator.act(hand(0, 1))
    newest = signer.read_bytes()
    shutil.copy(tmp_path / "older", signer)
    before = held(operator.keyring)
    refused = rebuild(operator)
    assert (refused.status, "is an older copy" in refused.err) == (2, True), refused
    without(operator, "heads")
    assert "is an older copy" in rebuild(operator).err
    assert not operator.keyring.trusted.memory.exists()
    assert held(operator.keyring) == {name: data for name, data in before.items() if name != "heads"}
    signer.write_bytes(newest)
    assert rebuild(operator).status == 0


def test_a_newcomer_begins_with_the_policy_alone(operator: Operator, tmp_path: Path) -> None:
    """An auditor's folder has no signer's file and no memory yet: it is made, up to the newest checkpoint of the store."""
    note = operator.act(hand(0, 1))
    there = tmp_path / "auditor"
    there.mkdir()
    shutil.copy(operator.keyring.policy, there / "policy")
    done = tombo("--ledger", operator.url, "--keys", str(there), "memory", "rebuild")
    assert done.status == 0, done.err
    assert remembered(there / "heads")[0] == size_of(note)


def test_a7_a_schema_that_is_gone_is_to_be_restored(operator: Operator, new_url: str) -> None:
    """On either store: where the keys know of a ledger and its place is empty, 'tombo restore' is named."""
    with pytest.raises(
        NoLedgerError, match=r"and there was one: .*keys holds signer, mark, heads.*tombo restore --from"
    ):
        open_checked(new_url, operator.keyring)


@pytest.mark.parametrize("said", [None, b"", b"garbage" * 300], ids=["none", "empty", "garbage"])
def test_a7_without_the_mark_nothing_is_recorded_until_it_is_made_again(operator: Operator, said: bytes | None) -> None:
    """Rows cut from the tail, the mark gone: no door opens, and no index is used a second time in silence. Made again, it says what is there."""
    operator.act(hand(0, 1))
    operator.act(hand(0, 2)[:3], publishing=False)
    mark = operator.keyring.trusted.mark
    reached = marked(mark, operator.policy)
    mark.unlink()
    if said is not None:
        mark.write_bytes(said)
    with pytest.raises(KeyFileError, match="Bring it back; or 'tombo memory rebuild'"):
        open_ledger(operator.url, operator.keyring)
    refused = tombo("--ledger", operator.url, "--keys", str(mark.parent), "status")
    assert (refused.status, str(mark) in refused.err) == (2, True), refused
    assert rebuild(operator).status == 0
    assert marked(mark, operator.policy) == reached
    operator.act(hand(0, 2)[3:])
    if said is not None:
        assert mark.with_name("mark.old").read_bytes() == said


def test_a7_a_loss_is_declared_also_without_the_mark(operator: Operator, new_url: str) -> None:
    """What the signer signed says enough: two people and the root key give it up, and the mark is made again."""
    older(operator, new_url)
    without(operator, "mark")
    assert rebuild(operator).status == 1
    assert not operator.keyring.trusted.mark.exists()
    operator.declare()
    assert marked(operator.keyring.trusted.mark, operator.policy) is not None
    operator.act(hand(0, 2))


@pytest.mark.parametrize(
    ("number", "status", "says"),
    [
        (errno.EACCES, 2, "run it as the owner of that folder"),
        (errno.ENOSPC, 3, "cannot be made: No space left on device; nothing was changed"),
    ],
    ids=["not ours", "full"],
)
def test_a7_who_may_not_write_the_folder_is_told_whose_it_should_be(
    operator: Operator, monkeypatch: pytest.MonkeyPatch, number: int, status: int, says: str
) -> None:
    """Red before: "cannot be made: Permission denied", with the status of a disk; nothing is changed by either."""
    before, make = held(operator.keyring), Path.mkdir

    def refused(path: Path, mode: int = 0o777, **how: bool) -> None:
        if path.name == "memory.new":
            raise OSError(number, os.strerror(number))
        make(path, mode, **how)

    monkeypatch.setattr(Path, "mkdir", refused)
    ran = rebuild(operator)
    assert (ran.status, says in ran.err) == (status, True), ran.err
    assert held(operator.keyring) == before
