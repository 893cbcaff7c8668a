"""Files that are not held to the schema of a ledger: projections, and what a verifier looks at."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

from tombo.ledger.core.errors import MalformedError
from tombo.ledger.store.hostile import Bounds
from tombo.ledger.store.inode import Inode
from tombo.ledger.store.sqlite.guard import check_plain, page_faults, schema_differences
from tombo.ledger.store.sqlite.recorder import SQLiteLedgerRecorder, explain


class SQLiteLooseRecorder(SQLiteLedgerRecorder):
    """The recorder over a file whose tables come and go, as those of projections do."""

    def _hold(self, connection: sqlite3.Connection, before: Inode) -> None:
        """To nothing."""


class SQLiteEvidenceRecorder(SQLiteLooseRecorder):
    """The recorder for reading a ledger as a verifier does, whatever was done to it: within bounds (``hostile``)."""

    _bounds: Bounds

    def _bound(self, connection: sqlite3.Connection) -> None:
        self._bounds = Bounds(connection, self._path)

    def _rows(self, reader: sqlite3.Connection, sql: str, params: Sequence[Any]) -> list[tuple[Any, ...]]:
        try:
            return self._bounds.fetch(reader, sql, params)
        except MemoryError as error:
            raise MalformedError(
                f"{self._path} holds more in a few rows than a ledger does in many; nothing of it is believed: compare"
                " with a copy"
            ) from error

    def check_plain(self) -> None:
        """That every table is a plain one.

        Raises:
            ForeignDatabaseError: something else stands in its place.
        """
        with self._read_lock:
            try:
                check_plain(self._open_reader(), self._path)
            except sqlite3.Error as error:
                raise explain(error, self._path, "nothing was read") from error

    def differences(self) -> list[str]:
        """How schema and pages differ from what ``tombo init`` makes."""
        with self._read_lock:
            try:
                reader = self._open_reader()
                return [*schema_differences(reader), *page_faults(reader, self._path)]
            except sqlite3.Error as error:
                raise explain(error, self._path, "nothing was read") from error
