"""A hand is a round of poker: ``tombo round`` knows it as every other, and ``tombo hand`` is the same for poker alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tools.cli_run import Ran, inside, tombo

DEMO = ("--ledger", "sqlite:///demo/ledger.db", "--keys", "demo/keys")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the demonstration: hands, a spin and a round of blackjack."""
    folder = tmp_path_factory.mktemp("any-round")
    with inside(folder):
        assert tombo("--json", "demo").status == 0
    return folder


@pytest.fixture(autouse=True)
def here(played: Path) -> Iterator[None]:
    """Work in that folder."""
    with inside(played):
        yield


def ran(*words: str) -> Ran:
    """``tombo`` on the demonstration."""
    return tombo(*DEMO, *words)


@pytest.mark.parametrize("json", [(), ("--json",)], ids=["text", "json"])
@pytest.mark.parametrize("name", ["mesa-1/2", "mesa-1/5"])
@pytest.mark.parametrize("word", ["show", "replay"])
def test_a_hand_is_the_same_under_both_words(word: str, name: str, json: tuple[str, ...]) -> None:
    """Shown or replayed, as a hand or as a round, by its name or by its stream: the same text and the same document."""
    as_hand = ran(*json, "hand", word, name)

    assert as_hand.status == 0
    assert as_hand.out == ran(*json, "round", word, name).out == ran(*json, "round", word, f"hand:{name}").out


def test_the_list_of_rounds_has_every_game_and_goes_on() -> None:
    """A page ends with how to go on; page after page is the whole list, and what it calls a round can be shown."""
    whole = ran("round", "list").out.splitlines()
    first = ran("round", "list", "--limit", "3").out.splitlines()
    behind = first[-1].rpartition(" ")[2]

    assert {line.partition(":")[0] for line in whole} == {"hand", "roulette", "blackjack"}
    assert [*first[:-1], *ran("round", "list", "--after", behind).out.splitlines()] == whole
    assert all(ran("round", "show", line.split()[0]).status == 0 for line in whole)
    assert [line.removeprefix("hand:") for line in whole if line.startswith("hand:")] == ran(
        "hand", "list"
    ).out.splitlines()


def test_an_audit_of_rounds_takes_the_hands_with_them() -> None:
    """``round audit`` counts what ``hand audit`` counts, and the other games."""
    hands, rounds = ran("--json", "hand", "audit").document, ran("--json", "round", "audit").document

    assert (hands["hands"], rounds["rounds"]) == (7, 9)
    assert rounds["outcomes"]["hand"] == hands["outcomes"]
    assert hands["differing"] == rounds["differing"] == []


def test_what_is_no_round_is_named() -> None:
    """A stream of another type, of a game that nobody plays, or one that is not there: status 2, and what was asked for."""
    for name in ("table:mesa-1", "chess:mesa-1/1", "mesa-1/99"):
        told = ran("round", "show", name)
        assert (told.status, f"there is no round {name} in " in told.err) == (2, True)
