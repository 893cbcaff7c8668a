"""A table as data: its columns, what each says, and when it may be empty. Everything that knows a table knows it from here.

From one declaration follow what pyarrow writes, the heading of CSV, the schema in ``schemas/tables/`` and the page ``docs/tables.md``.
A version that was released never changes: another column is another version, beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, Literal, NamedTuple

from tombo.ledger.checked.store import CheckedStore

Sort = Literal["cents", "flag", "instant", "minor", "number", "text"]
"""What a column holds: euro cents; true or false; microseconds since 1970; minor units of the row's currency; another whole number; a text."""
DAY: Final = "day"
"""The column that stands in the path and in no file: the day in Portugal on which it happened, as days are counted."""


class TableColumn(NamedTuple):
    """A column. ``said``: what it says, for whoever reads it."""

    name: str
    sort: Sort
    said: str
    empty: bool = False
    """Whether it may say nothing."""


INDEX: Final = TableColumn("log_index", "number", "Place in the log, from 0")
"""The first column of every table: of the entry that a row comes of."""


HAPPENED: Final = TableColumn(
    "happened",
    "instant",
    "When, as days are counted: by its source's word where that may be believed, else when it was recorded",
)
"""A column of every table: its day in Portugal is that of the row."""


class TableRows(NamedTuple):
    """Some rows of a table in the order of the log, all of an entry or none; or none at all, of a stretch of which nothing comes."""

    upto: int
    """Up to which log index, and without it, entries were gone through."""
    days: list[str]
    """Of each row, the day."""
    columns: Callable[[], Any]
    """Makes the record batch of Arrow's: work of pyarrow's, which whoever writes it has done while the next rows are made."""
    passed: int = 0
    """Entries that were passed over, for no door wrote them where they stand: nothing is computed of them."""
    size: int | None = None
    """How many bytes the columns take where they were made, if that was elsewhere: by that they wait to be written."""


Rows = Callable[[CheckedStore, int, int], Iterator[TableRows]]
"""The rows that come of the entries from one log index to before another."""


class LedgerTable(NamedTuple):
    """A table of the ledger."""

    name: str
    version: int
    said: str
    """What a row is."""
    key: tuple[str, ...]
    """The columns that tell a row from every other."""
    columns: tuple[TableColumn, ...]

    @property
    def full_name(self) -> str:
        """``entries.v1``: the name of its schema."""
        return f"{self.name}.v{self.version}"
