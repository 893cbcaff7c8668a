"""Two beginnings in one folder of keys, and one that was killed there: nobody's keys go but those of who fails (findings 2 and 11)."""

from __future__ import annotations

import errno
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.tools import cli_run
from tests.tools.cli_run import inside, tombo
from tombo.ledger.core.errors import ConflictError, StoreUnavailableError, UsageError
from tombo.ledger.operate import beginning, passphrases
from tombo.ledger.operate.keyfolder import Keyring
from tombo.ledger.operate.keyring import create_ledger
from tombo.ledger.seal import claim
from tombo.ledger.seal.keyfile import read_passphrase
from tombo.ledger.store import open_store

KEYS = ("--keys", "keys")
FIRST = ("--ledger", "sqlite:///first.db", *KEYS, "init", "--origin", "operator.example/first", "--manager", "s-1")
SECOND = ("--ledger", "sqlite:///second.db", *KEYS, "init", "--origin", "operator.example/second", "--manager", "s-2")


def held(folder: Path) -> dict[str, bytes]:
    """Every file under ``folder``, but what SQLite writes when it is read."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("heads-"))
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


@pytest.fixture(autouse=True)
def _inside(tmp_path: Path) -> Iterator[None]:
    with inside(tmp_path):
        yield


@pytest.mark.parametrize("typed", [True, False], ids=["answered", "interrupted"])
def test_c2_who_waits_at_a_prompt_takes_no_keys_away(monkeypatch: pytest.MonkeyPatch, *, typed: bool) -> None:
    """Red before: the second found the folder filled when he was answered, and removed the whole of it with the first one's keys."""
    there: dict[str, bytes] = {}
    ask = read_passphrase

    def prompt(path: Path) -> bytes:
        if not there:
            monkeypatch.setattr(passphrases, "read_passphrase", ask)
            assert tombo(*FIRST).status == 0
            there.update(held(Path("keys")))
            if not typed:
                raise KeyboardInterrupt
        return ask(path)

    monkeypatch.setattr(passphrases, "read_passphrase", prompt)
    done = tombo(*SECOND)
    assert (done.status, "keys" in done.err or not typed) == (2 if typed else 130, True), done
    assert held(Path("keys")) == there
    assert not Path("second.db").exists()
    assert tombo("--ledger", "sqlite:///first.db", *KEYS, "status").status == 0


def test_c2_two_at_once_do_not_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    """While one makes its keys the other is told so, and makes nothing; what it had made when it fails goes, and nothing else."""
    real, said = beginning.new_keys, []

    def second(*args: object) -> object:
        said.append(tombo(*SECOND))
        Path("keys/root.key").write_text("a copy that somebody put there\n")
        return real(*args)  # type: ignore[arg-type]  # passed on as they came

    monkeypatch.setattr("tombo.ledger.operate.keyring.new_keys", second)
    done = tombo(*FIRST)
    assert (said[0].status, "another 'tombo init' is at work in keys" in said[0].err) == (3, True), said
    assert (done.status, "root.key exists; a key is never overwritten" in done.err) == (2, True), done
    assert held(Path("keys")) == {"root.key": b"a copy that somebody put there\n"}
    assert not list(Path().glob("*.db*"))


