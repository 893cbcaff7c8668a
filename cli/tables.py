"""A table made in a folder, of a log that this process reads, or others beside it."""

from __future__ import annotations

from pathlib import Path
from shutil import rmtree

from tombo.cli.terminal.output import warn
from tombo.cli.terminal.progress import Bar
from tombo.ledger.checked import CheckedStore
from tombo.ledger.core.errors import LedgerError
from tombo.ledger.core.said import fact_of
from tombo.ledger.parts import Means, in_short
from tombo.reports.said import tables as said
from tombo.reports.said.commands import common
from tombo.reports.tables.forms import Form
from tombo.reports.tables.model import LedgerTable, Rows
from tombo.reports.tables.parts import PartsWritten
from tombo.reports.tables.shared import made_by
from tombo.reports.tables.written import write_table


def table_made(
    means: Means, url: str, store: CheckedStore, table: LedgerTable, form: Form, *, of: tuple[int, int], folder: Path
) -> PartsWritten:
    """The rows of ``table`` that come of a stretch of the ledger at ``url``, in ``folder``, which is its own; ``means`` do parts of it.

    Where one process had to make it anew, that is told.

    Raises:
        LedgerError: as ``write_table``.
        OSError: a file cannot be written.
    """
    bar = Bar(common.ENTRIES)

    def make(rows: Rows) -> PartsWritten:
        for begun in folder.iterdir():
            rmtree(begun)
        return write_table(folder, store, table, form, of=of, told=lambda upto: bar(upto, of[1]), made=rows)

    try:
        written, why = made_by(means, url, store, table, make)
    finally:
        bar.clear()
    if why is not None:
        found = fact_of(why) if isinstance(why, LedgerError) else in_short(why)
        warn(said.TABLE_MADE_ALONE(table=table.name, why=found))
    return written
