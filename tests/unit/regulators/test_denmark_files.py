"""The standard records of Denmark, from a simulated night: read as XML alone, and held against what the night closed the day with."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

import pytest
import xmlschema
from lxml import etree

from tests.tools.cli_run import inside, tombo
from tests.vectors.shared import shared
from tests.worlds.reported import DAY, TOMBO, Night
from tests.worlds.reported_denmark import ROOTS, SETTINGS, amount, danish, files, open_schemas, records, total
from tests.worlds.restored import rebuilt, restored, same_files
from tombo.ledger.core.clock import display_instant
from tombo.ledger.operate.keyring import Keyring, open_checked
from tombo.ledger.terms.every import LAWS
from tombo.reports.regulators.layout import layout


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


@pytest.mark.corpus
def test_the_published_schemas_are_what_an_operator_passes(night: Night, folder: Path) -> None:
    """The folder as it was published: the same files, released, checked and listed."""
    words = ("--settings", "safe.toml", "--xsd", str(shared("regulators/dk")))
    with inside(night.folder):
        released = tombo(*TOMBO, "--json", "report", "release", "denmark", DAY, *words, "--out", "published")
        assert released.status == 0, released.err
        checked = tombo(*TOMBO, "--json", "report", "check", "denmark", DAY, *words, "--files", "published")
        assert (checked.status, checked.document["at_hand"], checked.document["made_again"]) == (0, [], [])
        (shown,) = tombo(*TOMBO, "--json", "report", "show", "denmark", DAY).document["releases"]
    names = sorted(path.name for path in folder.iterdir())
    assert [file["name"] for file in shown["files"]] == names
    assert all((night.folder / "published" / name).read_bytes() == (folder / name).read_bytes() for name in names)


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
            sum(-1 if "SpilAnnullering" in one else 1 for one in bought),
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


def test_a_session_at_a_table_is_one_record_with_places_in_the_log(night: Night, folder: Path) -> None:
    """Each id once; it leads to the session, the table and the day, the player to his registration, and the channel is that of his device."""
    log = {str(entry.index): entry for entry in night.log}
    devices = {entry.stream: entry.event.device for entry in night.log if entry.kind == "access.opened.v1"}
    played = dict[str, set[str]]()
    for entry in night.log:
        if entry.kind == "access.session_played.v1":
            played.setdefault(entry.event.session, set()).add(devices[entry.stream])
    channels = {"computer": "Internet", "mobile_app": "Mobil", "mobile_browser": "Mobil", "television": "Andet"}
    found = records(folder, "PokerCashGame", "CashGameSession")
    found += records(folder, "KasinospilSinglePlayer", "KasinospilSession")
    for record in found:
        session, table, day = record["SpilTransaktionIdentifikation"].split("-")
        started, opened, made = log[session], log[table], log[record["SpillerInformationIdentifikation"]]
        assert (started.kind, made.kind, day) == ("session.started.v1", "registration.made.v1", "20261025")
        assert opened.kind in {"table.opened.v1", "banked.opened.v1"}
        assert made.stream == f"registration:{started.event.player}"
        assert record["SpilProduktNavn"] == f"Product {started.event.regulation}"
        name = started.stream.partition(":")[2]
        assert record["SpilSalgskanal"] in {channels[device] for device in played[name]}
        assert record["SpilKøbDatoTid"] <= record["SpilFaktiskSlutDatoTid"] <= "2026-10-26T00:00:00.000000Z"
        assert record["SpilKøbDatoTid"] >= display_instant(started.recorded)[:17]
        assert (record["ValutaOplysningKode"], record["SpilProduktÅbentNetværk"]) == ("EUR", "0")
    assert len({record["SpilTransaktionIdentifikation"] for record in found}) == len(found) > 50
    assert {record["SpilSalgskanal"] for record in found} == {"Internet", "Mobil", "Andet"}
    kinds = {record["SpilProduktNavn"][8:]: record["KasinospilKategori"] for record in found[60:]}
    assert kinds == {"R803": "poker", "R804": "roulette", "R805": "blackjack"}
    dealt = sum(
        len(entry.event.seats)
        for entry in night.log
        if entry.kind == "hand.started.v1" and entry.event.tournament is None and entry.event.terms.unit.in_euro
    )
    assert sum(int(record.get("PokerSessionAntalHænder", "0")) for record in found) == dealt > 0


def test_a_tournament_is_told_in_three_structures_that_agree(night: Night, folder: Path) -> None:
    """What is bought less what is given back comes to the figures of its end; a purchase that is given back has its id again, once."""
    ends = {file.findtext(".//SpilProduktIdentifikation"): file for file in files(folder, "PokerTurneringSlut")}
    starts = [file.findtext(".//SpilProduktIdentifikation") for file in files(folder, "PokerTurneringStart")]
    assert sorted(map(str, starts)) == sorted(map(str, ends))
    assert len(ends) == 3
    log, given_back = {str(entry.index): entry for entry in night.log}, 0
    for file in files(folder, "PokerTurneringTransaktion"):
        name = file.findtext(".//SpilProduktIdentifikation", "")
        bought = [
            {field.tag: field.text or "" for field in one.iter()} for one in file.iter("TurneringTransaktionInfo")
        ]
        plain = {one["SpilTransaktionIdentifikation"]: one for one in bought if "SpilAnnullering" not in one}
        flagged = {one["SpilTransaktionIdentifikation"]: one for one in bought if "SpilAnnullering" in one}
        assert len(plain) + len(flagged) == len(bought)
        for place, one in plain.items():
            entry = log[place]
            assert (entry.kind, entry.stream) == ("tournament.registered.v1", f"tournament:{name}")
            assert one["SpilKøbDatoTid"] == display_instant(
                entry.recorded if entry.occurred is None else entry.occurred
            )
        for place, one in flagged.items():
            same = ("SpillerInformationIdentifikation", "SpilKøbDatoTid", "PokerKøbType")
            assert [one[field] for field in same] == [plain[place][field] for field in same]
            assert amount(one["PokerKøbBeløb"]) < 0 < amount(plain[place]["PokerKøbBeløb"])
            assert (one["SpilAnnullering"], one["SpilAnnulleringDatoTid"] > one["SpilKøbDatoTid"]) == ("1", True)
        given_back += len(flagged)
        refunds = [
            entry.event
            for entry in night.log
            if entry.kind == "tournament.refunded.v1" and entry.stream.endswith(f":{name}")
        ]
        assert total(list(flagged.values()), "PokerKøbBeløb") == -sum(one.fee + one.share for one in refunds)
        end = {field.tag: field.text or "" for field in ends[name].iter("TurneringsSlutInfo").__next__()}
        for figure in ("BuyIn", "Fee", "Rebuy", "Addon", "BuyinAntal", "RebuyAntal", "AddonAntal", "Gevinst"):
            assert end[f"Poker{figure}TillIndh"] == end[f"Poker{figure}Total"]
        pool = sum(amount(end[f"Poker{figure}Total"]) for figure in ("BuyIn", "Rebuy", "Addon"))
        assert amount(end["PokerFeeTotal"]) == total(bought, "PokerKøbFee")
        assert pool == total(bought, "PokerKøbBeløb") - total(bought, "PokerKøbFee")
        assert int(end["PokerBuyinAntalTotal"]) == len(plain) - len(flagged)
        won = [{field.tag: field.text or "" for field in one} for one in ends[name].iter("Vinder")]
        assert {one["SpilTransaktionIdentifikation"] for one in won} <= set(plain) - set(flagged)
        assert total(won, "SpilGevinstSpil") == amount(end["PokerGevinstTotal"])
        assert amount(end["PokerGevinstTotal"]) == pool + amount(end["PokerTilføjetPrizepool"])
    kinds = Counter(entry.kind for entry in night.log)
    assert given_back == kinds["tournament.refunded.v1"] + kinds["tournament.registration_cancelled.v1"] > 0


def test_every_file_has_an_id_of_its_own_and_the_same_on_a_restored_copy(
    night: Night, folder: Path, tmp_path: Path
) -> None:
    """Made twice, and on a copy of database and keys whose views were made anew: the same names and bytes; ids are no two alike."""
    there = restored(night.folder, tmp_path / "restored", "schemas", "safe.toml")
    rebuilt(there)
    for place, out in ((night.folder, "twice"), (there, "danish")):
        with inside(place):
            assert danish("make", DAY, "--out", out).status == 0
        same_files(folder, place / out)
    names = sorted(path.name for path in folder.iterdir())
    with open_checked(f"sqlite:///{night.folder}/ledger.db", Keyring(night.folder / "keys"), read_only=True) as store:
        due = {str(uuid5(NAMESPACE_URL, f"{store.origin}/{name}")) for name in names}
    ids = [file.findtext(".//SpilFilIdentifikation") for prefix in ROOTS for file in files(folder, prefix)]
    assert (set(ids), len(ids)) == (due, len(due))
    assert {path.stat().st_mode & 0o077 for path in folder.iterdir()} == {0}


def test_every_game_has_a_code() -> None:
    """Whoever adds a game gives it one of the regulator's, in the layout."""
    assert layout("denmark", "v2").games.keys() == LAWS.keys()
