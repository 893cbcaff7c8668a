"""A night released to the Danish regulator, checked, changed by a hand, and released again: what replaces a file names it."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
import xmlschema
from lxml import etree

from tests.tools.cli_run import inside, tombo
from tests.vectors.shared import shared
from tests.worlds.reported import DAY, TOMBO, Night
from tests.worlds.reported_denmark import ROOTS, SETTINGS, danish, files, open_schemas

REPLACED = ("EndOfDayRapport", "PokerTurneringSlut", "PokerTurneringStart")
"""Those whose structure has an element for it; what is bought and played has none."""


@pytest.fixture(scope="module")
def place(night: Night) -> Path:
    """A ledger with a release of the night to Denmark, in ``sent``, and a second one of other settings, in ``again``."""
    open_schemas(night.folder / "schemas")
    with inside(night.folder):
        for words, out in ((SETTINGS, "sent"), (SETTINGS.replace("operator-7", "operator-8"), "again")):
            Path("safe.toml").write_text(words, encoding="utf-8")
            ran = danish("release", DAY, "--out", out)
            assert ran.status == 0, ran.err
    return night.folder


def test_a_file_released_again_names_the_one_that_it_replaces(place: Path) -> None:
    """Under an id and a name of its own; where the structure has no room for that, it has a new id and the same transactions."""
    sent, again = sorted((place / "sent").iterdir()), sorted((place / "again").iterdir())
    assert [path.name for path in again] == [f"{path.stem}_r2.xml" for path in sent]
    for prefix in ROOTS:
        for first, second in zip(files(place / "sent", prefix), files(place / "again", prefix), strict=True):
            (before,) = [one.text for one in first.iter("SpilFilIdentifikation")]
            (own,) = [one.text for one in second.iter("SpilFilIdentifikation")]
            assert own != before
            assert [one.text for one in first.iter("SpilFilErstatningIdentifikation")] == []
            named = [one.text for one in second.iter("SpilFilErstatningIdentifikation")]
            assert named == ([before] if prefix in REPLACED else [])
            assert {one.text for one in second.iter("SpilCertifikatIdentifikation")} == {"operator-8"}
            places = [[one.text for one in file.iter("SpilTransaktionIdentifikation")] for file in (first, second)]
            assert places[0] == places[1]


@pytest.mark.corpus
def test_files_that_are_released_again_are_as_the_published_schema_asks(place: Path) -> None:
    """With the name of what they replace in its place; by lxml and by xmlschema."""
    published = shared("regulators/dk")
    for prefix in REPLACED:
        path = published / "view" / f"{ROOTS[prefix]}Type.xsd"
        first, second = etree.XMLSchema(etree.parse(path)), xmlschema.XMLSchema(path)
        found = sorted((place / "again").glob(f"{prefix}_*.xml"))
        assert found
        for file in found:
            assert b"<SpilFilErstatningIdentifikation>" in file.read_bytes()
            first.assertValid(etree.parse(file))
            second.validate(file)


def test_the_newest_release_is_checked_against_files_and_ledger(place: Path) -> None:
    """What is at hand, and what the ledger gives again as of that release; the first one's files are none of it any more."""
    with inside(place):
        checked = danish("check", DAY, "--files", "again", "--out", "made")
        assert (checked.status, checked.document["number"], checked.document["other_settings"]) == (0, 2, False)
        for path in Path("again").iterdir():
            assert path.read_bytes() == Path("made", path.name).read_bytes()
        old = danish("check", DAY, "--files", "sent")
        assert old.status == 1
        assert {one["wrong"] for one in old.document["at_hand"]} == {"missing", "stranger"}
        assert old.document["made_again"] == []
        shown = danish_list()
        assert [(one["country"], one["number"], one["layout"]) for one in shown] == [
            ("denmark", 1, "v2"),
            ("denmark", 2, "v2"),
        ]
        assert tombo(*TOMBO, "verify").status == 0


def danish_list() -> list[dict[str, object]]:
    """``tombo report list``."""
    found: list[dict[str, object]] = tombo(*TOMBO, "--json", "report", "list").document["releases"]
    return found


def test_settings_that_changed_are_said_to_ask_for_a_release(place: Path) -> None:
    """With the settings of the first release the ledger gives other files than those of the second."""
    with inside(place):
        Path("other.toml").write_text(SETTINGS, encoding="utf-8")
        words = ("report", "check", "denmark", DAY, "--settings", "other.toml", "--xsd", "schemas")
        ran = tombo(*TOMBO, *words)
        assert ran.status == 1
        assert f"{DAY} has to be released again" in ran.out


