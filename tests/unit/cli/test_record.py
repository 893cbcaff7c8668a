"""`tombo record` under way: who waits for each answer, interrupts it, or leaves; and the checkpoints meanwhile."""

from __future__ import annotations

import contextlib
import errno
import gc
import json
import signal
import subprocess
import sys
import time
import warnings
from pathlib import Path

import pytest

from tests.tools import cli_run
from tests.tools.cli_run import PLATFORM, Ran, asked, inside, tombo
from tombo.cli import main as entrance
from tombo.cli.commands import record
from tombo.cli.invocation import Invocation
from tombo.cli.publication import Publication
from tombo.ledger.core.errors import UnreadableError
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger

ROOT = Path(__file__).resolve().parents[3]
NEW = ("--ledger", "sqlite:///new.db")


PROGRAM = """
import signal, sys
from tombo.cli.main import main
signal.signal(signal.SIGINT, signal.default_int_handler)  # a suite in the background ignores it, and so would this
sys.exit(main())
"""


def recording(folder: Path) -> subprocess.Popen[str]:
    """A new ledger in ``folder``, and `tombo record` on it in a process of its own."""
    with inside(folder):
        assert tombo(*NEW, "init", "--origin", "operator.example/test").status == 0
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *NEW, "record"],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT), "TOMBO_PASSPHRASE_FILE": cli_run.PASSPHRASE_FILE},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def account(number: int) -> str:
    """A command that opens an account."""
    return asked(f"a/{number}", PLATFORM, kind="open_account", player=f"p-{number}") + "\n"


def test_who_waits_for_each_answer_gets_it_and_an_interrupt_loses_none(tmp_path: Path) -> None:
    """One command at a time is answered at once; after Ctrl-C the status is 130, in one line, and a checkpoint covers all."""
    process = recording(tmp_path)
    assert process.stdin is not None
    assert process.stdout is not None
    with process:
        for number in range(3):
            process.stdin.write(account(number))
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["command_id"] == f"a/{number}"
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)

    with inside(tmp_path):
        status = tombo(*NEW, "--json", "status").document
    assert (process.returncode, err) == (130, "tombo: interrupted; what was acknowledged stands\n")
    assert (status["entries"], status["unpublished"]) == (3 + 3, 0)


def test_who_leaves_is_not_missed(tmp_path: Path) -> None:
    """When nobody reads the answers any more, recording ends in silence with status 141; what was taken in is whole."""
    process = recording(tmp_path)
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    with contextlib.suppress(BrokenPipeError), process:
        process.stdin.write(account(0))
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        with contextlib.suppress(BrokenPipeError):
            process.stdin.writelines(map(account, range(1, 3_000)))
            process.stdin.close()
        err = process.stderr.read()

    assert (process.returncode, err) == (141, "")
    with inside(tmp_path):
        report = tombo(*NEW, "--json", "verify", "--jobs", "1").document
    assert report["problems"] == []
    assert report["entries"] > 3


class Waiting:
    """One command, and the end only once a checkpoint covers it."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.lines = [account(0).encode()]

    def readline(self, _size: int, /) -> bytes:
        """The command, then nothing."""
        if self.lines:
            return self.lines.pop()
        until = time.monotonic() + 60
        while time.monotonic() < until and self.ledger.store.published() < 4:
            time.sleep(0.01)
        assert self.ledger.store.published() == 4
        return b""


def test_a_checkpoint_is_signed_while_commands_come(tmp_path: Path) -> None:
    """Where the checkpoint key lies beside it, the door starts a publisher: the newest entries are covered though the last command has not come yet."""
    call = Invocation(f"sqlite:///{tmp_path}/new.db", tmp_path / "keys", passphrase_file=Path(cli_run.PASSPHRASE_FILE))
    ledger = create_ledger(call.url, Keyring(tmp_path / "keys"), origin="operator.example/test")
    with ledger.store:
        publication = Publication(call, ledger.store, every=0.05)
        assert record.LiveRun(ledger, publication).run(Waiting(ledger)) == 0


def test_want_of_memory_is_no_fault_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Under a limit on memory it is said that it is memory, and what to do."""

    def starve(_: object) -> Ran:
        raise MemoryError

    monkeypatch.setattr(entrance, "get_command", starve)
    ran = tombo("status")

    assert (ran.status, ran.err) == (
        3,
        "tombo: this process may have no more memory; what was acknowledged stands. Give it more, and run it again\n",
    )


def test_f8_where_there_is_no_ledger_the_commands_are_closed(tmp_path: Path) -> None:
    """Red before: the file of commands stayed open where the ledger could not be opened."""
    commands = tmp_path / "commands.jsonl"
    commands.write_text("")
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", ResourceWarning)
        ran = tombo("--ledger", f"sqlite:///{tmp_path}/none.db", "record", str(commands))
        gc.collect()
    assert (ran.status, [str(one.message) for one in told]) == (2, [])


class Broken:
    """One command, and then a file that cannot be read."""

    def __init__(self) -> None:
        self.lines = [account(0).encode()]

    def readline(self, _size: int, /) -> bytes:
        """The command, then what a system says of a file that is open for writing alone."""
        if self.lines:
            return self.lines.pop()
        raise OSError(errno.EBADF, "Bad file descriptor")


def test_f8_commands_that_cannot_be_read_are_unreadable_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Red before: "tombo: Bad file descriptor", with the status of a store that cannot be reached. What was taken in is answered first."""
    call = Invocation(f"sqlite:///{tmp_path}/new.db", tmp_path / "keys", passphrase_file=Path(cli_run.PASSPHRASE_FILE))
    ledger = create_ledger(call.url, Keyring(tmp_path / "keys"), origin="operator.example/test")
    with ledger.store, pytest.raises(UnreadableError, match=r"commands cannot be read: Bad file descriptor") as said:
        record.LiveRun(ledger, Publication(call, ledger.store)).run(Broken())

    assert said.value.exit_status == 2
    assert json.loads(capsys.readouterr().out)["status"] == "recorded"
