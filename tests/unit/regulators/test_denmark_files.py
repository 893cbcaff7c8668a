"""The standard records of Denmark, from a simulated night: read as XML alone, and held against what the night closed the day with."""

from __future__ import annotations

from pathlib import Path

import pytest
import xmlschema
from lxml import etree

from tests.tools.cli_run import inside
from tests.vectors.shared import shared
from tests.worlds.reported import DAY, Night
from tests.worlds.reported_denmark import ROOTS, SETTINGS, danish, files, open_schemas, records, total


@pytest.fixture(scope="module")
def folder(night: Night) -> Path:
    """Where the files of the night are, as Denmark has them."""
    open_schemas(night.folder / "schemas")
    (night.folder / "safe.toml").write_text(SETTINGS, encoding="utf-8")
    with inside(night.folder):
        made = danish("make", DAY, "--out", "danish")
    assert made.status == 0, made.err
    return night.folder / "danish"


@pytest.mark.corpus
def test_every_file_is_as_the_published_schema_asks(folder: Path) -> None:
    """By lxml and by xmlschema; every structure of play is there."""
    published, found = shared("regulators/dk"), set[str]()
    for prefix, root in ROOTS.items():
        paths = sorted(folder.glob(f"{prefix}_*.xml"))
        if paths:
            first = etree.XMLSchema(etree.parse(published / "view" / f"{root}Type.xsd"))
            second = xmlschema.XMLSchema(published / "view" / f"{root}Type.xsd")
            found.add(root)
        for path in paths:
            first.assertValid(etree.parse(path))
            second.validate(path)
    assert found == set(ROOTS.values())


def test_the_day_comes_to_what_it_was_closed_with(night: Night, folder: Path) -> None:
    """The day's totals, the sums of the records, and the day as the night closed it: the same to the cent in every category."""
    (day,) = files(folder, "EndOfDayRapport")
    told = {one.findtext("SpilKategoriNavn", ""): one for one in day.iter("SpilOpgørelse")}
    assert set(told) == {"KasinospilSinglePlayer", "PokerCashGame", "PokerTurnering"}
    cash = records(folder, "PokerCashGame", "CashGameSession")
    casino = records(folder, "KasinospilSinglePlayer", "KasinospilSession")
    bought = records(folder, "PokerTurneringTransaktion", "TurneringTransaktionInfo")
    won = records(folder, "PokerTurneringSlut", "Vinder")
    sums = {
        "KasinospilSinglePlayer": (
            len(casino),
            total(casino, "KasinospilIndskudSpil"),
            total(casino, "KasinospilGevinstSpil"),
            0,
        ),
        "PokerCashGame": (
            len(cash),
            total(cash, "PokerSessionIndskudSpil"),
            total(cash, "PokerSessionGevinstSpil"),
            total(cash, "PokerSessionRake"),
        ),
        "PokerTurnering": (
            sum("SpilAnnullering" not in one for one in bought),
            total(bought, "PokerKøbBeløb"),
            total(won, "SpilGevinstSpil"),
            total(bought, "PokerKøbFee"),
        ),
    }
    closed = dict.fromkeys(told, (0, 0, 0))
    assert night.closed.status == 0, night.closed.err
    for each in night.closed.document["totals"]:
        of = {"R810": "PokerTurnering"}.get(each["regulation"], "PokerCashGame")
        of = "KasinospilSinglePlayer" if each["regulation"] in {"R803", "R804", "R805", "R807"} else of
        staked, paid, rake = closed[of]
        closed[of] = (
            staked + each["staked"] - each["refunded"],
            paid + each["paid"],
            rake + each["commission"],
        )
    names = ("EndOfDayRapportIndskudSpil", "EndOfDayRapportGevinster", "EndOfDayRapportKommissionRake")
    for category, one in told.items():
        fields = {field.tag: field.text or "" for field in one}
        assert tuple(total([fields], name) for name in names) == sums[category][1:] == closed[category], category
        assert (int(fields["EndOfDayRapportAntalSpil"]), fields["EndOfDayRapportIndskudJackpot"]) == (
            sums[category][0],
            "0.00",
        )
        assert sums[category][0] > 0
