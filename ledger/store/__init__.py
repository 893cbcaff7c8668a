"""Where the ledger is kept: SQLite or PostgreSQL, as storage, never as the anchor of trust.

A store is *not* trusted: who can write to it can at most stop the ledger, or lose what no outside checkpoint, receipt
or copy covers. The secrets of persons lie in a file of their
own (``persons_file``). The only package that imports ``sqlite3``, ``psycopg`` or the library's recorders.
"""

from __future__ import annotations

from eventsourcing.persistence import IntegrityError

from tombo.ledger.store.builds import Build, ViewTable
from tombo.ledger.store.cold import check_may_cut, cut, is_cut
from tombo.ledger.store.connect import (
    Fence,
    check_may_grant,
    create_store,
    drafted,
    fence,
    find_views,
    grant_roles,
    open_evidence,
    open_store,
    open_views,
    roles_sql,
    scratch_views,
    taken_back,
)
from tombo.ledger.store.roles import Role
from tombo.ledger.store.store import Store
from tombo.ledger.store.types import (
    CommandRow,
    Head,
    LedgerRecorder,
    OpeningRow,
    OutcomeUnknownError,
    Row,
    Sealing,
    Tile,
)
from tombo.ledger.store.views import OvertakenError, Views, without_nul

__all__ = [
    "Build",
    "CommandRow",
    "Fence",
    "Head",
    "IntegrityError",
    "LedgerRecorder",
    "OpeningRow",
    "OutcomeUnknownError",
    "OvertakenError",
    "Role",
    "Row",
    "Sealing",
    "Store",
    "Tile",
    "ViewTable",
    "Views",
    "check_may_cut",
    "check_may_grant",
    "create_store",
    "cut",
    "drafted",
    "fence",
    "find_views",
    "grant_roles",
    "is_cut",
    "open_evidence",
    "open_store",
    "open_views",
    "roles_sql",
    "scratch_views",
    "taken_back",
    "without_nul",
]
