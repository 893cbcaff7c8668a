"""The tables of closed days: what was signed of each, and what it came to in the games of each regulation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from tombo.ledger.checked.store import CheckedStore
from tombo.ledger.core.clock import INSTANT_MAX, happened
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.lisbon import day_of
from tombo.projections.reconciliation.closing import closed_days, impossible
from tombo.reports.tables.arrow import batch_of
from tombo.reports.tables.model import HAPPENED, INDEX, LedgerTable, Rows, TableColumn, TableRows

_DATE: Final = TableColumn("date", "text", "The day that was closed: `2026-07-14`")
DAYS: Final = LedgerTable(
    "closed_days",
    1,
    "A day that was closed, as it was signed then: `tombo reconcile --close`. It is of the day on which it was closed.",
    ("date",),
    (
        INDEX,
        HAPPENED,
        _DATE,
        TableColumn(
            "entries", "number", "How many entries of the log it was closed over: what comes later for it is late"
        ),
        TableColumn("hands", "number", "Hands and rounds that ended on it"),
        TableColumn("problems", "number", "How often a check did not hold"),
        TableColumn("base", "cents", "The gross revenue of all games, not below 0"),
        TableColumn("rate_bp", "number", "The rate of the tax on it, in hundredths of a percent", empty=True),
        TableColumn("tax", "cents", "The tax on it; none where the law of the day had no single rate", empty=True),
        TableColumn("statement", "text", "The SHA-256 of the wallet statement it was held against", empty=True),
    ),
)
DAY_TOTALS: Final = LedgerTable(
    "day_totals",
    1,
    "What a day that was closed came to in the games of one regulation.",
    ("date", "regulation"),
    (
        INDEX,
        HAPPENED,
        _DATE,
        TableColumn("regulation", "text", "`R806`"),
        TableColumn(
            "staked", "cents", "Stakes, less what came back uncalled; below 0 where they were of the day before"
        ),
        TableColumn("paid", "cents", "Paid to players: prizes, and stakes returned"),
        TableColumn("refunded", "cents", "Given back of what was void or cancelled"),
        TableColumn("commission", "cents", "Taken of the players"),
        TableColumn("gross", "cents", "The revenue that the tax falls on, below 0 where players won"),
        TableColumn(
            "borne",
            "cents",
            "What the operator won of its own in tournaments, below 0 what it paid: no part of `gross`",
        ),
    ),
)


_EVER: Final = 0, INSTANT_MAX + 1


def _day(entry: Entry) -> Iterator[Sequence[Any]]:
    event = entry.event
    signed = (event.base, event.rate_bp, event.tax, getattr(event, "statement", None))  # the first version has none
    yield (event.date, event.index, event.hands, sum(one.count for one in event.problems), *signed)


def _totals(entry: Entry) -> Iterator[Sequence[Any]]:
    for of in entry.event.totals:
        yield (entry.event.date, of.regulation, of.staked, of.paid, of.refunded, of.commission, of.gross, of.borne)


def _closed(
    table: LedgerTable,
    said: Callable[[Entry], Iterator[Sequence[Any]]],
    store: CheckedStore,
    since: int,
    until: int,
) -> Iterator[TableRows]:
    """The rows of the days that were closed with ``since <= index < until``; closings that no door wrote are passed over.

    Raises:
        TamperedError: an entry is not what was sealed.
    """
    found, days = list[tuple[Any, ...]](), list[str]()
    for index in sorted(one.log_index for one in closed_days(store).values() if since <= one.log_index < until):
        for row in store.rows(index, index + 1):
            entry = store.entry(row)
            when = happened(entry.occurred, entry.recorded, entry.stream)
            rows = [(index, when, *each) for each in said(entry)]
            found += rows
            days += [day_of(when)] * len(rows)
    columns = list(zip(*found, strict=True)) or [()] * len(table.columns)
    strange = sum(since <= index < until for one in impossible(store, _EVER) for index in one.entries)
    yield TableRows(until, days, partial(batch_of, table, columns), strange)


CLOSED: Final[Mapping[LedgerTable, Rows]] = {
    DAYS: partial(_closed, DAYS, _day),
    DAY_TOTALS: partial(_closed, DAY_TOTALS, _totals),
}
"""What makes the rows of each."""
