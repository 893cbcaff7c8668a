"""Who is refused the closed cards of a day has seen none: no reading of his is on record, and nothing was made for him."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.tools.cli_run import inside, tombo
from tests.unit.regulators.france.test_france_shown import readings
from tests.worlds.reported import DAY, TOMBO, Night
from tests.worlds.restored import restored
from tests.worlds.told_to_anj import FLAGS, OFFICER, SETTINGS, documents, report, told_night, xsd
from tombo.reports.regulators.country import Written
from tombo.reports.regulators.france.files import FRANCE
from tombo.reports.shown.reading import Reader

pytestmark = pytest.mark.corpus


@pytest.fixture(scope="module")
def released(night: Night, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the night's ledger, its day released; beside it the schema, and one that asks for five digits of an operator."""
    told_night(night)
    there = restored(night.folder, tmp_path_factory.mktemp("released") / "there", "anj.toml")
    for name in ("anj", "five"):
        shutil.copytree(xsd().parent, there / name)
    types = there / "five" / "include" / "common" / "types" / "types.xsd"
    types.chmod(0o600)
    types.write_text(types.read_text().replace(r"\d{4}", r"\d{5}").replace('length value="4"', 'length value="5"'))
    with inside(there):
        assert report("release", DAY, "--out", "sent").status == 0
    return there


class Asked(NamedTuple):
    """Files asked for with something wrong: a change of the settings, the schema, a key that is not there; and what is said."""

    status: int
    says: str
    schema: str | None = "anj/PO.xsd"
    change: tuple[str, str] = ("", "")
    key: str | None = None


@pytest.mark.parametrize("word", ["make", "check"])
@pytest.mark.parametrize(
    "asked",
    [
        Asked(2, "no schema is named", None),
        Asked(2, "PASP.xsd", "anj/PASP.xsd"),
        Asked(1, "is not what its schema asks", "five/PO.xsd"),
        Asked(
            1,
            "no code is set for sintetico",
            change=(SETTINGS[SETTINGS.index("[rules.sintetico]") :], ""),
        ),
        Asked(1, "nothing is said for HashJoueur", change=('"name", "born"', '"tax_number"')),
        Asked(2, "openings.key", key="openings.key"),
        Asked(1, "persons.key", key="persons.key"),
    ],
    ids=lambda asked: asked.says,
)
def test_what_is_refused_without_a_look_at_cards_is_refused_first(
    released: Path, monkeypatch: pytest.MonkeyPatch, asked: Asked, word: str
) -> None:
    """Red before: readings of every hand of the day came on record, and then the officer was told that no schema is named."""
    monkeypatch.setattr(Reader, "closed_cards", _seen)
    with inside(released):
        before = len(readings())
        Path("tried.toml").write_text(SETTINGS.replace(*asked.change), encoding="utf-8")
        xsds = () if asked.schema is None else ("--xsd", asked.schema)
        key = Path("keys", asked.key or "nothing")
        kept = key.rename("kept.key") if key.exists() else None
        ran = tombo(*TOMBO, "report", word, "france", DAY, "--settings", "tried.toml", "--out", "look", *xsds, *OFFICER)
        if kept is not None:
            kept.rename(key)
        assert (ran.status, asked.says in ran.err, Path("look").exists()) == (asked.status, True, False), ran.err
        assert len(readings()) == before


def test_a_key_that_opens_nothing_is_found_before_a_card_is_seen(released: Path) -> None:
    """Red before: it was found at the first card, behind the readings of all."""
    with inside(released):
        before, key = len(readings()), Path("keys", "openings.key")
        whole = key.read_bytes()
        key.write_bytes(whole[:-10])
        ran = report("make", DAY, "--out", "look")
        key.write_bytes(whole)
        assert (ran.status, "openings.key" in ran.err, Path("look").exists()) == (2, True, False), ran.err
        assert len(readings()) == before


def test_an_officer_has_read_the_hands_that_he_is_told(released: Path) -> None:
    """Those of the day, and of no quarter of an hour behind it."""
    with inside(released):
        before = len(readings())
        ran = report("make", DAY, "--out", "look")
        assert ran.status == 0, ran.err
        told = [each for each in documents(Path("look")) if each.root.tag == "POJEU"]
        assert len(readings()) - before == len(told)
        assert report("make", DAY, "--out", "look").status == 2, "the folder is not empty"
        assert len(readings()) - before == len(told)


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
        monkeypatch.setattr("tombo.reports.shown.house.releases.COUNTRIES", {"france": FRANCE._replace(day=_never)})
        words = ("report", "release", "france", DAY, *FLAGS, "--xsd", str(xsd()), "--out", "sent", "--staff", "nobody")
        ran = tombo(*TOMBO, *words)
        assert (ran.status, "no key of nobody" in ran.err, Path("sent").exists()) == (2, True, False), ran.err


def _seen(*_: object) -> dict[int, int]:
    raise AssertionError("somebody looked at a card")


def _never(*_: object) -> Written:
    raise AssertionError("files were made")
