"""A tournament in a ledger on disk: recorded, verified, audited, its hands told and replayed, what is left open recovered."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.tools.cli_run import inside, signed_lines, tombo
from tests.worlds.house import player
from tests.worlds.past import unbound
from tests.worlds.standstill import stands_still
from tests.worlds.tournament import CUP, Cup
from tests.worlds.world import PLATFORM
from tombo.ledger.core.command import CommandBase, Decision
from tombo.ledger.core.entry import By
from tombo.ledger.core.findings import Refused
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.games.tournament.commands import CloseRegistration
from tombo.ledger.house.staff.commands import GrantRole

NEW = ("--ledger", "sqlite:///new.db")


class Told(Cup):
    """A tournament in memory that keeps what was asked for and accepted, to be asked again elsewhere."""

    def __init__(self) -> None:
        self.asked: list[tuple[CommandBase, By, int | None]] = []
        super().__init__(tables="one", players_max=6)

    def ask(self, command: CommandBase, by: By = PLATFORM, occurred: int | None = None) -> Decision | Refused:
        """As in every world."""
        outcome = super().ask(command, by, occurred)
        if isinstance(outcome, Decision):
            self.asked.append((command, by, occurred))
        return outcome

    def lines(self) -> list[str]:
        """All of it as ``tombo record`` reads it, but for the first manager, who comes with the ledger."""
        found = []
        for number, (command, by, occurred) in enumerate(self.asked):
            if command != GrantRole(role="manager", staff="ana"):
                sent = {"by": by.model_dump(), "command": command.model_dump(), "command_id": f"c/{number}"}
                found.append(json.dumps({**sent, "occurred": occurred}))
        return found


def evening() -> Told:
    """Four players: p-4 is absent and decided for; p-2 and p-3 lose all they have to p-1; the third hand is left open."""
    cup = Told()
    cup.enters("p-1", "p-2", "p-3", "p-4")
    cup.starts(absent=[cup.entry("p-4").entry])
    cup.does(CloseRegistration(tournament=CUP))
    cup.does(poker.StartHand(table="mesa-1"))
    cards = ["As", "Kd", "Qh", "Jc", "Ah", "Kc", "Qd", "Js"]
    cup.does(poker.DealHoleCards(cards=cards, hand="mesa-1/1"))
    for name in ("p-3", "p-2"):
        cup.does(poker.Fold(hand="mesa-1/1", seat=cup.entry(name).seat or 0), player(name))
    cup.does(poker.ActForAbsent(hand="mesa-1/1", seat=cup.entry("p-4").seat or 0))
    cup.all_in("mesa-1", ["p-1"], "p-2", "p-3")
    cup.does(poker.StartHand(table="mesa-1"))
    cup.does(poker.DealHoleCards(cards=cards[:4], hand="mesa-1/3"))
    return cup


def test_a_tournament_is_recorded_verified_audited_and_shown(tmp_path: Path) -> None:
    """From the command line: every request accepted, the log whole, the hands as recomputed and told with what R810 says."""
    with inside(tmp_path), unbound():
        assert tombo(*NEW, "init", "--origin", "operator.example/test", "--manager", "ana").status == 0
        answers = tombo(
            *NEW, "record", stdin=signed_lines(Path("new.keys"), "operator.example/test", evening().lines())
        )
        assert {json.loads(line)["status"] for line in answers.out.splitlines()} == {"recorded"}, answers.out
        told = tombo(*NEW, "hand", "show", "mesa-1/1").out
        assert "in the tournament taca, as it was announced, rules revision 1" in told
        assert "p-4: folds, because nobody is there (R810 r.26-27)" in told
        assert "p-3: folds\n" in told
        assert tombo(*NEW, "--json", "hand", "show", "mesa-1/1").document["tournament"] == "taca"
        replayed = tombo(*NEW, "hand", "replay", "mesa-1/2").out
        assert "Chips: conserved at every step" in replayed
        assert "Payouts: computed again from bets, board and shown cards, the same as recorded" in replayed
        assert "of tournament taca" in tombo(*NEW, "table", "show", "mesa-1").out

        with pytest.MonkeyPatch.context() as patch:
            stands_still(patch)
            assert "mesa-1/3" in tombo(*NEW, "recover").out
        assert "voided" in tombo(*NEW, "hand", "list").out
        assert tombo(*NEW, "hand", "audit").status == 0
        assert tombo(*NEW, "audit").status == 0
        assert tombo(*NEW, "verify").status == 0
        table = tombo(*NEW, "table", "show", "mesa-1").out
        assert "p-1 (30 050)" in table or "p-1 (30050)" in table, table
