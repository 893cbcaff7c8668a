"""Days as they are counted in Lisbon."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.errors import UsageError
from tombo.ledger.core.lisbon import HOUR, day_of, hours, in_lisbon, window


def _instant(*when: int) -> int:
    return int(datetime(*when, tzinfo=UTC).timestamp()) * SECOND  # type: ignore[misc, arg-type]


@pytest.mark.parametrize(
    ("day", "begins", "length"),
    [
        ("2026-01-15", (2026, 1, 15, 0), 24),
        ("2026-07-15", (2026, 7, 14, 23), 24),
        ("2026-03-29", (2026, 3, 29, 0), 23),
        ("2026-03-30", (2026, 3, 29, 23), 24),
        ("2026-10-25", (2026, 10, 24, 23), 25),
        ("2026-10-26", (2026, 10, 26, 0), 24),
        ("2024-12-31", (2024, 12, 31, 0), 24),
    ],
)
def test_a_day_in_lisbon_has_23_24_or_25_hours(day: str, begins: tuple[int, ...], length: int) -> None:
    """The last Sundays of March and October have 23 and 25 hours, and the days after begin where those end."""
    start, end = window(day)
    assert (start, end - start) == (_instant(*begins), length * HOUR)
    assert [day_of(start), day_of(end - 1)] == [day, day]
    assert day not in {day_of(start - 1), day_of(end)}


def test_the_repeated_hour_has_a_name_of_its_own() -> None:
    """On the day of 25 hours the hour from one to two comes twice; on that of 23 it does not come."""
    assert [name for _, name in hours("2026-10-25")][:4] == ["00h", "01h", "01h*", "02h"]
    assert [name for _, name in hours("2026-03-29")][:3] == ["00h", "02h", "03h"]


@given(st.integers(_instant(1998, 1, 1), _instant(2090, 1, 1)))
def test_an_instant_lies_in_the_window_of_its_day(instant: int) -> None:
    """Whatever the instant, it is in the window of the day that is said to be its."""
    start, end = window(day_of(instant))
    assert start <= instant < end


@pytest.mark.parametrize("day", ["2026-2-1", "20260201", "yesterday", "1996-12-31", "9999-12-31"])
def test_what_is_no_day_is_refused(day: str) -> None:
    """A day is written in full, and lies where Lisbon's time is known."""
    with pytest.raises(UsageError, match="is no day"):
        window(day)


def test_the_legal_time_is_that_of_the_database_of_time_zones() -> None:
    """Every hour around each change, and one hour of every day, from 1997 to 2037, by whoever keeps the database."""
    lisbon = ZoneInfo("Europe/Lisbon")
    first, last = datetime(1997, 1, 1, tzinfo=UTC), datetime(2038, 1, 1, tzinfo=UTC)
    days = (first + timedelta(days=number) for number in range((last - first).days))
    asked = (day + timedelta(hours=hour) for day in days for hour in (range(24) if day.month in {3, 10} else (12,)))
    wrong = [
        one for one in asked if in_lisbon(int(one.timestamp()) * SECOND) != one.astimezone(lisbon).replace(tzinfo=None)
    ]
    assert wrong == []
