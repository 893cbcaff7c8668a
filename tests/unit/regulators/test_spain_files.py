"""The files of Spain, from a simulated night: opened, and read as XML alone; held against what the night closed the day with."""

from __future__ import annotations

from pathlib import Path

import pytest
import xmlschema
from lxml import etree

from tests.tools.cli_run import inside
from tests.vectors.shared import shared
from tests.worlds.reported import DAY, Night
from tests.worlds.reported_spain import money, opened, registers, spanish, spanish_operator


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
