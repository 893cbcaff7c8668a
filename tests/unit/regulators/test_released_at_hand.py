"""What ``tombo report`` says where something is missing: the keys, a published schema, time before the end, or a door that recorded a release."""

from __future__ import annotations

import errno
import os
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from lxml import etree

from tests.tools.cli_run import Ran, inside, tombo
from tests.worlds.reported import TOMBO, one_bet
from tombo.cli import files, invocation
from tombo.cli.commands.regulators import report as report_module
from tombo.ledger.core.clock import SystemClock
from tombo.ledger.core.errors import NotReportableError, UsageError
from tombo.ledger.core.lisbon import window
from tombo.ledger.house.rules import stranger
from tombo.reports.regulators.country import Written
from tombo.reports.regulators.portugal import files as regulator_files
from tombo.reports.regulators.portugal.files import PORTUGAL
from tombo.reports.regulators.validated import OwnSchema

DAY = "2026-07-14"
SETTINGS = ("--settings", "srij.toml")
FILES = 4 * 11 + 1
"""Of 11 hours since the ledger began, and the summary."""
LATER = 2 * 3_600_000_000
"""Two hours: everything of the day has been told."""
SCHEMA = """<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:example" elementFormDefault="qualified">
<xs:element name="said" type="xs:int"/></xs:schema>"""


def report(*words: str) -> Ran:
    """``tombo report``, for a program."""
    return tombo(*TOMBO, "--json", "report", *words)


@pytest.fixture
def bet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a ledger of one bet, its day closed; it is two hours after the day's end."""
    one_bet(tmp_path, ball="17")
    monkeypatch.setattr(SystemClock, "now", lambda _: window(DAY)[1] + LATER)
    with inside(tmp_path):
        assert tombo(*TOMBO, "reconcile", "--day", DAY, "--close").status == 0
        yield tmp_path


def test_files_are_made_to_look_at_and_nothing_is_recorded(bet: Path) -> None:
    """The same bytes as those that are released afterwards."""
    made = report("make", "portugal", DAY, *SETTINGS, "--out", "look")
    assert made.status == 0, made.err
    assert (made.document["left_out"], len(made.document["files"])) == ({}, FILES)
    assert report("list").document == {"releases": []}
    assert report("release", "portugal", DAY, *SETTINGS, "--out", "sent").status == 0
    for path in sorted(Path("look").iterdir()):
        assert path.read_bytes() == Path("sent", path.name).read_bytes(), path.name


def test_files_at_hand_are_told_of_though_they_cannot_be_made_again(bet: Path) -> None:
    """Red before: without the keys of persons nothing was said of the files that somebody held in his hands."""
    assert report("release", "portugal", DAY, *SETTINGS, "--out", "sent").status == 0
    (bet / "keys" / "persons.key").rename(bet / "persons.key")
    ran = report("check", "portugal", DAY, *SETTINGS, "--files", "sent")
    assert (ran.status, ran.document["at_hand"], ran.document["made_again"]) == (1, [], None)
    assert "persons.key" in ran.document["not_made"]
    (bet / "sent" / f"RESF_{DAY.replace('-', '')}_1AA.xml").write_bytes(b"")
    ran = tombo(*TOMBO, "report", "check", "portugal", DAY, *SETTINGS, "--files", "sent")
    assert ran.status == 1
    assert "OTHER at hand than what was released: RESF_20260714_1AA.xml" in ran.out
    assert "The files cannot be made again from the ledger: " in ran.out
    ran = report("check", "portugal", DAY, *SETTINGS)
    assert (ran.status, "persons.key" in ran.err) == (1, True), "with no files at hand there is nothing to say"


