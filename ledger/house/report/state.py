"""A report: the releases of a day's files to one regulator. One stream a country and day: ``report:portugal/2026-07-15``."""

from __future__ import annotations

from typing import NamedTuple

from tombo.ledger.house.report.events import FilesListed, ReportEvent


class DayReport(NamedTuple):
    """How many releases of a day's files are on record, whoever recorded them: ``on_record`` judges each."""

    releases: int = 0


def evolve(report: DayReport | None, event: ReportEvent) -> DayReport:
    """The report after ``event``."""
    before = 0 if report is None else report.releases
    return DayReport(before if isinstance(event, FilesListed) else before + 1)


def report_stream(country: str, day: str) -> str:
    """The stream of a report: ``report:portugal/2026-07-15``."""
    return f"report:{country}/{day}"
