"""Hours of legal time as the Portuguese regulator labels them, over both changes of the clocks; and times with their offset."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tombo.ledger.core.clock import DECIDING, LATENESS, SECOND, SKEW
from tombo.ledger.core.errors import UsageError
from tombo.ledger.core.lisbon import HOUR, window
from tombo.reports.regulators.portugal.files import is_over
from tombo.reports.regulators.portugal.hours import hours_of, label_of, span, stamp


def at(*of: int) -> int:
    """An instant, in UTC."""
    return int(datetime(*of, tzinfo=UTC).timestamp()) * SECOND  # type: ignore[arg-type,misc]  # a year, a month and so on, by place: mypy takes one of them for the zone, which is given by name


@pytest.mark.parametrize(
    ("day", "labels", "hours"),
    [("2026-11-28", 24, 24), ("2026-10-25", 24, 25), ("2027-03-28", 23, 23), ("2026-07-14", 24, 24)],
)
def test_the_hours_of_a_day_are_the_day(day: str, labels: int, hours: int) -> None:
    """One after the other they cover it, without a gap and nothing twice; in October one label covers two hours."""
    found = hours_of(day)
    assert (len(found), sum(span(label)[1] - span(label)[0] for label in found)) == (labels, hours * HOUR)
    assert [span(label)[0] for label in found] == [window(day)[0], *(span(label)[1] for label in found[:-1])]
    assert span(found[-1])[1] == window(day)[1]


def test_the_night_of_october_has_one_label_twice() -> None:
    """01:30 comes twice: in one file, and the offset says which."""
    first, second = at(2026, 10, 25, 0, 30), at(2026, 10, 25, 1, 30)
    assert label_of(first) == label_of(second) == "2026102501"
    assert (stamp(first), stamp(second)) == ("20261025013000.000000 +01:00", "20261025013000.000000 +00:00")
    assert stamp(first + 4) == "20261025013000.000004 +01:00"


def test_the_night_of_march_leaves_a_label_out() -> None:
    """There is no 01:30 then."""
    with pytest.raises(UsageError, match="the clocks leave out"):
        span("2027032801")
    assert label_of(at(2027, 3, 28, 1, 0)) == "2027032802"


@pytest.mark.parametrize("typed", ["2026112", "2026112824", "2026130100", "20261128 5", "٢٠٢٦١١٢٨١٥", "2026-11-28"])
def test_what_is_no_hour_is_refused(typed: str) -> None:
    """Digits of other alphabets among them."""
    with pytest.raises(UsageError):
        span(typed)


def test_an_hour_is_over_when_nothing_late_can_come() -> None:
    """A source may say for fifteen minutes what was in it, to a door whose clock is behind and which is still writing: red before, a file lacked that."""
    end = at(2026, 11, 28, 16)
    with pytest.raises(UsageError, match="may still be added to until"):
        is_over("2026112815", end + LATENESS + SKEW)
    with pytest.raises(UsageError, match="may still be added to until"):
        is_over("2026112815", end + LATENESS + DECIDING - 1)
    is_over("2026112815", end + LATENESS + DECIDING)
