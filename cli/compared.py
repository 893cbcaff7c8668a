"""What is said of rows that are shown as they are kept: when a night last compared them with the entries."""

from __future__ import annotations

from typing import NamedTuple

from ledger.store import Store
from projections.reconciliation.closing import closed_days


class Compared(NamedTuple):
    """The newest night whose comparison of every row that projections keep is on record: a day is closed only over rows that are right."""

    day: str
    log_index: int
    size: int
    """How many entries of the log it covers."""


def last_compared(store: Store) -> Compared | None:
    """The newest there is, None before the first."""
    days = [Compared(day, *closed) for day, closed in closed_days(store).items()]
    return max(days, key=lambda one: one.log_index, default=None)


def compared_words(found: Compared | None) -> str:
    """The same for people."""
    if found is None:
        return "As the book is kept, and never compared with the entries: 'tombo reconcile --day DATE --close' does, on record"
    return (
        f"As the book is kept; compared with the first {found.size:,} entries by the night of {found.day}, on record at log index"
        f" {found.log_index:,}. 'tombo reconcile' compares it again"
    )
