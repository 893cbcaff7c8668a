"""The one statement that inserts a batch, and its parameters as PostgreSQL's binary arrays.

Whole columns travel as one parameter each, in the server's own format: no text, no escaping, one message however many
rows. The server takes the arrays apart again with ``unnest``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, repeat
from struct import Struct
from typing import Any, Final

from ledger.store.types import Bulk, CommandRow, OpeningRow

_INT4: Final = 23
_INT8: Final = 20
_TEXT: Final = 25
_BYTEA: Final = 17
_INT4_ARRAY: Final = 1007
_INT8_ARRAY: Final = 1016
_TEXT_ARRAY: Final = 1009
_BYTEA_ARRAY: Final = 1001

_ARRAY: Final = Struct(">iiiii")  # dimensions, whether it holds nulls, type of element, length, lowest index
_EMPTY_ARRAY: Final = Struct(">iii")
_INT8_ITEM: Final = Struct(">iq").pack
_INT4_ITEM: Final = Struct(">ii").pack
_LENGTH: Final = Struct(">i").pack

INSERT: Final = b"""
WITH command AS (
    INSERT INTO commands (command_id, digest, first, count)
    SELECT * FROM unnest($6::text[], $7::bytea[], $8::bigint[], $9::integer[])
), opening AS (
    INSERT INTO openings (stream, version, slot, card, salt)
    SELECT * FROM unnest($10::text[], $11::bigint[], $12::integer[], $13::integer[], $14::bytea[])
)
INSERT INTO stored_events (notification_id, originator_id, originator_version, topic, state)
SELECT $1::bigint + place, stream, version, kind, state
FROM unnest($2::text[], $3::bigint[], $4::text[], $5::bytea[])
    WITH ORDINALITY AS row (stream, version, kind, state, place)
"""
INSERT_TYPES: Final = (
    _INT8,
    _TEXT_ARRAY,
    _INT8_ARRAY,
    _TEXT_ARRAY,
    _BYTEA_ARRAY,
    _TEXT_ARRAY,
    _BYTEA_ARRAY,
    _INT8_ARRAY,
    _INT4_ARRAY,
    _TEXT_ARRAY,
    _INT8_ARRAY,
    _INT4_ARRAY,
    _INT4_ARRAY,
    _BYTEA_ARRAY,
)
BINARY: Final = (1,) * len(INSERT_TYPES)
"""The format of every parameter."""


@lru_cache
def bulk_statement(bulk: Bulk) -> tuple[bytes, tuple[int, ...]]:
    """The statement that inserts many rows, one array a column, and the types of the arrays."""
    arrays = ", ".join(f"${at}::{sort}[]" for at, (_, sort) in enumerate(bulk.columns, 1))
    types = tuple(_TEXT_ARRAY if sort == "text" else _INT8_ARRAY for _, sort in bulk.columns)
    statement = f"INSERT INTO {bulk.table} SELECT * FROM unnest({arrays}){bulk.on_conflict()}"  # noqa: S608 - our names
    return statement.encode(), types


def bulk_params(bulk: Bulk, rows: Sequence[tuple[Any, ...]]) -> list[bytes]:
    """The parameters of ``bulk_statement`` for ``rows``."""
    columns = zip(bulk.columns, zip(*rows, strict=True), strict=True)
    return [_texts(values) if sort == "text" else _int8s(values) for (_, sort), values in columns]


def insert_params(
    size: int,
    rows: Sequence[tuple[int, str, int, str, bytes]],
    commands: Sequence[CommandRow],
    openings: Sequence[OpeningRow],
) -> list[bytes]:
    """The parameters of ``INSERT`` for ``rows``, the next after the first ``size`` of the log."""
    return [
        size.to_bytes(8, "big"),
        _texts([row[1] for row in rows]),
        _int8s([row[2] for row in rows]),
        _texts([row[3] for row in rows]),
        _byteas([row[4] for row in rows]),
        _texts([row.command_id for row in commands]),
        _byteas([row.digest for row in commands]),
        _int8s([size + row.first for row in commands]),
        _int4s([row.count for row in commands]),
        _texts([row.stream for row in openings]),
        _int8s([row.version for row in openings]),
        _int4s([row.slot for row in openings]),
        _int4s([row.card for row in openings]),
        _byteas([row.salt for row in openings]),
    ]


def _head(element: int, length: int) -> bytes:
    return _ARRAY.pack(1, 0, element, length, 1) if length else _EMPTY_ARRAY.pack(0, 0, element)


def _int8s(values: Sequence[int]) -> bytes:
    return _head(_INT8, len(values)) + b"".join(map(_INT8_ITEM, repeat(8), values))


def _int4s(values: Sequence[int]) -> bytes:
    return _head(_INT4, len(values)) + b"".join(map(_INT4_ITEM, repeat(4), values))


def _byteas(values: Sequence[bytes]) -> bytes:
    return _head(_BYTEA, len(values)) + _framed(values)


def _texts(values: Sequence[str]) -> bytes:
    return _head(_TEXT, len(values)) + _framed([value.encode() for value in values])


def _framed(values: Sequence[bytes]) -> bytes:
    """Each value after its length in four bytes."""
    return b"".join(chain.from_iterable(zip(map(_LENGTH, map(len, values)), values, strict=True)))