def test_c2_a_folder_that_was_there_stays_with_what_was_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The keys of staff lay there before; of what fails nothing is left, and it can be run again."""
    Path("keys/staff").mkdir(parents=True)
    Path("keys/staff/s-9.key").write_text("somebody's own\n")

    def full(*_: object) -> object:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("tombo.ledger.operate.beginning.Trust.create", full)
        done = tombo(*FIRST)
    assert (done.status, "keys: what is kept beside the keys cannot be written: No space left" in done.err) == (3, True)
    assert held(Path("keys")) == {"staff/s-9.key": b"somebody's own\n"}
    assert tombo(*FIRST).status == 0
    assert not Path("keys", claim.CLAIM).exists()


def killed(act: Callable[[], object]) -> None:
    """``act`` in a process of its own, which ends itself."""
    pid = os.fork()
    if not pid:
        try:
            act()
        finally:
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == -signal.SIGKILL


@pytest.mark.parametrize("at", ["openings.key", "half a policy", "policy", "mark"])
def test_c11_an_init_that_was_killed_is_called_that(monkeypatch: pytest.MonkeyPatch, at: str) -> None:
    """Before: 'keys is not empty; keys are never overwritten', and status: 'the policy ... cannot be read', or 'has no line root'."""

    def die(*_: object, **__: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def begin() -> None:
        name = {
            "openings.key": "tombo.ledger.operate.keyfolder.Keyring.save_secret",
            "half a policy": "tombo.ledger.operate.beginning.Policy",
            "policy": "tombo.ledger.operate.beginning.Signer.create",
            "mark": "tombo.ledger.operate.keyring.inscribe",
        }[at]
        monkeypatch.setattr(name, die)
        create_ledger("sqlite:///first.db", keyring(), origin="operator.example/first")

    def keyring() -> Keyring:
        file = Path(cli_run.PASSPHRASE_FILE)
        return Keyring(Path("keys"), lambda: read_passphrase(file), lambda: read_passphrase(file))

    killed(begin)
    before = held(Path("keys"))
    again = tombo(*FIRST)
    assert (again.status, "'tombo init' did not finish in keys" in again.err) == (2, True), again
    assert "Put that folder away" in again.err
    status = tombo("--ledger", "sqlite:///first.db", *KEYS, "status")
    assert (status.status, "did not finish in keys" in status.err) == (2, True), status
    assert held(Path("keys")) == before
    Path("keys").rename("aside")
    for left in Path().glob("first.db*"):
        left.unlink()
    assert tombo(*FIRST).status == 0


def test_c11_a_ledger_that_began_is_never_called_unfinished(tmp_path: Path) -> None:
    """Killed in the moment in which all was recorded: its keys are those of a ledger, whatever claim is left."""
    assert tombo(*FIRST).status == 0
    Path("keys", claim.CLAIM).touch()
    again = tombo(*FIRST)
    assert (again.status, "keys are never overwritten" in again.err, "away" in again.err) == (2, True, False), again
    with open_store(f"sqlite:///{tmp_path / 'first.db'}", read_only=True) as store:
        assert store.head().size


def test_c11_nor_when_its_policy_is_lost() -> None:
    """What was recorded is there. Red before: 'nothing was recorded under these keys. Put that folder away, and the database'."""
    assert tombo(*FIRST).status == 0
    Path("keys", claim.CLAIM).touch()
    Path("keys/policy").unlink()
    for words in (FIRST, ("--ledger", "sqlite:///first.db", *KEYS, "status")):
        said = tombo(*words)
        assert (said.status, "nothing was recorded" in said.err) == (2, False), said


@pytest.mark.parametrize(
    "fails", ["tombo.ledger.operate.keyring.inscribe", "tombo.ledger.seal.secretfile.sync_directory"]
)
def test_c10_what_fails_after_its_files_were_made_leaves_none(monkeypatch: pytest.MonkeyPatch, fails: str) -> None:
    """Red before: 'seen' stayed, or the key whose name could not be made durable, and the next 'init' refused the folder."""

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(fails, full)
        assert tombo(*FIRST).status == 3
    assert list(Path().iterdir()) == []
    assert tombo(*FIRST).status == 0


def test_c10_a_checkpoint_believed_last_that_does_not_fit_leaves_no_draft(monkeypatch: pytest.MonkeyPatch) -> None:
    """'seen' need not be written. Red before: half of it stayed as 'seen.1234.new', beside the keys for ever."""
    replace = Path.replace

    def full(self: Path, target: Path) -> Path:
        if target.name == "seen":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", full)
    assert tombo(*FIRST).status == 0
    assert not list(Path("keys").glob("seen*"))


def test_c10_a_folder_that_cannot_be_claimed_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Red before: the empty folder stayed."""
    real = os.open

    def full(path: str | Path, *given: int, **named: int) -> int:
        if Path(path).name == claim.CLAIM and given[0] & os.O_CREAT:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(path, *given, **named)

    monkeypatch.setattr(os, "open", full)
    assert tombo(*FIRST).status == 3
    assert list(Path().iterdir()) == []


def test_c10_a_ledger_without_its_first_checkpoint_is_said_to_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Red before: only the error, as if nothing were there; and 'init' run again refused the folder of keys."""

    def full(*_: object) -> None:
        raise StoreUnavailableError("the signer's memory keys/signer cannot be written: No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("tombo.cli.commands.log.init.publish", full)
        said = tombo(*FIRST)
    assert (said.status, "operator.example/first is made" in said.err) == (3, True), said
    assert "Run 'tombo checkpoint'" in said.err
    assert tombo("--ledger", "sqlite:///first.db", *KEYS, "checkpoint").status == 0


def test_c2_a_claim_is_told_held_and_left(tmp_path: Path) -> None:
    """Held while its maker lives; left when the file stands and nobody holds it."""
    folder = tmp_path / "claimed"
    assert claim.claim_in(folder) is claim.Claimed.NOT
    with claim.claimed(folder):
        assert claim.claim_in(folder) is claim.Claimed.HELD
        with pytest.raises(ConflictError, match="is at work in"), claim.claimed(folder):
            pass
    assert list(folder.iterdir()) == []
    (folder / claim.CLAIM).touch()
    assert claim.claim_in(folder) is claim.Claimed.LEFT
    with pytest.raises(UsageError, match="did not finish"):
        beginning.check_new(Keyring(folder), "operator.example/first", None)
