"""`tombo record` and `tombo publish` at their ends: signals that come again, pipes that are full, non-blocking, closed or read by nobody."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import BinaryIO

import pytest

from tests.faults.test_doors_and_publisher import COMMANDS, PATIENCE, ROOT, account, feed, made, started, until
from tests.tools import cli_run


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_g5_a_second_signal_ends_a_door_at_once_though_nobody_reads_its_answers(
    sqlite_url: str, tmp_path: Path, number: signal.Signals
) -> None:
    """G5: a platform that hangs takes no answer: the first signal waits for it, the second waits for nobody."""
    ledger, keyring = made(sqlite_url, tmp_path)
    with ledger.store as store:
        process = started(sqlite_url, keyring, "record")
        feeding = threading.Thread(target=feed, args=(process, 0))
        with process:
            feeding.start()
            until(lambda: store.unchecked.head().size > 1_000)
            process.send_signal(number)
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(1.0)
            process.send_signal(number)
            assert process.wait(PATIENCE) == -number
            feeding.join()


def test_g5_a_second_signal_ends_a_publisher_whose_round_does_not(tmp_path: Path) -> None:
    """A round that waits for a server that says nothing is ended by the second signal, and leaves nothing half done."""
    program = "import sys, time; from tombo.cli.commands.log.publish import until_asked\nwith until_asked(None): print('in', flush=True); time.sleep(600)"
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    with process:
        process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.5)
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == -signal.SIGTERM


def test_g5_nothing_is_lost_in_pipes_that_somebody_made_non_blocking(sqlite_url: str, tmp_path: Path) -> None:
    """G5: an empty pipe is not the end of the input, and an answer that does not fit at once is not dropped, whoever set O_NONBLOCK."""
    ledger, keyring = made(sqlite_url, tmp_path)
    into, asks = os.pipe()
    answers, out = os.pipe()
    for end in (into, out):
        os.set_blocking(end, False)
    program = "from tombo.cli.main import main; raise SystemExit(main())"
    with ledger.store, open(asks, "wb") as asking, open(answers, "rb") as answered:  # noqa: PTH123  # descriptors
        process = subprocess.Popen(
            [sys.executable, "-c", program, "--ledger", sqlite_url, "--keys", str(keyring.directory), "record"],
            env={
                **os.environ,
                "PYTHONPATH": str(ROOT),
                "PYTHONUNBUFFERED": "1",
                "TOMBO_PASSPHRASE_FILE": cli_run.PASSPHRASE_FILE,
            },
            stdin=into,
            stdout=out,
            stderr=subprocess.PIPE,
        )
        os.close(into)
        os.close(out)
        time.sleep(3.0)  # it reads, and finds nothing
        with process:
            feeding = threading.Thread(target=_feed_all, args=(asking,))
            feeding.start()
            time.sleep(3.0)  # it answers, and nobody reads
            assert (len(answered.readlines()), process.wait(PATIENCE)) == (COMMANDS, 0)
        feeding.join()


def _feed_all(asking: BinaryIO) -> None:
    with asking:
        asking.writelines(account(number).encode() for number in range(COMMANDS))


@pytest.mark.parametrize(("closed", "status"), [("<&-", 2), (">&-", 141), ("2>&-", 0), ("<&- >&- 2>&-", 2)])
def test_a_door_whose_streams_are_closed_says_so_or_says_nothing(
    sqlite_url: str, tmp_path: Path, closed: str, status: int
) -> None:
    """Closed before it was started: no fault of tombo, no traceback, and no file of the ledger gets the number of a stream."""
    ledger, keyring = made(sqlite_url, tmp_path)
    program = (
        f'exec {sys.executable} -c "from tombo.cli.main import main; raise SystemExit(main())" "$@" record {closed}'
    )
    with ledger.store as store:
        done = subprocess.run(
            ["sh", "-c", program, "sh", "--ledger", sqlite_url, "--keys", str(keyring.directory)],
            env={**os.environ, "PYTHONPATH": str(ROOT), "TOMBO_PASSPHRASE_FILE": cli_run.PASSPHRASE_FILE},
            input=account(1),
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, "Traceback" in done.stderr, "fault" in done.stderr) == (status, False, False), done
        assert ("stdin is closed" in done.stderr) is (closed == "<&-")
        assert store.head().size == (3 if "<" in closed else 4)


@pytest.mark.parametrize(
    ("words", "status"), [(("staff", "sign", "-", "--staff", "s-2"), 2), (("publish", "--until-eof"), 0)]
)
def test_who_reads_a_stdin_that_is_closed_says_so_or_ends(
    sqlite_url: str, tmp_path: Path, words: tuple[str, ...], status: int
) -> None:
    """Red before: both ended as a fault of tombo."""
    ledger, keyring = made(sqlite_url, tmp_path)
    with ledger.store as store:
        cli_run.keep_key(keyring.directory, store.origin, "s-2")
    program = 'exec "$0" -c "from tombo.cli.main import main; raise SystemExit(main())" "$@" <&-'
    named = ("--ledger", sqlite_url, "--keys", str(keyring.directory))
    environment = {
        "PYTHONPATH": str(ROOT),
        "TOMBO_PASSPHRASE_FILE": cli_run.PASSPHRASE_FILE,
        "TOMBO_STAFF_PASSPHRASE_FILE": str(cli_run.passphrase_file()),
    }
    done = subprocess.run(
        ["sh", "-c", program, sys.executable, *named, *words],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, "stdin is closed" in done.stderr) == (status, status == 2), done


def test_a_door_whose_stderr_nobody_reads_keeps_its_exit_status(sqlite_url: str, tmp_path: Path) -> None:
    """What it has to say is said to nobody; the status is that of what happened, and not that of a claim that does not hold."""
    ledger, keyring = made(sqlite_url, tmp_path)
    with ledger.store:
        process = started(sqlite_url, keyring, "record")
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stderr.close()
        with process:
            process.stdin.write(account(1))
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["status"] == "recorded"
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) == 143


def test_answers_that_cannot_be_written_are_said_with_the_place(sqlite_url: str, tmp_path: Path) -> None:
    """A full disk behind stdout: it is said that it is stdout, and what to do."""
    ledger, keyring = made(sqlite_url, tmp_path)
    program = 'exec "$0" -c "from tombo.cli.main import main; raise SystemExit(main())" "$@" record >/dev/full'
    with ledger.store as store:
        done = subprocess.run(
            ["sh", "-c", program, sys.executable, "--ledger", sqlite_url, "--keys", str(keyring.directory)],
            env={**os.environ, "PYTHONPATH": str(ROOT), "TOMBO_PASSPHRASE_FILE": cli_run.PASSPHRASE_FILE},
            input=account(1),
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, store.head().size) == (3, 4)
    assert done.stderr.startswith(
        "tombo: stdout cannot be written: No space left on device; what was recorded stands: send"
    )
    assert done.stderr.endswith("; what only reads, run again\n"), "F7: a page that was asked for had nothing to send"
    assert len(done.stderr.splitlines()) == 1
