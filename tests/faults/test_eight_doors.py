"""Eight doors, a publisher and a follower on one PostgreSQL, and everything that befalls them: no acknowledgement is lost or given twice.

``TOMBO_FAULT_SECONDS`` says for how long (15 unless said otherwise, 600 before a release), ``TOMBO_FAULT_SEED`` which faults, in which order.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from itertools import chain, repeat
from pathlib import Path

from tests.faults.fault_house import House, inside
from tests.faults.injected import FAULTS, backs_up, befalls, puts_a_backup_back, records_in_the_future
from tests.tools.pgserver import Server, postgres_server

SECONDS = float(os.environ.get("TOMBO_FAULT_SECONDS", "15"))
SEED = int(os.environ.get("TOMBO_FAULT_SEED", "1"))
GAP = 0.4
"""Seconds between two faults, on average."""


def faults(house: House) -> Iterator[Callable[[House], None]]:
    """Every fault once and a backup put back, in an order drawn by the seed; then any, again and again."""
    chance = house.chance
    first = chance.sample(FAULTS, len(FAULTS))
    middle = len(first) // 2
    yield from [backs_up, *first[:middle], puts_a_backup_back, *first[middle:]]
    for _ in repeat(None):
        some = chance.choices(FAULTS, k=chance.randint(20, 30))
        yield from chain([backs_up], some, [puts_a_backup_back])


def report(house: House, compared: int) -> str:
    """What was done and what came of it."""
    lines = [f"seed {SEED}, {SECONDS:g} seconds: {compared} acknowledged commands compared with the store"]
    counts = {**house.said.counts, **house.watch.counts}
    return "\n".join([*lines, *(f"  {name}: {count}" for name, count in sorted(counts.items()))])


def test_no_acknowledgement_is_lost_or_given_twice(tmp_path: Path) -> None:
    """G: kills, stops, cuts, crashes, clocks and restores: what was acknowledged is in the store once, and nobody stopped without a reason."""
    with postgres_server() as url, Server(url) as server, inside(server, tmp_path, SEED) as house:
        with house.at_work():
            ends = time.monotonic() + SECONDS
            for fault in faults(house):
                if time.monotonic() > ends or house.wrong():
                    break
                befalls(house, fault)
                time.sleep(house.chance.uniform(0, 2 * GAP))
            if not house.wrong():
                house.all_go_on()
                befalls(house, records_in_the_future)
        compared = house.compare()
        sys.stdout.write(report(house, compared) + "\n")
        published = house.run("publish", "--once")
        verified = house.run("verify", "--checkpoint", str(house.keep_checkpoint("last checkpoint")))
        followed = house.run("views", "follow")
        balanced = house.run("book", "balance")
    assert not house.wrong(), f"seed {SEED}:\n" + "\n".join(house.wrong()[:5])
    assert (published.status, verified.status) == (0, 0), f"seed {SEED}: {published.err}{verified.out}{verified.err}"
    assert verified.out.startswith("OK: ")
    assert (followed.status, balanced.status) == (0, 0), f"seed {SEED}: {followed.err}{balanced.err}"
    assert compared > 100
