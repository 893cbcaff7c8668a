"""A simulated day told to each country's regulator: read, checked, told, held to its schema and to the closed day; beside reading and checking alone.

The peak of memory is that of a process that makes them, of a tenth of the tables and of all. Spain, Denmark and France are held to the schemas
that their regulators published, in the folder that ``TOMBO_SHARED`` names; without it they are not measured, and that is said.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Final, NamedTuple

from bench.common import Line, peak_kib, report, scratch
from bench.projections import DAY, simulated
from bench.projections import TABLES as ALL_TABLES
from tests.worlds import reported, reported_denmark, reported_spain
from tests.worlds.told_to_anj import SETTINGS as OF_FRANCE
from tombo.ledger.core.collector import look_seldom
from tombo.ledger.operate.keyring import Keyring, open_checked
from tombo.ledger.operate.persons import open_persons
from tombo.reports.regulators.country import Reported
from tombo.reports.regulators.every import COUNTRIES
from tombo.reports.regulators.pages import read_here
from tombo.reports.regulators.reading import PAGE
from tombo.reports.regulators.sealed import SealedPersons
from tombo.reports.shown.reading import Reader

MOST_SECONDS: Final = 120
MILLION: Final = 1_000_000
FLAT: Final = "portugal"
"""Whose memory must not follow the day: no record of his waits for the day's end, as those of sessions and tournaments do elsewhere."""


class CountryMeasured(NamedTuple):
    """What a country's files are made with: settings, and where its schema lies in ``TOMBO_SHARED``."""

    settings: str
    xsd: str | None = None


MEASURED: Final = {
    "denmark": CountryMeasured(reported_denmark.SETTINGS, "regulators/dk"),
    "france": CountryMeasured(OF_FRANCE, "regulators/fr/referentiel/xsd/PO.xsd"),
    "portugal": CountryMeasured(reported.SETTINGS),
    "spain": CountryMeasured(reported_spain.SETTINGS, "regulators/es/DGOJ_Monitorizacion_3.3.xsd"),
}


class Took(NamedTuple):
    """What making a country's files of the day took, in a process of its own."""

    seconds: float
    mib: float
    records: int


def schema(country: str) -> Path | None:
    """Where the schema is that a regulator published; None where he published none."""
    name = MEASURED[country].xsd
    return None if name is None else Path(os.environ["TOMBO_SHARED"]) / name


def made(country: str, folder: Path, to: Path) -> int:
    """A country's files of the day; how many records they hold."""
    keyring, of = Keyring(folder / "keys"), COUNTRIES[country]
    with (
        open_checked(f"sqlite:///{folder / 'ledger.db'}", keyring, read_only=True) as store,
        open_persons(keyring, store.origin) as persons,
    ):
        sealed = SealedPersons(store, persons.read)
        wanted = of.settings(MEASURED[country].settings.encode(), str(folder / "settings.toml"))
        closed = Reader(store, keyring).closed_cards
        written = of.day(to, DAY, Reported(store, sealed, wanted, 1, schema(country), closed), read_here)
        return sum(file.records for file in written.files)


def read(folder: Path) -> int:
    """Every row read and checked, and nothing done with it."""
    with open_checked(f"sqlite:///{folder / 'ledger.db'}", Keyring(folder / "keys"), read_only=True) as store:
        size = store.head().size
        return sum(len(store.rows_of(None, start, min(start + PAGE, size))) for start in range(0, size, PAGE))


def alone(country: str, folder: Path) -> Took:
    """Measured in a process of its own."""
    arguments = [sys.executable, "-m", "bench.regulators", country, str(folder)]
    done = subprocess.run(arguments, check=True, stdout=subprocess.PIPE, text=True)
    seconds, kib, records = done.stdout.split()
    return Took(float(seconds), int(kib) / 1024, int(records))


def closed(folder: Path, tables: int) -> None:
    """A simulated day at so many tables, closed by its night; beside it the secrets that an operator signs with in Spain."""
    url = simulated(folder, tables)
    reported_spain.spanish_operator(folder)
    night = ("--ledger", url, "--keys", str(folder / "keys"), "reconcile", "--day", DAY, "--close")
    subprocess.run([sys.executable, "-m", "tombo", *night], check=True, stdout=subprocess.DEVNULL)


def told(country: str, folder: Path, tenth: Path, size: int, raw: float) -> None:
    """Measure and print one country."""
    if MEASURED[country].xsd is not None and not os.environ.get("TOMBO_SHARED"):
        print(f"\n{country}: NOT MEASURED, set TOMBO_SHARED to where the published schemas lie", flush=True)
        return
    few, all_of_it = alone(country, tenth), alone(country, folder)
    report(
        f"{country.capitalize()}: a simulated day of {size:,} entries, {all_of_it.records:,} records, SQLite",
        [
            Line("reading and checking alone", raw, "entries/s"),
            Line("all files, each held to its schema and to the day", size / all_of_it.seconds, "entries/s", raw),
            Line(
                "a day of a million entries",
                all_of_it.seconds * MILLION / size,
                "seconds",
                note=f"must stay below {MOST_SECONDS}",
            ),
            Line(f"peak memory of {few.records:,} records", few.mib, "MiB"),
            Line(
                f"peak memory of {all_of_it.records:,} records",
                all_of_it.mib,
                "MiB",
                few.mib,
                note="must stay below x1.1" if country == FLAT else "",
            ),
        ],
        1,
    )


def main() -> None:
    """Measure and print; as a child, make the files and print what it took."""
    look_seldom()
    if len(sys.argv) == 3:
        country, folder = sys.argv[1], Path(sys.argv[2])
        with scratch() as to:
            began = time.perf_counter()
            records = made(country, folder, to)
            print(time.perf_counter() - began, peak_kib(), records)
        return
    with scratch() as folder, scratch() as tenth:
        closed(folder, ALL_TABLES)
        closed(tenth, max(1, ALL_TABLES // 10))
        began = time.perf_counter()
        size = read(folder)
        raw = size / (time.perf_counter() - began)
        for country in sorted(COUNTRIES):
            told(country, folder, tenth, size, raw)


if __name__ == "__main__":
    main()
