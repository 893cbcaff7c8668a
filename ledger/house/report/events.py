"""What can happen to a report: a day's files are released to a country's regulator, and released again."""

from typing import Annotated, Final, Literal

from pydantic import Field

from tombo.ledger.core.entry import EventBase, Record
from tombo.ledger.core.ids import Hex32, LocalId
from tombo.ledger.house.day.events import Date, DayCheckpoint
from tombo.ledger.house.fields import Index

Country = Literal["denmark", "france", "portugal", "spain"]
FILES_MAX: Final = 60_000
"""Files of one release."""
FILES_LISTED_MAX: Final = 300
"""Files in one ``report.files_listed``: with names of the greatest length an entry still fits its 65,535 bytes."""
FileName = Annotated[str, Field(pattern=r"^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$")]
"""A name without a folder."""


class ReleasedFile(Record):
    """A file as it was released: its name, how long it is, and what it is known by."""

    name: FileName
    sha256: Hex32
    size: Index
    """Bytes."""


ReleasedFiles = Annotated[list[ReleasedFile], Field(min_length=1, max_length=FILES_MAX)]
FilesCount = Annotated[int, Field(ge=1, le=FILES_MAX)]
"""How many files there are."""


ReleaseNumber = Annotated[int, Field(ge=1, le=1_000)]
"""The how-manieth release of a day's files it is, from 1."""


class ReportReleased(EventBase):
    """The files of a day were released to the regulator of ``country``; the second time and after, released again.

    They were made by the ``layout`` of his files, with the operator's ``settings`` (the SHA-256 of that file), of the first ``size`` entries of
    the log; ``checkpoint`` is the newest there was, None before the first. Before 2026-11-29: an entry holds some 350 files, and a day may
    have thousands.
    """

    checkpoint: DayCheckpoint | None
    country: Country
    date: Date
    files: Annotated[list[ReleasedFile], Field(min_length=1, max_length=1_000)]
    kind: Literal["report.released.v1"] = "report.released.v1"
    layout: LocalId
    number: ReleaseNumber
    settings: Hex32
    size: Index


class ReportReleasedV2(EventBase):
    """As ``report.released.v1``, and how many ``files`` there are: they are listed behind it, in the same commit."""

    checkpoint: DayCheckpoint | None
    country: Country
    date: Date
    files: FilesCount
    kind: Literal["report.released.v2"] = "report.released.v2"
    layout: LocalId
    number: ReleaseNumber
    settings: Hex32
    size: Index


class FilesListed(EventBase):
    """The next files of the release before it, in order of name."""

    files: Annotated[list[ReleasedFile], Field(min_length=1, max_length=FILES_LISTED_MAX)]
    kind: Literal["report.files_listed.v1"] = "report.files_listed.v1"


AnyRelease = ReportReleased | ReportReleasedV2
REPORT_RELEASED: Final = ("report.released.v1", "report.released.v2")
"""The kinds of a release."""
ReportEvent = AnyRelease | FilesListed
