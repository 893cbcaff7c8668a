"""Sessions as the Spanish regulator has them: whole, or in parts where a day ends in one; from where they began, and why they ended."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from xml.etree import ElementTree as ET
from zoneinfo import ZoneInfo

import pytest

from tests.tools.cli_run import inside, tombo
from tests.worlds.reported import TOMBO
from tests.worlds.reported_spain import MINUTE, SETTINGS, money, registers, spanish, spanish_operator, spun
from tombo.ledger.core.clock import SECOND, SystemClock
from tombo.ledger.core.lisbon import window
from tombo.ledger.core.money import Money
from tombo.ledger.house.account.events import Credited
from tombo.ledger.house.session.events import EndCause
from tombo.projections.line import Line
from tombo.reports.regulators.known import WHICHEVER, Known, Place, PlayedSession
from tombo.reports.regulators.reading import SETTLED
from tombo.reports.regulators.spain.clock import in_madrid, zoned

DAY, NEXT = "2026-07-14", "2026-07-15"
NOON = window(DAY)[0] + 12 * 60 * MINUTE
"""13:00 in Madrid is 12:00 in Lisbon, and 11:00 UTC."""
MIDNIGHT = window(DAY)[1]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where a ledger is made; both days may be told."""
    spanish_operator(tmp_path)
    monkeypatch.setattr(SystemClock, "now", lambda _: window(NEXT)[1] + SETTLED)
    with inside(tmp_path):
        yield tmp_path


def told(folder: Path, day: str) -> ET.Element:
    """The one record of a day, which is closed and made."""
    assert tombo(*TOMBO, "reconcile", "--day", day, "--close").status == 0
    made = spanish("make", day, "--out", day)
    assert made.status == 0, made.err
    (record,) = registers(folder / day, "SES")
    return record


def says(record: ET.Element, *names: str) -> list[str]:
    """What elements of a record hold, by their names."""
    return [one.text or "" for name in names for one in record.iter(name)]


def test_a_session_of_one_bet_is_told_whole(folder: Path) -> None:
    """Staked 1.00, won 36.00, at an American wheel; its times are of Madrid, and nothing of the session is planned on record."""
    spun(folder, NOON, ends="player")
    record = told(folder, DAY)
    (game,) = record.findall("Juego")
    assert money(game) == (-100, 0, 3600)
    names = ("JuegoDesc", "TipoJuego", "FechaInicio", "FechaFin", "Variante", "VarianteComercial", "JuegoEnVivo")
    noon, after = "20260714130000+0200", "20260714130030+0200"
    assert says(game, *names) == ["Juego R804", "RLT", noon, after, "Americana", "Juego R804", "N"]
    assert says(game, "PartidasJugadas", "MesaId", "JuegoEnRed") == ["1"]
    assert [each.tag for each in game.findall("Botes/*")] == ["Total"]
    times = ("FechaInicioSesion", "FechaFinSesion", "FechaInicioPrimerJuego", "FechaFinUltimoJuego")
    assert says(record, *times) == ["20260714125900+0200", after, noon, after]
    planned = ("DuracionLimite", "GastoLimite", "PeriodoExclusion", "TiempoExclusion")
    assert says(record, *planned) == ["240000", "1000.00", "N"]
    assert says(record, "SesionCompleta", "SesionNueva", "MotivoFinSesion") == ["S", "S", "Usuario"]
    assert says(record, "IP", "Dispositivo", "IdDispositivo") == ["192.0.2.7", "MO", ""]
    assert says(record, "RegistroId", "SubregistroId", "SubregistroTotal") == [
        f"SES-20260714-{says(record, 'SesionId')[0]}",
        "1",
        "1",
    ]


@pytest.mark.parametrize(("cause", "told_as"), [("limit", "Limite"), ("operator", "Conexion"), ("player", "Usuario")])
def test_why_a_session_ended_is_told_in_the_words_of_the_list(folder: Path, cause: EndCause, told_as: str) -> None:
    """What neither the player nor a limit ended has the word that is left."""
    spun(folder, NOON, ends=cause)
    assert says(told(folder, DAY), "MotivoFinSesion", "SesionCompleta") == [told_as, "S"]


def test_a_session_over_midnight_is_told_in_two_parts_of_one_id(folder: Path) -> None:
    """The first ends with its day, the second is no new one; each has what was played in it, and both come to the whole."""
    spun(folder, MIDNIGHT - MINUTE, MIDNIGHT + MINUTE, MIDNIGHT + 2 * MINUTE, ends="player")
    first, second = told(folder, DAY), told(folder, NEXT)
    assert says(first, "SesionId", "JuegoId", "FechaInicioSesion") == says(
        second, "SesionId", "JuegoId", "FechaInicioSesion"
    )
    assert says(first, "SesionCompleta", "SesionNueva", "MotivoFinSesion") == ["N", "S", "Conexion"]
    assert says(second, "SesionCompleta", "SesionNueva", "MotivoFinSesion") == ["N", "N", "Usuario"]
    assert says(first, "FechaFinSesion", "FechaFinUltimoJuego") == ["20260715005959+0200", "20260715005930+0200"]
    assert says(second, "FechaFinSesion", "FechaInicioPrimerJuego") == ["20260715010230+0200", "20260715010100+0200"]
    assert [money(each.findall("Juego")[0]) for each in (first, second)] == [(-100, 0, 3600), (-200, 0, 7200)]
    assert [says(each, "PartidasJugadas") for each in (first, second)] == [["1"], ["2"]]
    assert says(first, "RegistroId") != says(second, "RegistroId")


