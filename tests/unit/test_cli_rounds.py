"""Rounds of the banked games on the command line: what is in play, which there are, and one of each as a history."""

from __future__ import annotations

from pathlib import Path

from tests.casino import LEDGER, casino
from tests.cli_run import Ran, inside, tombo
from tests.roulette_world import R2


def ran(*words: str) -> Ran:
    """``tombo`` on the casino's ledger."""
    return tombo(*LEDGER, *words)


def test_rounds_in_play_are_part_of_the_status(tmp_path: Path) -> None:
    """The status names the rounds that are open, by their streams, as an incident lists them; a settled one it does not."""
    with casino(tmp_path) as played:
        played.spins({"p-1": R2}, "17")
        played.spins({"p-1": R2}, None)
        played.blackjack({1: 1_000}, "8s Th 6h", "Jc")
    with inside(tmp_path):
        told, listed = (
            ran("status"),
            ran("incident", "open", "power", "--origin", "operator-system", "--reported-by", "m"),
        )
        said = ran("--json", "status").document

    assert "Hands and rounds in play: blackjack:bj-1/1, roulette:roleta-1/2\n" in told.out
    assert (said["open_hands"], said["streams"]["banked"]) == (["blackjack:bj-1/1", "roulette:roleta-1/2"], 3)
    assert "Hands and rounds in play: blackjack:bj-1/1 and roulette:roleta-1/2." in listed.out
