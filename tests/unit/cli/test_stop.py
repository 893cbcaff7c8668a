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
