"""The archives of a day hold closed cards: who makes them for himself is an officer who says why, and his reading is on record."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from tests.tools.cli_run import inside, tombo
from tests.worlds.reported import DAY, TOMBO, Night
from tests.worlds.restored import restored
from tests.worlds.told_to_anj import FLAGS, MANAGER, OFFICER, documents, report, told_night, xsd
from tombo.ledger.operate.keyring import Keyring, open_checked

pytestmark = pytest.mark.corpus


def readings() -> list[str]:
    """The hands whose closed cards officer s-2 has read, in the order of his stream."""
    with open_checked("sqlite:///ledger.db", Keyring(Path("keys")), read_only=True) as store:
        entries = [entry for entry in store.entries("staff:s-2") if entry.kind == "staff.cards_read.v2"]
        return [entry.event.hand for entry in entries]


def test_nobody_looks_at_a_days_cards_unseen(night: Night, tmp_path: Path) -> None:
    """Red before: who made the files to look at them saw every card of the day, and nobody knew. A release says so itself."""
    told_night(night)
    restored(night.folder, tmp_path / "there", "anj.toml")
    words = ("--json", "report", "make", "france", DAY, *FLAGS, "--xsd", str(xsd()), "--out", "look")
    with inside(tmp_path / "there"):
        before = len(readings())
        ran = tombo(*TOMBO, *words)
        assert (ran.status, "--staff and --reason" in ran.err, Path("look").exists()) == (2, True, False), ran.err
        assert len(readings()) == before
        ran = tombo(*TOMBO, *words, *OFFICER)
        assert ran.status == 0, ran.err
        read = readings()[before:]
        assert len(read) == len(set(read)) > 0
        starts = {entry.index: entry.stream for entry in night.log if entry.kind.startswith("hand.started.")}
        told = {starts[int(each.info()["main"])] for each in documents(Path("look")) if each.root.tag == "POJEU"}
        assert told <= {hand if hand.startswith("hand:") else f"hand:{hand}" for hand in read}
        release = ("--json", "report", "release", "france", DAY, *FLAGS, "--xsd", str(xsd()), "--out", "sent")
        assert tombo(*TOMBO, *release).status == 0
        check = ("--json", "report", "check", "france", DAY, *FLAGS, "--xsd", str(xsd()))
        assert tombo(*TOMBO, *check).status == 0
        ran = tombo(*TOMBO, *check, "--out", "again")
        assert (ran.status, Path("again").exists()) == (2, False), ran.err
        assert len(readings()) == before + len(read)


def test_who_releases_a_days_cards_once_more_is_named(night: Night, tmp_path: Path) -> None:
    """Red before: whoever released again had all cards of the day, and nobody's name was on record. The first is the night's, and nobody sees it."""
    told_night(night)
    there = restored(night.folder, tmp_path / "there", "anj.toml")
    with inside(there):
        assert report("release", DAY, "--out", "sent").status == 0
        assert {stat.S_IMODE(path.stat().st_mode) for path in (Path("sent"), *Path("sent").iterdir())} == {0o700, 0o600}
        ran = report("release", DAY, "--out", "again")
        assert (ran.status, "--staff" in ran.err, Path("again").exists()) == (2, True, False), ran.err
        ran = report("release", DAY, "--out", "again", *MANAGER)
        assert ran.status == 0, ran.err
        listed = tombo(*TOMBO, "--json", "report", "list").document["releases"]
        assert [(one["by"]["actor"], one["by"]["id"]) for one in listed][1:] == [("staff", "s-1")]
        assert listed[0]["by"]["actor"] == "platform"
