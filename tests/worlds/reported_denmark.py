"""A day in the standard records of the Danish regulator: made, and read as XML alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

from tests.tools.cli_run import Ran, tombo
from tests.worlds.reported import GAMES, TOMBO

NAMESPACE: Final = "http://skat.dk/begrebsmodel/2009/01/15/"
ROOTS: Final = {
    "EndOfDayRapport": "EndOfDayRapportStruktur",
    "KasinospilMultiPlayer": "KasinospilPrSessionStruktur",
    "KasinospilSinglePlayer": "KasinospilPrSessionStruktur",
    "PokerCashGame": "PokerCashGamePrSessionStruktur",
    "PokerTurneringSlut": "PokerTurneringSlutStruktur",
    "PokerTurneringStart": "PokerTurneringStartStruktur",
    "PokerTurneringTransaktion": "PokerTurneringTransaktionStruktur",
}
"""By what the name of a file begins with: its root."""
SETTINGS: Final = 'certificate = "operator-7"\nwebsite = "https://play.example"\n' + "".join(
    f'\n[games.{game}]\nproduct = "Product {game}"\n'
    f'[[games.{game}.generators]]\nid = "RNG-1"\nsoftware = "results-{game}"\n'
    for game in GAMES
)


def open_schemas(folder: Path) -> Path:
    """A folder as the regulator's, whose schemas take anything in their roots: for tests that ask for something else."""
    (folder / "view").mkdir(parents=True)
    for root in ROOTS.values():
        text = (
            f'<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="{NAMESPACE}">'
            f'<xs:element name="{root}" type="xs:anyType"/></xs:schema>'
        )
        (folder / "view" / f"{root}Type.xsd").write_text(text, encoding="utf-8")
    return folder


def danish(command: str, day: str, *words: str) -> Ran:
    """``tombo report`` of Denmark, with settings and schemas of the folder."""
    return tombo(
        *TOMBO, "--json", "report", command, "denmark", day, "--settings", "safe.toml", "--xsd", "schemas", *words
    )


def read(path: Path) -> ET.Element:
    """A file, each element by its name alone; all of them are in the regulator's namespace."""
    root = ET.parse(path).getroot()
    for element in root.iter():
        space, _, name = element.tag.removeprefix("{").partition("}")
        assert space == NAMESPACE
        element.tag = name
    assert root.tag == ROOTS[path.name.partition("_")[0]]
    return root


def files(folder: Path, prefix: str) -> Iterator[ET.Element]:
    """The files of a kind, in order of their names."""
    for path in sorted(folder.glob(f"{prefix}_*.xml")):
        yield read(path)


def records(folder: Path, prefix: str, element: str) -> list[dict[str, str]]:
    """The records of that element in the files of a kind: what of them is text."""
    return [
        {field.tag: field.text or "" for field in record}
        for file in files(folder, prefix)
        for record in file.iter(element)
    ]


def amount(written: str) -> int:
    """Cents."""
    assert re.fullmatch(r"-?\d+\.\d\d", written), written
    return int(written.replace(".", ""))


def total(found: list[dict[str, str]], name: str) -> int:
    """What an element of records comes to, in cents."""
    return sum(amount(one[name]) for one in found)
