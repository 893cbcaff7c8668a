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
    for name, address, told, counted in (("long", LONG, "", {"ip_jogador": 2}), ("short", SHORT, SHORT, {})):
        folder = tmp_path / name
        folder.mkdir()
        one_bet(folder, address, ball="17")
        with inside(folder):
            words = ("--hour", "2026071413", "--settings", "srij.toml", "--out", "files")
            ran = tombo(*TOMBO, "--json", "export", "srij", *words)
            assert ran.status == 0, ran.err
            assert ran.document["left_out"] == counted
            root = ET.parse("files/AJOG_2026071413_1AA.xml").getroot()
        bet, won = root.iter("fortazar")
        assert (won.findtext("ro_result_nr"), won.findtext("ro_result_cor")) == ("17", "P")
        assert (bet.findtext("ip_jogador") or "", bet.findtext("ip_regiao")) == (told, "PT-11")
        assert bet.findtext("descr_ap") == "no pleno 17"


def test_six_cards_are_too_long_and_five_are_not() -> None:
    """The field has 14 characters; some of the cards would look like all of them."""
    five = ["As", "Kd", "Th", "2c", "9h"]
    assert cards(five) == "AS-KD-TH-2C-9H"
    assert len(cards(five)) == 14
    assert len(cards([*five, "3d"])) == 17


def test_a_bet_out_of_a_bonus_says_so_and_leaves_the_cash_as_it_is(tmp_path: Path) -> None:
    """The grant is a movement by itself; the bet has the bonus triplet, its prize moves the bonus, and the cash stands still throughout."""
    one_bet(tmp_path, SHORT, bonus=500, ball="17")
    with inside(tmp_path):
        ran = tombo(*TOMBO, "export", "srij", "--hour", "2026071413", "--settings", "srij.toml", "--out", "files")
        assert ran.status == 0, ran.err
        root = ET.parse("files/AJOG_2026071413_1AA.xml").getroot()
    names = ("saldo_ini", "saldo_mov", "saldo_fim", "bonus_ini", "bonus_mov", "bonus_fim")
    accounts = [tuple(one.findtext(name) for name in names) for one in root.iter("conta_jog")]
    cash = ("100.00", "0.00", "100.00")
    assert accounts == [
        (*cash, "0.00", "5.00", "5.00"),
        (*cash, "5.00", "-1.00", "4.00"),
        (*cash, "4.00", "36.00", "40.00"),
    ]
    bet, won = root.iter("fortazar")
    told = ("a_saldo_ini", "a_valor", "a_saldo_fim", "a_bonus_ini", "a_bonus", "a_bonus_fim")
    assert [bet.findtext(name) for name in told] == ["100.00", "1.00", "100.00", "5.00", "1.00", "4.00"]
    assert [won.findtext(name) for name in ("g_saldo_ini", "g_ganho", "g_saldo_fim")] == ["100.00", "36.00", "100.00"]
