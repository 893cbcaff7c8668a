"""``docs/r803.toml``: every rule of the regulation once, and whatever it names is there."""

from __future__ import annotations

import importlib
import re
import tomllib
from pathlib import Path
from typing import Any, Final

from ledger.catalogue import EVENTS

ROOT: Final = Path(__file__).resolve().parents[2]
RULES: Final[list[dict[str, Any]]] = tomllib.loads((ROOT / "docs" / "r803.toml").read_text(encoding="utf-8"))["rule"]
EVIDENCE: Final = {"decided": "decided", "recorded": "kinds", "outside": "reason"}


def written_in(file: str) -> set[str]:
    """The tests in ``test_sem_descarte_<file>.py``, without their prefix."""
    text = (ROOT / "tests" / "unit" / f"test_sem_descarte_{file}.py").read_text(encoding="utf-8")
    return set(re.findall(r"^def test_(\w+)\(", text, re.MULTILINE))


def test_every_rule_of_the_regulation_is_there() -> None:
    """The 44 rules in order, each with what bears its treatment out and nothing else."""
    assert [rule["number"] for rule in RULES] == list(range(1, 45))
    for rule in RULES:
        field = EVIDENCE[rule["treatment"]]
        assert set(rule) == {"number", "about", "treatment", field}, rule["number"]
        assert rule[field], rule["number"]


def test_what_the_table_names_is_there() -> None:
    """Functions, the tests in which they object and accept, and kinds of entry."""
    cases = [(rule["number"], case) for rule in RULES for case in rule.get("decided", ())]
    for number, case in cases:
        module, _, function = case["function"].partition(":")
        assert callable(getattr(importlib.import_module(module), function, None)), (number, case["function"])
        for side in ("objects", "accepts"):
            file, _, name = case[side].partition(":")
            assert name in written_in(file), (number, case[side])
    kinds = [(rule["number"], kind) for rule in RULES for kind in rule.get("kinds", ())]
    assert [(number, kind) for number, kind in kinds if kind not in EVENTS] == []


def test_every_function_of_the_rules_is_in_the_table() -> None:
    """A rule that judges and is not told of is not known to the reader of the table."""
    told = {case["function"] for rule in RULES for case in rule.get("decided", ())}
    for module in ("ledger.games.sem_descarte.r803", "ledger.core.r803_terms"):
        text = (ROOT / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8")
        names = set(re.findall(r"^def ([a-z]\w+)\(.*\) -> Finding \| None:", text, re.MULTILINE))
        assert names, module
        assert {f"{module}:{name}" for name in names if not name.startswith("_")} - told == set()
