"""The files of a table: a folder for each day, and in it parts, each named by the log index of its first row.

Two increments have no row in common and so no name either: all of them may be put into one folder.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NamedTuple, Self

from tombo.reports.tables.arrow import arrow
from tombo.reports.tables.forms import Form, PartFile, part_file
from tombo.reports.tables.model import DAY, INDEX, LedgerTable, TableRows

ROWS_MAX: Final = 1 << 16
"""Rows that wait in memory to be written: about as many are a row group of Parquet."""
BYTES_MAX: Final = 1 << 26
"""Bytes that do: an entry may have 64 KiB."""
AHEAD: Final = 8
"""Stretches of rows that are made before the thread takes them: it takes none while it writes."""
OPEN_MAX: Final = 16
"""Files that are open at a time. Entries of play go from one day to the next; hands from files may be of any."""
INDEX_WIDTH: Final = 12
"""Digits of a log index in a name, so that names in their order are in the order of the log."""


class PartsWritten(NamedTuple):
    """What was written."""

    rows: int
    files: int
    last_day: str | None
    """The latest day that there is a row of; None where there is none."""
    passed: int = 0
    """Entries of which nothing was computed, for no door wrote them where they stand."""


class Parts:
    """Writes rows, which come in the order of the log, to the parts they belong to; some tens of thousands are in memory at a time.

    A thread writes while the next ones are made: compression is pyarrow's own work, and holds up no Python.
    """

    def __init__(self, folder: Path, table: LedgerTable, form: Form, origin: str) -> None:
        self._folder, self._table, self._form, self._origin = folder, table, form, origin
        self._waiting: dict[str, list[Any]] = {}
        self._rows = self._bytes = 0
        self._open: dict[str, PartFile] = {}
        """By day the part that is open, the one written last at the end."""
        self._written = PartsWritten(0, 0, None)
        self._pool = ThreadPoolExecutor(1)
        self._pending = deque[Future[None]]()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        try:
            if kind is None:
                self._pending.append(self._pool.submit(self._end))
                self._wait_for(0)
        finally:
            self._pool.shutdown(cancel_futures=True)
            for part in self._open.values():
                with suppress(OSError):  # of no use to anybody, and on a full disk its end has no room either
                    part.close()

    def add(self, rows: TableRows) -> None:
        """Rows that follow those before.

        Raises:
            OSError: these or earlier ones cannot be written.
            LedgerError: what makes their columns raised it, or those of earlier ones.
        """
        if rows.days:
            self._pending.append(self._pool.submit(self._take, rows))
            self._wait_for(AHEAD)

    @property
    def written(self) -> PartsWritten:
        """What was written: everything, once the block has ended."""
        return self._written

    def _wait_for(self, count: int) -> None:
        """Wait until no more than ``count`` are still to be taken."""
        while len(self._pending) > count:
            self._pending.popleft().result()

    # What the thread does.

    def _take(self, rows: TableRows) -> None:
        columns = rows.columns()
        for day, of_day in _by_day(rows.days, columns):
            self._waiting.setdefault(day, []).append(of_day)
        self._rows += columns.num_rows
        self._bytes += columns.nbytes if rows.size is None else rows.size
        if self._rows >= ROWS_MAX or self._bytes >= BYTES_MAX:
            self._write()

    def _write(self) -> None:
        """Write what waits."""
        for day in sorted(self._waiting):
            rows = arrow().Table.from_batches(self._waiting.pop(day))
            self._part(day, rows.column(INDEX.name)[0].as_py()).write(rows)
            count, last = self._written.rows + rows.num_rows, self._written.last_day
            self._written = self._written._replace(rows=count, last_day=max(day, last or day))
        self._rows = self._bytes = 0

    def _end(self) -> None:
        self._write()
        self._close_but(0)

    def _part(self, day: str, first: int) -> PartFile:
        """The part of ``day`` that is open, or a new one that begins with the log index ``first``."""
        part = self._open.pop(day, None)
        if part is None:
            self._close_but(OPEN_MAX - 1)
            folder = self._folder / f"{DAY}={day}"
            folder.mkdir(exist_ok=True)
            part = part_file(
                self._form, folder / f"part-{first:0{INDEX_WIDTH}d}.{self._form}", self._table, self._origin
            )
            self._written = self._written._replace(files=self._written.files + 1)
        self._open[day] = part
        return part

    def _close_but(self, count: int) -> None:
        """Close the parts that were written least recently, all but ``count``."""
        while len(self._open) > count:
            self._open.pop(next(iter(self._open))).close()  # once, also where its end has no room


def _by_day(days: list[str], columns: Any) -> Iterator[tuple[str, Any]]:
    """The rows of each day, in their order."""
    found = dict.fromkeys(days)
    if len(found) == 1:
        yield days[0], columns
        return
    for day in found:
        yield day, columns.take(arrow().array([at for at, each in enumerate(days) if each == day]))
