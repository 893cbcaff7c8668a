"""What may be asked of a report, judged."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.command import Decide, Decision, Envelope, View
from tombo.ledger.core.findings import Refused
from tombo.ledger.house.day.decide import is_a_root
from tombo.ledger.house.day.state import Day, day_stream
from tombo.ledger.house.report import said
from tombo.ledger.house.report.commands import ReleaseReport
from tombo.ledger.house.report.events import FILES_LISTED_MAX, FilesListed, ReportReleasedV2
from tombo.ledger.house.report.on_record import DayClosing, on_record
from tombo.ledger.house.report.state import report_stream
from tombo.ledger.house.rules import house
from tombo.ledger.house.staff.authority import may
from tombo.ledger.house.staff.state import MANAGER


def release_report(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``release_report``: by the platform or a manager, of a day that is closed, each release once and one behind the other.

    A release that no door recorded has no number of these.
    """
    command: ReleaseReport = envelope.command
    objection = may(view, envelope.by, platform=True, roles=(MANAGER,)) or _untimely(command, view)
    if objection:
        return objection
    stream = report_stream(command.country, command.date)
    due = 1 + _released(command, view, stream)
    if command.number != due:
        return house("report", said.RELEASE_NUMBERED_OTHERWISE(date=command.date, found=command.number, expected=due))
    names = [file.name for file in command.files]
    if len(set(names)) < len(names):
        return house("report", said.RELEASE_FILE_TWICE(date=command.date))
    released = ReportReleasedV2(
        checkpoint=command.checkpoint,
        country=command.country,
        date=command.date,
        files=len(names),
        layout=command.layout,
        number=command.number,
        settings=command.settings,
        size=command.size,
    )
    lists = (
        (stream, FilesListed(files=command.files[first : first + FILES_LISTED_MAX]))
        for first in range(0, len(names), FILES_LISTED_MAX)
    )
    return Decision(((stream, released), *lists))


def _released(command: ReleaseReport, view: View, stream: str) -> int:
    """How many releases of its day, which is closed, a door recorded."""
    day: Day = view(day_stream(command.date))
    closing = DayClosing(view.place(day_stream(command.date), 1).index, day.closed.index)
    entries = (view.place(stream, version) for version in range(1, view.version(stream) + 1))
    return len(on_record(stream, entries, closing).true)


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
