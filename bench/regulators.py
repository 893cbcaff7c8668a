"""The hourly files of the Portuguese regulator, of a simulated day: read, checked, told and held to their schema; beside reading and checking alone.

The peak of memory is that of a process that makes them, of the first hours of the day, which hold about a tenth of the entries, and of all.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Final

from bench.common import Line, peak_kib, report, scratch
from bench.projections import TABLES as OF_POKER_AND_ALL
from bench.projections import simulated
from tombo.ledger.core.collector import look_seldom
from tombo.ledger.operate.keyring import Keyring, open_checked, open_persons
from tombo.reports.regulators.country import Reported
from tombo.reports.regulators.portugal.files import write_hours
from tombo.reports.regulators.portugal.hours import hours_of
from tombo.reports.regulators.portugal.settings import settings_in
from tombo.reports.regulators.reading import PAGE
from tombo.reports.regulators.sealed import SealedPersons

DAY: Final = "2026-07-15"
SETTINGS: Final = b'operator = 7\nsafe = "1AA"\n\n[payments]\ntransfer = "1"\n'
MOST_SECONDS: Final = 120
MILLION: Final = 1_000_000
TENTH: Final = 8
"""The hours of the day, from its first, in which a tenth of it is played: it begins at 06:00."""


def made(folder: Path, to: Path, hours: int) -> tuple[int, int]:
    """The files of the first ``hours`` of the day: how many entries the ledger has, and how many records were made."""
    to.mkdir()
    keyring = Keyring(folder / "keys")
    with (
        open_checked(f"sqlite:///{folder / 'ledger.db'}", keyring, read_only=True) as store,
        open_persons(keyring, store.origin) as persons,
    ):
        sealed = SealedPersons(store.origin, persons.read)
        written = write_hours(to, hours_of(DAY)[:hours], Reported(store, sealed, settings_in(SETTINGS, "bench")))
        return store.head().size, sum(file.records for file in written.files)


def read(folder: Path) -> int:
    """Every row read and checked, and nothing done with it."""
    with open_checked(f"sqlite:///{folder / 'ledger.db'}", Keyring(folder / "keys"), read_only=True) as store:
        size = store.head().size
        return sum(len(store.rows_of(None, start, min(start + PAGE, size))) for start in range(0, size, PAGE))


def alone(folder: Path, hours: int) -> tuple[float, float, int, int]:
    """In a process of its own: seconds, MiB at most, entries and records."""
    arguments = [sys.executable, "-m", "bench.regulators", str(folder), str(hours)]
    done = subprocess.run(arguments, check=True, stdout=subprocess.PIPE, text=True)
    seconds, kib, entries, records = done.stdout.split()
    return float(seconds), int(kib) / 1024, int(entries), int(records)


def main() -> None:
    """Measure and print; as a child, make the files and print what it took."""
    look_seldom()
    if len(sys.argv) == 3:
        with scratch() as to:
            began = time.perf_counter()
            entries, records = made(Path(sys.argv[1]), to / "files", int(sys.argv[2]))
            print(time.perf_counter() - began, peak_kib(), entries, records)
        return
    with scratch() as folder:
        simulated(folder, OF_POKER_AND_ALL)
        began = time.perf_counter()
        size = read(folder)
        raw = size / (time.perf_counter() - began)
        _, small, _, few = alone(folder, TENTH)
        seconds, large, _, records = alone(folder, 24)
    report(
        f"Portugal: the hourly files of a simulated day, {size:,} entries, {records:,} records, SQLite",
        [
            Line("reading and checking alone", raw, "entries/s"),
            Line("AJOG_, SESS_, TRAN_, JGDR_, each held to its schema", size / seconds, "entries/s", raw),
            Line(
                "a day of a million entries",
                seconds * MILLION / size,
                "seconds",
                note=f"must stay below {MOST_SECONDS}",
            ),
        ],
        1,
    )
    report(
        "Peak memory of making them",
        [
            Line(f"{few:,} records", small, "MiB"),
            Line(f"{records:,} records", large, "MiB", small, note="must stay below x1.1"),
        ],
        1,
    )


if __name__ == "__main__":
    main()
