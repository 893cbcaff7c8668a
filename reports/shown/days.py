"""Instants and days as somebody asks for them: those that have begun; and which of them are not over yet.

The time is that of the clock that is given, or that of the newest entry where it is later: what is on record is not of a day to come.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from tombo.ledger.core.clock import INSTANT_MAX, SECOND, SKEW, Clock
from tombo.ledger.core.errors import UsageError
from tombo.ledger.core.lisbon import window
from tombo.ledger.store import Store
from tombo.projections.follow import AsOf
from tombo.reports.said.commands import common as said

INDEX_DIGITS: Final = 19
"""Digits of a log index that are read: no log has more entries than a number of so many."""
EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def reached(clock: Clock, store: Store) -> int:
    """The instant that it is."""
    return max(clock.now(), store.head().recorded)


def going_on(clock: Clock, store: Store, first: str | None, last: str | None) -> str | None:
    """The ``last`` day of those that somebody asks for, if it is not over yet; None where it is, or none is named.

    Raises:
        UsageError: one of the two has not begun.
    """
    now = reached(clock, store)
    for day in (first, last):
        if day is not None and now < window(day)[0]:
            raise UsageError(said.NOT_BEGUN(day=day))
    return last if last is not None and now < window(last)[1] else None


def as_of(clock: Clock, text: str | None, store: Store) -> AsOf:
    """The position or instant somebody asks for, of the log in ``store``.

    Raises:
        UsageError: neither, an index that the log does not have, or an instant that has not come.
    """
    if text is None:
        return AsOf()
    if text.isascii() and text.isdecimal():
        size = store.head().size
        if int(text[:INDEX_DIGITS]) >= size:
            raise UsageError(said.NO_SUCH_INDEX(entries=size, asked=text))
        return AsOf(log_index=int(text))
    instant = instant_of(text)
    if instant > reached(clock, store) + SKEW:
        raise UsageError(said.NOT_COME(typed=repr(text)))
    return AsOf(instant=instant)


def instant_of(text: str) -> int:
    """An instant written as ISO 8601 with its offset, in microseconds.

    Raises:
        UsageError: not an instant, or without an offset: a time of day is not an instant; or one that no entry can have.
    """
    try:
        when = datetime.fromisoformat(text)
        spent = None if when.tzinfo is None else when.astimezone(UTC) - EPOCH
    except (ValueError, OverflowError):  # an offset may lead out of the years 1 to 9999
        spent = None
    instant = -1 if spent is None else (spent.days * 86_400 + spent.seconds) * SECOND + spent.microseconds
    if not 0 <= instant <= INSTANT_MAX:
        raise UsageError(said.NO_WHEN(typed=repr(text)))
    return instant
