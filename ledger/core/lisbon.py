"""The legal time of mainland Portugal, by which days are counted (architecture, decision 14).

Summer time, one hour ahead of UTC, runs from 01:00 UTC on the last Sunday of March to that of October (Directive
2000/84/EC). Written out here because a fresh machine need not have a database of time zones. So one day in March has 23
hours and one in October 25.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Final

from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.errors import UsageError

HOUR: Final = 3_600 * SECOND
SINCE: Final = 1997
"""From then on Lisbon follows the rule above; before, it kept other times."""
WINTER: Final = 0
"""Hours that winter time is ahead of UTC; summer time is one more."""
_SUNDAY: Final = 6
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def in_lisbon(instant: int) -> datetime | None:
    """``instant`` as clocks in Lisbon show it; None before 1997."""
    utc = datetime.fromtimestamp(instant // SECOND, tz=UTC) + timedelta(microseconds=instant % SECOND)
    if utc.year < SINCE:
        return None
    return utc.replace(tzinfo=None) + timedelta(hours=_ahead(utc))


def ahead(instant: int) -> int:
    """The hours that clocks in Lisbon are ahead of UTC at ``instant``, from 1997 on."""
    return _ahead(datetime.fromtimestamp(instant // SECOND, tz=UTC))


def _ahead(utc: datetime) -> int:
    return WINTER + (_last_sunday(utc.year, 3) <= utc < _last_sunday(utc.year, 10))


def day_of(instant: int) -> str:
    """The Lisbon day of ``instant``: ``2026-07-15``. Before 1997 that of UTC."""
    return _day_of_hour(instant // HOUR)  # it is 00:00 in Lisbon where an hour of UTC begins


@lru_cache(maxsize=4_096)
def _day_of_hour(hour: int) -> str:
    found = in_lisbon(hour * HOUR) or _EPOCH + timedelta(hours=hour)
    return found.date().isoformat()


def window(day: str) -> tuple[int, int]:
    """The instants of a Lisbon day: from its first, up to and without the first of the next. 23, 24 or 25 hours.

    Raises:
        UsageError: no day, or one before 1997.
    """
    try:
        found = date.fromisoformat(day)
    except ValueError:
        found = None
    if found is None or found.isoformat() != day or found.year < SINCE or found == date.max:
        raise UsageError(f"{day!r} is no day; expected one from {SINCE} on, written 2026-07-15")
    return _midnight(found), _midnight(found + timedelta(days=1))


def hours(day: str) -> list[tuple[int, str]]:
    """The hours of a Lisbon day: the instant each begins, and how clocks show it; ``01h`` and ``01h*`` where one comes twice."""
    start, end = window(day)
    shown: list[tuple[int, str]] = []
    for instant in range(start, end, HOUR):
        label = f"{in_lisbon(instant):%Hh}"
        shown.append((instant, f"{label}*" if shown and shown[-1][1] == label else label))
    return shown


def _midnight(day: date) -> int:
    """The instant at which ``day`` begins in Lisbon: 00:00 UTC, or 23:00 of the day before in summer."""
    utc = ((day - _EPOCH.date()).days * 24 - WINTER) * HOUR
    summer = in_lisbon(utc - HOUR)
    return utc - HOUR if summer is not None and summer.date() == day else utc


def _last_sunday(year: int, month: int) -> datetime:
    """01:00 UTC on the last Sunday of a month of 31 days."""
    last = datetime(year, month, 31, 1, tzinfo=UTC)
    return last - timedelta(days=(last.weekday() - _SUNDAY) % 7)
