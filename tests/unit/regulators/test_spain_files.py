"""The files of Spain, from a simulated night: opened, and read as XML alone; held against what the night closed the day with."""

from __future__ import annotations

import re
from datetime import datetime
from ipaddress import ip_address
from itertools import pairwise
from pathlib import Path
from typing import Final, cast
from xml.etree import ElementTree as ET

import pytest
import xmlschema
from cryptography.exceptions import InvalidSignature
from cryptography.x509 import load_pem_x509_certificate
from lxml import etree

from tests.tools.cli_run import inside
from tests.vectors.shared import shared
from tests.worlds.reported import DAY, Night
from tests.worlds.reported_spain import (
    PASSWORD,
    SECRETS,
    TYPE,
    amount,
    lote,
    lotes,
    money,
    opened,
    registers,
    spanish,
    spanish_operator,
    verified,
)
from tests.worlds.restored import rebuilt, restored, same_files
from tombo.ledger.checked.store import CheckedStore
from tombo.ledger.core.entry import EventBase
from tombo.ledger.house.slips import SlipHead
from tombo.ledger.terms.every import LAWS
from tombo.projections.line import Line
from tombo.reports.regulators.country import Reported
from tombo.reports.regulators.known import Known, PlayedSession
from tombo.reports.regulators.layout import layout
from tombo.reports.regulators.sealed import SealedPersons
from tombo.reports.regulators.sessions import SessionPart, TablePart
from tombo.reports.regulators.spain import lotes as lotes_
from tombo.reports.regulators.spain import records
from tombo.reports.regulators.spain.settings import spanish_settings

REGISTERS: Final = {"POT": "RegistroPoquerTorneo", "SES": "RegistroOtrosJuegos"}
DATES: Final = ("FechaInicioSesion", "FechaInicioPrimerJuego", "FechaFinUltimoJuego")


@pytest.fixture(scope="module")
def folder(night: Night) -> Path:
    """Where the files of the night are, as Spain has them."""
    spanish_operator(night.folder)
    with inside(night.folder):
        made = spanish("make", DAY, "--out", "spanish")
    assert made.status == 0, made.err
    return night.folder / "spanish"


@pytest.mark.corpus
def test_every_document_is_as_the_published_schema_asks(folder: Path) -> None:
    """By lxml and by xmlschema, without its signature, whose own schema is another's."""
    path = shared("regulators/es") / "DGOJ_Monitorizacion_3.3.xsd"
    first, second = etree.XMLSchema(etree.parse(path)), xmlschema.XMLSchema(path)
    kinds = set[str]()
    for file in sorted(folder.iterdir()):
        root = etree.fromstring(opened(file))
        signature = root[-1]
        assert signature.tag == "{http://www.w3.org/2000/09/xmldsig#}Signature"
        root.remove(signature)
        first.assertValid(root)
        second.validate(etree.tostring(root))
        kinds.add(file.name.split("_")[4])
    assert kinds == {"POT", "SES"}


def test_the_files_come_to_what_the_day_was_closed_with(night: Night, folder: Path) -> None:
    """Staked, given back and won, by the type of the game, to the cent."""
    assert night.closed.status == 0, night.closed.err
    types = {"R803": "COM", "R804": "RLT", "R805": "BLJ", "R807": "RLT", "R810": "POT"}
    due, found = dict[str, list[int]](), dict[str, list[int]]()
    for total in night.closed.document["totals"]:
        amounts = (-total["staked"], total["refunded"], total["paid"])
        adds(due.setdefault(types.get(total["regulation"], "POC"), [0, 0, 0]), amounts)
    for record in registers(folder, "SES"):
        (game,) = record.findall("Juego")
        adds(found.setdefault(game.findtext("TipoJuego", ""), [0, 0, 0]), money(game))
    for record in registers(folder, "POT"):
        for player in record.findall("Jugador"):
            adds(found.setdefault("POT", [0, 0, 0]), money(player))
    assert found == due
    assert set(due) == {"BLJ", "COM", "POC", "POT", "RLT"}


