"""A week of every game as the Spanish regulator has it: valid, to the cent what the nights found, and told across midnight in parts of one session."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import xmlschema
from lxml import etree

from tests.tools.cli_run import inside
from tests.vectors.shared import shared
from tests.worlds.reported_spain import SECRETS, money, opened, registers, spanish, spanish_operator, verified
from tests.worlds.reported_week import DAYS, Week
from tests.worlds.restored import rebuilt, restored, same_files

pytestmark = pytest.mark.once

TYPES = {"R803": "COM", "R804": "RLT", "R805": "BLJ", "R807": "RLT"}
"""Of games against the house; every other but tournaments is poker between players."""


@pytest.fixture(scope="module")
def week(the_next_day: None, tmp_path_factory: pytest.TempPathFactory) -> Week:  # it stands before
    """Played, closed, and each day told in ``spain-<day>``."""
    week = Week.copied(tmp_path_factory)
    spanish_operator(week.folder)
    told(week.folder, DAYS)
    return week


def told(folder: Path, days: tuple[str, ...]) -> None:
    """The files of ``days``, made of the ledger in ``folder``."""
    with inside(folder):
        for day in days:
            made = spanish("make", day, "--out", f"spain-{day}")
            assert made.status == 0, made.err


def of(week: Week, kind: str) -> dict[str, list[ET.Element]]:
    """By day, the records of a kind."""
    return {day: registers(week.folder / f"spain-{day}", kind) for day in DAYS}


@pytest.mark.corpus
def test_every_document_of_the_week_is_as_the_published_schema_asks(week: Week) -> None:
    """All of them, by lxml and by xmlschema, without their signatures, which are verified."""
    path = shared("regulators/es") / "DGOJ_Monitorizacion_3.3.xsd"
    first, second = etree.XMLSchema(etree.parse(path)), xmlschema.XMLSchema(path)
    for kind in ("POT", "SES"):
        files = [file for day in DAYS for file in sorted((week.folder / f"spain-{day}").glob(f"*_{kind}_*.zip"))]
        assert len({file.name for file in files}) == len(files) >= len(DAYS) - 1
        for file in files:
            verified(opened(file))
            root = etree.fromstring(opened(file))
            root.remove(root[-1])
            first.assertValid(root)
            second.validate(etree.tostring(root))


def test_each_day_comes_to_what_its_night_found(week: Week) -> None:
    """Sessions, in each type of game: staked, given back, and won, to the cent."""
    for day, records in of(week, "SES").items():
        due, found = defaultdict[str, Counter[str]](Counter), defaultdict[str, Counter[str]](Counter)
        for each in week.closed[day]["totals"]:
            if each["regulation"] != "R810":
                sums = {"staked": -each["staked"], "back": each["refunded"], "won": each["paid"]}
                due[TYPES.get(each["regulation"], "POC")].update(sums)
        for record in records:
            (game,) = record.findall("Juego")
            staked, back, won = money(game)
            found[game.findtext("TipoJuego", "")].update({"staked": staked, "back": back, "won": won})
        assert found == due, day


def test_tournaments_of_the_week_come_to_what_its_nights_found(week: Week) -> None:
    """Each is told once, on the day on which it was over; all of them together are what the days were closed with."""
    due, found, ids = Counter[str](), Counter[str](), Counter[str]()
    for day, records in of(week, "POT").items():
        for each in week.closed[day]["totals"]:
            if each["regulation"] == "R810":
                due.update({"staked": -each["staked"], "back": each["refunded"], "won": each["paid"]})
        for record in records:
            ids[record.findtext("Juego/JuegoId", "")] += 1
            for player in record.findall("Jugador"):
                staked, back, won = money(player)
                found.update({"staked": staked, "back": back, "won": won})
    assert found == due
    assert set(ids.values()) == {1}
    kinds = Counter(entry.kind for entry in week.log)
    entered = {entry.stream for entry in week.log if entry.kind == "tournament.registered.v1"}
    over = {e.stream for e in week.log if e.kind in {"tournament.finished.v1", "tournament.cancelled.v1"}}
    assert len(ids) == len(entered & over)
    assert kinds["tournament.cancelled.v1"] > 0


def test_who_took_his_entry_back_is_told_and_counted(week: Week) -> None:
    """With what he staked and got back: the number of a tournament is that of its players in the record."""
    log, fewer = {str(entry.index): entry for entry in week.log}, 0
    for record in (one for records in of(week, "POT").values() for one in records):
        stream = log[record.findtext("Juego/JuegoId", "")].stream
        events = [entry for entry in week.log if entry.stream == stream]
        back = {e.event.entry for e in events if e.kind == "tournament.registration_cancelled.v1"}
        came = [e.event for e in events if e.kind in {"tournament.registered.v1", "tournament.reentered.v1"}]
        taking_part = {event.player for event in came if event.entry not in back}
        players = record.findall("Jugador")
        assert len(players) == len({event.player for event in came})
        assert record.findtext("Juego/NumeroParticipantes") == str(len(players))
        fewer += len(players) - len(taking_part)
    assert fewer > 0


def test_a_session_over_midnight_is_told_in_parts_of_one_id(week: Week) -> None:
    """The first of them new and no other, none of them complete; a session of one part is new. No record has another's id."""
    parts, ids = defaultdict[str, list[ET.Element]](list), Counter[str]()
    for kind in ("POT", "SES"):
        for records in of(week, kind).values():
            ids.update(record.findtext("Cabecera/RegistroId", "") for record in records)
    for records in of(week, "SES").values():
        for record in records:
            parts[record.findtext(".//SesionId", "")].append(record)
    assert set(ids.values()) == {1}
    assert all(found[0].findtext(".//SesionNueva") == "S" for found in parts.values()), "red before"
    several = [found for found in parts.values() if len(found) > 1]
    assert several, "no session goes on over a midnight"
    for found in several:
        assert {one.findtext(".//SesionCompleta") for one in found} == {"N"}
        assert [one.findtext(".//SesionNueva") for one in found] == ["S", *["N"] * (len(found) - 1)]
        assert len({one.findtext(".//FechaInicioSesion") for one in found}) == 1
    dealt = sum(
        len(entry.event.seats)
        for entry in week.log
        if entry.kind == "hand.started.v1" and entry.event.tournament is None and entry.event.terms.unit.in_euro
    )
    poker = [one for found in parts.values() for one in found if one.findtext(".//TipoJuego") == "POC"]
    assert sum(int(one.findtext(".//PartidasJugadas", "")) for one in poker) == dealt > 0


def test_a_restored_copy_gives_the_same_bytes(week: Week, forgetful: None, tmp_path: Path) -> None:
    """The database and the keys in another place, its views made anew: every file of two days."""
    there = restored(week.folder, tmp_path / "restored", *SECRETS)
    rebuilt(there)
    told(there, (DAYS[2], DAYS[-1]))
    for day in (DAYS[2], DAYS[-1]):
        same_files(week.folder / f"spain-{day}", there / f"spain-{day}")
