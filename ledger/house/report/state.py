"""A report: the releases of a day's files to one regulator. One stream a country and day: ``report:portugal/2026-07-15``."""

from __future__ import annotations

from typing import NamedTuple

from tombo.ledger.house.report.events import ReportEvent, ReportReleased


class DayReport(NamedTuple):
    """Every release of a day's files, the newest last."""

    releases: tuple[ReportReleased, ...] = ()


def evolve(report: DayReport | None, event: ReportEvent) -> DayReport:
    """The report after ``event``."""
    before = () if report is None else report.releases
    return DayReport((*before, event))


def report_stream(country: str, day: str) -> str:
    """The stream of a report: ``report:portugal/2026-07-15``."""
    return f"report:{country}/{day}"