def adds(sums: list[int], amounts: tuple[int, int, int]) -> None:
    """To each sum its amount."""
    for place, each in enumerate(amounts):
        sums[place] += each


def test_every_document_is_signed_by_the_operator_when_the_day_was_closed(night: Night, folder: Path) -> None:
    """Each digest and the signature are found again from the XML alone; what the file is called says the same time, and the document the same id."""
    own = load_pem_x509_certificate((night.folder / "operator.pem").read_bytes())
    for file in sorted(folder.iterdir()):
        certificate, at = verified(opened(file))
        assert (certificate, at) == (own, "2026-10-26T02:00:00+01:00")
        root = lote(file)
        names = ("OperadorId", "AlmacenId", "LoteId", "Version")
        operator, store, name, version = (root.findtext(f"Cabecera/{each}", "") for each in names)
        kind = name[:3]
        assert (version, file.name) == ("3.3", f"{operator}_{store}_JU_JUC_{kind}_20261026020000_{name}.zip")
        assert re.fullmatch(r"(POT|SES)-20261025-000[1-9]", name)
        assert {each.get(TYPE) for each in root.findall("Registro")} == {REGISTERS[kind]}
        assert file.stat().st_mode & 0o077 == 0


def test_a_document_that_was_touched_is_not_verified(folder: Path) -> None:
    """A cent, an id, or a date: the tests would see it."""
    document = opened(min(folder.iterdir()))
    for was, becomes in (
        (b"<Cantidad>", b"<Cantidad>1"),
        (b"<JugadorId>", b"<JugadorId>9"),
        (b"T02:00:00", b"T02:00:01"),
    ):
        assert was in document
        with pytest.raises((AssertionError, InvalidSignature)):
            verified(document.replace(was, becomes, 1))


def test_a_file_opens_under_its_password_alone(folder: Path) -> None:
    """And not under one that differs in its last letter."""
    file = min(folder.iterdir())
    with pytest.raises(AssertionError):
        opened(file, f"{PASSWORD[:-1]}z")
    salts = {path.read_bytes()[path.read_bytes().index(b"enveloped.xml") + 24 :][:16] for path in folder.iterdir()}
    assert len(salts) == len(list(folder.iterdir())), "no two documents are encrypted under one key"


def test_a_session_is_one_record_with_places_in_the_log(night: Night, folder: Path) -> None:
    """Each id once; it leads to the session, the player to his registration, the device and address are those it began with."""
    log = {str(entry.index): entry for entry in night.log}
    devices = {entry.stream: entry.event.device for entry in night.log if entry.kind == "access.opened.v1"}
    began = dict[str, str]()
    for entry in night.log:
        if entry.kind == "access.session_played.v1":
            began.setdefault(f"session:{entry.event.session}", devices[entry.stream])
    told = {"computer": "PC", "mobile_app": "MO", "mobile_browser": "MO", "television": "OT"}
    found, types, versions = registers(folder, "SES"), dict[str, set[str]](), set[int]()
    for record in found:
        started = log[record.findtext(".//SesionId", "")]
        made = log[record.findtext(".//JugadorId", "")]
        assert (started.kind, made.kind) == ("session.started.v1", "registration.made.v1")
        assert made.stream == f"registration:{started.event.player}"
        regulation = started.event.regulation
        types.setdefault(record.findtext(".//TipoJuego", ""), set()).add(regulation)
        assert record.findtext(".//JuegoDesc") == f"Juego {regulation}"
        assert record.findtext(".//Dispositivo") == told[began[started.stream]]
        address = record.findtext(".//IP", "")
        versions.add(ip_address(address).version)
        tables = record.findtext(".//MesaId")
        if tables is not None:
            assert {log[one].kind for one in tables.split(",")} == {"table.opened.v1"}
        dates = [record.findtext(f".//{name}", "") for name in DATES]
        assert all(re.fullmatch(r"2026102[56]\d{6}\+0[12]00", date) for date in dates), dates
        assert instant(dates[0]) <= instant(dates[1]) <= instant(dates[2])
    assert len({record.findtext("Cabecera/RegistroId") for record in found}) == len(found) > 50
    assert versions == {4, 6}
    assert types == {"BLJ": {"R805"}, "COM": {"R803"}, "POC": {"R806", "R809", "R811"}, "RLT": {"R804"}}
    dealt = sum(
        len(entry.event.seats)
        for entry in night.log
        if entry.kind == "hand.started.v1" and entry.event.tournament is None and entry.event.terms.unit.in_euro
    )
    poker = [record for record in found if record.findtext(".//TipoJuego") == "POC"]
    assert sum(int(record.findtext(".//PartidasJugadas", "")) for record in poker) == dealt > 0
    zones = {record.findtext(".//FechaInicio", "")[-5:] for record in found}
    assert zones == {"+0100", "+0200"}, "the clocks go back in this night"


