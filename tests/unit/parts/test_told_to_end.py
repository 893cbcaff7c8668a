"""What a batch job on a cluster leaves behind where it is told to end (issue 15)."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import signal, sys
from tombo.cli import means

class Crew:
    many, patience, sample, dashboard = 2, 1, 32, "nowhere"
    def close(self):
        print("closed", flush=True)

means._cluster = lambda _: Crew()
with means.means_of(means.ByWhom(cluster="tls://nowhere:1")):
    signal.raise_signal(getattr(signal, sys.argv[1]))
"""


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGHUP])
def test_who_is_told_to_end_leaves_no_finished_parts_behind(told: signal.Signals, tmp_path: Path) -> None:
    """They hold what was read of the ledger. Red before: the folder stayed, and the workers kept the ledger open."""
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT, told.name],
        env={"TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (ran.stdout, ran.returncode) == ("closed\n", -told)
    assert list(tmp_path.iterdir()) == []
