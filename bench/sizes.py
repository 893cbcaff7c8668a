"""What one thing costs in a ledger of 5,000,000 entries beside one of 500,000: it must cost the same, in time and in memory.

A command a commit, a door that opens, and commands as a person types them: each in a process of its own, the two ledgers in turns. The ledger is that of
``bench.lookup``, on SQLite; its projections are followed.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

from bench.common import RUNS, Line, report, scaled, scratch
from bench.lookup import Growing
from bench.sized import APPEND, APPENDED, COMMANDS, FIRST, FOLLOW, KEEP, OPEN, Spent

SMALL, LARGE = scaled(500_000), scaled(5_000_000)
NEW: Final = scaled(10_000)
"""Entries that came after the notebook that ``verify --since`` is given."""
TIME_MAX, MEMORY_MAX = 1.2, 1.1


def spent(what: str, folder: Path, first: int = 0) -> Spent:
    """What a process of its own takes to do it in the ledger in ``folder``."""
    words = [sys.executable, "-m", "bench.sized", what, str(folder), str(first)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{what} in {folder}: status {done.returncode}\n{done.stderr}")
    return Spent(*json.loads(done.stdout.splitlines()[-1]))


def grown(ledger: Growing, size: int) -> None:
    """Play until there are ``size`` entries, in a verifier's notebook, and then some more."""
    ledger.grow(size)
    spent(KEEP, ledger.folder)
    ledger.grow(size + NEW)


def measured(folders: tuple[Path, Path], firsts: list[int]) -> dict[str, list[Spent]]:
    """The least of some runs of each, in either ledger; ``firsts``: the next hands of their first tables."""
    taken: dict[str, list[list[Spent]]] = {what: [] for what in (*COMMANDS, OPEN, FIRST, APPEND)}
    for folder in folders:
        spent(FOLLOW, folder)
    for _ in range(RUNS):
        for what, runs in taken.items():
            runs.append([spent(what, folder, first) for folder, first in zip(folders, firsts, strict=True)])
        firsts[:] = [first + APPENDED + 1 for first in firsts]
        for folder in folders:
            spent(FOLLOW, folder)
    return {
        what: [Spent(*map(min, zip(*of_one, strict=True))) for of_one in zip(*runs, strict=True)]
        for what, runs in taken.items()
    }


def main() -> None:
    """Measure and print."""
    with scratch() as folder:
        ledger = Growing(folder / "large")
        grown(ledger, SMALL)
        small = ledger.copied(folder / "small")
        firsts = [ledger.rounds + 1]
        grown(ledger, LARGE)
        firsts.append(ledger.rounds + 1)
        ledger.close()
        found = measured((small.folder, ledger.folder), firsts)
    time_must, memory_must = (f"must stay below x{most}" for most in (TIME_MAX, MEMORY_MAX))
    lines = []
    for what, (before, after) in found.items():
        lines += [
            Line(f"{what}, processor", after.processor, "ms", before.processor, note=time_must),
            Line(f"{what}, clock", after.clock, "ms", before.clock, note=time_must),
            Line(f"{what}, memory", after.memory / 1024, "MiB", before.memory / 1024, note=memory_must),
        ]
    report(f"One thing at {LARGE:,} entries, beside {SMALL:,}, SQLite, least of {RUNS} runs", lines, 1)


if __name__ == "__main__":
    main()
