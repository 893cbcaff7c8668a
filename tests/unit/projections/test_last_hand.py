"""The last hand a player is owed: its essential elements in every game, as of any moment, and more than one of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.tools.cli_run import Ran, inside, tombo
from tests.worlds.casino import LEDGER, casino
from tests.worlds.roulette import chip

DEMO = ("--ledger", "sqlite:///demo/ledger.db", "--keys", "demo/keys")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the demonstration's evening."""
    made = tmp_path_factory.mktemp("demo")
    with inside(made):
        assert tombo("--json", "demo").status == 0
    return made


@pytest.fixture
def demo(folder: Path) -> Iterator[Path]:
    """Work in that folder."""
    with inside(folder):
        yield folder


def asked(player: str, *words: str) -> Ran:
    """The last hand of a player of the demonstration."""
    return tombo(*DEMO, "player", "last-hand", player, *words)


def essentials(player: str, *words: str) -> list[dict[str, Any]]:
    """The essential elements of what is told of a player."""
    return [one["last_hand"] for one in tombo(*DEMO, "--json", "player", "last-hand", player, *words).lines]


@pytest.mark.usefixtures("demo")
def test_the_result_and_the_amounts_bet_are_told() -> None:
    """What he staked, what he won, and the result, under the rule that owes it to him; the same as the hand itself says."""
    (found,) = essentials("p-sul")
    shown = tombo(*DEMO, "--json", "hand", "show", "mesa-1/7").document
    seat = next(seat for seat in shown["seats"] if seat["player"] == "p-sul")

    assert (found["stream"], found["rule"], found["outcome"]) == ("hand:mesa-1/7", "R806 r.65", "settled")
    assert (found["staked"], found["won"], found["result"]) == (seat["staked"], seat["collected"], seat["net"])
    assert "\np-sul (R806 r.65): staked " in asked("p-sul").out


@pytest.mark.usefixtures("demo")
def test_it_is_told_in_the_language_that_was_asked_for() -> None:
    """The hand, as ``hand show`` tells it; what programs get is the same."""
    portuguese = ("--lang", "pt", "player", "last-hand", "p-sul")
    assert tombo(*DEMO, *portuguese).out.startswith("Jogada mesa-1/7: hold'em sem limite, pequena e grande aposta de ")
    assert tombo(*DEMO, "--json", *portuguese).out == tombo(*DEMO, "--json", *portuguese[2:]).out
    assert tombo(*DEMO, "--lang", "pt", "hand", "show", "mesa-1/7").out.startswith("Jogada mesa-1/7: ")


@pytest.mark.usefixtures("demo")
def test_so_many_are_told_as_are_asked_for() -> None:
    """With --last the newest come first, over all games; who played fewer gets those there are."""
    assert [one["stream"] for one in essentials("p-leste", "--last", "3")] == [
        "blackjack:bj-1/1",
        "roulette:roleta-1/1",
        "hand:mesa-1/7",
    ]
    assert len(essentials("p-leste", "--last", "100")) == 9
    assert asked("p-leste", "--last", "0").status == 2


@pytest.mark.usefixtures("demo")
def test_as_of_then_it_is_the_last_of_then() -> None:
    """As of a log index in the middle of a hand the one before is the last, and the one in play has no result; as of an instant too."""
    first, second = essentials("p-sul", "--at", "157")
    before = essentials("p-sul", "--at", "2026-07-14T20:03:15+01:00")

    assert (first["stream"], first["outcome"]) == ("hand:mesa-1/4", "settled")
    assert (second["stream"], second["outcome"], second["result"]) == ("hand:mesa-1/5", "open", None)
    assert second["staked"] > 0
    assert [one["stream"] for one in before] == ["hand:mesa-1/3", "hand:mesa-1/4"]
    assert "still in play" in asked("p-sul", "--at", "157").out
    assert asked("p-sul", "--at", "3").status == 2


@pytest.mark.usefixtures("demo")
def test_a_player_whose_hand_is_void_sees_why() -> None:
    """He gets back what he staked, the result is nothing, and the outage is named with its origin."""
    void = next(one for one in essentials("p-sul", "--last", "9") if one["outcome"] == "voided")
    told = asked("p-sul", "--last", "9").out

    assert (void["staked"], void["refunded"], void["result"]) == (3_500, 3_500, 0)
    assert "result 0.00; void by the outage 2026-07-14-server" in told
    assert "The incident: an outage with origin in the operator's technical system" in told


def test_a_stake_in_prison_has_its_result_where_it_is_decided(tmp_path: Path) -> None:
    """The spin that imprisons a stake has cost it; the next one returns it, and is his last, though he did not bet in it."""
    with casino(tmp_path, "R807", zero="prison") as evening:
        evening.spins({"p-1": (chip(1_000, "red"),)}, "0")
        evening.spins({"p-2": (chip(1_000, "red"),)}, "1")
    with inside(tmp_path):
        said = tombo(*LEDGER, "--json", "player", "last-hand", "p-1", "--last", "2").lines

    assert [(one["last_hand"]["staked"], one["last_hand"]["returned"]) for one in said] == [(0, 1_000), (1_000, 0)]
    assert [one["last_hand"]["result"] for one in said] == [1_000, -1_000]
    assert {one["last_hand"]["rule"] for one in said} == {"R807 r.25"}


def test_d7c_a_stake_in_prison_has_no_result_before_it_is_decided(tmp_path: Path) -> None:
    """The spin is over, his stake is not: it is told as in prison and not as lost, and as lost by nobody."""
    with casino(tmp_path, "R807", zero="prison") as evening:
        evening.spins({"p-1": (chip(1_000, "red"),)}, "0")
    with inside(tmp_path):
        (found,) = tombo(*LEDGER, "--json", "player", "last-hand", "p-1").lines
        told = tombo(*LEDGER, "player", "last-hand", "p-1").out
        portuguese = tombo(*LEDGER, "--lang", "pt", "player", "last-hand", "p-1").out

    last = found["last_hand"]
    assert (last["outcome"], last["staked"], last["result"], last["imprisoned"]) == ("settled", 1_000, None, 1_000)
    assert "staked 10.00, won 0.00, 10.00 in prison, not decided yet" in told
    assert "10,00 em prisão, por decidir" in portuguese
