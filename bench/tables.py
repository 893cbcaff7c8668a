"""Entries of a simulated day as Parquet: checked, taken apart and written; beside pyarrow alone, which writes the same columns to the same files.

pyarrow has them in memory, as lists, which is how a program of Python has what it writes, and once more as arrays of its own, which leaves only
encoding and compression. The peak of memory is that of a process that exports, at a tenth of the entries and at all of them.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from bench.common import Line, peak_kib, rate, report, scaled, scratch, together
from bench.projections import TABLES as OF_POKER_AND_ALL
from bench.projections import simulated
from tombo.ledger.operate.keyring import Keyring, open_checked
from tombo.reports.tables.arrow import arrow, schema_of
from tombo.reports.tables.entries import ENTRIES
from tombo.reports.tables.forms import part_file
from tombo.reports.tables.parts import ROWS_MAX
from tombo.reports.tables.written import write_table

MOST: Final = scaled(1_000_000)


def exported(folder: Path, to: Path, most: int) -> int:
    """Export the first ``most`` entries of the ledger in ``folder``; how many there are."""
    to.mkdir()
    with open_checked(f"sqlite:///{folder / 'ledger.db'}", Keyring(folder / "keys"), read_only=True) as store:
        of = (0, min(store.head().size, most))
        return write_table(to, store, ENTRIES, "parquet", of=of, told=lambda _: None).rows


def by_pyarrow(to: Path, days: dict[str, Any], made: Callable[[Any], Any]) -> None:
    """The rows of each day, ``made`` into a table of Arrow's, to a file of its own, a row group at a time."""
    to.mkdir()
    for day, rows in days.items():
        table, part = made(rows), part_file("parquet", to / f"{day}.parquet", ENTRIES, "bench.example/ledger")
        for start in range(0, table.num_rows, ROWS_MAX):
            part.write(table.slice(start, ROWS_MAX))
        part.close()


def of_lists(columns: list[list[Any]]) -> Any:
    """A table of lists."""
    pa, schema = arrow(), schema_of(ENTRIES)
    return pa.table([pa.array(found, field.type) for found, field in zip(columns, schema, strict=True)], schema)


def lists_of(table: Any) -> list[list[Any]]:
    """The columns of a table as lists; instants in microseconds, as entries have them."""
    pa = arrow()
    plain = [column.cast(pa.int64()) if pa.types.is_timestamp(column.type) else column for column in table.columns]
    return [column.to_pylist() for column in plain]


def peak(folder: Path, most: int) -> float:
    """The most memory, in MiB, that a new process took to export ``most`` entries."""
    arguments = [sys.executable, "-m", "bench.tables", str(folder), str(most)]
    done = subprocess.run(arguments, check=True, stdout=subprocess.PIPE, text=True)
    return int(done.stdout.split()[-1]) / 1024


def main() -> None:
    """Measure and print; as a child, export and print the peak in KiB."""
    if len(sys.argv) == 3:
        with scratch() as to:
            exported(Path(sys.argv[1]), to / "entries", int(sys.argv[2]))
        print(peak_kib())
        return
    with scratch() as folder:
        simulated(folder, OF_POKER_AND_ALL)
        size = exported(folder, folder / "first", MOST)
        days = {
            path.parent.name: arrow("parquet").read_table(path, partitioning=None)
            for path in (folder / "first").rglob("*.parquet")
        }
        lists = {day: lists_of(table) for day, table in days.items()}
        numbers = iter(range(1_000))

        def anew() -> Path:
            return folder / f"run-{next(numbers)}"

        ours, from_lists, from_arrays = together(
            lambda: rate(size, lambda: exported(folder, anew(), MOST)),
            lambda: rate(size, lambda: by_pyarrow(anew(), lists, of_lists)),
            lambda: rate(size, lambda: by_pyarrow(anew(), days, lambda table: table)),
        )
        small, large = (peak(folder, most) for most in (size // 10, size))
    report(
        f"Entries as Parquet, {size:,} of a simulated day, SQLite",
        [
            Line("pyarrow alone, the same columns from lists", from_lists, "entries/s"),
            Line("tombo export table entries, checked", ours, "entries/s", from_lists, 0.3),
            Line("pyarrow alone, from arrays of its own", from_arrays, "entries/s"),
            Line("tombo export table entries, beside that", ours, "entries/s", from_arrays),
        ],
    )
    report(
        "Peak memory of an export",
        [
            Line(f"{size // 10:,} entries", small, "MiB"),
            Line(f"{size:,} entries", large, "MiB", small, note="must stay below x1.2"),
        ],
        1,
    )


if __name__ == "__main__":
    main()
