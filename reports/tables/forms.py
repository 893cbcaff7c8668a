"""The three forms of a table's files. Each is written as rows come, and keeps none of them."""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal, Protocol, assert_never

from tombo.ledger.core.clock import display_instant
from tombo.ledger.seal.canonical import encode
from tombo.reports.cells import unrunnable
from tombo.reports.tables.arrow import arrow, schema_of
from tombo.reports.tables.model import LedgerTable, TableColumn

Form = Literal["parquet", "csv", "jsonl"]
"""A form, which is also how the names of its files end."""


class PartFile(Protocol):
    """A file of a table while it is written."""

    def write(self, rows: Any) -> None:
        """Add rows, a table of Arrow's."""
        ...

    def close(self) -> None:
        """End the file: what was written is all of it."""
        ...


def part_file(form: Form, path: Path, table: LedgerTable, origin: str) -> PartFile:
    """A new file at ``path``.

    Raises:
        OSError: it is there, or cannot be made.
    """
    match form:
        case "parquet":
            return _Parquet(path, table, origin)
        case "csv":
            return _Csv(path, table)
        case "jsonl":
            return _JsonLines(path, table)
        case _:
            assert_never(form)


class _Parquet:
    """One row group for what is written at a time. Who wrote it stands in its metadata, and no time of its making."""

    def __init__(self, path: Path, table: LedgerTable, origin: str) -> None:
        said = {"tombo.origin": origin, "tombo.table": table.full_name}
        self._file = path.open("xb")
        try:
            self._writer = arrow("parquet").ParquetWriter(
                self._file, schema_of(table).with_metadata(said), compression="zstd"
            )
        except BaseException:
            self._file.close()
            raise

    def write(self, rows: Any) -> None:
        self._writer.write_table(rows, row_group_size=max(rows.num_rows, 1))

    def close(self) -> None:
        with self._file:
            self._writer.close()


class _Csv:
    """RFC 4180: commas, CRLF, a heading, quotes where they are needed; UTF-8. What says nothing is an empty cell."""

    def __init__(self, path: Path, table: LedgerTable) -> None:
        self._columns = table.columns
        self._file = path.open("x", encoding="utf-8", newline="")
        self._writer = csv.writer(self._file, lineterminator="\r\n")
        self._writer.writerow([each.name for each in table.columns])

    def write(self, rows: Any) -> None:
        columns = [[_cell(value) for value in values] for values in _values(self._columns, rows)]
        self._writer.writerows(zip(*columns, strict=True))

    def close(self) -> None:
        self._file.close()


class _JsonLines:
    """A row is an object of canonical JSON, a line each."""

    def __init__(self, path: Path, table: LedgerTable) -> None:
        self._columns = table.columns
        self._file = path.open("xb")

    def write(self, rows: Any) -> None:
        names = [each.name for each in self._columns]
        for row in zip(*_values(self._columns, rows), strict=True):
            self._file.write(encode(dict(zip(names, row, strict=True))) + b"\n")

    def close(self) -> None:
        self._file.close()


def _values(columns: Sequence[TableColumn], rows: Any) -> list[list[Any]]:
    """The columns of ``rows`` as they are written in text: numbers, flags, texts, and instants as ISO 8601 in UTC."""
    return [_IN_TEXT.get(each.sort, _plain)(column) for each, column in zip(columns, rows.columns, strict=True)]


def _plain(column: Any) -> list[Any]:
    found: list[Any] = column.to_pylist()
    return found


def _instants(column: Any) -> list[str | None]:
    found: list[int | None] = column.cast(arrow().int64()).to_pylist()  # no database of time zones is asked
    return [None if each is None else display_instant(each) for each in found]


_IN_TEXT: Final[Mapping[str, Callable[[Any], list[Any]]]] = {"instant": _instants}


def _cell(value: Any) -> Any:
    """A cell of CSV. That of a flag is ``true`` or ``false``, as in JSON."""
    if isinstance(value, str):
        return unrunnable(value)
    return str(value).lower() if isinstance(value, bool) else value
