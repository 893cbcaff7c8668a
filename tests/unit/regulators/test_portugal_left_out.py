"""What does not fit a field of the Portuguese regulator and is no reason to refuse: left out, and counted."""

from __future__ import annotations

from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

from tests.tools.cli_run import inside, tombo
from tests.worlds.reported import TOMBO, one_bet
from tombo.reports.regulators.portugal.operations import cards

LONG: Final = "2001:db8:1234:5678::1"
SHORT: Final = "2001:db8::1"


def test_an_address_that_is_too_long_is_left_out_and_counted(tmp_path: Path) -> None:
    """15 characters: one of version 4 fits, and a short one of version 6. The region is told all the same."""
    for name, address, told, counted in (("long", LONG, "", {"ip_jogador": 1}), ("short", SHORT, SHORT, {})):
        folder = tmp_path / name
        folder.mkdir()
        one_bet(folder, address)
        with inside(folder):
            words = ("--hour", "2026071413", "--settings", "srij.toml", "--out", "files")
            ran = tombo(*TOMBO, "--json", "export", "srij", *words)
            assert ran.status == 0, ran.err
            assert ran.document["left_out"] == counted
            root = ET.parse("files/AJOG_2026071413_1AA.xml").getroot()
        (bet,) = root.iter("fortazar")
        assert (bet.findtext("ip_jogador") or "", bet.findtext("ip_regiao")) == (told, "PT-11")
        assert bet.findtext("descr_ap") == "no pleno 17"


def test_six_cards_are_too_long_and_five_are_not() -> None:
    """The field has 14 characters; some of the cards would look like all of them."""
    five = ["As", "Kd", "Th", "2c", "9h"]
    assert cards(five) == "AS-KD-TH-2C-9H"
    assert len(cards(five)) == 14
    assert len(cards([*five, "3d"])) == 17
