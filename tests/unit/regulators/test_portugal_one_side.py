"""An entry of an account and what it is one side of stand in one commit (guarantee 3): where one of them is missing, nothing is reported."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

from tests.tools.cli_run import inside, tombo
from tests.worlds.floor import Floor
from tests.worlds.registered import ORIGIN as HOME
from tests.worlds.registered import details
from tests.worlds.reported import NOON, TOMBO, one_bet
from tests.worlds.roulette import WHEEL, chip
from tests.worlds.stolen_key import planted
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.money import Money
from tombo.ledger.games.roulette.events import BetPlaced
from tombo.ledger.house.access.commands import LogOn
from tombo.ledger.house.access.events import AccessPlayed
from tombo.ledger.house.account.commands import OpenAccount
from tombo.ledger.house.account.events import Credited, Debited
from tombo.ledger.house.registration.commands import RegisterPerson
from tombo.ledger.operate.keyring import Keyring, open_ledger

ROUND: Final = f"roulette:{WHEEL}/1"
BET: Final = (ROUND, 3, BetPlaced(call=None, chips=[chip(100, "straight_up", "17")], player="p-1"))
"""Once more, as the third entry of the spin."""


def charged(version: int, of: int, cents: int = 100) -> tuple[str, int, Any]:
    """What the account of p-1 has to say of an entry of the spin."""
    event = Debited(amount=Money(cents), cause=ROUND, cause_version=of, wallet="cash")
    return "account:p-1", version, event


PAID: Final = ("account:p-1", 4, Credited(amount=Money(3_600), cause=ROUND, cause_version=2, wallet="cash"))


@pytest.mark.parametrize(
    ("batches", "kind", "why"),
    [
        ([[BET]], "roulette.bet_placed.v1", "no account says in its commit what it moves"),
        ([[BET], [charged(4, 3)]], "roulette.bet_placed.v1", "no account says in its commit what it moves"),
        ([[charged(4, 3), BET]], "account.debited.v1", "nothing in its commit moves that"),
        ([[charged(4, 2)]], "account.debited.v1", "nothing in its commit moves that"),
        ([[PAID]], "account.credited.v1", "nothing in its commit moves that"),
        ([[BET, charged(4, 3), charged(5, 3)]], "account.debited.v1", "nothing in its commit moves that"),
    ],
    ids=["no account", "another commit", "account first", "charged again", "paid for nothing", "charged twice"],
)
def test_one_side_without_the_other_is_named_and_not_reported(
    tmp_path: Path, batches: list[list[tuple[str, int, Any]]], kind: str, why: str
) -> None:
    """Red before: the bet was in no file, and the money a movement like one that a complaint gave."""
    one_bet(tmp_path)
    with inside(tmp_path):
        planted(batches)
        ran = tombo(*TOMBO, "export", "srij", "--settings", "srij.toml", "--out", "files", "--hour", "2026071413")
        assert (ran.status, f"{kind} at log index" in ran.err, why in ran.err) == (1, True, True), ran.err
        assert not Path("files").exists()


def test_both_sides_in_one_commit_are_reported(tmp_path: Path) -> None:
    """So what is refused above is refused for its other side alone."""
    one_bet(tmp_path)
    with inside(tmp_path):
        planted([[BET, charged(4, 3)]])
        ran = tombo(*TOMBO, "export", "srij", "--settings", "srij.toml", "--out", "files", "--hour", "2026071413")
        assert ran.status == 0, ran.err
        assert Path("files/AJOG_2026071413_1AA.xml").read_text("utf-8").count("<a_valor>1.00</a_valor>") == 2


def test_a_bet_through_the_access_of_another_is_named_and_not_reported(tmp_path: Path) -> None:
    """Who is logged on there is told in SESS. Red before: the bet of p-1 had the session and the address of p-2."""
    one_bet(tmp_path)
    with inside(tmp_path):
        ledger = open_ledger("sqlite:///ledger.db", Keyring(Path("keys")), clock=SteppingClock(NOON, step=0))
        floor = Floor(ledger.handle, "d")
        floor.do(OpenAccount(player="p-2"))
        floor.do(RegisterPerson(details=details(), player="p-2"))
        floor.do(LogOn(access="a-2", device="computer", origin=HOME, player="p-2"))
        ledger.store.close()
        planted([[("access:a-2", 2, AccessPlayed(session="s-1"))], [BET, charged(4, 3)]])
        ran = tombo(*TOMBO, "export", "srij", "--settings", "srij.toml", "--out", "files", "--hour", "2026071413")
        assert (ran.status, "it is played through another player's access" in ran.err) == (1, True), ran.err
        assert not Path("files").exists()
