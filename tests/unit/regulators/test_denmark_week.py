"""A week of every game as the Danish regulator has it: valid, to the cent what the nights found, and told across midnight without a record twice."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import xmlschema
from lxml import etree

from tests.tools.cli_run import inside
from tests.vectors.shared import shared
from tests.worlds.reported_denmark import ROOTS, SETTINGS, amount, danish, files, open_schemas, records, total
from tests.worlds.reported_week import DAYS, Week
from tests.worlds.restored import rebuilt, restored, same_files

pytestmark = pytest.mark.once

SESSIONS = {"KasinospilSinglePlayer": "KasinospilSession", "PokerCashGame": "CashGameSession"}
AGAINST_THE_HOUSE = {"R803", "R804", "R805", "R807"}


@pytest.fixture(scope="module")
def week(the_next_day: None, tmp_path_factory: pytest.TempPathFactory) -> Week:  # it stands before
    """Played, closed, and each day told in ``denmark-<day>``."""
    week = Week.copied(tmp_path_factory)
    told(week.folder, DAYS)
    return week


def told(folder: Path, days: tuple[str, ...]) -> None:
    """The files of ``days``, made of the ledger in ``folder``."""
    open_schemas(folder / "schemas")
    (folder / "safe.toml").write_text(SETTINGS, encoding="utf-8")
    with inside(folder):
        for day in days:
            made = danish("make", day, "--out", f"denmark-{day}")
            assert made.status == 0, made.err


def folders(week: Week) -> Iterator[Path]:
    """Where the files of each day are, in order."""
    yield from (week.folder / f"denmark-{day}" for day in DAYS)


def of(week: Week, prefix: str) -> Iterator[ET.Element]:
    """The files of a kind, day by day."""
    for folder in folders(week):
        yield from files(folder, prefix)


def category(regulation: str) -> str:
    """Of which category a game is."""
    if regulation == "R810":
        return "PokerTurnering"
    return "KasinospilSinglePlayer" if regulation in AGAINST_THE_HOUSE else "PokerCashGame"


@pytest.mark.corpus
def test_every_file_of_the_week_is_as_the_published_schema_asks(week: Week) -> None:
    """All of them, by lxml and by xmlschema."""
    published, found = shared("regulators/dk"), Counter[str]()
    for prefix, root in ROOTS.items():
        paths = [path for folder in folders(week) for path in sorted(folder.glob(f"{prefix}_*.xml"))]
        if paths:
            first = etree.XMLSchema(etree.parse(published / "view" / f"{root}Type.xsd"))
            second = xmlschema.XMLSchema(published / "view" / f"{root}Type.xsd")
            for path in paths:
                first.assertValid(etree.parse(path))
                second.validate(path)
            found[root] += len(paths)
    assert set(found) == set(ROOTS.values())
    assert found["EndOfDayRapportStruktur"] == len(DAYS)


def test_each_day_comes_to_what_its_night_found(week: Week) -> None:
    """Its totals, and the records of sessions and purchases, from the XML alone: every category, to the cent."""
    for day, folder in zip(DAYS, folders(week), strict=True):
        closed: dict[str, Counter[str]] = defaultdict(Counter)
        for each in week.closed[day]["totals"]:
            names = {"staked": each["staked"] - each["refunded"], "paid": each["paid"], "rake": each["commission"]}
            closed[category(each["regulation"])].update(names)
        bought = records(folder, "PokerTurneringTransaktion", "TurneringTransaktionInfo")
        for one in records(folder, "EndOfDayRapport", "SpilOpgørelse"):
            name, due = one["SpilKategoriNavn"], closed[one["SpilKategoriNavn"]]
            assert amount(one["EndOfDayRapportIndskudSpil"]) == due["staked"], (day, name)
            assert amount(one["EndOfDayRapportGevinster"]) == due["paid"], (day, name)
            assert amount(one["EndOfDayRapportKommissionRake"]) == due["rake"], (day, name)
            count = int(one["EndOfDayRapportAntalSpil"])
            if name == "PokerTurnering":
                assert total(bought, "PokerKøbBeløb") == due["staked"]
                assert total(bought, "PokerKøbFee") == due["rake"]
                assert count == sum(-1 if "SpilAnnullering" in each else 1 for each in bought)
                continue
            played, stem = records(folder, name, SESSIONS[name]), SESSIONS[name].replace("CashGame", "Poker")
            stem = stem.replace("KasinospilSession", "Kasinospil")
            assert total(played, f"{stem}IndskudSpil") == due["staked"]
            assert total(played, f"{stem}GevinstSpil") == due["paid"]
            assert sum(amount(each.get("PokerSessionRake", "0.00")) for each in played) == due["rake"]
            assert count == len(played) > 0


def test_a_session_over_midnight_is_told_once_on_each_day(week: Week) -> None:
    """In parts of their own ids, which begin with the same session and table; no id comes twice in the week, and no file's either."""
    ids, parts = Counter[str](), defaultdict[str, list[str]](list)
    for prefix, element in SESSIONS.items():
        for day, folder in zip(DAYS, folders(week), strict=True):
            for one in records(folder, prefix, element):
                place, _, on = one["SpilTransaktionIdentifikation"].rpartition("-")
                assert on == day.replace("-", "")
                ids[one["SpilTransaktionIdentifikation"]] += 1
                parts[place].append(day)
    assert max(ids.values()) == 1
    assert sum(len(days) > 1 for days in parts.values()) > 0, "no session goes on over a midnight"
    for prefix in ("PokerTurneringTransaktion",):
        for file in of(week, prefix):
            ids.update(
                one.findtext("SpilTransaktionIdentifikation", "")
                for one in file.iter("TurneringTransaktionInfo")
                if one.find("SpilAnnullering") is None
            )
    assert max(ids.values()) == 1
    own = Counter(file.findtext(".//SpilFilIdentifikation") for prefix in ROOTS for file in of(week, prefix))
    assert max(own.values()) == 1


