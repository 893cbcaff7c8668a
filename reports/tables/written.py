"""A table of the ledger written: rows from checked entries, in parts by day."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tombo.ledger.checked.store import CheckedStore
from tombo.ledger.core.clock import LATENESS
from tombo.ledger.core.errors import UsageError
from tombo.ledger.core.lisbon import SINCE, window
from tombo.ledger.seal.entry import unpack
from tombo.reports.said import tables as said
from tombo.reports.tables.forms import Form
from tombo.reports.tables.model import LedgerTable, Rows
from tombo.reports.tables.parts import Parts, PartsWritten
from tombo.reports.tables.registry import MADE_BY


def stretch(store: CheckedStore, since: int, until: int | None) -> tuple[int, int]:
    """From which log index on, and up to which and without it, rows are asked for: of a log that grows meanwhile, up to where it ends now.

    Raises:
        UsageError: the log has no such entries.
    """
    size = store.head().size
    stop = size if until is None else until
    if not since <= stop <= size:
        raise UsageError(said.NO_SUCH_STRETCH(since=since, until=stop, entries=size))
    return since, stop


def write_table(
    folder: Path,
    store: CheckedStore,
    table: LedgerTable,
    form: Form,
    *,
    of: tuple[int, int],
    told: Callable[[int], None],
    made: Rows | None = None,
) -> PartsWritten:
    """The rows of ``table`` that come of a stretch of the log, in ``folder``. ``told`` hears up to which log index entries were gone through.

    ``made``: what makes the rows, where that is not one process alone. The same stretch of the same ledger is the same files, whoever makes them, as long as pyarrow is the same.

    Raises:
        TamperedError: an entry is not what was sealed.
        MalformedError: one is not as entries are written.
        UsageError: pyarrow is not installed.
        OSError: a file cannot be written.
    """
    passed, rows_of = 0, MADE_BY[table] if made is None else made
    with Parts(folder, table, form, store.origin) as parts:
        for rows in rows_of(store, *of):
            parts.add(rows)
            passed += rows.passed
            told(rows.upto)
    return parts.written._replace(passed=passed)


def day_goes_on(store: CheckedStore, written: PartsWritten, until: int, now: int) -> str | None:
    """The latest day in what was written, where more of it may follow: its sources may still say late what was in it. None where it is whole."""
    day = written.last_day
    if day is None or int(day[:4]) < SINCE:
        return None
    row = store.row(until)
    reached = now if row is None else unpack(row.state).recorded
    return day if reached < window(day)[1] + LATENESS else None