def test_a_session_that_is_played_behind_midnight_first_is_new_and_whole(folder: Path) -> None:
    """Red before: it was told as a part of one that had been told the day before. Rectified it is not new, and whole all the same."""
    spun(folder, MIDNIGHT + MINUTE // 2, MIDNIGHT + 2 * MINUTE, ends="player")
    assert tombo(*TOMBO, "reconcile", "--day", DAY, "--close").status == 0
    assert spanish("make", DAY, "--out", DAY).status == 0
    assert registers(folder / DAY, "SES") == []
    record = told(folder, NEXT)
    assert says(record, "FechaInicioSesion", "FechaInicioPrimerJuego") == ["20260715005930+0200", "20260715010030+0200"]
    assert says(record, "SesionCompleta", "SesionNueva", "MotivoFinSesion") == ["S", "S", "Usuario"]
    for number, new in ((1, "S"), (2, "N")):
        assert spanish("release", NEXT, "--out", f"sent-{number}").status == 0
        (record,) = registers(folder / f"sent-{number}", "SES")
        assert says(record, "SesionCompleta", "SesionNueva", "MotivoFinSesion") == ["S", new, "Usuario"]


def test_the_end_of_a_session_is_not_told_by_itself(folder: Path) -> None:
    """Played before midnight and ended behind it: its one part says that it goes on, as all that was known of its day did."""
    spun(folder, MIDNIGHT - 2 * MINUTE, ends="player", rests=10 * MINUTE)
    record = told(folder, DAY)
    assert says(record, "SesionCompleta", "SesionNueva", "MotivoFinSesion") == ["N", "S", "Conexion"]
    assert says(record, "FechaFinSesion") == ["20260715005959+0200"]
    assert tombo(*TOMBO, "reconcile", "--day", NEXT, "--close").status == 0
    assert spanish("make", NEXT, "--out", NEXT).status == 0
    assert registers(folder / NEXT, "SES") == []


def test_what_a_source_says_late_of_the_day_before_makes_a_session_known_then(folder: Path) -> None:
    """The bet of 23:59 is recorded at 0:09: it is told with its day, so that what follows is no new session."""
    spun(folder, MIDNIGHT - MINUTE, MIDNIGHT + 12 * MINUTE, ends="player", late=10 * MINUTE)
    first, second = told(folder, DAY), told(folder, NEXT)
    assert says(first, "SesionCompleta", "SesionNueva", "MotivoFinSesion") == ["N", "S", "Conexion"]
    assert says(second, "SesionCompleta", "SesionNueva", "MotivoFinSesion") == ["N", "N", "Usuario"]
    assert [says(each, "PartidasJugadas") for each in (first, second)] == [["1"], ["1"]]


def test_a_session_that_goes_on_elsewhere_is_told_from_where_it_began(folder: Path) -> None:
    """He went on at a computer, with another address."""
    spun(folder, NOON, NOON + MINUTE)
    assert says(told(folder, DAY), "IP", "Dispositivo") == ["192.0.2.7", "MO"]


def test_a_session_from_before_he_was_registered_is_told_from_nowhere(folder: Path) -> None:
    """What is not on record is left out and counted."""
    spun(folder, NOON, registers="later")
    assert says(told(folder, DAY), "IP", "Dispositivo", "IdDispositivo") == ["", "OT", ""]
    made = spanish("make", DAY, "--out", "counted")
    assert made.document["left_out"] == {"IP": 1, "IdDispositivo": 1, "PlanificacionSesion": 1}


def test_an_address_of_version_6_has_room(folder: Path) -> None:
    """The longest there is has 39 characters, and the field 50."""
    address = "2001:db8:1111:2222:3333:4444:5555:6666"
    spun(folder, NOON, address=address)
    assert says(told(folder, DAY), "IP") == [address]


def test_a_live_wheel_is_told_as_one(folder: Path) -> None:
    """As the operator says of his game."""
    text = SETTINGS.replace('name = "Juego R804"', 'name = "Juego R804"\nlive = true')
    (folder / "dgoj.toml").write_text(text, encoding="utf-8")
    spun(folder, NOON)
    assert says(told(folder, DAY), "JuegoEnVivo") == ["S"]


def test_what_a_tournament_gives_is_played_at_no_table_of_its_name() -> None:
    """``copa/1`` is the name of a tournament, or of a round at ``copa``. Red before: the session at that wheel was new no more on the day on which it was first played."""
    known = Known()
    known.sessions["s-1"] = PlayedSession(1, "p-1", "R804", NOON)
    known.places["banked:copa", "p-1", WHICHEVER] = Place(2, "s-1")
    for index, (cause, played) in enumerate([("tournament:copa/1", None), ("roulette:copa/1", NOON + 4)], 3):
        event = Credited(amount=Money(100), cause=cause, cause_version=1, wallet="cash")
        known.step(Line(index, "account:p-1", index, "account.credited.v1", None, NOON + index, event))
        assert known.sessions["s-1"].played == played


def test_the_clocks_are_those_of_madrid() -> None:
    """Against the database of time zones: the last second of every hour of four years, and the first of the next."""
    zone, begins = ZoneInfo("Europe/Madrid"), 1_767_225_600
    for hour in range(4 * 366 * 24):
        for second in (-1, 0):
            instant = begins + hour * 3_600 + second
            due = datetime.fromtimestamp(instant, tz=zone)
            assert zoned(instant * SECOND) == f"{due:%Y%m%d%H%M%S%z}"
            assert in_madrid(instant * SECOND) == due.replace(tzinfo=None)
