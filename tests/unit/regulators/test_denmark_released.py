"""A night released to the Danish regulator, checked, changed by a hand, and released again: what replaces a file names it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import xmlschema
from lxml import etree

from tests.tools.cli_run import inside, tombo
from tests.vectors.shared import shared
from tests.worlds.mutated import WAYS, Papers
from tests.worlds.releases import (
    CLOSED,
    Releases,
    any_bit_is_found,
    changed_is_found,
    newest_is_checked,
    released,
    spoilt_is_found,
)
from tests.worlds.reported import DAY, TOMBO, Night
from tests.worlds.reported_denmark import ROOTS, SETTINGS, danish, files, open_schemas
from tombo.ledger.core.clock import SystemClock
from tombo.simulator.run import HOUR

RECORD = rb"^<(CashGameSession|KasinospilSession|TurneringTransaktionInfo|TurneringsSlutInfo|Turneringsinfo)>.*\n"
"""A record of those that stand on a line each."""
REPLACED = ("EndOfDayRapport", "PokerTurneringSlut", "PokerTurneringStart")
"""Those whose structure has an element for it; what is bought and played has none."""


@pytest.fixture(scope="module")
def releases(night: Night) -> Releases:
    """A release of the night to Denmark, in ``sent``, and a second one of other settings, in ``again``."""
    open_schemas(night.folder / "schemas")
    words = {"sent": SETTINGS, "again": SETTINGS.replace("operator-7", "operator-8")}
    return released(night, "denmark", "v2", danish, ((out, "safe.toml", said) for out, said in words.items()))


@pytest.fixture
def place(releases: Releases) -> Path:
    """Where they are."""
    return releases.folder


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


def test_the_newest_release_is_checked_against_files_and_ledger(releases: Releases) -> None:
    """And the first one's files are none of it any more."""
    newest_is_checked(releases)


def test_settings_that_changed_are_said_to_ask_for_a_release(place: Path) -> None:
    """With the settings of the first release the ledger gives other files than those of the second."""
    with inside(place):
        Path("other.toml").write_text(SETTINGS, encoding="utf-8")
        words = ("report", "check", "denmark", DAY, "--settings", "other.toml", "--xsd", "schemas")
        ran = tombo(*TOMBO, *words)
        assert ran.status == 1
        assert f"{DAY} has to be released again" in ran.out


def test_a_changed_file_is_found_by_the_check(releases: Releases) -> None:
    """A cent, an id, a record less, another structure's or an older release's bytes, none at all, one too many."""
    name = f"PokerCashGame_{DAY}_r2.xml"
    whole = (releases.newest / name).read_bytes()
    record = whole.splitlines(keepends=True)[6]
    assert record.startswith(b"<CashGameSession>")
    spoilt = (
        whole.replace(b"<PokerSessionGevinstSpil>0.00<", b"<PokerSessionGevinstSpil>0.01<", 1),
        whole.replace(b"<SpilTransaktionIdentifikation>5", b"<SpilTransaktionIdentifikation>6", 1),
        whole.replace(record, b""),
        (releases.newest / f"KasinospilSinglePlayer_{DAY}_r2.xml").read_bytes(),
        (releases.folder / "sent" / f"PokerCashGame_{DAY}.xml").read_bytes(),
    )
    changed_is_found(releases, name, spoilt)


def test_any_bit_that_is_another_is_found(releases: Releases, tmp_path: Path) -> None:
    """In whichever file."""
    any_bit_is_found(releases, tmp_path / "files", random.Random(38))


def test_every_file_with_one_thing_wrong_is_found_by_the_check(releases: Releases) -> None:
    """500 of them."""
    strange = [path.read_bytes() for path in sorted((releases.folder / "sent").iterdir())]
    ways = spoilt_is_found(releases, Papers(RECORD), strange, random.Random(38), 500)
    assert set(ways) == WAYS
    assert min(ways.values()) > 10


def test_what_says_the_same_and_cannot_be_replaced_stays_the_file_it_was(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Released a third time as it was: sessions and purchases under names and ids from before, byte for byte; the rest names the second."""
    monkeypatch.setattr(SystemClock, "now", lambda _: CLOSED + 2 * HOUR)
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