def test_files_at_hand_are_told_of_though_an_entry_cannot_follow(bet: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Red before: of a ledger that somebody with its event key added to, nothing was said of the files in his hands."""
    assert report("release", "portugal", DAY, *SETTINGS, "--out", "sent").status == 0

    def refuses(*_: object) -> Written:
        raise stranger(7, "tournament:t-1", "tournament.finished.v1", "it had not started")

    monkeypatch.setattr(report_module, "country_named", lambda _: PORTUGAL._replace(day=refuses))
    (bet / "sent" / f"RESF_{DAY.replace('-', '')}_1AA.xml").write_bytes(b"")
    ran = report("check", "portugal", DAY, *SETTINGS, "--files", "sent")
    assert (ran.status, [one["wrong"] for one in ran.document["at_hand"]]) == (1, ["other"])
    assert "TAMPERED: tournament.finished.v1 at log index 7" in ran.document["not_made"]
    ran = report("check", "portugal", DAY, *SETTINGS)
    assert (ran.status, "at log index 7" in ran.err) == (1, True), "with no files at hand there is nothing to say"


def test_a_schema_is_refused_where_the_regulator_published_none(bet: Path) -> None:
    """It would be held to nothing."""
    Path("own.xsd").write_text(SCHEMA, encoding="utf-8")
    ran = report("make", "portugal", DAY, *SETTINGS, "--out", "look", "--xsd", "own.xsd")
    assert (ran.status, "this regulator published no schema" in ran.err, Path("look").exists()) == (2, True, False)


def test_a_signal_between_the_entry_and_its_folder_waits(bet: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Red before: the entry was there and its folder was not. The process ends by the signal once both are."""
    ended, own = list[int](), os.getpid()
    kill, send = os.kill, invocation.send

    def killed(process: int, number: int) -> None:
        if process == own:
            ended.append(number)
        else:  # who read the log beside it
            kill(process, number)

    def told(*words: object, **more: object) -> object:
        found = send(*words, **more)  # type: ignore[arg-type]  # handed on as it came
        kill(os.getpid(), signal.SIGTERM)
        return found

    monkeypatch.setattr(report_module, "send", told)
    monkeypatch.setattr(os, "kill", killed)
    ran = report("release", "portugal", DAY, *SETTINGS, "--out", "sent")
    assert (ran.status, ended) == (0, [signal.SIGTERM])
    assert f"tombo report show portugal {DAY}" in ran.err
    assert f"tombo report check portugal {DAY} --out DIR" in ran.err
    assert len(list(Path("sent").iterdir())) == FILES
    assert report("check", "portugal", DAY, *SETTINGS, "--files", "sent").status == 0


def test_a_disk_that_is_full_as_the_files_are_made_durable_leaves_no_entry(
    bet: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red before: they were made durable behind the entry."""

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files, "_settle", full)
    ran = report("release", "portugal", DAY, *SETTINGS, "--out", "sent")
    assert ran.status != 0
    assert not Path("sent").exists()
    assert report("list").document == {"releases": []}


def test_files_at_hand_are_told_of_though_there_is_no_room_to_make_them_again(
    bet: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red before: it said that there was no space left, and neither where nor a word of the files in somebody's hands."""
    assert report("release", "portugal", DAY, *SETTINGS, "--out", "sent").status == 0
    (bet / "passing").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(bet / "passing"))

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(f"{regulator_files.__name__}._begins", full)
    ran = report("check", "portugal", DAY, *SETTINGS, "--files", "sent")
    assert (ran.status, ran.document["at_hand"], ran.document["made_again"]) == (1, [], None)
    assert f"{bet / 'passing'} cannot be written: No space left on device" in ran.document["not_made"]
    assert list((bet / "passing").iterdir()) == []
    ran = report("check", "portugal", DAY, *SETTINGS)
    assert (ran.status, str(bet / "passing") in ran.err) == (3, True), "with no files at hand there is nothing to say"


def test_who_releases_behind_another_is_told_so(bet: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Red before: two at once, with other settings, and the second one read of a command id and its digest."""
    (bet / "other.toml").write_text(Path("srij.toml").read_text().replace("operator = 7", "operator = 8"))
    assert report("release", "portugal", DAY, *SETTINGS, "--out", "sent").status == 0
    monkeypatch.setattr(f"{report_module.__name__}.releases", lambda *_: [])
    ran = report("release", "portugal", DAY, "--settings", "other.toml", "--out", "second")
    assert (ran.status, Path("second").exists()) == (1, False), ran.err
    assert "it is number 1; expected 2" in ran.err


def test_own_schemas_hold_and_refuse(tmp_path: Path) -> None:
    """By the regulator's own schema: a file that is as it asks, one that is not, and a schema that is another."""
    path = tmp_path / "own.xsd"
    path.write_text(SCHEMA, encoding="utf-8")
    schema = OwnSchema(path, "said", "urn:example")
    good, bad = tmp_path / "good.xml", tmp_path / "bad.xml"
    good.write_text('<said xmlns="urn:example">7</said>', encoding="utf-8")
    bad.write_text('\n<said xmlns="urn:example">seven</said>', encoding="utf-8")
    schema.holds(good)
    with pytest.raises(NotReportableError, match=r"bad\.xml is not what its schema asks: line 2: .*seven"):
        schema.holds(bad)
    for root, namespace in (("told", "urn:example"), ("said", "urn:other"), ("said", "")):
        with pytest.raises(UsageError, match="expected the schema that the regulator published"):
            OwnSchema(path, root, namespace)
    bad.write_text("<xs:schema", encoding="utf-8")
    with pytest.raises(UsageError, match="expected the schema that the regulator published"):
        OwnSchema(bad, "said", "urn:example")
    assert etree.parse(good).getroot().text == "7"
