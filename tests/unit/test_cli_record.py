"""`tombo record` as a process of its own: somebody who waits for each answer, and somebody who interrupts it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

from tests.cli_run import PLATFORM, asked, inside, tombo

ROOT = Path(__file__).resolve().parents[2]
NEW = ("--ledger", "sqlite:///new.db")


def test_who_waits_for_each_answer_gets_it_and_an_interrupt_loses_none(tmp_path: Path) -> None:
    """One command at a time is answered at once; after Ctrl-C the status is 130, in one line, and a checkpoint covers all."""
    with inside(tmp_path):
        assert tombo(*NEW, "init", "--origin", "operator.example/test").status == 0
    program = "import sys; from cli.main import main; sys.exit(main())"
    recording = subprocess.Popen(
        [sys.executable, "-c", program, *NEW, "record"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert recording.stdin is not None
    assert recording.stdout is not None
    with recording:
        for number in range(3):
            recording.stdin.write(asked(f"a/{number}", PLATFORM, kind="open_account", player=f"p-{number}") + "\n")
            recording.stdin.flush()
            assert json.loads(recording.stdout.readline())["command_id"] == f"a/{number}"
        recording.send_signal(signal.SIGINT)
        _, err = recording.communicate(timeout=30)

    with inside(tmp_path):
        status = tombo(*NEW, "--json", "status").document
    assert (recording.returncode, err) == (130, "tombo: interrupted; what was acknowledged stands\n")
    assert (status["entries"], status["unpublished"]) == (3 + 3, 0)
