"""The page of OWASP's ASVS: every requirement of levels 1 and 2 once and in order, and all that it names is there."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from typing import Final

from tests.unit.test_tidy import ROOT

PAGE: Final = ROOT / "docs" / "asvs.md"
ROW: Final = re.compile(r"\| ((\d+)\.\d+\.\d+) \| ([12]) \| (met|not applicable|not met) \| (.+) \|")
REQUIREMENTS: Final = {
    "1": 27, "2": 11, "3": 19, "4": 10, "5": 9, "6": 35, "7": 18, "8": 7, "9": 7, "10": 29, "11": 14, "12": 9, "13": 13, "14": 9,
    "15": 13, "16": 16, "17": 7,
}  # fmt: skip
"""By chapter, how many requirements of levels 1 and 2 version 5.0.0 has."""
LEVELS: Final = {"1": 70, "2": 183}
"""And by level."""
NAMED: Final = re.compile(r"`([a-z][\w./-]*\.(?:css|html|lock|mjs|py|service|toml))(?:::(\w+))?`|\]\(([^)#:]+)\)")
"""A file, a test in one, or a page that is linked."""


def rows() -> list[tuple[str, ...]]:
    """Number, chapter, level, state and reason of each requirement."""
    return [found.groups() for line in PAGE.read_text(encoding="utf-8").splitlines() if (found := ROW.fullmatch(line))]


@cache
def functions_in(path: str) -> frozenset[str]:
    """The functions of a file."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def test_every_requirement_of_levels_1_and_2_stands_once() -> None:
    """In the order of the standard, as many in each chapter and of each level as it has; and they are counted."""
    found = rows()
    numbers = [tuple(map(int, number.split("."))) for number, *_ in found]
    assert numbers == sorted(set(numbers))
    assert Counter(chapter for _, chapter, *_ in found) == REQUIREMENTS
    assert Counter(level for _, _, level, *_ in found) == LEVELS
    text = PAGE.read_text(encoding="utf-8")
    counted = Counter((state, level) for _, _, level, state, _ in found)
    for state in ("met", "not applicable", "not met"):
        assert f"\n| {state} | {counted[state, '1']} | {counted[state, '2']} |\n" in text


def test_what_is_met_names_what_shows_it_and_what_is_not_says_what_is_open() -> None:
    """A file, a test, a page, or another requirement; and for the rest a sentence."""
    for number, _, _, state, why in rows():
        if state == "met":
            assert NAMED.search(why) is not None or re.match(r"As \d+\.\d+\.\d+", why), number
        else:
            assert why.endswith("."), number
            assert ("Open:" in why) == (state == "not met"), number


def test_all_that_it_names_is_there() -> None:
    """Files and pages exist, and tests are functions of theirs."""
    named = NAMED.findall(PAGE.read_text(encoding="utf-8"))
    assert len(named) > 200
    for path, test, page in named:
        assert (ROOT / path).is_file() if path else (PAGE.parent / page).is_file(), path or page
        assert not test or test in functions_in(path), f"{path}::{test}"


def test_what_refers_to_another_requirement_says_one_that_is_there() -> None:
    """``As 3.3.1``."""
    known = {number for number, *_ in rows()}
    for number, *_, why in rows():
        assert set(re.findall(r"\b(\d+\.\d+\.\d+)\b", why.partition("5.0.0")[0])) <= known, number
