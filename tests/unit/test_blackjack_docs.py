"""The table of R805 says what is so: every rule's number, and functions, tests and kinds that exist."""

from __future__ import annotations

import inspect
import tomllib
from pathlib import Path
from typing import Final, get_args

from docs.generate_rules import COMMON, EVIDENCE, Sources, _problems
from ledger.catalogue import DECIDERS, EVENTS
from ledger.core import r805_terms
from ledger.games.blackjack import r805
from ledger.games.blackjack.commands import BlackjackCommand
from ledger.games.blackjack.decide import decide

ROOT: Final = Path(__file__).resolve().parents[2]
RULES: Final = tomllib.loads((ROOT / "docs" / "r805.toml").read_text(encoding="utf-8"))["rule"]


def test_every_rule_has_its_treatment() -> None:
    """The 38 rules stand there in order, and what each names is there."""
    assert [rule["number"] for rule in RULES] == list(range(1, 39))
    assert {rule["treatment"] for rule in RULES} <= set(EVIDENCE)
    assert all(rule.keys() >= COMMON for rule in RULES)
    sources = Sources(ROOT / "tests", EVENTS.keys(), ())
    assert [problem for rule in RULES for problem in _problems(rule, sources)] == []


def test_every_function_of_a_rule_is_named() -> None:
    """No rule in play or of the terms is left out of the table."""
    named = {case["function"] for rule in RULES for case in rule.get("decided", ())}
    rules = {
        f"{module.__name__}:{name}"
        for module in (r805, r805_terms)
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if function.__module__ == module.__name__ and function.__annotations__.get("return") == "Finding | None"
    }
    assert rules - named == set()


def test_every_command_is_decided() -> None:
    """Each of the closed union has a kind of its own and goes to the judge of the game."""
    commands = get_args(BlackjackCommand)
    assert len({command.model_fields["kind"].default for command in commands}) == len(commands)
    assert {DECIDERS[command] for command in commands} == {decide}
