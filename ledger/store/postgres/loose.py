"""A schema that is not held to that of a ledger: what a verifier looks at."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import psycopg

from tombo.ledger.seal.entry import LEAF_MAX
from tombo.ledger.seal.note import NOTE_MAX
from tombo.ledger.store.postgres.connect import explain
from tombo.ledger.store.postgres.guard import check_plain, schema_differences
from tombo.ledger.store.postgres.recorder import PostgresLedgerRecorder

_NUMBERS: Final = frozenset({"originator_version", "first", "count", "level", "n", "size"})
_LONG: Final = (
    (("originator_id", "originator_version", "topic", "state"), "stored_events"),
    (("command_id", "digest", "first", "count"), "commands"),
    (("level", "n", "hashes"), "tiles"),
    (("size", "note"), "checkpoints"),
)
"""The columns that are read together, of the tables that anybody may have written."""


@lru_cache
def bounded(sql: str) -> str:
    """``sql``, asking only for the beginning of what is longer than any ledger's: a forged row is named, not fetched."""
    for columns, table in _LONG:
        sql = sql.replace(f"{', '.join(columns)} FROM {table}", f"{', '.join(map(_cut, columns))} FROM {table}")
    return sql


def _cut(column: str) -> str:
    if column in _NUMBERS:
        return column
    most = NOTE_MAX if column == "note" else LEAF_MAX
    return f"CASE WHEN octet_length({column}) <= {most} THEN {column} ELSE substr({column}, 1, {most + 1}) END"


class PostgresEvidenceRecorder(PostgresLedgerRecorder):
    """The recorder for reading a ledger as a verifier does: of values longer than a ledger's, the beginning."""

    def _fetch(self, sql: str, params: Sequence[Any]) -> list[tuple[Any, ...]]:
        return super()._fetch(bounded(sql), params)

    def check_plain(self) -> None:
        """That every table is a plain one.

        Raises:
            ForeignDatabaseError: something else stands in its place.
        """
        with self._read_lock:
            try:
                check_plain(self._open_reader(), self.schema)
            except psycopg.Error as error:
                raise explain(error, self._place, "nothing was read") from error

    def differences(self) -> list[str]:
        """How the schema differs from what ``tombo init`` makes."""
        with self._read_lock:
            try:
                return schema_differences(self._open_reader().pgconn, self.schema)
            except psycopg.Error as error:
                raise explain(error, self._place, "nothing was read") from error

    def _hold(self, connection: psycopg.Connection[Any]) -> None:
        """To nothing: ``differences`` says what is not as it should be."""
