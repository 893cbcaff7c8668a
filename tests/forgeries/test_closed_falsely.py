"""C3: an event key closes a day that the door would not: what is on record is told, and closes nothing (decision 0032, 5-6)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.forgeries.test_acts import ORIGIN, Honest
from tests.worlds.forged_ledger import Act, Commit, commits, sealed
from tombo.ledger.core.lisbon import day_of, window
from tombo.ledger.house.day.events import DayClosed, DayClosedV2
from tombo.projections.reconciliation.closing import closed_days
from tombo.projections.reconciliation.run import reconcile
from tombo.reports.tables.days import CLOSED

LATER = 3 * 24 * 3_600_000_000
"""When the closings are recorded, behind everything else: three days."""
TOLD: dict[str, Any] = {
    "base": 0,
    "checkpoint": None,
    "hands": 0,
    "problems": [],
    "rate_bp": 2_500,
    "tax": 0,
    "totals": [],
}


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Honest:
    """The honest ledger."""
    return Honest(tmp_path_factory.mktemp("closed-falsely"))


FALSE: dict[str, tuple[str | None, str | None, int | None]] = {
    "a day of 2031": ("2031-01-01", None, 5),
    "the day that goes on": (None, None, 5),
    "more entries than there are": ("yesterday", None, 2**53 - 1),
    "the stream of another day": ("yesterday", "day:x", 5),
    "a day before the log": ("2001-01-01", None, 5),
    "no day": ("9999-99-99", None, 5),
}
"""By name the date, the stream, and the size of the log that is claimed."""


@pytest.mark.parametrize("name", FALSE)
@pytest.mark.parametrize("version", [1, 2])
def test_c3_a_closing_that_cannot_be_is_told_and_closes_nothing(honest: Honest, name: str, version: int) -> None:
    """Red before: it tied, and the book said that it was compared with 9,007,199,254,740,991 entries."""
    date, stream, index = FALSE[name]
    found = commits(honest.entries, honest.ends)
    recorded = found[-1].recorded + LATER
    today, yesterday = day_of(recorded), day_of(recorded - 24 * 3_600_000_000)
    date = {None: today, "yesterday": yesterday}.get(date, date)
    told = {**TOLD, "date": date, "index": index}
    event = DayClosed(**told) if version == 1 else DayClosedV2(**told, statement=None)
    found.append(Commit(recorded, [Act(stream or f"day:{date}", event)]))
    path = honest.folder / f"{name} {version}.db"
    with sealed(found, f"sqlite:///{path}", ORIGIN, honest.key) as store:
        last = store.head().size - 1
        problems = reconcile(store, None, today).problems
        assert [(one.check, one.entries) for one in problems if one.entries == (last,)] == [("late", (last,))]
        assert "it closes nothing" in problems[-1].text
        assert date not in closed_days(store)
        for rows_of in CLOSED.values():
            for since, passed in ((0, 1), (last, 1), (last + 1, 0)):
                (rows,) = rows_of(store, since, last + 1)  # type: ignore[arg-type]  # what is asked of a checked one
                assert (rows.days, rows.passed) == ([], passed)


def test_c3_an_honest_closing_closes(honest: Honest) -> None:
    """The day before, over what there was."""
    found = commits(honest.entries, honest.ends)
    recorded = found[-1].recorded + LATER
    yesterday = day_of(recorded - 24 * 3_600_000_000)
    event = DayClosedV2(**TOLD, date=yesterday, index=5, statement=None)
    found.append(Commit(recorded, [Act(f"day:{yesterday}", event)]))
    with sealed(found, f"sqlite:///{honest.folder / 'honest.db'}", ORIGIN, honest.key) as store:
        assert closed_days(store)[yesterday].size == 5
        assert window(yesterday)[1] <= recorded
        assert not [one for one in reconcile(store, None, day_of(recorded)).problems if one.check == "late"]
