"""Where the ledger is kept: SQLite or PostgreSQL, as storage, never as the anchor of trust.

A store is *not* trusted: who can write to it can at most stop the ledger, or lose what no outside checkpoint, receipt
or copy covers. The only package that imports ``sqlite3``, ``psycopg`` or the library's recorders.
"""

from __future__ import annotations

from eventsourcing.persistence import IntegrityError

from ledger.store.connect import create_store, find_views, open_store, open_views, scratch_views
from ledger.store.store import Store
from ledger.store.types import (
    CommandRow,
    Head,
    LedgerRecorder,
    OpeningRow,
    OutcomeUnknownError,
    Row,
    Sealing,
    Tile,
)
from ledger.store.views import Build, OvertakenError, Table, Views

__all__ = [
    "Build",
    "CommandRow",
    "Head",
    "IntegrityError",
    "LedgerRecorder",
    "OpeningRow",
    "OutcomeUnknownError",
    "OvertakenError",
    "Row",
    "Sealing",
    "Store",
    "Table",
    "Tile",
    "Views",
    "create_store",
    "find_views",
    "open_store",
    "open_views",
    "scratch_views",
]
