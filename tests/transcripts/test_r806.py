"""docs/r806.toml is true: every rule of R806 is treated, and every function it names objects and accepts where it says."""

from __future__ import annotations

import inspect
import re
import tomllib
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest

from ledger.catalogue import EVENTS
from ledger.core import r806_terms
from ledger.games.poker import r806_betting, r806_dealing, r806_showdown
from ledger.house import r806 as r806_house
from tests.transcripts import checks, elsewhere, live, setting  # noqa: F401  # they fill the language
from tests.transcripts.observer import Seen, watching
from tests.transcripts.player import Transcript

FOLDER: Final = Path(__file__).parent
TREATMENTS: Final[list[dict[str, Any]]] = tomllib.loads(
    (FOLDER.parents[1] / "docs/r806.toml").read_text(encoding="utf-8")
)["rule"]
DECIDED: Final = [
    pytest.param(rule["number"], entry, id=f"r{rule['number']}-{entry['function'].partition(':')[2]}")
    for rule in TREATMENTS
    for entry in rule.get("decided", ())
]
MODULES: Final = (r806_terms, r806_house, r806_betting, r806_dealing, r806_showdown)
HELPERS: Final = {"blind_positions", "dealing_order", "most", "stack_commission", "terms_findings"}
"""Public functions of the modules of rules that compute what a rule asks, and object to nothing."""


@cache
def seen(name: str) -> Seen:
    """What the rules answer while a transcript is played."""
    transcript = Transcript((FOLDER / name).read_text(encoding="utf-8"))
    with watching() as answers:
        transcript.play()
    return answers["rules"]


def test_every_rule_is_treated_once() -> None:
    """The rules 1 to 75 of R806 stand in their order, none missing, none twice, each with its treatment."""
    assert [rule["number"] for rule in TREATMENTS] == list(range(1, 76))
    fields = {"decided": "decided", "recorded": "kinds", "reported": "commands", "outside": "reason"}
    assert all(rule[fields[rule["treatment"]]] for rule in TREATMENTS)


@pytest.mark.parametrize(("number", "entry"), DECIDED)
def test_rule_objects_and_accepts(number: int, entry: dict[str, str]) -> None:
    """A function that decides a rule objects in the transcript named for it, and is content in the other."""
    function = entry["function"]
    assert function in seen(entry["objects"]).objecting, f"r.{number}: it never objects there"
    assert function in seen(entry["accepts"]).accepting, f"r.{number}: it always objects there"


@pytest.mark.parametrize("rule", [rule for rule in TREATMENTS if rule["treatment"] == "recorded"], ids=str)
def test_recorded_rule_names_kinds_of_entry(rule: dict[str, Any]) -> None:
    """What a rule is recorded in is a kind of the catalogue."""
    assert set(rule["kinds"]) <= EVENTS.keys()


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_every_rule_function_is_accounted_for(module: Any) -> None:
    """Every function of a module of rules decides a rule of the list, and its docstring cites that rule."""
    named: dict[str, set[int]] = {}
    for rule in TREATMENTS:
        for entry in rule.get("decided", ()):
            named.setdefault(entry["function"], set()).add(rule["number"])
    functions = {
        name: inspect.getdoc(function) or ""
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if function.__module__ == module.__name__ and not name.startswith("_")
    }
    rules = {f"{module.__name__}:{name}": cited for name, cited in functions.items() if name not in HELPERS}
    assert rules.keys() == {name for name in named if name.startswith(f"{module.__name__}:")}
    for name, cited in rules.items():
        assert any(re.search(rf"r\.{number}\b|r\.{number}[a-z]", cited) for number in named[name]), name


def test_functions_exist() -> None:
    """Every function the list names can be imported."""
    for rule in TREATMENTS:
        for entry in rule.get("decided", ()):
            module, _, name = entry["function"].partition(":")
            assert callable(getattr(import_module(module), name))
