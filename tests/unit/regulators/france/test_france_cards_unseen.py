"""Who is refused the closed cards of a day has seen none: no reading of his is on record, and nothing was made for him."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.cli_run import inside, tombo
from tests.unit.regulators.france.test_france_shown import readings
from tests.worlds.reported import DAY, TOMBO, Night
from tests.worlds.restored import restored
from tests.worlds.told_to_anj import FLAGS, report, told_night, xsd
from tombo.reports.regulators.country import Written
from tombo.reports.regulators.france.files import FRANCE

pytestmark = pytest.mark.corpus


def test_who_is_refused_the_files_has_read_nothing(night: Night, tmp_path: Path) -> None:
    """Red before: a folder that is not empty, or a day that is not closed, was found behind the record that an officer saw all its cards."""
    told_night(night)
    restored(night.folder, tmp_path / "there", "anj.toml")
    with inside(tmp_path / "there"):
        assert report("release", DAY, "--out", "sent").status == 0
        before = len(readings())
        for words in (("make", DAY, "--out", "sent"), ("check", DAY, "--out", "sent")):
            ran = report(*words)
            assert (ran.status, "sent" in ran.err) == (2, True), ran.err
        ran = report("make", "2026-10-24", "--out", "look")
        assert (ran.status, "2026-10-24 is not closed" in ran.err) == (1, True), ran.err
        assert len(readings()) == before


def test_who_may_release_is_known_before_anything_is_made(
    night: Night, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red before: cards of the day lay in a draft before somebody without a key was asked for it."""
    told_night(night)
    restored(night.folder, tmp_path / "there", "anj.toml")
    with inside(tmp_path / "there"):
        monkeypatch.setattr("tombo.cli.commands.regulators.options.COUNTRIES", {"france": FRANCE._replace(day=_never)})
        words = ("report", "release", "france", DAY, *FLAGS, "--xsd", str(xsd()), "--out", "sent", "--staff", "nobody")
        ran = tombo(*TOMBO, *words)
        assert (ran.status, "no key of nobody" in ran.err, Path("sent").exists()) == (2, True, False), ran.err


def _never(*_: object) -> Written:
    raise AssertionError("files were made")
