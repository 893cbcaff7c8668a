"""Days, statements and refunds of simulated ledgers are what a program that shares nothing with us adds up from the exported entries."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import pytest

from tests.tools.cli_run import tombo
from tests.tools.second_sums import sums
from tests.worlds.played import played
from tombo.simulator.day import Plan
from tombo.simulator.run import BEGINS, HOUR

MIDNIGHT: Final = BEGINS + 18 * HOUR
"""2026-07-16, 00:00 in Lisbon."""
ALL: Final = Plan(
    seed=29, begins=MIDNIGHT - HOUR, ends=MIDNIGHT + HOUR, tables=21, malice=0.03, trouble=0.15, outages=2
)
CUPS: Final = ALL._replace(seed=6, begins=MIDNIGHT - 3 * HOUR, tables=16, games=("tournament",), outages=1)
MONEY: Final = ("staked", "won", "returned", "refunded", "result")
ASKED: Final = 12
"""Of how many players the statement is asked."""


class Exported(NamedTuple):
    """A simulated ledger, and what the other program says of its bundle."""

    where: tuple[str, ...]
    sums: dict[str, Any]

    def document(self, *words: str) -> Any:
        """What ``tombo`` says, as programs read it."""
        ran = tombo(*self.where, *words, "--json")
        assert ran.status == 0, ran.err
        return ran.document


@pytest.fixture(scope="module", params=[pytest.param(ALL, id="all"), pytest.param(CUPS, id="tournaments")])
def exported(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Exported:
    """Each simulated ledger in turn, as a bundle."""
    folder: Path = tmp_path_factory.mktemp("sums")
    url = f"sqlite:///{folder}/ledger.db"
    with played(request.param, url, folder, kills=1):
        pass
    where = ("--ledger", url, "--keys", str(folder / "keys"))
    for words in (("checkpoint",), ("export", "bundle", "--out", str(folder / "bundle"))):
        ran = tombo(*where, *words)
        assert ran.status == 0, ran.err
    return Exported(where, sums(folder / "bundle"))


def test_the_program_shares_nothing_with_us() -> None:
    """It imports what comes with Python, and nothing else."""
    text = (Path(__file__).parents[1] / "tools/second_sums.py").read_text("utf-8")
    imports = {line.split()[1].partition(".")[0] for line in text.splitlines() if line.startswith(("import ", "from "))}
    assert imports <= sys.stdlib_module_names


def test_the_days_are_those_of_the_night(exported: Exported) -> None:
    """Of each day and regulation: staked, paid, refunded, commission, gross, borne, and how many rounds ended."""
    assert len(exported.sums["days"]) == 2
    for day, games in exported.sums["days"].items():
        totals = exported.document("reconcile", "--day", day)["totals"]
        night = {one["regulation"]: {k: v for k, v in one.items() if v and k != "regulation"} for one in totals}
        assert {game: of for game, of in night.items() if of} == games


def test_the_refunds_are_those_of_the_register(exported: Exported) -> None:
    """Every refund of money, in order, with whom it went to and how much it was."""
    rows = exported.document("refunds")["refunds"]
    euro = [(row["log_index"], row["player"], row["cents"]) for row in rows if row["currency"] == "EUR"]
    assert [one for one in euro if one[2]] == exported.sums["refunds"] != []


def test_the_statements_are_those_of_the_players(exported: Exported) -> None:
    """What each staked, won, got back and lost, game by game."""
    players = sorted(name for name, games in exported.sums["players"].items() if games)
    for name in Random(7).sample(players, ASKED):
        told = exported.document("player", "statement", name, "--from", "2026-07-01")["games"]
        theirs = {
            one["game"]: {key: one[key] for key in MONEY if one[key]}
            for one in told
            if one["unit"]["currency"] == "EUR"
        }
        assert theirs == {game: _with_result(of) for game, of in exported.sums["players"][name].items()}, name


def _with_result(of: dict[str, int]) -> dict[str, int]:
    won = sum(of.get(name, 0) for name in MONEY[1:])
    return {key: cents for key, cents in {**of, "result": won - of.get("staked", 0)}.items() if cents}
