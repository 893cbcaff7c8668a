"""``tombo restore`` and ``tombo loss declare``, from the command line: what they say, and their exit status."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.tools.cli_run import CHEAP, PASSPHRASE, Ran, inside, tombo
from tests.worlds.staff import key_of
from tombo.ledger.seal.keyfile import save_encrypted_key

ROOT: Final = Path(__file__).resolve().parents[3]
LEDGER: Final = ("--ledger", "sqlite:///ledger.db", "--keys", "demo/keys")


@pytest.fixture
def folder(demonstration: Path, tmp_path: Path) -> Iterator[Path]:
    """The demonstration's keys and a copy of its database as it was; then a grant, with its signature, and the database gone."""
    shutil.copytree(demonstration / "demo", tmp_path / "demo")
    with inside(tmp_path):
        before = ("--ledger", "sqlite:///demo/ledger.db", "--keys", "demo/keys")
        assert tombo(*before, "export", "bundle", "--out", "bundle").status == 0
        shutil.copy("demo/ledger.db", "backup.db")
        assert tombo(*before, "staff", "grant", "s-9", "officer", "--staff", "s-1").status == 0
        assert tombo(*before, "checkpoint", "--out", "abandoned").status == 0
        shutil.copy("demo/ledger.db", "whole.db")
        for path in Path("demo").glob("ledger.db*"):
            path.unlink()
        yield tmp_path


def ran(*words: str) -> Ran:
    """Run ``tombo`` on the ledger that is restored."""
    return tombo(*LEDGER, *words)


def len_of(checkpoint: str) -> int:
    """How many entries a checkpoint covers."""
    return int(Path(checkpoint).read_text(encoding="utf-8").splitlines()[1])


@pytest.mark.parametrize("source", ["backup.db", "bundle"])
def test_an_older_copy_is_restored_and_what_is_missing_is_said(folder: Path, source: str) -> None:
    """Status 1, the range that is missing and the next command; then nothing is recorded, and a checkpoint shows why."""
    done = ran("restore", "--from", source)
    assert done.status == 1, done.err
    size = len_of("demo/checkpoint")
    assert (
        f"Missing: the entries {size} to {size + 1}. The signer signed {size + 2}, {size + 2} were acknowledged."
        in done.out
    )
    assert "tombo loss declare" in done.out
    refused = ran("staff", "grant", "s-8", "officer", "--staff", "s-1")
    assert refused.status == 1
    assert f"ROLLED BACK: the store holds {size} entries; {size + 2} were signed" in refused.err
    assert ran("verify", "--checkpoint", "abandoned").out.startswith("TRUNCATED")


def test_a_loss_is_declared_and_play_goes_on(folder: Path) -> None:
    """Under the root key and two people: the door opens again, and the abandoned checkpoint is told for what it is."""
    ran("restore", "--from", "backup.db")
    declared = ran(
        "loss", "declare", "--root", "demo/keys/root.key", "--staff", "s-1", "--second", "s-2", "--reason", "x"
    )
    assert declared.status == 0, declared.err
    size = len_of("demo/checkpoint")
    assert f"Declared lost by s-1 and s-2, at log index {size}: the entries {size} to {size + 1}." in declared.out
    assert ran("staff", "grant", "s-9", "officer", "--staff", "s-1").status == 0
    found = ran("verify", "--checkpoint", "abandoned")
    assert (found.status, found.out.split(":")[0]) == (1, "LOSS_DECLARED")
    assert ran("verify", "--checkpoint", "demo/checkpoint").status == 0
    again = ran("loss", "declare", "--root", "demo/keys/root.key", "--staff", "s-1", "--second", "s-2", "--reason", "x")
    assert (again.status, "nothing is lost" in again.err) == (2, True), again.err
    assert Path("demo/keys/signer.lost").stat().st_mode & 0o777 == 0o600


def test_nothing_is_given_up_over_a_copy_that_cannot_be_written_to(folder: Path) -> None:
    """A copy made by ``VACUUM INTO`` keeps no write-ahead log: that is said first; the newer copy, found in time, is not lost."""
    with sqlite3.connect("backup.db") as copied:
        copied.execute("VACUUM INTO 'ledger.db'")
    copied.close()
    asked = ("loss", "declare", "--root", "demo/keys/root.key", "--staff", "s-1", "--second", "s-2", "--reason", "x")
    signer = Path("demo/keys/signer").read_bytes()
    refused = ran(*asked)
    assert (refused.status, "journal_mode" in refused.err) == (2, True), refused.err
    assert Path("demo/keys/signer").read_bytes() == signer
    assert not Path("demo/keys/signer.lost").exists()
    with sqlite3.connect("ledger.db") as copied:
        copied.execute("PRAGMA journal_mode = WAL")
    copied.close()
    assert ran(*asked).status == 0