def test_a_tournament_is_told_whole_when_it_is_over(night: Night, folder: Path) -> None:
    """Everybody who entered, and what he staked, got back and won: what nobody won of the stakes is the operator's, and what was overlaid his too."""
    log = {str(entry.index): entry for entry in night.log}
    over = {entry.stream for entry in night.log if entry.kind in {"tournament.finished.v1", "tournament.cancelled.v1"}}
    seen = set[str]()
    for record in registers(folder, "POT"):
        announced = log[record.findtext("Juego/JuegoId", "")]
        assert announced.kind == "tournament.announced.v1"
        seen.add(announced.stream)
        assert record.findtext("Juego/JuegoDesc") == announced.stream.partition(":")[2]
        entries = [entry for entry in night.log if entry.stream == announced.stream]
        entered = list(dict.fromkeys(e.event.player for e in entries if e.kind == "tournament.registered.v1"))
        players = record.findall("Jugador")
        assert [log[one.findtext("ID/JugadorId", "")].stream.partition(":")[2] for one in players] == entered
        assert {one.findtext("ID/OperadorId") for one in players} == {"0007"}
        won = sum(
            e.event.amount.cents
            for e in entries
            if e.kind in {"tournament.prize_awarded.v1", "tournament.bounty_awarded.v1"}
        )
        assert sum(amount(one, "Premios") for one in players) == won
        overlaid = sum(e.event.amount.cents for e in entries if e.kind == "tournament.overlay_added.v1")
        game = record.findall("Juego")[0]
        assert (amount(game, "ContribucionOperadorOVL") if overlaid else 0) == overlaid
        assert game.find("ContribucionOperadorADD") is None
        assert instant(game.findtext("FechaInicio", "")) <= instant(game.findtext("FechaFin", ""))
        assert game.findtext("NumeroParticipantes") == str(len(players))
    assert seen <= over
    assert len(seen) == len(registers(folder, "POT")) > 2


