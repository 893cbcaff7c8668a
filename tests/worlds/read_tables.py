"""Tables of a ledger as data teams read them: with DuckDB and with Polars, which know nothing of tombo."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, Final

import duckdb
import polars as pl

from tombo.ledger.core.clock import SECOND
from tombo.reports.tables.model import DAY, INDEX, LedgerTable, Sort
from tombo.reports.tables.registry import TABLES

_DUCKDB: Final[dict[Sort, str]] = {
    "cents": "BIGINT",
    "flag": "BOOLEAN",
    "instant": "TIMESTAMPTZ",
    "minor": "BIGINT",
    "number": "BIGINT",
    "text": "VARCHAR",
}
_POLARS: Final[dict[Sort, Any]] = {
    "cents": pl.Int64,
    "flag": pl.Boolean,
    "instant": pl.Datetime("us", "UTC"),
    "minor": pl.Int64,
    "number": pl.Int64,
    "text": pl.String,
}
Rows = list[tuple[Any, ...]]
"""Rows in the order of the log: the day, then the columns; an instant in microseconds."""


def by_duckdb(folder: Path, name: str, form: str) -> Rows:
    """The rows of a table in ``folder``."""
    table, files = TABLES[name], f"{folder}/{name}/*/*.{form}"
    sorts = {each.name: _DUCKDB[each.sort] for each in table.columns}
    told = ", ".join(f"'{column}': '{sort}'" for column, sort in sorts.items())
    found = {
        "parquet": f"'{files}'",
        "csv": f"read_csv('{files}', header = true, delim = ',', quote = '\"', escape = '\"', hive_partitioning = true, columns = {{{told}}})",
        "jsonl": f"read_json('{files}', format = 'newline_delimited', hive_partitioning = true, columns = {{{told}}})",
    }[form]
    columns = ", ".join(f"epoch_us({each.name})" if each.sort == "instant" else each.name for each in table.columns)
    with duckdb.connect() as database:
        database.execute("SET TimeZone = 'UTC'")
        rows = database.execute(
            f"SELECT {DAY}, {columns} FROM {found} ORDER BY {', '.join(order_of(table))}"
        ).fetchall()
    return [(day if isinstance(day, date) else date.fromisoformat(day), *row) for day, *row in rows]


def by_polars(folder: Path, name: str, form: str) -> Rows:
    """The rows of a table in ``folder``."""
    table = TABLES[name]
    frame = pl.read_parquet(folder / name) if form == "parquet" else pl.concat(_frames(folder / name, table, form))
    frame = frame.select(DAY, *(each.name for each in table.columns)).sort(*order_of(table))
    assert {each.name: _POLARS[each.sort] for each in table.columns}.items() <= dict(frame.schema).items()
    instants = [pl.col(each.name).dt.epoch("us") for each in table.columns if each.sort == "instant"]
    return frame.with_columns(instants).rows()


def _frames(folder: Path, table: LedgerTable, form: str) -> Iterator[pl.DataFrame]:
    """The files in text, each with the day that its path says; instants are texts there."""
    as_text: dict[str, Any] = {
        each.name: pl.String if each.sort == "instant" else _POLARS[each.sort] for each in table.columns
    }
    for path in sorted(folder.glob(f"*/*.{form}")):
        frame = pl.read_csv(path, schema=as_text) if form == "csv" else pl.read_ndjson(path, schema=as_text)
        instants = [
            pl.col(each.name).str.to_datetime("%Y-%m-%dT%H:%M:%S%.6fZ", time_unit="us", time_zone="UTC")
            for each in table.columns
            if each.sort == "instant"
        ]
        day = pl.lit(date.fromisoformat(path.parent.name.removeprefix("day="))).alias(DAY)
        yield frame.with_columns(*instants, day)


def order_of(table: LedgerTable) -> list[str]:
    """The columns that put rows in the order of the log, those of an entry by their key."""
    return list(dict.fromkeys((INDEX.name, *table.key)))


def utc(*of: int) -> int:
    """An instant in UTC, in microseconds: year, month, day, hour, minute, second."""
    return int(datetime(*of, tzinfo=UTC).timestamp()) * SECOND  # type: ignore[misc,arg-type]  # the numbers of a date
