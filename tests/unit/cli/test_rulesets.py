"""``tombo ruleset``: what was approved, from when, what was told of it, and when it was withdrawn."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.tools.cli_run import inside, signed_lines, tombo
from tests.worlds.blackjack import blackjack_terms
from tests.worlds.roulette import wheel_terms
from tests.worlds.rulesets import AnyTerms, approval
from tests.worlds.sem_descarte import sd_terms
from tests.worlds.world import poker_terms

LEDGER = ("--ledger", "sqlite:///new.db")
JULY = 1_782_864_000_000_000


def sent(number: int, command: dict[str, Any]) -> str:
    """A command of the manager s-1, as a line."""
    by = {"actor": "staff", "id": "s-1", "role": "manager"}
    return json.dumps({"by": by, "command": command, "command_id": f"rules/{number}"})


@pytest.fixture
def approved(tmp_path: Path) -> Iterator[Path]:
    """A ledger with a ruleset of every game, one of them withdrawn."""
    rules: dict[str, AnyTerms] = {
        "bj-1": blackjack_terms(),
        "nl-1": poker_terms(),
        "roleta-fr": wheel_terms("R807"),
        "sd-1": sd_terms(),
    }
    lines = [
        sent(number, approval(terms, name, in_force_from=JULY).model_dump(mode="json"))
        for number, (name, terms) in enumerate(rules.items())
    ]
    lines.append(sent(9, {"kind": "withdraw_ruleset", "reason": "replaced by sd-2", "ruleset": "sd-1"}))
    with inside(tmp_path):
        assert tombo(*LEDGER, "init", "--origin", "operator.example/test", "--manager", "s-1").status == 0
        assert (
            tombo(*LEDGER, "record", stdin=signed_lines(Path("new.keys"), "operator.example/test", lines)).status == 0
        )
        yield tmp_path


def test_every_ruleset_is_listed(approved: Path) -> None:
    """One a line with its regulation, the day, the reference and whether it was withdrawn."""
    assert approved.is_dir()
    said = tombo(*LEDGER, "ruleset", "list").out.splitlines()
    assert [line.partition(",")[0] for line in said] == ["bj-1  R805", "nl-1  R806", "roleta-fr  R807", "sd-1  R803"]
    assert "in force from 2026-07-01 01:00:00 in Lisbon (00:00:00 UTC), reference SRIJ/2026/9, 2 notices" in said[0]
    assert "withdrawn" in said[3]
    rows = tombo(*LEDGER, "--json", "ruleset", "list").lines
    assert [(row["ruleset"], row["withdrawn"] is None) for row in rows] == [
        ("bj-1", True),
        ("nl-1", True),
        ("roleta-fr", True),
        ("sd-1", False),
    ]


def test_a_ruleset_is_shown_whole(approved: Path) -> None:
    """Every term by its full name, as the hands and rounds copy it, with the notices of its approval and its end."""
    assert approved.is_dir()
    said = tombo(*LEDGER, "ruleset", "show", "bj-1").out.splitlines()
    assert said[0] == "Ruleset bj-1 of R805, reference SRIJ/2026/9"
    assert said[2] == "In force from 2026-07-01 01:00:00 in Lisbon (00:00:00 UTC): no table opens under it before"
    assert "  readings.house_blackjack = LETTER" in said
    assert "  unit.currency = EUR" in said
    assert "  several_seats = true" in said
    assert said[-3] == "Told at approval, 2 notices:"
    assert said[-1].startswith("  R805 r.27 LETTER: bets decided before an outage stand")
    gone = tombo(*LEDGER, "ruleset", "show", "sd-1").out
    assert ": replaced by sd-2. No hand or round begins under it since" in gone
    document = tombo(*LEDGER, "--json", "ruleset", "show", "nl-1").document
    assert document["terms"] == poker_terms().model_dump(mode="json")
    assert (document["in_force_from"], document["notices"]) == (JULY, [])


@pytest.mark.parametrize(
    ("name", "status", "said"), [("nl-9", 2, "there is no ruleset nl-9"), ("!", 2, "names no ruleset")]
)
def test_a_ruleset_that_is_not_there_is_not_shown(approved: Path, name: str, status: int, said: str) -> None:
    """A name never approved is not found; what cannot be a name is wrong usage."""
    assert approved.is_dir()
    ran = tombo(*LEDGER, "ruleset", "show", name)
    assert (ran.status, said in ran.err) == (status, True)
