"""Whoever serves, stores, asks or follows is killed at any moment: what was acknowledged is in the log once, and everybody was told the same.

``TOMBO_KILL_SECONDS`` says for how long at the least (600 before a release: ``make kills``); without it, until everything befell once. ``TOMBO_KILL_SEED``
says what is killed, in which order.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import pytest

from tests.faults.kills.faults import faults
from tests.faults.kills.house import KillHouse
from tests.tools.pgserver import Server, postgres_server

SECONDS: Final = float(os.environ.get("TOMBO_KILL_SECONDS", "0"))
SEED: Final = int(os.environ.get("TOMBO_KILL_SEED", "1"))


@pytest.fixture(params=["sqlite", "postgres"])
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[KillHouse]:
    """A ledger that is served: in a file, and in a PostgreSQL of this test's own, which may be killed too."""
    with ExitStack() as held:
        if request.param == "sqlite":
            yield KillHouse(f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path, SEED, None)
            return
        server = held.enter_context(Server(held.enter_context(postgres_server())))
        yield KillHouse(f"{server.url}&schema=kills", tmp_path, SEED, server)


def test_whoever_is_killed_nothing_is_lost_or_there_twice(house: KillHouse) -> None:
    """Each command that anybody was told of stands in the log once, where its one receipt says; subscribers were told every entry once and in order."""
    sys.stdout.write(f"\nseed {SEED}, {SECONDS:g} seconds\n")
    with house.at_work():
        began = time.monotonic()
        for fault in faults(house, lambda: time.monotonic() - began > SECONDS):
            if house.tally.wrong:
                break
            sys.stdout.write(f"{time.monotonic() - began:7.1f} {fault.__name__}\n")
            sys.stdout.flush()
            fault(house)
            if house.chance.random() < 0.7:
                house.goes_on()
            time.sleep(house.chance.uniform(0, 0.5))
    wrong = house.judge()
    sys.stdout.write("".join(f"  {name}: {count}\n" for name, count in sorted(house.tally.counts.items())))
    assert not wrong, f"seed {SEED}:\n" + "\n".join(wrong[:10])
    assert house.tally.counts["again"] > 0
    assert house.verified() == "OK"