def test_hands_of_the_week_are_counted_once(week: Week) -> None:
    """Each for everybody who was dealt in, on whichever day."""
    due = sum(
        len(entry.event.seats)
        for entry in week.log
        if entry.kind == "hand.started.v1" and entry.event.tournament is None and entry.event.terms.unit.in_euro
    )
    found = sum(
        int(one["PokerSessionAntalHænder"])
        for folder in folders(week)
        for one in records(folder, "PokerCashGame", "CashGameSession")
    )
    assert found == due > 0


def test_tournaments_of_the_week_agree_from_structure_to_structure(week: Week) -> None:
    """Each that ends had started; what it sold over the days is what its end says, and its prizes are those of the days' totals."""
    started = {file.findtext(".//SpilProduktIdentifikation") for file in of(week, "PokerTurneringStart")}
    ended = {file.findtext(".//SpilProduktIdentifikation", ""): file for file in of(week, "PokerTurneringSlut")}
    assert started == set(ended), "all of them are over"
    bought = defaultdict[str, list[dict[str, str]]](list)
    for file in of(week, "PokerTurneringTransaktion"):
        bought[file.findtext(".//SpilProduktIdentifikation", "")] += [
            {field.tag: field.text or "" for field in one} for one in file.iter("TurneringTransaktionInfo")
        ]
    for name, sold in bought.items():
        plain = {one["SpilTransaktionIdentifikation"] for one in sold if "SpilAnnullering" not in one}
        back = {one["SpilTransaktionIdentifikation"] for one in sold if "SpilAnnullering" in one}
        assert back <= plain
        if name not in ended:
            assert total(sold, "PokerKøbBeløb") == 0, "cancelled before it started, everything came back"
            continue
        end = {field.tag: field.text or "" for field in next(ended[name].iter("TurneringsSlutInfo"))}
        pool = sum(amount(end[f"Poker{figure}TillIndh"]) for figure in ("BuyIn", "Rebuy", "Addon"))
        assert pool + amount(end["PokerFeeTillIndh"]) == total(sold, "PokerKøbBeløb")
        assert amount(end["PokerFeeTillIndh"]) == total(sold, "PokerKøbFee")
        counts = Counter(one["PokerKøbType"] for one in sold if "SpilAnnullering" not in one)
        counts["buyin"] -= len(back)
        for figure, sort in (("Buyin", "buyin"), ("Rebuy", "rebuy"), ("Addon", "addon")):
            assert int(end[f"Poker{figure}AntalTotal"]) == counts[sort]
        won = [{field.tag: field.text or "" for field in one} for one in ended[name].iter("Vinder")]
        assert {one["SpilTransaktionIdentifikation"] for one in won} <= plain
        assert total(won, "SpilGevinstSpil") == amount(end["PokerGevinstTillIndh"])
    told_by_day = [
        one
        for folder in folders(week)
        for one in records(folder, "EndOfDayRapport", "SpilOpgørelse")
        if one["SpilKategoriNavn"] == "PokerTurnering"
    ]
    prizes = [amount(one.findtext("SpilGevinstSpil", "")) for file in ended.values() for one in file.iter("Vinder")]
    assert sum(prizes) == total(told_by_day, "EndOfDayRapportGevinster") > 0


def test_a_restored_copy_gives_the_same_bytes(week: Week, forgetful: None, tmp_path: Path) -> None:
    """The database and the keys in another place, its views made anew: every file of two days."""
    there = restored(week.folder, tmp_path / "restored")
    rebuilt(there)
    told(there, (DAYS[2], DAYS[-1]))
    for day in (DAYS[2], DAYS[-1]):
        same_files(week.folder / f"denmark-{day}", there / f"denmark-{day}")
