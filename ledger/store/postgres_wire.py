"""The statements that insert a batch and read it again, and their parameters as PostgreSQL's binary arrays.

Whole columns travel as one parameter each, in the server's own format: no text, no escaping, one message however many
rows. The server takes the arrays apart again with ``unnest``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, repeat
from operator import attrgetter
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
_INT8_VALUE: Final = Struct(">q").pack
_NOTHING: Final = bytes(4)
"""How an array without elements begins: of no dimensions."""
_BY_FIRST: Final = attrgetter("first", "command_id")

INSERT: Final = b"""
WITH command AS (
    INSERT INTO commands (command_id, digest, first, count)
    SELECT * FROM unnest($6::text[], $7::bytea[], $8::bigint[], $9::integer[])
), opening AS (
    INSERT INTO openings (stream, version, slot, sealed)
    SELECT * FROM unnest($10::text[], $11::bigint[], $12::integer[], $13::bytea[])
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
    _BYTEA_ARRAY,
)
CHECK: Final = b"""
SELECT 1 / (
    SELECT pg_catalog.count(*)::integer
    FROM (SELECT * FROM stored_events ORDER BY notification_id DESC LIMIT 1) AS newest, (
        SELECT pg_catalog.count(*) AS added FROM stored_events WHERE notification_id > $1::bigint
    ) AS entries, (
        SELECT pg_catalog.array_agg(command_id) AS name, pg_catalog.array_agg(digest) AS digest,
            pg_catalog.array_agg(first) AS first, pg_catalog.array_agg(count) AS count
        FROM (SELECT * FROM commands WHERE first >= $1::bigint ORDER BY first, command_id) AS one
    ) AS command, (
        SELECT pg_catalog.array_agg(sealed) AS sealed
        FROM (
            SELECT o.sealed FROM unnest($6::text[], $7::bigint[], $8::integer[])
                WITH ORDINALITY AS sent (stream, version, slot, place)
            JOIN openings o ON o.stream = sent.stream AND o.version = sent.version AND o.slot = sent.slot ORDER BY place
        ) AS one
    ) AS opening
    WHERE (name OPERATOR(pg_catalog.=) $2::text[] OR name IS NULL AND $2 IS NULL)
        AND (digest OPERATOR(pg_catalog.=) $3::bytea[] OR digest IS NULL AND $3 IS NULL)
        AND (first OPERATOR(pg_catalog.=) $4::bigint[] OR first IS NULL AND $4 IS NULL)
        AND (count OPERATOR(pg_catalog.=) $5::integer[] OR count IS NULL AND $5 IS NULL)
        AND (sealed OPERATOR(pg_catalog.=) $9::bytea[] OR sealed IS NULL AND $9 IS NULL)
        AND added = $10::bigint AND notification_id = $1::bigint + $10::bigint AND originator_id = $11::text
        AND originator_version = $12::bigint AND topic = $13::text AND state = $14::bytea
)
"""
"""What an append reads again before it commits: the commands from $1 on, the openings sent, the number of rows and the
newest of them. Where one is not as it was sent, the server divides by nothing, and what follows is not done. What works on
arrays of any kind is named with its schema: one for just these, which somebody made in ours, would come before it. So is
``unnest`` of several arrays, by the server itself."""
CHECK_TYPES: Final = (
    _INT8,
    *INSERT_TYPES[5:],
    _INT8,
    _TEXT,
    _INT8,
    _TEXT,
    _BYTEA,
)
NOT_AS_SENT: Final = "22012"
"""What the server calls that: ``division_by_zero``."""
PLANNED: Final = "SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan"
"""How these are planned: along an index, also while the planner believes the tables to be small, and once. A plan of its own for each
set of parameters cost more than reading back (decision 0026)."""
BINARY: Final = (1,) * max(len(INSERT_TYPES), len(CHECK_TYPES))
"""The format of every parameter of a statement that has as many, or fewer."""


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
    """The parameters of ``INSERT`` for ``rows``, the next after the first ``size`` of the log; commands by their first."""
    commands = sorted(commands, key=_BY_FIRST)
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
        _byteas([row.sealed for row in openings]),
    ]


def check_params(inserted: Sequence[bytes], rows: Sequence[tuple[int, str, int, str, bytes]]) -> list[bytes | None]:
    """The parameters of ``CHECK`` for ``rows``, of which ``inserted`` are the parameters of ``INSERT``."""
    _, stream, version, kind, state = rows[-1]
    commands, names, sealed = inserted[5:9], inserted[9:12], inserted[12]
    return [
        inserted[0],
        *map(_aggregated, commands),
        *names,
        _aggregated(sealed),
        _INT8_VALUE(len(rows)),
        stream.encode(),
        _INT8_VALUE(version),
        kind.encode(),
        state,
    ]


def _aggregated(array: bytes) -> bytes | None:
    """``array`` as the server aggregates its elements: nothing to NULL."""
    return None if array.startswith(_NOTHING) else array


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
