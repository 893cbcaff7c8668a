"""docs/r809.toml is true: every rule of R809 is treated, and every function it names objects and accepts where it says."""

from __future__ import annotations

import inspect
import re
import tomllib
from typing import Any, Final

import pytest

from ledger.catalogue import EVENTS
from ledger.core.citation import R809_SPANS, rules_of
from ledger.games.poker import r809
from tests.transcripts.test_r806 import FOLDER, seen

TREATMENTS: Final[list[dict[str, Any]]] = tomllib.loads(
    (FOLDER.parents[1] / "docs/r809.toml").read_text(encoding="utf-8")
)["rule"]
DECIDED: Final = [
    pytest.param(rule["number"], entry, id=f"r{rule['number']}-{entry['function'].partition(':')[2]}")
    for rule in TREATMENTS
    for entry in rule.get("decided", ())
]
HELPERS: Final = {"straddle_amount", "straddler"}
"""Public functions of the module that compute what a rule asks, and object to nothing."""
FIRST_STREET: Final = 51
"""R806's rule on where the betting begins, which R809 has in another place among others."""
SEEN: Final = {31, *range(51, 77)}
"""What is before us of R809: r.51 to its end, and the number of the rule on ties, which r.63 names."""


def test_every_rule_is_treated_once() -> None:
    """The rules 1 to 76 of R809 stand in their order, none missing, none twice, each with its treatment."""
    assert [rule["number"] for rule in TREATMENTS] == list(range(1, 77))
    fields = {"decided": "decided", "recorded": "kinds", "reported": "commands", "outside": "reason"}
    assert all(rule[fields[rule["treatment"]]] for rule in TREATMENTS)
    assert all(set(rule["kinds"]) <= EVENTS.keys() for rule in TREATMENTS if rule["treatment"] == "recorded")


def test_what_is_unseen_says_so() -> None:
    """A rule whose text is not before us is marked as assumed, and no other is."""
    assert {rule["number"] for rule in TREATMENTS if "[A]" not in rule["about"]} == SEEN


@pytest.mark.parametrize(("number", "entry"), DECIDED)
def test_rule_objects_and_accepts(number: int, entry: dict[str, str]) -> None:
    """A function that decides a rule objects in the transcript named for it, and is content in the other."""
    function = entry["function"]
    assert function in seen(entry["objects"]).objecting, f"r.{number}: it never objects there"
    assert function in seen(entry["accepts"]).accepting, f"r.{number}: it always objects there"


def test_every_function_of_its_own_is_accounted_for() -> None:
    """Every function of R809's module decides a rule of the list, and its docstring cites that rule."""
    named: dict[str, set[int]] = {}
    for rule in TREATMENTS:
        for entry in rule.get("decided", ()):
            named.setdefault(entry["function"], set()).add(rule["number"])
    functions = {
        name: inspect.getdoc(function) or ""
        for name, function in inspect.getmembers(r809, inspect.isfunction)
        if function.__module__ == r809.__name__ and name not in HELPERS
    }
    assert {f"{r809.__name__}:{name}" for name in functions} == {
        name for name in named if name.startswith(r809.__name__)
    }
    for name, doc in functions.items():
        numbers = named[f"{r809.__name__}:{name}"]
        assert any(re.search(rf"R809 r\.{number}(?!\d)", doc) for number in numbers), name


def test_the_list_and_the_citations_have_one_numbering() -> None:
    """A rule of R806 that R809 has too is treated here as there, under the number its findings cite."""
    theirs = tomllib.loads((FOLDER.parents[1] / "docs/r806.toml").read_text(encoding="utf-8"))["rule"]
    shared = {rule for span in R809_SPANS if span.first != FIRST_STREET for rule in range(span.first, span.last + 1)}
    for rule in theirs:
        if rule["number"] in shared:
            number = int(rules_of("sintetico", rule["number"]).removeprefix("R809 r."))
            assert TREATMENTS[number - 1]["treatment"] == rule["treatment"]
