"""Where the ledger is kept: SQLite or PostgreSQL, as storage, never as the anchor of trust.

A store is *not* trusted: who can write to it can at most stop the ledger, or lose what no outside checkpoint, receipt
or copy covers. The only package that imports ``sqlite3``, ``psycopg`` or the library's recorders.
"""

from __future__ import annotations

from eventsourcing.persistence import IntegrityError

from ledger.store.connect import create_store, open_store
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

__all__ = [
    "CommandRow",
    "Head",
    "IntegrityError",
    "LedgerRecorder",
    "OpeningRow",
    "OutcomeUnknownError",
    "Row",
    "Sealing",
    "Store",
    "Tile",
    "create_store",
    "open_store",
]
