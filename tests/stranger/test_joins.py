"""A game joins by its line in the roster, before anything else is loaded; and by nothing else."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

import pytest

from tests.stranger.conftest import House, Program
from tests.tools.cli_run import asked, player, tombo
from tests.unit.test_tidy import ROOT, named, sources
from tombo.ledger import roster
from tombo.ledger.games.every import GAMES
from tombo.ledger.kinds import EVENTS
from tombo.ledger.terms.every import LAWS

CATALOGUE: Final = (
    "tests/unit/games/test_every.py",
    "tests/unit/verify/test_requests.py",
    "tests/unit/house/test_folds.py",
    "tests/unit/core/test_said.py::test_every_meaning_has_one_name",
    "tests/unit/core/test_said.py::test_every_row_is_called_by_its_name_and_says_the_same_in_each_language",
    "tests/unit/core/test_said.py::test_no_cell_is_empty",
)
"""What is asked of every game on the list, whichever these are."""


def test_it_stands_in_the_tests_and_joins_by_one_line() -> None:
    """Five files, one line; and no shipped file names it."""
    there = sorted(path.name for path in (ROOT / "tests/toy_game").glob("*.py"))
    assert there == ["__init__.py", "commands.py", "events.py", "game.py", "play.py", "terms.py"]
    lines = (ROOT / "tests/stranger/program.py").read_text(encoding="utf-8").splitlines()
    assert sum("roster.GAMES +=" in line for line in lines) == 1
    shipped = sources("ledger", "projections", "reports", "serve", "desk", "cli")
    assert [named(path) for path in shipped if "toy_game" in path.read_text(encoding="utf-8")] == []


def test_what_is_asked_of_every_game_is_asked_of_it(program: Program) -> None:
    """The tests over the catalogue pass over one that has the die in it."""
    status, said = program.ask("pytest", ["-q", "-p", "no:cacheprovider", "-k", "not postgres", *CATALOGUE])
    assert status == 0, said
    status, listed = program.ask("pytest", ["-q", "--collect-only", "-p", "no:cacheprovider", CATALOGUE[0]])
    assert "test_a_game_speaks_of_its_own_kinds_and_commands[die]" in listed


def test_its_requests_are_in_the_schema(house: House) -> None:
    """What a platform may send is told of it as of any other game."""
    assert "bet_on_die" in house.said("schema", "commands")
    assert "bet_on_die" not in tombo("schema", "commands").out


def test_a_line_that_comes_later_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is loaded is closed: no kind, law or game is added at run time."""
    monkeypatch.setattr(roster, "GAMES", (*roster.GAMES, roster.GameRooms("tests.toy_game.terms", "tests.toy_game")))
    assert "die.bet_placed.v1" not in EVENTS
    assert "die" not in GAMES
    assert "R899" not in LAWS


def test_our_own_verifier_takes_no_strangers_word(house: House, tmp_path: Path) -> None:
    """It knows the kinds of its own release: a ledger with others is not called whole."""
    house.said("export", "bundle", "--out", str(tmp_path / "bundle"))
    policy, kept = str(house.folder / "keys/policy"), str(house.folder / "checkpoint")
    there = ("verify", str(tmp_path / "bundle"), "--policy", policy, "--checkpoint", kept)
    assert house.said(*there).startswith("OK: 81 entries")
    ours = tombo(*there)
    assert ours.status == 1
    said = ours.out.splitlines()
    assert re.fullmatch(r"MALFORMED: 81 entries, root \S+", said[0])
    assert said[2] == (
        "  MALFORMED at 32 (kind): the kind 'die.round_opened.v1' is not in the catalogue; a newer tombo wrote it"
    )
    accused = [line.split(" (")[0].strip() for line in said if line.startswith(("  TAMPERED", "  POLICY_FAIL"))]
    assert accused == [
        "TAMPERED at 14",  # the ruleset
        *("TAMPERED at 16", "TAMPERED at 17", "TAMPERED at 20", "TAMPERED at 27"),  # tables and sessions
        *("POLICY_FAIL at 52", "POLICY_FAIL at 53"),  # what the officer's void moved
    ]
    assert (
        "  TAMPERED at 14 (body): no ruleset.banked_approved.v1:"
        " regulation: Input should be 'R803', 'R804', 'R805' or 'R807'" in said
    )


def test_a_bet_is_taken_by_the_live_door_as_it_travels(fresh: House) -> None:
    """One JSON document a line; what is refused is named, with its facts."""
    lines = [
        json.dumps(
            {
                "by": {"actor": "platform", "id": "platform"},
                "command": {"kind": "open_die", "table": "dado-1"},
                "command_id": "more/1",
                "occurred": None,
            }
        ),
        asked("more/2", player("p-1"), kind="bet_on_die", amount=20_00, player="p-1", round="dado-1/4", side="odd"),
        asked("more/3", player("p-2"), kind="bet_on_die", amount=99, player="p-2", round="dado-1/4", side="odd"),
    ]
    answers = fresh.tombo("record", stdin="\n".join(lines)).lines
    assert [answer["status"] for answer in answers] == ["recorded", "recorded", "refused"]
    assert {name: answers[2][name] for name in ("rule", "about", "message")} == {
        "rule": "R899 r.2",
        "about": "die_bet_out_of_limits",
        "message": "a bet of 0.99 EUR; expected 1.00 EUR to 50.00 EUR",
    }
