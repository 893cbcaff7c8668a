"""What may be asked of a report."""

from typing import Literal

from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.ids import Hex32, LocalId
from tombo.ledger.house.day.events import Date, DayCheckpoint
from tombo.ledger.house.fields import Index
from tombo.ledger.house.report.events import Country, ReleasedFiles, ReleaseNumber


class ReleaseReport(CommandBase):
    """The night job, or a manager, releases the files of a closed day."""

    checkpoint: DayCheckpoint | None = None
    country: Country
    date: Date
    files: ReleasedFiles
    kind: Literal["release_report"] = "release_report"
    layout: LocalId
    number: ReleaseNumber
    settings: Hex32
    size: Index
