"""Finding 10 of the attack on beginnings: what does not fit leaves nothing, names its file, and ends with the status of a full disk."""

from __future__ import annotations

import os
import resource
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.forgeries.maker import ORIGIN
from tests.tools.cli_run import PASSPHRASE, inside, tombo
from tombo.ledger.checked import Memory
from tombo.ledger.core.errors import StoreUnavailableError
from tombo.ledger.seal.lockfile import locked
from tombo.ledger.store import open_store
from tombo.ledger.store.connect import taken_back
from tombo.ledger.store.sqlite import file as sqlite_file
from tombo.ledger.store.store import Store

ROOT = Path(__file__).parents[2]
PROGRAM = """
import resource, signal, sys
from tombo.cli.main import main
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, ({room}, {room}))
sys.exit(main(sys.argv[1:]))
"""
INIT = ("--ledger", "sqlite:///ledger.db", "--keys", "keys", "init", "--origin", ORIGIN)


@pytest.mark.parametrize("room", [2_000, 8_000, 20_000, 40_000])
def test_c10_an_init_that_does_not_fit_leaves_nothing(tmp_path: Path, room: int) -> None:
    """Before: ledger.db stayed with its -wal and -shm, and the next try was refused."""
    passphrase = tmp_path / "passphrase"
    passphrase.write_text(f"{PASSPHRASE}\n")
    passphrase.chmod(0o600)
    named = dict.fromkeys(("TOMBO_PASSPHRASE_FILE", "TOMBO_ROOT_PASSPHRASE_FILE"), str(passphrase))
    with inside(tmp_path):
        full = subprocess.run(
            [sys.executable, "-c", PROGRAM.format(room=room), *INIT],
            env={**os.environ, "PYTHONPATH": str(ROOT), **named},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (full.returncode, "ledger.db" in full.stderr or "keys/" in full.stderr) == (3, True), full
        assert [path.name for path in tmp_path.iterdir()] == ["passphrase"]
        assert tombo(*INIT).status == 0


def test_c10_what_somebody_else_has_open_is_not_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """He opened the very file that was made, and goes on with it: nothing of it goes."""
    path, url = tmp_path / "ledger.db", f"sqlite:///{tmp_path / 'ledger.db'}"
    real, other = sqlite_file._create, list[Store]()

    def second(at: Path, origin: str) -> None:
        real(at, "other.example/1")
        other.append(open_store(url))
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(sqlite_file, "_create", second)
    with pytest.raises(StoreUnavailableError, match="disk I/O error"), taken_back(url, ORIGIN):
        pass
    assert path.exists()
    assert other[0].origin == "other.example/1"
    other[0].close()


def test_c10_a_memory_without_room_is_no_wrong_usage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before: status 2, as of a wrong option."""
    old = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8_000, old[1]))
    try:
        with pytest.raises(StoreUnavailableError, match=r"the memory .*heads cannot be made: .* run it again"):
            Memory.create(tmp_path / "heads", ORIGIN)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, old)
        signal.signal(signal.SIGXFSZ, ignored)


def test_a_lock_that_does_not_fit_is_named(tmp_path: Path) -> None:
    """Red before: 'No space left on device' alone; of an open file the system does not say which it is."""
    lock = tmp_path / "cold.lock"
    old = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, old[1]))
    try:
        with pytest.raises(OSError, match="large") as raised, locked(lock, "the file cold"):
            pass
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, old)
        signal.signal(signal.SIGXFSZ, ignored)
    assert raised.value.filename == str(lock)
