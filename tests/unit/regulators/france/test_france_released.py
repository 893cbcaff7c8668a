"""A day told to ANJ is released, checked, and made again on a restored copy."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.cli_run import inside, tombo
from tests.worlds.reported import DAY, TOMBO, Night
from tests.worlds.restored import rebuilt, restored, same_files
from tests.worlds.told_to_anj import MANAGER, OFFICER, SETTINGS, documents, report, told_night, without_document, xsd
from tombo.ledger.core.clock import SECOND, SystemClock
from tombo.ledger.core.lisbon import window
from tombo.reports.regulators.reading import SETTLED

pytestmark = pytest.mark.corpus


def test_a_restored_copy_gives_the_same_bytes(night: Night, tmp_path: Path) -> None:
    """Its views made anew, and twice: every archive of the day."""
    first = told_night(night)
    there = restored(night.folder, tmp_path / "restored", "anj.toml")
    rebuilt(there)
    for out in ("once", "twice"):
        with inside(there):
            assert report("make", DAY, "--out", out).status == 0
        same_files(first, there / out)


def test_a_day_is_released_checked_and_released_again(night: Night, tmp_path: Path) -> None:
    """The second time every document is a retransmission, and archives have another name; what is left out is counted by game."""
    there = tmp_path / "released"
    restored(night.folder, there, "anj.toml")
    with inside(there):
        first = report("release", DAY, "--out", "sent")
        assert first.status == 0, first.err
        assert (first.document["number"], len(first.document["files"])) == (1, 25)
        assert first.document["left_out"] == without_document(night.log)
        assert {"R803", "R804", "R805"} <= first.document["left_out"].keys()
        checked = report("check", DAY, "--files", "sent")
        assert (checked.status, checked.document["at_hand"], checked.document["made_again"]) == (0, [], []), checked.err
        again = report("release", DAY, "--out", "again", *MANAGER)
        assert (again.status, again.document["number"]) == (0, 2), again.err
        assert {path.name for path in Path("again").iterdir()} == {
            path.name.replace(".tar", "_R.tar") for path in Path("sent").iterdir()
        }
        before, after = list(documents(there / "sent")), list(documents(there / "again"))
        assert [each.data.replace(b' retransmission="true"', b"") for each in after] == [each.data for each in before]
        assert {each.root.get("retransmission") for each in after} == {"true"}
        assert report("check", DAY, "--files", "again", "--out", "made").status == 0
        listed = tombo(*TOMBO, "--json", "report", "list").document["releases"]
        assert [(one["country"], one["date"]) for one in listed] == [("france", DAY)] * 2
        assert tombo(*TOMBO, "verify").status == 0


def test_a_day_is_not_told_while_something_may_still_come_of_it(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as a source may say late what was in it."""
    told_night(night)
    monkeypatch.setattr(SystemClock, "now", lambda _: window(DAY)[1] + SETTLED - SECOND)
    with inside(night.folder):
        ran = report("make", DAY, "--out", "early")
        assert (ran.status, "may still be added" in ran.err, Path("early").exists()) == (2, True, False), ran.err


@pytest.mark.parametrize(
    ("change", "status", "says"),
    [
        (("hash = ", "unknown = "), 2, "hash"),
        (('"0099"', '"99"'), 2, "operator"),
        (("safe = 1", "safe = -1"), 2, "safe"),
        (('"name", "born"', '"alias"'), 2, "hash.0"),
        (('"name", "born"', ""), 2, "hash"),
        (('"name", "born"', '"born", "tax_number"'), 1, "nothing is said for HashJoueur"),
        (("[rules.omaha]", "[rules.none]"), 2, "rules.none"),
        ((SETTINGS[SETTINGS.index("[rules.sintetico]") :], ""), 1, "no code is set for sintetico"),
        (('"SYNO-LIMIT"', '"sy nl"'), 2, "rules.sintetico.no_limit"),
    ],
)
def test_settings_that_cannot_be_are_refused_by_name(
    night: Night, change: tuple[str, str], status: int, says: str
) -> None:
    """And nothing is written."""
    told_night(night)
    assert change[0] in SETTINGS
    with inside(night.folder):
        Path("other.toml").write_text(SETTINGS.replace(*change), encoding="utf-8")
        words = ("report", "make", "france", DAY, "--settings", "other.toml", "--xsd", str(xsd()), "--out", "none")
        ran = tombo(*TOMBO, *words, *OFFICER)
        assert (ran.status, says in ran.err, Path("none").exists()) == (status, True, False), ran.err


def test_what_it_cannot_be_made_without_is_asked_for_by_name(night: Night, tmp_path: Path) -> None:
    """The schema, ANJ's own; the keys to closed cards, and to what is sealed of players; a day that is closed."""
    there = tmp_path / "without"
    restored(night.folder, there, "anj.toml")
    with inside(there):
        flags = ("--json", "report", "make", "france", DAY, "--settings", "anj.toml", "--out", "none", *OFFICER)
        ran = tombo(*TOMBO, *flags)
        assert (ran.status, "--xsd" in ran.err) == (2, True), ran.err
        ran = tombo(*TOMBO, *flags, "--xsd", str(xsd().with_name("PASP.xsd")))
        assert (ran.status, "PASP.xsd" in ran.err, "POJEU" in ran.err) == (2, True, True), ran.err
        ran = report("make", "2026-10-24", "--out", "none")
        assert (ran.status, "2026-10-24 is not closed" in ran.err) == (1, True), ran.err
        for key, says in (("openings.key", "openings.key"), ("persons.key", "persons.key")):
            kept = Path("keys", key).rename(key)
            ran = report("make", DAY, "--out", "none")
            assert (ran.status in {1, 2}, says in ran.err) == (True, True), ran.err
            kept.rename(Path("keys", key))
        assert not Path("none").exists()
        assert report("make", DAY, "--out", "none").status == 0
