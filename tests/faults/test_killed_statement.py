"""A follower killed between any two writes, on both stores: what is followed goes on to the rows it would have had."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.worlds.played import played
from tests.worlds.statement import Told, followed_by
from tombo.ledger.store import Store, open_views
from tombo.projections.follow import Follower
from tombo.projections.session_statement.fold import SessionStatement
from tombo.simulator.day import Plan
from tombo.simulator.run import BEGINS, HOUR, entries

PLAN: Final = Plan(seed=5, begins=BEGINS, ends=BEGINS + HOUR, tables=10)
BATCH: Final = 150
STEPS: Final = [str(step) for step in range(1, 31)]
"""A batch takes six to eight: its position, its rows, its state, the commit and after it."""
ROWS: Final = f"SELECT {', '.join(Told._fields)} FROM {{lines}} ORDER BY log_index, session"


def test_a_follower_killed_around_any_write_is_followed_by_another_to_the_same_rows(
    store_url: str, tmp_path: Path
) -> None:
    """Death before each write, before and after a commit: in the end every line is there once, as the long way gives it."""
    with played(PLAN, store_url, tmp_path, kills=0) as store:
        _killed(store, store_url)


def _killed(store: Store, url: str) -> None:
    program = [sys.executable, "-m", "tests.faults.killed_projection", SessionStatement.name, url, str(BATCH), *STEPS]
    ran = subprocess.run(program, capture_output=True, text=True, timeout=240, check=False)
    assert ran.returncode == 0, ran.stderr
    deaths = [int(line) for line in ran.stdout.splitlines()]
    assert deaths[: len(STEPS) // 2] == [signal.SIGKILL] * (len(STEPS) // 2)

    known = followed_by(entries(store)).lines
    with open_views(url) as views:
        there = views.live(SessionStatement.name)
        assert there is not None
        assert there.position > 0
        assert [Told(*row) for row in views.fetch(there, ROWS)] == [
            line for line in known if line.log_index < there.position
        ]
        build = Follower(store, views, SessionStatement, BATCH).catch_up()
        assert [Told(*row) for row in views.fetch(build, ROWS)] == known