def test_records_of_many_players_are_split_and_documents_hold_so_many(
    night: Night, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here of 2 players a part, and 3 parts or 5 players a document: each is as full as may be, a record has one id, and its parts come to the same."""
    monkeypatch.setattr(records, "PLAYERS", 2)
    monkeypatch.setattr(lotes_, "SUBRECORDS", 3)
    monkeypatch.setattr(lotes_, "PLAYERS_MAX", 5)
    with inside(night.folder):
        made = spanish("make", DAY, "--out", "split")
    assert made.status == 0, made.err
    cut_by = set[str]()
    for kind in ("POT", "SES"):
        sizes = [[len(one.findall("Jugador")) for one in root] for root in lotes(night.folder / "split", kind)]
        full = [[players for players in each if players] for each in sizes]
        assert all(1 <= len(each) <= 3 and sum(each) <= 5 for each in full)
        for each, following in pairwise(full):
            assert len(each) == 3 or sum(each) + following[0] > 5
            cut_by.add("subrecords" if len(each) == 3 else "players")
    assert cut_by == {"subrecords", "players"}
    whole = {one.findtext("Cabecera/RegistroId", ""): one.findall("Jugador") for one in registers(folder, "POT")}
    parts = dict[str, list[ET.Element]]()
    for one in registers(night.folder / "split", "POT"):
        head = [one.findtext(f"Cabecera/{name}", "") for name in ("RegistroId", "SubregistroId", "SubregistroTotal")]
        held = parts.setdefault(head[0], [])
        assert len(held) == 2 * (int(head[1]) - 1)
        held += one.findall("Jugador")
        last = head[1] == head[2]
        assert len(one.findall("Jugador")) == 2 or (last and len(one.findall("Jugador")) == 1)
        assert int(head[2]) == -(-len(whole[head[0]]) // 2)
    assert {name: [ET.tostring(one) for one in held] for name, held in parts.items()} == {
        name: [ET.tostring(one) for one in held] for name, held in whole.items()
    }


def test_of_more_tables_than_there_is_room_for_as_many_are_told_as_fit() -> None:
    """Each whole, at every width. Red before: nothing of the day could be told."""
    ids = [7, 1234, 567_890, 99]
    for width in range(1, 20):
        told = records.in_room(ids, width).split(",")
        assert told == [str(each) for each in ids[: len(told)]]
        assert len(",".join(told)) <= width
        assert len(told) == len(ids) or len(",".join([*told, str(ids[len(told)])])) > width


def test_tables_that_do_not_fit_are_counted(night: Night, folder: Path) -> None:
    """Of a session at 300 tables those that 1,000 characters have room for; of one at 3 all, and nothing is counted."""
    operator = spanish_settings((night.folder / "dgoj.toml").read_bytes(), "dgoj.toml")
    for tables, told in ((3, 3), (300, 1_001 // 6)):
        known = Known()
        known.registered["p-1"], known.sessions["s-1"] = 1, PlayedSession(2, "p-1", "R806", 0)
        part = SessionPart("s-1", "p-1", None)
        for index in range(10_000, 10_000 + tables):
            table = f"table:{index}"
            known.tables[table] = Line(index, table, 1, "table.opened.v1", None, 0, EventBase())
            part.tables[table] = TablePart(SlipHead("R806", "ER-POKER-1", table, between_players=True), 0, 0)
        reported = Reported(cast("CheckedStore", None), cast("SealedPersons", None), operator)
        made = records.SpanishRecords(layout("spain", "3.3"), operator.operator, known, reported, (0, 1))
        ((text, players),) = made.session(part).parts
        assert players == 1
        ids = ET.fromstring(f"<R>{text}</R>").findtext(".//MesaId", "").split(",")
        assert ids == [str(10_000 + number) for number in range(told)]
        assert made.left_out["MesaId"] == (told < tables)


def test_the_files_are_the_same_bytes_on_a_restored_copy(night: Night, folder: Path, tmp_path: Path) -> None:
    """Made twice, and on a copy of database and keys whose views were made anew."""
    there = restored(night.folder, tmp_path / "restored", *SECRETS)
    rebuilt(there)
    for place, out in ((night.folder, "twice"), (there, "spanish")):
        with inside(place):
            assert spanish("make", DAY, "--out", out).status == 0
        same_files(folder, place / out)


def test_every_game_has_a_type() -> None:
    """Whoever adds a game gives it one of the regulator's, in the layout."""
    assert layout("spain", "3.3").games.keys() == LAWS.keys()


def instant(zoned: str) -> datetime:
    """A time as the records have it."""
    return datetime.strptime(zoned, "%Y%m%d%H%M%S%z")


def test_a_document_has_room_for_what_the_model_asks_of_one() -> None:
    """500 subrecords (4.1.3, 4.5.8), of 1,000 players at most (4.5.3); and no more than 10,000 players."""
    assert (lotes_.SUBRECORDS, records.PLAYERS, lotes_.PLAYERS_MAX) == (500, 1_000, 10_000)
