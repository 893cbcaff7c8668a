"""`tombo record` and `tombo publish` as processes of their own: what ends one of them, and what the other makes of it."""

from __future__ import annotations

import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import run_past
from tests.tools import cli_run
from tests.tools.cli_run import PLATFORM, asked
from tombo.cli.invocation import Invocation
from tombo.cli.publication import Publication
from tombo.ledger.core.errors import KeyFileError, StoreUnavailableError, TamperedError
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_checked
from tombo.ledger.operate.publisher import Publisher, PublisherFiles, Status

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """
import signal, sys
from tombo.cli.main import main
signal.signal(signal.SIGINT, signal.default_int_handler)  # a suite in the background ignores it, and so would this
sys.exit(main())
"""
PATIENCE = 120.0
COMMANDS = 3_000


def started(url: str, keyring: Keyring, *words: str) -> subprocess.Popen[str]:
    """`tombo` in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "--ledger", url, "--keys", str(keyring.directory), *words],
        env={
            **{name: said for name, said in os.environ.items() if not name.startswith("TOMBO_")},
            "PYTHONPATH": str(ROOT),
            "TOMBO_PASSPHRASE_FILE": cli_run.PASSPHRASE_FILE,
        },
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def made(url: str, folder: Path) -> tuple[Ledger, Keyring]:
    """A new ledger."""
    keyring = Keyring(folder / "keys")
    return create_ledger(url, keyring, origin="operator.example/ledger/1"), keyring


def account(number: int) -> str:
    """A command that opens an account."""
    return asked(f"a/{number}", PLATFORM, kind="open_account", player=f"p-{number}") + "\n"


def until(found: Callable[[], Any]) -> Any:
    """What ``found`` gives once it gives anything."""
    deadline = time.monotonic() + PATIENCE
    while not (seen := found()):
        assert time.monotonic() < deadline, "nothing came of it"
        time.sleep(0.02)
    return seen


def feed(process: subprocess.Popen[str], first: int) -> None:
    """Send commands without waiting for answers, as long as somebody takes them."""
    assert process.stdin is not None
    with contextlib.suppress(BrokenPipeError):
        process.stdin.writelines(account(number) for number in range(first, first + COMMANDS))
    with contextlib.suppress(BrokenPipeError):
        process.stdin.close()


@pytest.fixture
def _signals() -> Iterator[None]:
    """Signals as they are by default, also where the tests themselves were started to ignore one (``nohup``): a child has them from us."""
    before = [(number, signal.signal(number, signal.SIG_DFL)) for number in (signal.SIGINT, signal.SIGHUP)]
    yield
    for number, handler in before:
        signal.signal(number, handler)


@pytest.mark.usefixtures("_signals")
@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGHUP, 129)])
def test_g5_a_door_that_is_ended_answers_all_it_recorded(
    store_url: str, tmp_path: Path, number: signal.Signals, status: int
) -> None:
    """G5: hundreds of commands in flight, a signal at some moment: every durable command has its answer on stdout, and no other one."""
    ledger, keyring = made(store_url, tmp_path)
    moments = random.Random(number)
    answered: set[str] = set()
    with ledger.store as store:
        for first in range(0, 3 * COMMANDS, COMMANDS):
            process = started(store_url, keyring, "record")
            feeding = threading.Thread(target=feed, args=(process, first))
            assert process.stdout is not None
            assert process.stderr is not None
            with process:
                feeding.start()
                read = [process.stdout.readline() for _ in range(moments.randint(1, 400))]
                process.send_signal(number)
                read += process.stdout.readlines()
                err = process.stderr.read()
                feeding.join()
            answers = [json.loads(line) for line in read]
            assert (process.returncode, {answer["status"] for answer in answers}) == (status, {"recorded"}), err
            assert "what was acknowledged stands" in err
            answered |= {answer["command_id"] for answer in answers}
            assert {row.command_id for row in store.commands() if row.command_id.startswith("a/")} == answered
        assert keyring.signer().last().size == store.head().size


def test_g5_a_door_needs_no_checkpoint_key_and_says_that_nobody_signs(store_url: str, tmp_path: Path) -> None:
    """G5: without checkpoint key and signer the door records all the same, and warns once of the unsigned tail."""
    ledger, keyring = made(store_url, tmp_path)
    keyring.checkpoint.unlink()
    keyring.signer_state.unlink()
    with ledger.store as store:
        process = started(store_url, keyring, "record")
        out, err = process.communicate(account(1) + account(2), timeout=PATIENCE)
        assert (process.returncode, len(out.splitlines()), store.head().size) == (0, 2, 5)
        assert store.last_checkpoint() is None
    assert err.count("no publisher runs here") == 1
    assert "5 entries so far" in err


def test_a_door_leaves_a_publisher_that_runs_alone(store_url: str, tmp_path: Path) -> None:
    """One publisher with the key, a door without: checkpoints come while the door is open; SIGTERM ends the publisher, status 0."""
    ledger, keyring = made(store_url, tmp_path)
    place = PublisherFiles(keyring.signer_state)
    with ledger.store as store:
        publisher = started(store_url, keyring, "publish", "--every", "0.1")
        until(place.read)
        keyring.checkpoint.unlink()
        door = started(store_url, keyring, "record")
        assert door.stdin is not None
        assert door.stdout is not None
        with door:
            door.stdin.write(account(1))
            door.stdin.flush()
            size = json.loads(door.stdout.readline())["log_index"][-1] + 1
            until(lambda: store.published() >= size)
            assert door.communicate(timeout=PATIENCE) == ("", "")
        assert door.returncode == 0
        publisher.send_signal(signal.SIGTERM)
        out, err = publisher.communicate(timeout=PATIENCE)
    assert (publisher.returncode, err) == (0, "")
    assert out.splitlines()[-1].endswith(f"checkpoint of size {size}")
    status = place.read()
    assert status is not None
    assert (status.state, status.size, place.holder()) == ("stopped", size, None)


def test_what_the_publisher_found_stops_the_door_before_its_next_commit(store_url: str, tmp_path: Path) -> None:
    """A forged tail: the publisher ends with TAMPERED; the door that is open says so, records nothing more, and ends with status 1."""
    ledger, keyring = made(store_url, tmp_path)
    with ledger.store as store:
        door = started(store_url, keyring, "record")
        assert door.stdin is not None
        assert door.stdout is not None
        assert door.stderr is not None
        with door:
            door.stdin.write(account(1))
            door.stdin.flush()
            assert json.loads(door.stdout.readline())["status"] == "recorded"
            run_past(store_url, "UPDATE stored_events SET originator_id = 'account:p-9' WHERE notification_id = 4")
            publisher = Publisher(
                PublisherFiles(keyring.signer_state), partial(open_checked, store_url, keyring), keyring.signer
            )
            with pytest.raises(TamperedError):
                publisher.once()
            assert "log index 3" in door.stderr.readline()  # at once, before anything else is asked
            door.stdin.write(account(2) + account(3))
            door.stdin.flush()
            answer = json.loads(door.stdout.readline())
            out, err = door.communicate(timeout=PATIENCE)
        assert (answer["status"], answer["exit_status"], door.returncode) == ("error", 1, 1)
        assert "log index 3" in answer["message"]
        assert "the publisher stopped" in err
        assert all(json.loads(line)["status"] == "error" for line in out.splitlines())
        assert store.unchecked.head().size == 4


def test_a_door_does_not_open_over_a_forgery_that_was_found(store_url: str, tmp_path: Path) -> None:
    """The verdict stays: a door without the key refuses to open until a publisher has succeeded again."""
    ledger, keyring = made(store_url, tmp_path)
    place = PublisherFiles(keyring.signer_state)
    elsewhere = tmp_path / "elsewhere"
    with ledger.store as store:
        Publisher(place, partial(open_checked, store_url, keyring), keyring.signer).once()
        status = place.read()
        assert status is not None
        place.write(
            status.model_copy(update={"state": "failed", "exit_status": 1, "error": "log index 3", "errors": 1})
        )
        keyring.checkpoint.rename(elsewhere)
        door = started(store_url, keyring, "record")
        out, err = door.communicate(account(1), timeout=PATIENCE)
        assert (door.returncode, out, store.head().size) == (1, "", 3)
        assert "'tombo publish --once' has succeeded" in err
        elsewhere.rename(keyring.checkpoint)  # with the key it looks again by itself
        door = started(store_url, keyring, "record")
        out, err = door.communicate(account(1), timeout=PATIENCE)
        assert (door.returncode, err, store.head().size) == (0, "", 4)


def test_g5_a_door_that_a_forgery_stopped_stays_stopped(sqlite_url: str, tmp_path: Path) -> None:
    """G5: a publisher that begins again says that it runs, until it has looked; a door that was stopped does not go on meanwhile."""
    ledger, keyring = made(sqlite_url, tmp_path)
    place = PublisherFiles(keyring.signer_state)
    with ledger.store as store:
        Publisher(place, partial(open_checked, sqlite_url, keyring), keyring.signer).once()
        runs = place.read()
        assert runs is not None
        publication = Publication(Invocation(sqlite_url, keyring.directory), store)
        publication.check()
        place.write(runs.model_copy(update={"state": "failed", "exit_status": 1, "error": "log index 3", "errors": 1}))
        for status in (None, runs, runs.model_copy(update={"state": "running", "error": "locked", "exit_status": 3})):
            if status is not None:
                place.write(status)
            with pytest.raises(TamperedError, match="log index 3"):
                publication.check()
            assert publication.forged


def test_g5_a_publisher_that_dies_is_missed_and_another_started(sqlite_url: str, tmp_path: Path) -> None:
    """G5: the publisher that a door started is killed: the next one takes its place, and the door ends with a checkpoint over all."""
    ledger, keyring = made(sqlite_url, tmp_path)
    place, call = (
        PublisherFiles(keyring.signer_state),
        Invocation(sqlite_url, keyring.directory, passphrase_file=Path(cli_run.PASSPHRASE_FILE)),
    )

    def running(other: int) -> Status | None:
        status = place.read()
        return status if status is not None and status.pid != other and place.holder() else None

    with ledger.store as store:
        publication = Publication(call, store, every=0.1)
        with publication:
            first = until(lambda: running(0))
            os.kill(first.pid, signal.SIGKILL)
            second = until(lambda: running(first.pid))
        assert place.holder() is None
        assert publication.finish() == 0
    assert {first.pid, second.pid}.isdisjoint({os.getpid()})
    assert keyring.signer().last().size == 3


def test_g5_a_look_for_the_publisher_that_fails_is_said_once_and_is_not_the_last(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """G5: the store is away in the moment in which a door without the key looks who signs: it goes on looking, and warns in the end."""
    ledger, keyring = made(sqlite_url, tmp_path)
    keyring.checkpoint.unlink()
    away, said = threading.Event(), []

    def told(what: str) -> bool:
        said.append(capsys.readouterr().err)
        return what in "".join(said)

    with ledger.store as store:
        asked_of_store = store.last_checkpoint

        def last_checkpoint() -> str | None:
            if away.is_set():
                raise StoreUnavailableError("the server\nis away")
            return asked_of_store()

        monkeypatch.setattr(store, "last_checkpoint", last_checkpoint)
        publication = Publication(Invocation(sqlite_url, keyring.directory), store, every=0.05)
        away.set()
        with publication:
            until(lambda: told("to be tried again: the server is away"))
            time.sleep(1.0)
            assert publication.finish() == StoreUnavailableError.exit_status
            away.clear()
            until(lambda: told("no publisher runs here"))
    assert "".join(said).count("to be tried again: the server is away") == 1


def test_an_older_copy_of_the_signers_file_is_called_that_and_not_a_rollback(store_url: str, tmp_path: Path) -> None:
    """The signer's file was lost, and a copy of last week brought back: nobody touched the store, and nobody is accused; what to do is said."""
    ledger, keyring = made(store_url, tmp_path)
    place, older = PublisherFiles(keyring.signer_state), tmp_path / "older"
    with ledger.store as store:
        Publisher(place, partial(open_checked, store_url, keyring), keyring.signer).once()
        shutil.copy(keyring.signer_state, older)
        run = started(store_url, keyring, "record")
        run.communicate(account(1) + account(2), timeout=PATIENCE)
        assert (run.returncode, store.head().size) == (0, 5)
    newest = keyring.signer_state.read_bytes()
    shutil.copy(older, keyring.signer_state)
    with pytest.raises(
        KeyFileError,
        match=r"the signer's file \S+ is an older copy: its checkpoint covers 3 entries, and \S+ remembers 5",
    ):
        open_checked(store_url, keyring)
    Path(keyring.trusted.seen).replace(keyring.signer_state)  # as it is told
    assert keyring.signer_state.read_bytes() == newest
    open_checked(store_url, keyring).close()
