"""Export with names: what is left of an imported hand when one of its people was erased."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tools.cli_run import inside, tombo

NEW = ("--ledger", "sqlite:///new.db")
AUTHORED = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [50, 100]
min_bet = 100
starting_stacks = [10000, 10000]
actions = ['d dh p1 AsKs', 'd dh p2 2c2d', 'p1 cbr 300', 'p2 f # he sighs']
author = 'three'
hand = 1
table = 'import'
players = ['one', 'two']
finishing_stacks = [10100, 9900]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder with a ledger that imported one hand of two players, with free text of a third."""
    with inside(tmp_path):
        assert tombo(*NEW, "init", "--origin", "operator.example/test", "--manager", "s-1").status == 0
        assert tombo(*NEW, "staff", "grant", "s-2", "officer", "--staff", "s-1").status == 0
        assert tombo(*NEW, "staff", "enrol", "s-2", "--staff", "s-1").status == 0
        Path("hand.phh").write_text(AUTHORED, encoding="utf-8")
        assert tombo(*NEW, "import", "phh", "hand.phh").status == 0
        yield tmp_path


def exported(out: str) -> str:
    """The hand as an officer exports it."""
    officer = ("--viewer", "officer", "--staff", "s-2", "--reason", "test")
    assert tombo(*NEW, "export", "phh", "--all", "--out", out, *officer).status == 0
    (path,) = Path(out).iterdir()
    return path.read_text(encoding="utf-8")


def erase(position: int) -> str:
    """Destroy the key of who sits at ``position``; his pseudonym."""
    (hand,) = tombo(*NEW, "--json", "hand", "list").lines
    person: str = tombo(*NEW, "--json", "hand", "show", hand["hand"]).document["seats"][position]["player"]
    asked = ("person", "erase", person, "--basis", "GDPR 17(1)(b), request 7", "--staff", "s-1", "--second", "s-2")
    assert tombo(*NEW, *asked).status == 0
    return person


@pytest.mark.usefixtures("folder")
def test_an_erased_person_takes_only_his_own_name_away() -> None:
    """Whose key is destroyed stands under his pseudonym; the other player's name and a third one's text are still there."""
    before = exported("before")
    person = erase(0)
    after = exported("after")

    assert "players = ['one', 'two']" in before
    assert "he sighs" in before
    assert f"players = ['{person}', 'two']" in after
    assert "he sighs" in after
    assert "'one'" not in after


@pytest.mark.usefixtures("folder")
def test_when_everybody_is_erased_the_hand_is_still_exported() -> None:
    """Both players erased: two pseudonyms, every bet and card as before."""
    people = [erase(0), erase(1)]
    after = exported("after")

    assert f"players = {people}" in after
    assert "p1 cbr 300" in after


@pytest.mark.usefixtures("folder")
def test_f7_all_for_a_player_are_the_hands_that_he_was_in() -> None:
    """F7: ``--all`` for a player writes his hands, with his cards alone, and no reading of any other hand goes on record."""
    Path("other.phh").write_text(AUTHORED.replace("'one', 'two'", "'four', 'five'"), encoding="utf-8")
    assert tombo(*NEW, "import", "phh", "other.phh").status == 0
    hand = tombo(*NEW, "--json", "hand", "list").lines[0]["hand"]
    who = tombo(*NEW, "--json", "hand", "show", hand).document["seats"][0]["player"]
    before = tombo(*NEW, "--json", "status").document["entries"]
    his = ("--viewer", f"player:{who}", "--staff", "s-2", "--reason", "test")
    said = tombo(*NEW, "export", "phh", "--all", "--out", "his", *his)

    assert said.status == 0, said.err
    (path,) = Path("his").iterdir()
    assert "AsKs" in path.read_text(encoding="utf-8") and "2c2d" not in path.read_text(encoding="utf-8")
    assert tombo(*NEW, "--json", "status").document["entries"] == before + 2  # a reading, signed