def test_a_changed_file_is_found_by_the_check(place: Path) -> None:
    """A cent, an id, a record less, another structure's or an older release's bytes, none at all, one too many."""
    with inside(place):
        name = f"PokerCashGame_{DAY}_r2.xml"
        whole = Path("again", name).read_bytes()
        record = whole.splitlines(keepends=True)[6]
        assert record.startswith(b"<CashGameSession>")
        shutil.copytree("again", "spoilt")
        for data in (
            whole.replace(b"<PokerSessionGevinstSpil>0.00<", b"<PokerSessionGevinstSpil>0.01<", 1),
            whole.replace(b"<SpilTransaktionIdentifikation>5", b"<SpilTransaktionIdentifikation>6", 1),
            whole.replace(record, b""),
            Path("again", f"KasinospilSinglePlayer_{DAY}_r2.xml").read_bytes(),
            Path("sent", f"PokerCashGame_{DAY}.xml").read_bytes(),
        ):
            assert data != whole
            Path("spoilt", name).write_bytes(data)
            ran = danish("check", DAY, "--files", "spoilt")
            assert (ran.status, ran.document["at_hand"]) == (1, [{"name": name, "wrong": "other"}])
        Path("spoilt", name).unlink()
        Path("spoilt", "more.xml").write_bytes(whole)
        ran = danish("check", DAY, "--files", "spoilt")
        wrong = [{"name": name, "wrong": "missing"}, {"name": "more.xml", "wrong": "stranger"}]
        assert (ran.status, ran.document["at_hand"], ran.document["made_again"]) == (1, wrong, [])


def mutated(chance: random.Random, path: Path, others: list[Path], sent: Path) -> list[tuple[str, str]]:
    """One thing wrong with a file, in one of nine ways by ``chance``; what the check has to say of it."""
    data, name = path.read_bytes(), path.name
    digits = [place for place, byte in enumerate(data) if byte in b"0123456789"]
    place, lines = chance.choice(digits), data.splitlines(keepends=True)
    other = chance.choice([each for each in others if each.name != name])
    before = sent / name.replace("_r2", "")
    match chance.randrange(9):
        case 0 | 1:  # a digit of an amount, an id or a time
            found = data[:place] + bytes([48 + (data[place] - 47) % 10]) + data[place + 1 :]
        case 2:  # any bit
            place = chance.randrange(len(data))
            found = data[:place] + bytes([data[place] ^ 1 << chance.randrange(8)]) + data[place + 1 :]
        case 3:  # a record less, or a line of what stands around them
            del lines[chance.randrange(len(lines))]
            found = b"".join(lines)
        case 4:  # a record twice
            found = b"".join(lines[:5] + lines[4:])
        case 5:  # cut short
            found = data[: chance.randrange(len(data))]
        case 6:  # another file's bytes, or those of the release before
            found = chance.choice([other.read_bytes(), before.read_bytes()])
        case 7:
            path.unlink()
            return [(name, "missing")]
        case _:
            path.rename(path.with_name(f"{name}.bak"))
            return [(name, "missing"), (f"{name}.bak", "stranger")]
    path.write_bytes(found)
    return [(name, "other")]


def test_500_files_that_are_another_are_each_found(place: Path, tmp_path: Path) -> None:
    """By the check itself, several at once and beside some that are as they were; of the files of the second release."""
    chance, folder, found = random.Random(38), tmp_path / "files", 0
    while found < 500:
        shutil.copytree(place / "again", folder)
        paths = sorted(folder.iterdir())
        whole = chance.choice(paths)
        due = [
            wrong
            for path in paths
            if path != whole
            for wrong in mutated(chance, path, sorted((place / "again").iterdir()), place / "sent")
        ]
        with inside(place):
            ran = danish("check", DAY, "--files", str(folder))
        told = [(one["name"], one["wrong"]) for one in ran.document["at_hand"]]
        assert (ran.status, told, ran.document["made_again"]) == (1, sorted(due), [])
        found += len(paths) - 1
        shutil.rmtree(folder)


def test_what_says_the_same_and_cannot_be_replaced_stays_the_file_it_was(place: Path) -> None:
    """Released a third time as it was: sessions and purchases under names and ids from before, byte for byte; the rest names the second."""
    with inside(place):
        third = danish("make", DAY, "--out", "first")
        assert third.status == 0, third.err
        third = danish("release", DAY, "--out", "third")
        assert (third.status, third.document["number"]) == (0, 3), third.err
        checked = danish("check", DAY, "--files", "third")
        assert (checked.status, checked.document["number"]) == (0, 3)
    for prefix in ROOTS:
        before, now = (sorted((place / name).glob(f"{prefix}_*.xml")) for name in ("again", "third"))
        if prefix in REPLACED:
            assert [path.name for path in now] == [path.name.replace("_r2", "_r3") for path in before]
            for second, newest in zip(files(place / "again", prefix), files(place / "third", prefix), strict=True):
                named = newest.findtext(".//SpilFilErstatningIdentifikation")
                assert named == second.findtext(".//SpilFilIdentifikation")
        else:
            assert [path.name for path in now] == [path.name for path in before]
            assert [path.read_bytes() for path in now] == [path.read_bytes() for path in before]
    assert all("_r" not in path.name for path in (place / "first").iterdir())
