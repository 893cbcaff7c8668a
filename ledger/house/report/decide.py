"""What may be asked of a report, judged."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.command import Decide, Decision, Envelope, View
from tombo.ledger.core.findings import Refused
from tombo.ledger.house.day.decide import is_a_root
from tombo.ledger.house.day.state import Day, day_stream
from tombo.ledger.house.report import said
from tombo.ledger.house.report.commands import ReleaseReport
from tombo.ledger.house.report.events import ReportReleased
from tombo.ledger.house.report.state import DayReport, report_stream
from tombo.ledger.house.rules import house
from tombo.ledger.house.staff.authority import may
from tombo.ledger.house.staff.state import MANAGER


def release_report(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``release_report``: by the platform or a manager, of a day that is closed, each release once and one behind the other."""
    command: ReleaseReport = envelope.command
    objection = may(view, envelope.by, platform=True, roles=(MANAGER,)) or _untimely(command, view)
    if objection:
        return objection
    stream = report_stream(command.country, command.date)
    report: DayReport | None = view(stream)
    due = 1 + (0 if report is None else len(report.releases))
    if command.number != due:
        return house("report", said.RELEASE_NUMBERED_OTHERWISE(date=command.date, found=command.number, expected=due))
    names = [file.name for file in command.files]
    if len(set(names)) < len(names):
        return house("report", said.RELEASE_FILE_TWICE(date=command.date))
    released = ReportReleased(
        checkpoint=command.checkpoint,
        country=command.country,
        date=command.date,
        files=command.files,
        layout=command.layout,
        number=command.number,
        settings=command.settings,
        size=command.size,
    )
    return Decision(((stream, released),))


def _untimely(command: ReleaseReport, view: View) -> Refused | None:
    """A day that is not closed; files of more than there is, or of less than the day was closed over; a checkpoint that is none."""
    day: Day | None = view(day_stream(command.date))
    if day is None:
        return house("report", said.RELEASE_OF_OPEN_DAY(date=command.date))
    if command.checkpoint is not None and not is_a_root(command.checkpoint.root):
        return house("report", said.RELEASE_ROOT_IS_NONE(root=command.checkpoint.root))
    covered = 0 if command.checkpoint is None else command.checkpoint.size
    if not day.closed.index < command.size <= view.size() or covered > view.size():
        told = said.RELEASE_BEYOND_LOG(date=command.date, size=command.size, closed=day.closed.index, log=view.size())
        return house("report", told)
    return None


DECIDERS: Final[dict[type, Decide]] = {ReleaseReport: release_report}
"""What may be asked of a report."""
