"""Which days somebody may ask for: those that have begun; and which of them are not over yet.

The time is that of this call's clock, or that of the newest entry where it is later: what is on record is not of a day to come.
"""

from __future__ import annotations

from tombo.cli.invocation import Invocation
from tombo.cli.options import INDEX_DIGITS, instant_of
from tombo.ledger.core.clock import SKEW
from tombo.ledger.core.errors import UsageError
from tombo.ledger.core.lisbon import window
from tombo.ledger.store import Store
from tombo.projections.follow import AsOf
from tombo.reports.said.commands import common as said


def reached(call: Invocation, store: Store) -> int:
    """The instant that it is."""
    return max(call.clock.now(), store.head().recorded)


def going_on(call: Invocation, store: Store, first: str | None, last: str | None) -> str | None:
    """The ``last`` day of those that somebody asks for, if it is not over yet; None where it is, or none is named.

    Raises:
        UsageError: one of the two has not begun.
    """
    now = reached(call, store)
    for day in (first, last):
        if day is not None and now < window(day)[0]:
            raise UsageError(said.NOT_BEGUN(day=day))
    return last if last is not None and now < window(last)[1] else None


def as_of(call: Invocation, text: str | None, store: Store) -> AsOf:
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
    if instant > reached(call, store) + SKEW:
        raise UsageError(said.NOT_COME(typed=repr(text)))
    return AsOf(instant=instant)
