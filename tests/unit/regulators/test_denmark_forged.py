"""Releases that an event key sealed and no door recorded: the next release has the number it would have had, and replaces nothing of theirs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.tools.cli_run import inside, tombo
from tests.worlds.reported import TOMBO, one_bet
from tests.worlds.reported_denmark import SETTINGS, danish, files, open_schemas
from tombo.ledger.core.clock import SystemClock
from tombo.ledger.core.lisbon import window
from tombo.ledger.house.report.events import FilesListed, ReleasedFile, ReportReleased, ReportReleasedV2
from tombo.ledger.operate.keyring import Keyring, inscribe, open_ledger
from tombo.reports.regulators.reading import SETTLED

DAY = "2026-07-14"
FILE = ReleasedFile(name=f"EndOfDayRapport_{DAY}.xml", sha256="0" * 64, size=1)
SAID: dict[str, Any] = {
    "checkpoint": None,
    "country": "denmark",
    "date": DAY,
    "layout": "v2",
    "number": 1,
    "settings": "1" * 64,
}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a ledger of one bet, its day closed."""
    open_schemas(tmp_path / "schemas")
    one_bet(tmp_path, ball="17")
    (tmp_path / "safe.toml").write_text(SETTINGS, encoding="utf-8")
    monkeypatch.setattr(SystemClock, "now", lambda _: window(DAY)[1] + SETTLED)
    with inside(tmp_path):
        assert tombo(*TOMBO, "reconcile", "--day", DAY, "--close").status == 0
        yield tmp_path


def forged(*events: Any, stream: str = f"report:denmark/{DAY}") -> None:
    """Sealed into a stream, the report of the day, by who has the event key: nobody judges it."""
    ledger = open_ledger("sqlite:///ledger.db", Keyring(Path("keys")))
    with ledger.store:
        inscribe(ledger, "forged/1", [(stream, event) for event in events])


FORGED: dict[str, tuple[Any, ...]] = {
    "made of less than the day was closed over": (
        ReportReleasedV2(files=1, size=1, **SAID),
        FilesListed(files=[FILE]),
    ),
    "as they were before": (ReportReleased(files=[FILE], size=1, **SAID),),
    "fewer files than it says": (ReportReleasedV2(files=2, size=20, **SAID), FilesListed(files=[FILE])),
    "a list of no release": (FilesListed(files=[FILE]),),
}


@pytest.mark.parametrize("name", FORGED)
def test_the_next_release_has_its_number_and_replaces_nothing_of_a_forged_one(place: Path, name: str) -> None:
    """Red before: it was number 2, and said to the regulator that it replaced a file which nobody had ever sent him."""
    forged(*FORGED[name])
    first = danish("release", DAY, "--out", "sent")
    assert (first.status, first.document["number"]) == (0, 1), first.err
    (totals,) = files(place / "sent", "EndOfDayRapport")
    (own,) = [one.text for one in totals.iter("SpilFilIdentifikation")]
    assert [one.text for one in totals.iter("SpilFilErstatningIdentifikation")] == []
    assert {path.name for path in (place / "sent").iterdir()} == {
        FILE.name,
        f"KasinospilSinglePlayer_{DAY}.xml",
    }
    checked = danish("check", DAY, "--files", "sent")
    assert (checked.status, checked.document["no_door_recorded_it"]) == (0, False), checked.out
    listed = tombo(*TOMBO, "--json", "report", "list").document["releases"]
    told = [(one["number"], one["no_door_recorded_it"]) for one in listed]
    assert told == [*([] if name == "a list of no release" else [(1, True)]), (1, False)]

    again = danish("release", DAY, "--out", "again")
    assert (again.status, again.document["number"]) == (0, 2), again.err
    (totals,) = files(place / "again", "EndOfDayRapport")
    assert [one.text for one in totals.iter("SpilFilErstatningIdentifikation")] == [own]


def test_a_file_stays_the_one_that_a_door_released(place: Path) -> None:
    """Red before: a release forged behind it gave the file of sessions another digest, so it was sent once more, under another name and id."""
    sessions = f"KasinospilSinglePlayer_{DAY}.xml"
    assert danish("release", DAY, "--out", "sent").status == 0
    forged(ReportReleasedV2(files=1, size=20, **SAID), FilesListed(files=[FILE.model_copy(update={"name": sessions})]))
    again = danish("release", DAY, "--out", "again")
    assert (again.status, again.document["number"]) == (0, 2), again.err
    assert (place / "again" / sessions).read_bytes() == (place / "sent" / sessions).read_bytes()


@pytest.mark.parametrize("name", FORGED)
def test_the_night_names_what_no_door_recorded(place: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the day on which it was recorded: the release by its own words, a list by the stream it stands in; and nothing of the door's."""
    forged(*FORGED[name])
    assert danish("release", DAY, "--out", "sent").status == 0
    monkeypatch.setattr(SystemClock, "now", lambda _: window("2026-07-15")[1] + SETTLED)
    ran = tombo(*TOMBO, "--json", "reconcile", "--day", "2026-07-15")
    told = [one for one in ran.document["problems"] if "no door records it so" in one["text"]]
    assert len(told) == 1, ran.out
    words = "lists files that are of no release" if name.startswith("a list") else f"releases {DAY} to the regulator"
    assert words in told[0]["text"]


@pytest.mark.parametrize("stream", ["account:p-1", f"day:{DAY}"])
def test_the_night_names_a_list_in_a_stream_of_another_type(
    place: Path, stream: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red before: a fault of tombo itself, for the other entries of that stream were read as those of a report."""
    forged(FilesListed(files=[FILE]), stream=stream)
    monkeypatch.setattr(SystemClock, "now", lambda _: window("2026-07-15")[1] + SETTLED)
    ran = tombo(*TOMBO, "--json", "reconcile", "--day", "2026-07-15")
    assert ran.status == 1, ran.err
    told = [one["text"] for one in ran.document["problems"]]
    assert f"report.files_listed.v1 stands in {stream}, where no door records it; nothing there counts it" in told
    assert not [one for one in told if "of no release" in one], "it is named once"
