"""``tombo backup``, from the command line: what it says, its exit status, and a lost ledger back from it."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import Any, Final

import pytest

from tests.tools.cli_run import Ran, tombo
from tests.worlds.backups import files_of
from tombo.ledger.operate.backup import LOCK
from tombo.ledger.seal import lockfile
from tombo.ledger.seal.lockfile import locked

LEDGER: Final = ("--ledger", "sqlite:///demo/ledger.db", "--keys", "demo/keys")


def ran(*words: str) -> Ran:
    """Run ``tombo`` on the demonstration's ledger."""
    return tombo(*LEDGER, *words)


def grant(staff: str) -> None:
    """Two entries more, which no checkpoint covers."""
    assert ran("staff", "grant", staff, "officer", "--staff", "s-1").status == 0


def test_it_says_what_it_did(folder: Path) -> None:
    """To people in two languages, and to programs."""
    first = ran("backup", "backups/one")
    begun = b'{"entries":0,"made":0}\n'  # before anything else, so that the folder is known again
    size = sum(map(len, files_of(Path("backups/one")).values())) + len(begun)
    said = f"backups/one: 279 entries, 0 before; new openings of closed cards, sealed: 57; {size:,} bytes written.\n"
    assert (first.status, first.out) == (0, said), first
    grant("s-9")
    second = json.loads(ran("--json", "backup", "backups/one").out)
    written = second.pop("written")
    assert second == {
        "folder": "backups/one",
        "before": 279,
        "entries": 281,
        "signed": 279,
        "beyond": 2,
        "openings": 0,
    }
    assert written < size // 2
    third = ran("--lang", "pt", "backup", "backups/one")
    assert third.out.startswith(
        "backups/one: 281 entradas, antes 281; novas aberturas de cartas fechadas, cifradas: 0; "
    )
    assert "cobre 279 entradas; sob nenhum ainda, e também lá: 2 entradas." in third.out


def test_only_its_owner_reads_it(folder: Path) -> None:
    """Whatever the umask is: entries name players."""
    before = os.umask(0)
    try:
        assert ran("backup", "backup").status == 0
    finally:
        os.umask(before)
    kept = [path for path in Path("backup").rglob("*") if path.name != LOCK]
    assert {oct(path.stat().st_mode & 0o077) for path in kept} == {"0o0"}


def test_no_secret_is_in_it(folder: Path) -> None:
    """Neither a closed card nor its salt stands open, nor is there a key or what names are sealed under."""
    assert ran("backup", "backup").status == 0
    assert ran("export", "bundle", "--openings", "--out", "bundle", "--staff", "s-2", "--reason", "c").status == 0
    everything = b"".join(files_of(Path("backup")).values())
    said = [json.loads(line)["salt"] for line in Path("bundle/openings.jsonl").read_bytes().splitlines()]
    shown = {salt for salt in said if salt.encode() in everything}  # those of cards that were shown are in entries
    assert len(said) > len(shown)
    assert not any(bytes.fromhex(salt) in everything for salt in said)
    assert not {path.name for path in Path("demo/keys").rglob("*")} & {
        path.name for path in Path("backup").rglob("*")
    } - {
        "policy",
        "checkpoint",
    }


def test_a_lost_ledger_is_back_with_every_acknowledged_command(folder: Path) -> None:
    """Also those that no checkpoint covered; what came after the last run is named."""
    ran("backup", "backup")
    grant("s-9")
    ran("backup", "backup")
    grant("s-8")
    for path in Path("demo").glob("ledger.db*"):
        path.unlink()
    back = ran("restore", "--from", "backup")
    assert (back.status, "Restored: 281 entries, 57 openings" in back.out) == (1, True), back
    assert "Missing: the entries 281 to 282. The signer signed 279, 283 were acknowledged." in back.out
    lost = ran("loss", "declare", "--root", "demo/keys/root.key", "--staff", "s-1", "--second", "s-2", "--reason", "x")
    assert (lost.status, "at log index 281: the entries 281 to 282." in lost.out) == (0, True), lost
    grant("s-8")
    assert ran("backup", "backup").status == 0
    assert ran("verify", "backup", "--checkpoint", "demo/checkpoint").status == 0


def test_a_full_disk_changes_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Status 3, the folder is named, what was backed up is as it was; and with room the same command goes on."""
    ran("backup", "backup")
    grant("s-9")
    before, real = files_of(Path("backup")), os.fsync

    def full(descriptor: int) -> None:
        if Path(f"/proc/self/fd/{descriptor}").readlink().is_relative_to(Path("backup").absolute()):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(descriptor)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        stopped = ran("backup", "backup")
    assert (stopped.status, "backup cannot be written: No space left" in stopped.err) == (3, True), stopped
    assert {name: data for name, data in files_of(Path("backup")).items() if name in before} == before
    assert ran("backup", "backup").status == 0
    assert "draft" not in files_of(Path("backup"))


def test_where_there_may_be_none(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Among keys, in place of a file, in a folder of other things, or beside another run."""
    Path("file").touch()
    Path("things").mkdir()
    Path("things/mine").touch()
    assert ran("backup", "demo/keys/backup").status == 2
    assert ran("backup", "file").status == 2
    assert "no backup; name a new folder" in ran("backup", "things").err
    Path("backup").mkdir()
    monkeypatch.setattr(lockfile, "PATIENCE", 0.1)
    with locked(Path("backup") / LOCK, "the backup"):
        beside = ran("backup", "backup")
    assert (beside.status, f"process {os.getpid()}" in beside.err) == (3, True), beside


def test_its_progress_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """How many of how many entries, up to all of them."""
    from tombo.cli.commands.log import backup as command  # noqa: PLC0415  # as it is typed

    told = list[tuple[int, int]]()

    class Heard:
        def __init__(self, _: Any) -> None: ...

        def __call__(self, done: int, total: int) -> None:
            told.append((done, total))

        def clear(self) -> None: ...

    monkeypatch.setattr(command, "Bar", Heard)
    assert ran("backup", "backup").status == 0
    assert told == [(256, 279), (279, 279)]
