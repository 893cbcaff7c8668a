"""A tournament in the files of Spain, of which players took their entries back: who is counted, and from where a player bet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast
from xml.etree import ElementTree as ET

import pytest

from tests.tools.cli_run import inside, tombo
from tests.worlds.reported import TOMBO
from tests.worlds.reported_spain import (
    MINUTE,
    SETTINGS,
    entered,
    money,
    registers,
    spanish,
    spanish_operator,
)
from tests.worlds.tournament import structure
from tombo.ledger.checked.store import CheckedStore
from tombo.ledger.core.clock import SystemClock
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.core.lisbon import window
from tombo.ledger.games.tournament.state import EntryState, Status, Tournament
from tombo.ledger.house.slips import SlipHead
from tombo.projections.line import AnyLine, Line
from tombo.reports.regulators.country import Reported
from tombo.reports.regulators.known import Known, Place, PlayedAccess
from tombo.reports.regulators.layout import layout
from tombo.reports.regulators.reading import SETTLED
from tombo.reports.regulators.sealed import SealedPersons
from tombo.reports.regulators.spain.records import SpanishRecords
from tombo.reports.regulators.spain.settings import spanish_settings
from tombo.reports.regulators.tournaments import TournamentTold

DAY = "2026-07-14"
FEE = 1_100


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ET.Element]:
    """The one record of a tournament that was cancelled: two entered it and took that back, and the first entered again."""
    folder = tmp_path_factory.mktemp("cup")
    spanish_operator(folder)
    entered(folder, window(DAY)[0] + 12 * 60 * MINUTE)
    with inside(folder), pytest.MonkeyPatch.context() as patched:
        patched.setattr(SystemClock, "now", lambda _: window(DAY)[1] + SETTLED)
        assert tombo(*TOMBO, "reconcile", "--day", DAY, "--close").status == 0
        made = spanish("make", DAY, "--out", "told")
        assert made.status == 0, made.err
        (found,) = registers(Path("told"), "POT")
        yield found


def test_everybody_who_is_told_is_counted(record: ET.Element) -> None:
    """Red before: of two players with a stake and its refund one was counted. The gazette counts all players of the tournament."""
    players = record.findall("Jugador")
    assert [money(one) for one in players] == [(-2 * FEE, 2 * FEE, 0), (-FEE, FEE, 0)]
    assert record.findtext("Juego/NumeroParticipantes") == str(len(players)) == "2"


def test_a_player_bet_from_where_his_entry_was_paid(record: ET.Element) -> None:
    """Red before: it was told from where his session began. Of the first he entered again, from a third device, and that entry counts."""
    found = [
        [one.findtext(name) for name in ("IP", "Dispositivo", "IdDispositivo")] for one in record.findall("Jugador")
    ]
    assert found == [["192.0.2.13", "OT", ""], ["192.0.2.22", "PC", ""]]


def of_entries(*entries: tuple[Status, str | None], owner: str = "p-1") -> list[tuple[str, str]]:
    """What is told of where one player bet, with his entries: what became of each, and the access it was paid through, which is his ``owner``'s."""
    known, settings = Known(), spanish_settings(SETTINGS.encode(), "dgoj.toml")
    known.registered["p-1"] = 1
    made = list[EntryState]()
    for number, (status, through) in enumerate(entries, 1):
        made.append(EntryState(number, "p-1", f"s-{number}", "cash", status=status))
        access = None if through is None else PlayedAccess(7, through, owner, "computer")
        known.places["tournament:t-1", "p-1", number] = Place(number, f"s-{number}", access)
    sealed = SimpleNamespace(origin=lambda access: SimpleNamespace(address=access.stream))
    reported = Reported(cast("CheckedStore", None), cast("SealedPersons", sealed), settings)
    records = SpanishRecords(layout("spain", "3.3"), settings.operator, known, reported, (0, 1))
    over: AnyLine = Line(9, "tournament:t-1", 9, "tournament.finished.v1", None, 0, EventBase())
    head = SlipHead("R810", "t-1", over.stream, between_players=True)
    state = Tournament(structure(), "SRIJ/2026/9", tuple(made))
    record = records.tournament(TournamentTold(over, None, over, head, state, ()))
    assert record is not None
    root = ET.fromstring(f"<R>{record.parts[0].content}</R>")
    return [(one.findtext("IP", ""), one.findtext("Dispositivo", "")) for one in root.findall("Jugador")]


def test_of_several_entries_the_first_that_he_did_not_take_back_is_told() -> None:
    """He bet with each of them, and the field is one; of who took back all it is the first. Where no access is on record it is nowhere."""
    assert of_entries(("eliminated", "a"), ("playing", "b")) == [("a", "PC")]
    assert of_entries(("cancelled", "a"), ("eliminated", "b"), ("playing", "c")) == [("b", "PC")]
    assert of_entries(("cancelled", "a"), ("cancelled", "b")) == [("a", "PC")]
    assert of_entries(("playing", None), ("playing", "b")) == [("", "OT")]


def test_an_entry_through_another_players_access_is_refused() -> None:
    """By its place in the log."""
    with pytest.raises(OutOfPlaceError, match="another player's session is played through it"):
        of_entries(("playing", "a"), owner="p-2")
