"""The statements of an append, and their parameters as PostgreSQL's binary arrays.

Whole columns travel as one parameter each, in the server's own format: no text, no escaping, one message however many
rows. The server takes the arrays apart again with ``unnest``.

Tables, functions and operators are named with their schema, whatever the session's path says: what somebody makes in ours would come before
the server's own where it fits better. ``unnest`` of several arrays needs no such name: the server does not look for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, repeat
from operator import attrgetter
from struct import Struct
from typing import Any, Final

from tombo.ledger.store.types import Bulk, CommandRow, OpeningRow

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
_BY_FIRST: Final = attrgetter("first", "command_id")

_HEAD: Final = (
    "SELECT notification_id, originator_id, originator_version, topic, pg_catalog.encode(state, 'hex')"
    " FROM {schema}.stored_events ORDER BY notification_id DESC LIMIT 1"
)
_INSERT: Final = """
WITH command AS (
    INSERT INTO {schema}.commands (command_id, digest, first, count)
    SELECT * FROM unnest($6, $7, $8, $9)
), opening AS (
    INSERT INTO {schema}.openings (stream, version, slot, sealed)
    SELECT * FROM unnest($10, $11, $12, $13)
)
INSERT INTO {schema}.stored_events (notification_id, originator_id, originator_version, topic, state)
SELECT $1 OPERATOR(pg_catalog.+) place, stream, version, kind, state
FROM unnest($2, $3, $4, $5) WITH ORDINALITY AS row (stream, version, kind, state, place)
"""
_INSERT_TYPES: Final = (
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
_CHECK_TYPES: Final = (*_INSERT_TYPES, _INT8_ARRAY)
_CHECK: Final = """
SELECT 1 OPERATOR(pg_catalog./) ((entry.same AND command.same AND opening.same) IS TRUE)::pg_catalog.int4
FROM (
    SELECT {numbers} AND {streams} AND {versions} AND {kinds} AND {states} AS same
    FROM (
        SELECT * FROM {schema}.stored_events WHERE notification_id OPERATOR(pg_catalog.>) $1 ORDER BY notification_id
    ) AS one
) AS entry, (
    SELECT {commands} AND {digests} AND {firsts} AND {counts} AS same
    FROM (
        SELECT * FROM {schema}.commands WHERE first OPERATOR(pg_catalog.>=) $1 ORDER BY first, command_id
    ) AS one
) AS command, (
    SELECT {opened} AND {at} AND {slots} AND {sealed} AS same
    FROM (
        SELECT o.* FROM unnest($10, $11, $12) WITH ORDINALITY AS sent (stream, version, slot, place)
        JOIN {schema}.openings o ON o.stream OPERATOR(pg_catalog.=) sent.stream
            AND o.version OPERATOR(pg_catalog.=) sent.version AND o.slot OPERATOR(pg_catalog.=) sent.slot
        ORDER BY place
    ) AS one
) AS opening
"""
_READ: Final = {
    "streams": "originator_id",
    "versions": "originator_version",
    "kinds": "topic",
    "states": "state",
    "commands": "command_id",
    "digests": "digest",
    "firsts": "first",
    "counts": "count",
    "opened": "stream",
    "at": "version",
    "slots": "slot",
    "sealed": "sealed",
    "numbers": "notification_id",
}
"""The columns that are read again, in the order of the parameters from $2 on, which are those of ``INSERT`` and the numbers."""
_BY_BYTES: Final = ' COLLATE pg_catalog."C"'
_SAME: Final = "coalesce(pg_catalog.array_agg({}{}), '{{{{}}}}') OPERATOR(pg_catalog.=) ${}"
"""Whether a column, as one array, is what it should be, texts by their bytes; of no row, an empty one."""
_SAMES: Final = {
    name: _SAME.format(column, _BY_BYTES if sort == _TEXT_ARRAY else "", number)
    for number, ((name, column), sort) in enumerate(zip(_READ.items(), _CHECK_TYPES[1:], strict=True), 2)
}
_CHECKED: Final = _CHECK.format(schema="{schema}", **_SAMES)
"""Reads again what an append inserted, and compares it with what was sent: all entries and commands from $1 on, and the openings sent. Where
anything is not the same, the server divides by nothing, and what follows in the message is not done."""
PLANNED: Final = "SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan"
"""How these are planned: along an index, also while the planner believes the tables to be small, and once. A plan of its own for each
set of parameters cost more than reading back (decision 0026)."""
_STANDING: Final = """
SELECT pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(pg_catalog.array_to_string(ARRAY(
    SELECT pg_catalog.concat('table ', oid, ' ', xmin) FROM pg_catalog.pg_class WHERE oid OPERATOR(pg_catalog.=) ANY ({tables})
    UNION ALL
    SELECT pg_catalog.concat('trigger ', oid, ' ', xmin) FROM pg_catalog.pg_trigger
    WHERE tgrelid OPERATOR(pg_catalog.=) ANY ({tables})
    UNION ALL
    SELECT pg_catalog.concat('index ', indexrelid, ' ', xmin) FROM pg_catalog.pg_index
    WHERE indrelid OPERATOR(pg_catalog.=) ANY ({tables})
    UNION ALL
    SELECT pg_catalog.concat('rule ', oid, ' ', xmin) FROM pg_catalog.pg_rewrite
    WHERE ev_class OPERATOR(pg_catalog.=) ANY ({tables})
    UNION ALL
    SELECT pg_catalog.concat('child ', inhrelid, ' ', xmin) FROM pg_catalog.pg_inherits
    WHERE inhparent OPERATOR(pg_catalog.=) ANY ({tables})
    ORDER BY 1
), ','), 'UTF8')), 'hex')"""
_TABLES: Final = ("stored_events", "commands", "openings")
"""What an append adds to."""
_UNCHANGED: Final = "SELECT 1 OPERATOR(pg_catalog./) (({standing}) OPERATOR(pg_catalog.=) $1)::pg_catalog.int4"
"""Divides by nothing where what stands is not $1."""
DIFFERS: Final = "22012"
"""What the server calls that: ``division_by_zero``."""
_BEGIN: Final = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; EXECUTE tombo_lock; "
BINARY: Final = (1,) * len(_CHECK_TYPES)
"""The format of every parameter."""


def statements(schema: str, lock: int) -> tuple[tuple[bytes, bytes, Sequence[int]], ...]:
    """The statements that an append to the ledger in ``schema`` is made of: name, text, and types of its parameters.

    ``lock``: the key of the advisory lock that orders the appends.
    """
    said: tuple[tuple[bytes, str, Sequence[int]], ...] = (
        (b"tombo_lock", f"SELECT pg_catalog.pg_advisory_xact_lock({lock}::bigint)", ()),
        (b"tombo_head", _HEAD, ()),
        (b"tombo_insert", _INSERT, _INSERT_TYPES),
        (b"tombo_check", _CHECKED, _CHECK_TYPES),
        (b"tombo_unchanged", _UNCHANGED.replace("{standing}", standing(schema)), (_TEXT,)),
    )
    return tuple((name, sql.format(schema=f'"{schema}"').encode(), types) for name, sql, types in said)


def standing(schema: str) -> str:
    """The question what the tables of an append are and what code stands on them: one value, another after every change.

    Policies, checks and columns change the row of their table. Triggers, indexes, rules and children need not: that there are some it
    may still say of those that were there before.
    """
    names = ", ".join(f"pg_catalog.to_regclass('\"{schema}\".{table}')::pg_catalog.oid" for table in _TABLES)
    return _STANDING.format(tables=f"ARRAY[{names}]")


@lru_cache
def begin(schema: str, stood: str | None) -> bytes:
    """What begins an append, in one message: the lock, the tables held against changes, that what ``stood`` stands, the head.

    From here to the commit nobody defines anything on these tables, so that no code but the server's own runs in an append.
    ``stood`` is None for a schema that is held to nothing.
    """
    tables = ", ".join(f'"{schema}".{table}' for table in _TABLES)
    held = (
        f"LOCK TABLE {tables} IN ROW EXCLUSIVE MODE; EXECUTE tombo_unchanged('{stood}'); " if stood is not None else ""
    )
    return f"{_BEGIN}{held}EXECUTE tombo_head".encode()


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


def check_params(size: int, count: int, inserted: Sequence[bytes]) -> list[bytes]:
    """The parameters of ``tombo_check`` for ``count`` entries after the first ``size`` of the log, ``inserted`` being those of ``tombo_insert``."""
    return [*inserted, _int8s(range(size + 1, size + 1 + count))]


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
