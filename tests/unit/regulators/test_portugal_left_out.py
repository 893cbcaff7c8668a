"""What does not fit a field of the Portuguese regulator and is no reason to refuse: left out, and counted."""

from __future__ import annotations

from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

from tests.tools.cli_run import inside, tombo
from tests.worlds.floor import Floor
from tests.worlds.house import player
from tests.worlds.registered import details
from tests.worlds.reported import SETTINGS, TOMBO
from tests.worlds.roulette import WHEEL, chip, opening, wheel_terms
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.money import Money
from tombo.ledger.games.roulette import commands as spin
from tombo.ledger.house.access.commands import LogOn
from tombo.ledger.house.access.origin import AccessOrigin
from tombo.ledger.house.account.commands import Deposit, GrantBonus, OpenAccount
from tombo.ledger.house.banked.commands import JoinTable
from tombo.ledger.house.registration.commands import RegisterPerson
from tombo.ledger.house.session.commands import StartSession
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.reports.regulators.portugal.operations import cards

NOON: Final = 1_784_030_400 * SECOND
"""2026-07-14 12:00 UTC, 13:00 in Lisbon."""
LONG: Final = "2001:db8:1234:5678::1"
SHORT: Final = "2001:db8::1"


def played(folder: Path, address: str, bonus: int = 0) -> None:
    """A bet on a wheel that wins, by who logged on from ``address``; out of a ``bonus``, where there is one."""
    terms = wheel_terms(bonus="first")
    ledger = create_ledger(
        f"sqlite:///{folder}/ledger.db",
        Keyring(folder / "keys"),
        origin="operator.example/1",
        clock=SteppingClock(NOON, step=0),
    )
    floor = Floor(ledger.handle)
    for command, by in opening(terms, ()):
        floor.do(command, by)
    floor.do(OpenAccount(player="p-1"))
    floor.do(Deposit(amount=Money(10_000), player="p-1", reference="card"))
    floor.do(RegisterPerson(details=details(), player="p-1"))
    floor.do(LogOn(access="a-1", device="computer", origin=AccessOrigin(address=address, region="PT-11"), player="p-1"))
    if bonus:
        until = NOON + 3_600 * SECOND
        floor.do(GrantBonus(amount=Money(bonus), player="p-1", reference="welcome", until=until))
    floor.do(StartSession(access="a-1", player="p-1", regulation=terms.regulation, session="s-1"), player("p-1"))
    floor.do(JoinTable(player="p-1", session="s-1", table=WHEEL), player("p-1"))
    floor.do(spin.OpenSpin(deadline=NOON + 30 * SECOND, table=WHEEL))
    bet = spin.PlaceChips(chips=[chip(100, "straight_up", "17")], player="p-1", round=f"{WHEEL}/1")
    floor.do(bet, player("p-1"))
    for command in (
        spin.CloseBets(round=f"{WHEEL}/1"),
        spin.LandBall(number="17", round=f"{WHEEL}/1"),
        spin.SettleSpin(round=f"{WHEEL}/1"),
    ):
        floor.do(command)
    ledger.store.close()
    (folder / "srij.toml").write_text(SETTINGS, encoding="utf-8")


def test_an_address_that_is_too_long_is_left_out_and_counted(tmp_path: Path) -> None:
    """15 characters: one of version 4 fits, and a short one of version 6. The region is told all the same."""
    for name, address, told, counted in (("long", LONG, "", {"ip_jogador": 2}), ("short", SHORT, SHORT, {})):
        folder = tmp_path / name
        folder.mkdir()
        played(folder, address)
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
    played(tmp_path, SHORT, bonus=500)
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
