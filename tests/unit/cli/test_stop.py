"""G5: the exit status of a process that has said why it ends is its own, also where it is told to end just then."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

ENDING = """
import atexit, os, sys, threading, time
from tombo.cli.main import main

def slow():
    os.write(1, b"the end is near\\n")
    time.sleep(1)

def late():
    threading.main_thread().join()
    os.write(1, b"a thread is waited for\\n")
    time.sleep(1)

if sys.argv.pop() == "thread":
    threading.Thread(target=late).start()
else:
    atexit.register(slow)
sys.exit(main())
"""


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
@pytest.mark.parametrize("when", ["thread", "end"])
def test_g5_a_late_signal_does_not_hide_how_a_process_ended(told: signal.Signals, when: str) -> None:
    """It had failed and said so; under load its interpreter takes its time to go."""
    runs = [sys.executable, "-c", ENDING, "status", "--ledger", "sqlite:////nowhere/ledger.db", when]
    with subprocess.Popen(runs, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        assert when in child.stdout.readline()
        child.send_signal(told)
        assert "/nowhere/ledger.keys/policy cannot be read" in child.stderr.read()
    assert child.returncode == 2


NESTED = """
import os, signal, sys
from contextlib import contextmanager
from tombo.cli.terminal.stop import taken_away_if_told

@contextmanager
def told(name):
    try:
        yield
    finally:
        print(name, "is taken away", flush=True)
        if name in sys.argv:
            signal.raise_signal(signal.SIGTERM)
            print("not reached", flush=True)

with taken_away_if_told(), told("outer"), taken_away_if_told(), told("inner"):
    signal.raise_signal(getattr(signal, sys.argv[1]))
    print("not reached", flush=True)
"""


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGHUP])
def test_a_block_within_another_keeps_nothing_of_it_back(told: signal.Signals) -> None:
    """Both take away what is half done. Red before: the inner one ended the process, and the folder of the outer one stayed."""
    ran = subprocess.run(
        [sys.executable, "-c", NESTED, told.name], capture_output=True, text=True, timeout=60, check=False
    )
    assert (ran.stdout, ran.stderr) == ("inner is taken away\nouter is taken away\n", "")
    assert ran.returncode == -told


@pytest.mark.parametrize("again", ["inner", "outer"])
def test_a_second_signal_does_not_wait_for_either(again: str) -> None:
    """It ends the process at once, wherever that is."""
    runs = [sys.executable, "-c", NESTED, "SIGTERM", again]
    ran = subprocess.run(runs, capture_output=True, text=True, timeout=60, check=False)
    assert ran.stdout.endswith(f"{again} is taken away\n") and "not reached" not in ran.stdout
    assert ran.returncode == -signal.SIGTERM
