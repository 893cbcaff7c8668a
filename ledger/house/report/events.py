"""What can happen to a report: a day's files are released to a country's regulator, and released again."""

from typing import Annotated, Final, Literal

from pydantic import Field

from tombo.ledger.core.entry import EventBase, Record
from tombo.ledger.core.ids import Hex32, LocalId
from tombo.ledger.house.day.events import Date, DayCheckpoint
from tombo.ledger.house.fields import Index

Country = Literal["denmark", "france", "portugal", "spain"]
FILES_MAX: Final = 1_000
FileName = Annotated[str, Field(pattern=r"^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$")]
"""A name without a folder."""


class ReleasedFile(Record):
    """A file as it was released: its name, how long it is, and what it is known by."""

    name: FileName
    sha256: Hex32
    size: Index
    """Bytes."""


ReleasedFiles = Annotated[list[ReleasedFile], Field(min_length=1, max_length=FILES_MAX)]


ReleaseNumber = Annotated[int, Field(ge=1, le=1_000)]
"""The how-manieth release of a day's files it is, from 1."""


class ReportReleased(EventBase):
    """The files of a day were released to the regulator of ``country``; the second time and after, released again.

    They were made by the ``layout`` of his files, with the operator's ``settings`` (the SHA-256 of that file), of the first ``size`` entries of
    the log; ``checkpoint`` is the newest there was, None before the first.
    """

    checkpoint: DayCheckpoint | None
    country: Country
    date: Date
    files: ReleasedFiles
    kind: Literal["report.released.v1"] = "report.released.v1"
    layout: LocalId
    number: ReleaseNumber
    settings: Hex32
    size: Index


ReportEvent = ReportReleased
