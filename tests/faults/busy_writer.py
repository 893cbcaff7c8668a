"""Run as a program: one of several writers on one ledger, with conflicts and failed seals among its appends.

Every acknowledged append is one line in a log of its own, written before the next append begins, so that a parent who
kills the process knows what had been acknowledged.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from pathlib import Path

from eventsourcing.persistence import IntegrityError, StoredEvent

from tests.faults.plain import PlainSealing, command, event
from tombo.ledger.store import Head, open_store

TAKEN = "table:taken"
CONFLICTS = 0.05
FAILED_SEALS = 0.05


class Failing:
    """A seal that fails after the lock is taken."""

    def seal(self, head: Head, events: Sequence[StoredEvent]) -> list[bytes]:
        raise ArithmeticError(f"{len(events)} entries at {head.size}")


def main(url: str, name: str, entries: int, log: Path) -> None:
    """Append until ``entries`` entries are acknowledged."""
    chance = random.Random(name)
    version = done = number = 0
    with open_store(url) as store, log.open("a", buffering=1) as acknowledged:
        while done < entries:
            size = min(chance.randint(1, 39), entries - done)
            batch = [event(f"hand:{name}/{version // 25}", version % 25 + 1 + n) for n in range(25 - version % 25)][
                :size
            ]
            number += 1
            fate = chance.random()
            refs = [command(f"{name}:{number}", 0, len(batch))]
            if fate < CONFLICTS:
                try:
                    store.recorder.insert_events([*batch, event(TAKEN, 1)], sealing=PlainSealing(), commands=refs)
                except IntegrityError:
                    acknowledged.write("conflict\n")
            elif fate < CONFLICTS + FAILED_SEALS:
                try:
                    store.recorder.insert_events(batch, sealing=Failing(), commands=refs)
                except ArithmeticError:
                    acknowledged.write("rollback\n")
            else:
                ids = store.recorder.insert_events(batch, sealing=PlainSealing(), commands=refs)
                acknowledged.write(f"{name}:{number} {ids[0]} {len(ids)}\n")
                version += len(batch)
                done += len(batch)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), Path(sys.argv[4]))
