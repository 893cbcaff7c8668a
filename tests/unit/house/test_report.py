"""Reports: a closed day's files released to a regulator, by the night job or a manager, each release once and in order."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

import pytest
from pydantic import ValidationError

from tests.unit.house.test_day import SIZE, TOLD, closing
from tests.worlds.house import MANAGER, House, player
from tests.worlds.world import OFFICER, PLATFORM
from tombo.ledger.core.entry import By
from tombo.ledger.core.findings import Refused
from tombo.ledger.house.day.commands import CloseDay
from tombo.ledger.house.day.events import DayCheckpoint
from tombo.ledger.house.report.commands import ReleaseReport
from tombo.ledger.house.report.events import ReleasedFile, ReportReleased
from tombo.ledger.house.report.state import DayReport

REPORT = "report:portugal/2026-07-15"
FILE = ReleasedFile(name="RESF_20260715_1AA.xml", sha256="ab" * 32, size=700)
SAID: dict[str, Any] = {
    "checkpoint": DayCheckpoint(root=b64encode(bytes(32)).decode(), size=250),
    "country": "portugal",
    "date": "2026-07-15",
    "files": [FILE],
    "layout": "2015",
    "settings": "cd" * 32,
    "size": SIZE,
}


def closed() -> House:
    """The house with that day closed."""
    world = closing()
    world.does(CloseDay(**TOLD))
    return world


@pytest.mark.parametrize("by", [PLATFORM, MANAGER])
def test_the_files_of_a_closed_day_are_released(by: By) -> None:
    """The entry says what they are and of how much of the log they were made; the second release stands behind the first."""
    world = closed()
    assert world.adds(ReleaseReport(number=1, **SAID), by) == [(REPORT, ReportReleased(number=1, **SAID))]
    world.does(ReleaseReport(number=2, **SAID), by)
    assert world(REPORT) == DayReport(tuple(ReportReleased(number=number, **SAID) for number in (1, 2)))


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
        ({"size": SIZE + 1}, "release_beyond_log"),
        ({"size": TOLD["index"]}, "release_beyond_log"),
        ({"checkpoint": DayCheckpoint(root="AAAA", size=1)}, "release_root_is_none"),
        ({"checkpoint": DayCheckpoint(root=b64encode(bytes(32)).decode(), size=SIZE + 1)}, "release_beyond_log"),
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