def test_what_was_being_given_up_and_is_found_is_not_declared_lost(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The declaration is cut off, and the whole database found: finished over it, two people would declare lost what is there."""
    asked = ("loss", "declare", "--root", "demo/keys/root.key", "--staff", "s-1", "--second", "s-2", "--reason", "x")
    ran("restore", "--from", "backup.db")
    with monkeypatch.context() as patch:
        patch.setattr("tombo.ledger.operate.loss._forget", cut_off)
        assert ran(*asked).status == 3
    for path in Path().glob("ledger.db*"):
        path.unlink()
    shutil.copy("whole.db", "ledger.db")
    size = len_of("abandoned")
    refused = ran(*asked)
    assert (
        refused.status,
        f"the entries {size - 2} to {size - 1}, which it gives up, are in this store" in refused.err,
    ) == (2, True)
    lost = Path("demo/keys/signer.lost")  # as it is told
    *_, last = lost.read_text(encoding="utf-8").splitlines()
    Path("demo/keys/signer").write_text(json.loads(last)["note"], encoding="utf-8")
    lost.unlink()
    assert ran("staff", "grant", "s-8", "officer", "--staff", "s-1").status == 0
    assert ran("verify", "--checkpoint", "abandoned").status == 0


def cut_off(*_: object) -> None:
    """The disk is gone in this moment."""
    raise OSError(5, "Input/output error")


def test_b1_who_declares_a_loss_proves_who_he_is(folder: Path) -> None:
    """B1: the root key names nobody who is not there: the second person opens his own key, the one enrolled, or nothing is given up."""
    ran("restore", "--from", "backup.db")
    words = ("loss", "declare", "--root", "demo/keys/root.key", "--staff", "s-1", "--second", "s-2", "--reason", "x")
    key = Path("demo/keys/staff/s-2.key")
    key.rename("elsewhere.key")
    absent = ran(*words)
    assert (absent.status, "there is no key of s-2" in absent.err) == (2, True)
    save_encrypted_key(key, key_of("operator.example/demo", "s-2", 2), PASSPHRASE.encode(), log_cost=CHEAP)
    other = ran(*words)
    assert (other.status, "enrolled for him" in other.err) == (2, True)
    assert not Path("demo/keys/signer.lost").exists()


def test_nothing_forged_or_foreign_is_restored(folder: Path) -> None:
    """A source that does not verify is refused, with the verdict and the place; so is another ledger's; no database is made."""
    data = Path("backup.db").read_bytes()
    assert data.count(b'"paid":3000') >= 1
    Path("forged.db").write_bytes(data.replace(b'"paid":3000', b'"paid":2000'))
    refused = ran("restore", "--from", "forged.db")
    assert (refused.status, "TAMPERED at" in refused.err) == (1, True)
    assert tombo("--json", "demo", "--seed", "2", "--out", "other").status == 0
    other = ran("restore", "--from", "other/ledger.db")
    assert (other.status, "POLICY_FAIL" in other.err) == (1, True)
    assert not Path("ledger.db").exists()
    assert ran("restore", "--from", "backup.db").status == 1
    taken = ran("restore", "--from", "backup.db")
    assert (taken.status, "already the ledger" in taken.err) == (2, True)


@pytest.mark.parametrize("room", [40_000, 100_000], ids=["none", "some"])
def test_g3_a_restore_onto_a_full_disk_leaves_nothing_behind(folder: Path, room: int) -> None:
    """Neither an empty file nor a shorter ledger, which the next try would take for one that is there; that one succeeds."""
    program = f"""
import resource, signal, sys
from tombo.cli.main import main
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, ({room}, {room}))
sys.exit(main(sys.argv[1:]))
"""
    words = [*LEDGER, "restore", "--from", "backup.db"]
    there = {**os.environ, "PYTHONPATH": str(ROOT)}
    full = subprocess.run(
        [sys.executable, "-c", program, *words], env=there, capture_output=True, text=True, check=False
    )
    assert (full.returncode, "ledger.db.new: disk I/O error" in full.stderr) == (3, True), full
    assert list(folder.glob("ledger.db*")) == []
    assert ran("restore", "--from", "whole.db").status == 0


def test_g3_a_restore_that_is_refused_takes_away_no_file_that_was_there(folder: Path) -> None:
    """What is no ledger is somebody's all the same."""
    Path("ledger.db").write_bytes(b"something else, and no database")
    refused = ran("restore", "--from", "whole.db")
    assert (refused.status, Path("ledger.db").read_bytes()) == (2, b"something else, and no database"), refused


@pytest.mark.parametrize("left", ["mark", "heads", "seen"])
def test_a7_restored_without_the_signers_file_it_is_compared_with_the_others(folder: Path, left: str) -> None:
    """Whichever file is left says how far the log had come: status 1 and ROLLED BACK over an older copy, 0 over the newest."""
    if left == "seen":  # who reads keeps it
        shutil.copy("whole.db", "ledger.db")
        assert ran("status").status == 0
        for path in Path().glob("ledger.db*"):
            path.unlink()
    for name in {"signer", "mark", "heads", "seen"} - {left}:
        Path("demo/keys", name).unlink(missing_ok=True)
    done = ran("restore", "--from", "backup.db")
    size = len_of("abandoned")
    assert (done.status, f"ROLLED BACK. Missing: the entries {size - 2} to {size - 1}." in done.out) == (1, True), done
    for path in Path().glob("ledger.db*"):
        path.unlink()
    whole = ran("restore", "--from", "whole.db")
    assert (whole.status, f"know of {size} entries, and none of them is missing" in whole.out) == (0, True), whole
    assert "Not compared" in whole.out


def test_restored_with_the_policy_alone_nothing_is_compared_or_made(folder: Path) -> None:
    """Without any of the files there is nothing to compare with, and none is made."""
    for name in ("signer", "mark", "heads", "seen"):
        Path("demo/keys", name).unlink(missing_ok=True)
    done = ran("--json", "restore", "--from", "backup.db")
    assert (done.status, done.document["compared"], done.document["missing"]) == (0, False, None)
    assert not Path("demo/keys/mark").exists()


@pytest.mark.parametrize("said", [b"\xff\xfe\x00", b"", b"no note at all"], ids=["not UTF-8", "empty", "no note"])
def test_f8_a_signers_file_that_is_damaged_is_named(folder: Path, said: bytes) -> None:
    """Nothing is restored beside it: the message says which file, and how on."""
    Path("demo/keys/signer").write_bytes(said)
    done = ran("restore", "--from", "backup.db")
    assert (done.status, "demo/keys/signer is damaged, or not this log's" in done.err) == (2, True), done
    assert not Path("ledger.db").exists()


def test_a7_no_loss_is_declared_under_an_older_signers_file(folder: Path) -> None:
    """What 'seen' knows was signed is given up by the checkpoint that says so, and by no older one."""
    signer = Path("demo/keys/signer").read_bytes()
    Path("demo/keys/signer").write_bytes(Path("demo/checkpoint").read_bytes())
    Path("demo/keys/seen").write_bytes(signer)
    ran("restore", "--from", "backup.db")
    asked = ("loss", "declare", "--root", "demo/keys/root.key", "--staff", "s-1", "--second", "s-2", "--reason", "x")
    refused = ran(*asked)
    assert (refused.status, "signer is an older copy" in refused.err) == (2, True), refused
    Path("demo/keys/signer").write_bytes(signer)
    assert ran(*asked).status == 0


ASKED: Final = (("hand", "list"), ("status",), ("record",), ("memory", "rebuild"), ("verify",))


@pytest.mark.parametrize(
    "words",
    [*ASKED, ("loss", "declare", "--root", "demo/keys/root.key", "--second", "s-2", "--reason", "x", "--staff", "s-1")],
)
def test_a7_a_ledger_that_is_gone_is_to_be_restored(folder: Path, words: tuple[str, ...]) -> None:
    """The keys say that there was one: the message names them and 'tombo restore', and not 'tombo init', which refuses their folder."""
    said = "and there was one: demo/keys holds signer, mark, heads. Name its database with --ledger"
    for found in ("there is no ledger at ledger.db, ", "there is no ledger at ledger.db, which is empty, "):
        gone = ran(*words)
        assert (gone.status, found + said in gone.err) == (2, True), gone
        assert "'tombo restore --from BACKUP' (docs/restore.md)" in gone.err
        assert "tombo init" not in gone.err
        Path("ledger.db").touch()
    assert ran("restore", "--from", "whole.db").status == 0


def test_a_policy_alone_says_nothing_of_a_ledger_that_was(folder: Path) -> None:
    """Who never read the ledger is told how one is made, as before."""
    Path("new").mkdir()
    shutil.copy("demo/keys/policy", "new/policy")
    absent = tombo("--ledger", "sqlite:///ledger.db", "--keys", "new", "verify")
    assert (absent.status, "`tombo init --ledger sqlite:///ledger.db` makes one" in absent.err) == (2, True), absent
