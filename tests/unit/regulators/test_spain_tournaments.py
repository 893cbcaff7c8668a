"""A tournament in the files of Spain, of which players took their entries back: who is counted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.tools.cli_run import inside, tombo
from tests.worlds.reported import TOMBO
from tests.worlds.reported_spain import MINUTE, entered, money, registers, spanish, spanish_operator
from tombo.ledger.core.clock import SystemClock
from tombo.ledger.core.lisbon import window
from tombo.reports.regulators.reading import SETTLED

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
