"""The wallet of a line is that of the player's newest round at the table, also where an earlier one left a stake in prison."""

from __future__ import annotations

from pathlib import Path

from tests.worlds.casino import BEGINS, casino
from tests.worlds.house import player
from tests.worlds.roulette import WHEEL, chip
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.money import Money
from tombo.ledger.games.roulette.commands import ReleaseStakes
from tombo.ledger.house.account.commands import GrantBonus
from tombo.ledger.house.banked.commands import PartTable
from tombo.projections.follow import computed
from tombo.projections.session_statement.wallets import WalletLines

UNTIL = BEGINS + 3_600 * SECOND


def test_what_is_in_prison_keeps_its_wallet(tmp_path: Path) -> None:
    """A bonus in prison, a round in which nothing is staked, and what is released after he left; cash between, and at a table that takes none."""
    with casino(tmp_path, "R807", zero="prison", bonus="first") as house:
        do = house.floor.do
        do(GrantBonus(amount=Money(3_000), player="p-1", reference="welcome", until=UNTIL))
        house.spins({"p-1": (chip(1_000, "red"),), "p-2": (chip(500, "red"),)}, "0")
        house.spins({}, "0")
        house.spins({"p-1": (chip(1_000, "red"),)}, "1")
        house.spins({"p-1": (chip(9_000, "red"),)}, "1")
        house.spins({"p-1": (chip(1_000, "red"),)}, "0")
        house.decides(house.blackjack({1: 1_000}, "Tc 7d 9c", "Th"), 1, "stand")
        house.reveals("bj-1/1")
        do(PartTable(player="p-1", table=WHEEL), player("p-1"))
        do(ReleaseStakes(player="p-1", round=f"{WHEEL}/5"))
        store = house.ledger.store
        with computed(store, WalletLines, store.head().size) as (views, build):
            sql = "SELECT player, stream, what, staked, wallet FROM {results} ORDER BY log_index, player"
            found = [tuple(row) for row in views.fetch(build, sql, ())]
    wheel = "roulette:roleta-1"
    assert found == [
        ("p-1", f"{wheel}/1", "round", 1_000, "bonus"),
        ("p-2", f"{wheel}/1", "round", 500, "cash"),
        ("p-1", f"{wheel}/2", "round", 0, "bonus"),
        ("p-2", f"{wheel}/2", "round", 0, "cash"),
        ("p-1", f"{wheel}/3", "round", 1_000, "bonus"),
        ("p-1", f"{wheel}/4", "round", 9_000, "cash"),
        ("p-1", f"{wheel}/5", "round", 1_000, "bonus"),
        ("p-1", "blackjack:bj-1/1", "round", 1_000, "cash"),
        ("p-1", f"{wheel}/5", "release", 0, "bonus"),
    ]
