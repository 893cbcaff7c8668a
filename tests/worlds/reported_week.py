"""A simulated week of every game, over the change of clocks: each day closed by its night, and told to regulators."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final

from tests.tools.cli_run import inside, tombo
from tests.worlds.reported import CHANGE, DAY, TOMBO, exported, played
from tombo.simulator.day import Plan
from tombo.simulator.run import HOUR

DAYS: Final = tuple((date.fromisoformat(DAY) - timedelta(days=6 - number)).isoformat() for number in range(7))
"""Monday to Sunday; on the last the clocks go back."""
PLAN: Final = Plan(
    seed=11,
    begins=CHANGE - 6 * 24 * HOUR + 6 * HOUR,
    ends=CHANGE + 20 * HOUR,
    tables=8,
    pace=1,
    malice=0.02,
    trouble=0.1,
    outages=2,
)


class Week:
    """A ledger of the week, in a folder, and, where it is exported, in ``files-<day>`` what the Portuguese regulator gets of each day."""

    def __init__(self, folder: Path, *, export: bool = True) -> None:
        """``export``: whether Portugal is told; the tests of other countries tell it to their own."""
        self.folder = folder
        self.log = played(folder, PLAN)
        self.closed: dict[str, dict[str, Any]] = {}
        """By day: what its night found."""
        with inside(folder):
            for day in DAYS:
                closed = tombo(*TOMBO, "--json", "reconcile", "--day", day, "--close")
                assert closed.status == 0, closed.err
                self.closed[day] = closed.document
            for day in DAYS if export else ():
                made = exported("--day", day, "--out", f"files-{day}")
                assert made.status == 0, made.err
