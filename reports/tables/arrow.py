"""pyarrow, a part of what is installed with ``tombo[tables]``: loaded by who makes tables and by nobody else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any, Final

from tombo.ledger.core.errors import UsageError
from tombo.reports.said import tables as said
from tombo.reports.tables.model import LedgerTable, Sort

_TYPES: Final[Mapping[Sort, tuple[str, tuple[Any, ...]]]] = {
    "cents": ("int64", ()),
    "flag": ("bool_", ()),
    "instant": ("timestamp", ("us", "UTC")),
    "minor": ("int64", ()),
    "number": ("int64", ()),
    "text": ("string", ()),
}


def arrow(part: str = "") -> ModuleType:
    """pyarrow, or a ``part`` of it, ``parquet``.

    Raises:
        UsageError: it is not installed.
    """
    try:
        return import_module(f"pyarrow.{part}" if part else "pyarrow")
    except ImportError as error:
        raise UsageError(said.NO_PYARROW()) from error


def type_of(sort: Sort) -> Any:
    """The type of Arrow in which a sort of column is kept."""
    name, of = _TYPES[sort]
    return getattr(arrow(), name)(*of)


def schema_of(table: LedgerTable) -> Any:
    """The schema of a table's files, as Arrow has it."""
    pa = arrow()
    return pa.schema([pa.field(each.name, type_of(each.sort), nullable=each.empty) for each in table.columns])


def batch_of(table: LedgerTable, columns: Sequence[Any]) -> Any:
    """The record batch of these columns: arrays of Arrow's, or lists of numbers, texts and nothing at all."""
    pa, schema = arrow(), schema_of(table)
    arrays = [
        found if isinstance(found, pa.Array) else pa.array(found, field.type)
        for found, field in zip(columns, schema, strict=True)
    ]
    return pa.record_batch(arrays, schema=schema)
