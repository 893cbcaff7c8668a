"""Every table there is, and what makes its rows: one line each, and the command, the schemas and the page know it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.reports.tables.days import CLOSED
from tombo.reports.tables.entries import ENTRIES, entry_rows
from tombo.reports.tables.folded import FOLDED
from tombo.reports.tables.model import LedgerTable, Rows

MADE_BY: Final[Mapping[LedgerTable, Rows]] = {
    ENTRIES: entry_rows,
    **FOLDED,
    **CLOSED,
}
"""In the order in which they are told."""
_NEWEST: Final = {table.name: table for table in sorted(MADE_BY, key=lambda table: table.version)}
TABLES: Final[Mapping[str, LedgerTable]] = {
    table.name if _NEWEST[table.name] is table else table.full_name: table for table in MADE_BY
}
"""By name: the newest version of each, and an older one as ``results.v1``."""
