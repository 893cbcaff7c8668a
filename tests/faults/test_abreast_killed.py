"""Projections that are rebuilt side by side, ended anywhere by a signal: what is read stays whole, nobody is left at work, and the next one goes on (issue 15)."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.worlds.abreast import NAMES, hour
from tombo.cli.commands import views as command

BATCH: Final = 150
"""So that a projection takes some twenty parts."""


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL], ids=lambda found: found.name)
def test_it_is_ended_anywhere_and_goes_on(
    store_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: signal.Signals
) -> None:
    """As it begins, in the middle and near the end, one after the other, each going on where the one before it was; the rows are those of one process."""
    monkeypatch.setattr(command, "BATCH", BATCH)
    with hour(store_url, tmp_path) as made:
        assert made.views("follow", "--jobs", "1").status == 0
        due, reached = made.kept(), 0
        for parts in (1, 9, 30):
            words = [str(BATCH), *made.options, "views", "rebuild", "--jobs", "2"]
            program = [sys.executable, "-m", "tests.faults.killed_abreast", *words]
            with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
                assert running.stderr is not None
                said = [running.stderr.readline() for _ in range(parts)]
                running.send_signal(ending)
                out, _ = running.communicate(timeout=120)  # all who had this pipe are gone
            assert (running.returncode, out) == (130 if ending is signal.SIGINT else -ending, "")
            positions = [found[-1][1] for found in made.builds().values() if len(found) > 1]
            assert sum(positions) >= reached
            reached = int(said[-1].partition(" ")[0])
            assert sum(positions) >= reached
            assert made.kept() == due
        assert reached > made.size
        assert made.views("rebuild", "--jobs", "2").status == 0
        assert made.builds() == {name: [(2, made.size, True)] for name in NAMES}
        assert made.kept() == due
