"""The tables for data teams as pages: the columns of each in ``docs/tables.md``, and what a row of it is as JSON in ``schemas/tables/``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from tombo.ledger.seal.canonical import INTEGER_MAX
from tombo.reports.tables.model import DAY, LedgerTable, Sort, TableColumn

BEGIN: Final = "<!-- Generated from the tables as they are declared; `make docs` writes it. -->\n"
END: Final = "<!-- End of what is generated. -->\n"
PARQUET: Final[Mapping[Sort, str]] = {
    "cents": "int64, euro cents",
    "flag": "boolean",
    "instant": "timestamp, UTC, microseconds",
    "minor": "int64, minor units of `currency`",
    "number": "int64",
    "text": "string",
}
"""By sort of column, what it is in Parquet."""
_NUMBER: Final = {"type": "integer", "minimum": -INTEGER_MAX, "maximum": INTEGER_MAX}
_JSON: Final[Mapping[Sort, Mapping[str, Any]]] = {
    "cents": _NUMBER,
    "flag": {"type": "boolean"},
    "instant": {"type": "string", "format": "date-time"},
    "minor": _NUMBER,
    "number": _NUMBER,
    "text": {"type": "string"},
}


def page(text: str, tables: Iterable[LedgerTable]) -> str:
    """``text`` with the columns of every table between its two marks."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{''.join(map(_section, tables))}{END}{after}"


def _section(table: LedgerTable) -> str:
    rows = "".join(
        f"| `{each.name}` | {PARQUET[each.sort]}{', may be null' if each.empty else ''} | {each.said} |\n"
        for each in table.columns
    )
    key = ", ".join(f"`{name}`" for name in table.key)
    return (
        f"### {table.full_name}\n\n{table.said} Key: {key}. [Schema](../schemas/tables/{table.full_name}.json).\n\n"
        f"| column | in Parquet | what it says |\n|---|---|---|\n| `{DAY}` | date, in the path | The day in Portugal on which it happened |\n{rows}\n"
    )


def schema(table: LedgerTable) -> dict[str, Any]:
    """The JSON Schema of a row as it stands in a file of JSON Lines; ``parquet`` is its type there."""
    return {
        "type": "object",
        "description": table.said,
        "key": list(table.key),
        "partition": DAY,
        "columns": [each.name for each in table.columns],
        "properties": {each.name: _property(each) for each in table.columns},
        "required": [each.name for each in table.columns],
        "additionalProperties": False,
    }


def _property(column: TableColumn) -> dict[str, Any]:
    kept = dict(_JSON[column.sort])
    if column.empty:
        kept["type"] = [kept["type"], "null"]
    return {**kept, "description": column.said, "parquet": PARQUET[column.sort]}
