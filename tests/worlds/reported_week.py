"""A simulated week of every game, over the change of clocks: each day closed by its night, and told to regulators."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final

import pytest

from tests.tools.cli_run import inside, tombo
from tests.tools.once import copy_of
from tests.worlds.reported import CHANGE, DAY, TOMBO, played
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
    """A ledger of the week, in a folder. Each country's tests tell it to their regulator."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = played(folder, PLAN)
        self.closed: dict[str, dict[str, Any]] = {}
        """By day: what its night found."""
        with inside(folder):
            for day in DAYS:
                closed = tombo(*TOMBO, "--json", "reconcile", "--day", day, "--close")
                assert closed.status == 0, closed.err
                self.closed[day] = closed.document

    @classmethod
    def copied(cls, factory: pytest.TempPathFactory) -> Week:
        """One of one's own: it is played and closed once a run."""
        folder, found = copy_of(factory, "week", cls)
        found.folder = folder
        return found
