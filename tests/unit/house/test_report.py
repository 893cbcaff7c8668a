"""Reports: a closed day's files released to a regulator, by the night job or a manager, each release once and in order."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

import pytest
from pydantic import ValidationError

from tests.unit.house.test_day import TOLD, closing
from tests.worlds.house import MANAGER, House, player
from tests.worlds.world import OFFICER, PLATFORM
from tombo.ledger.core.command import EntryPlace
from tombo.ledger.core.entry import By
from tombo.ledger.core.findings import Refused
from tombo.ledger.house.day.commands import CloseDay
from tombo.ledger.house.day.events import DayCheckpoint
from tombo.ledger.house.report.commands import ReleaseReport
from tombo.ledger.house.report.events import (
    FILES_LISTED_MAX,
    FilesListed,
    ReleasedFile,
    ReportReleased,
    ReportReleasedV2,
)
from tombo.ledger.house.report.on_record import DayClosing, files_count, on_record
from tombo.ledger.house.report.state import DayReport
from tombo.ledger.house.written import size_refusal

REPORT = "report:portugal/2026-07-15"
FILE = ReleasedFile(name="RESF_20260715_1AA.xml", sha256="ab" * 32, size=700)
SAID: dict[str, Any] = {
    "checkpoint": DayCheckpoint(root=b64encode(bytes(32)).decode(), size=1),
    "country": "portugal",
    "date": "2026-07-15",
    "files": [FILE],
    "layout": "2015",
    "settings": "cd" * 32,
    "size": 1,
}


def closed() -> House:
    """The house with that day closed, over no entry."""
    world = closing()
    world.counted_as = None
    world.does(CloseDay(**{**TOLD, "checkpoint": None, "index": 0, "problems": []}))
    return world


@pytest.mark.parametrize("by", [PLATFORM, MANAGER])
def test_the_files_of_a_closed_day_are_released(by: By) -> None:
    """The entry says what they are and of how much of the log they were made; the second release stands behind the first."""
    world = closed()
    released = ReportReleasedV2(number=1, **{**SAID, "files": 1})
    assert world.adds(ReleaseReport(number=1, **SAID), by) == [(REPORT, released), (REPORT, FilesListed(files=[FILE]))]
    world.does(ReleaseReport(number=2, **SAID), by)
    assert world(REPORT) == DayReport(releases=2)


def test_a_release_of_many_files_lists_them_in_as_many_entries_as_it_takes() -> None:
    """Red before: 1,000 were the most, and 400 of them no entry could hold. 5,000 tournaments of Denmark are some 15,000 files."""
    files = [ReleasedFile(name=f"{number}.xml", sha256="ab" * 32, size=number) for number in range(15_001)]
    (_, released), *listed = closed().adds(ReleaseReport(number=1, **{**SAID, "files": files}))
    assert isinstance(released, ReportReleasedV2)
    assert released.files == 15_001
    lists = [event for _, event in listed if isinstance(event, FilesListed)]
    assert [len(each.files) for each in lists] == [FILES_LISTED_MAX] * 50 + [1]
    assert [file for each in lists for file in each.files] == files


def test_the_longest_list_of_files_is_an_entry() -> None:
    """With names of the greatest length; one more would be none."""
    longest = ReleasedFile(name="x" * 100, sha256="ab" * 32, size=2**53 - 1)
    assert size_refusal("report", FilesListed(files=[longest] * FILES_LISTED_MAX)) is None


def entry(index: int, event: Any) -> EntryPlace:
    """An entry of the report at a place."""
    return EntryPlace(index, bytes(32), 0, event, PLATFORM, 0, None)


def release(number: int, files: int, size: int = 50) -> ReportReleasedV2:
    """A release of that many files."""
    return ReportReleasedV2(number=number, **{**SAID, "checkpoint": None, "files": files, "size": size})


def listing(*names: str) -> FilesListed:
    """A list of files of those names."""
    return FilesListed(files=[ReleasedFile(name=name, sha256="ab" * 32, size=1) for name in names])


def test_what_is_on_record_is_read_whichever_version_it_has() -> None:
    """A release of before, whose entry lists its files, and one whose files are listed behind it; the files of each are its own."""
    entries = [
        entry(60, ReportReleased(number=1, **{**SAID, "checkpoint": None, "size": 50})),
        entry(70, release(2, files=3)),
        entry(71, listing("a", "b")),
        entry(72, listing("c")),
        entry(80, release(3, files=1)),
        entry(81, listing("a")),
    ]
    found = on_record(REPORT, entries, DayClosing(at=45, size=40))
    names = [[file.name for file in each.files] for each in found.true]
    assert names == [["RESF_20260715_1AA.xml"], ["a", "b", "c"], ["a"]]
    assert (found.releases, found.strays) == (found.true, ())
    assert [files_count(each.event) for each in found.releases] == [1, 3, 1]


@pytest.mark.parametrize(
    ("entries", "false", "strays"),
    [
        ([(70, release(1, files=2)), (71, listing("a"))], [70], []),
        ([(70, release(1, files=2)), (71, listing("a", "a"))], [70], []),
        ([(70, release(1, files=1)), (71, listing("a", "b"))], [70], []),
        ([(70, release(1, files=1))], [70], []),
        ([(70, listing("a"))], [], [70]),
        ([(70, release(1, files=1)), (71, listing("a")), (72, listing("b"))], [], [72]),
        ([(70, release(1, files=2)), (71, listing("a")), (90, listing("b"))], [70], [90]),
        ([(70, release(2, files=1)), (71, listing("a")), (72, release(1, files=1)), (73, listing("a"))], [70], []),
        ([(70, release(1, files=1, size=40)), (71, listing("a")), (72, release(1, files=1)), (73, listing("a"))], [70], []),
        ([(43, release(1, files=1, size=41)), (44, listing("a"))], [43], []),
        ([(70, release(1, files=1, size=71)), (71, listing("a"))], [70], []),
    ],
    ids=[
        "fewer files than it says", "a file twice", "more than it says", "none", "a list without a release", "a list too many", "a list of a later commit",
        "a number too high", "of less than was closed, and the door's behind it", "before the closing", "of what was not there",
    ],
)  # fmt: skip
def test_what_no_door_records_is_told_and_has_no_number(
    entries: list[tuple[int, Any]], false: list[int], strays: list[int]
) -> None:
    """The release behind it has the number that it would have had."""
    found = on_record(REPORT, [entry(*each) for each in entries], DayClosing(at=45, size=40))
    assert [each.entry.index for each in found.releases if each.false] == false
    assert [each.index for each in found.strays] == strays
    assert [each.event.number for each in found.true] == [1] * len(found.true)


def test_of_a_day_that_is_not_closed_nothing_was_released() -> None:
    """Nor in the stream of another country."""
    entries = [entry(70, release(1, files=1)), entry(71, listing("a"))]
    assert on_record(REPORT, entries, None).true == ()
    assert on_record("report:spain/2026-07-15", entries, DayClosing(at=45, size=40)).true == ()


@pytest.mark.parametrize("by", [OFFICER, player("p-1")])
def test_nobody_else_releases(by: By) -> None:
    """An officer does not, nor a player."""
    assert closed().refuses(ReleaseReport(number=1, **SAID), by) == "House: authority"


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"number": 2}, "release_numbered_otherwise"),
        ({"date": "2026-07-16"}, "release_of_open_day"),
        ({"files": [FILE, FILE]}, "release_file_twice"),
        ({"size": 1_000}, "release_beyond_log"),
        ({"size": 0}, "release_beyond_log"),
        ({"checkpoint": DayCheckpoint(root="AAAA", size=1)}, "release_root_is_none"),
        ({"checkpoint": DayCheckpoint(root=b64encode(bytes(32)).decode(), size=1_000)}, "release_beyond_log"),
    ],
    ids=["number", "open day", "file twice", "beyond the log", "before the closing", "no root", "root beyond"],
)
def test_what_cannot_be_released_is_refused(changes: dict[str, Any], says: str) -> None:
    """By its own rule, and by name."""
    refused = closed().ask(ReleaseReport(**{"number": 1, **SAID, **changes}))
    assert isinstance(refused, Refused)
    assert (refused.finding.rule, refused.finding.told.about) == ("House: report", says)


def test_the_same_number_twice_is_refused() -> None:
    """Two jobs at once release once."""
    world = closed()
    world.does(ReleaseReport(number=1, **SAID))
    assert world.refuses(ReleaseReport(number=1, **SAID)) == "House: report"


@pytest.mark.parametrize("name", ["", "../x", "a/b", ".x", "ü.xml"])
def test_a_file_has_a_plain_name(name: str) -> None:
    """No folder, no hidden file."""
    with pytest.raises(ValidationError):
        ReleasedFile(name=name, sha256="ab" * 32, size=1)
