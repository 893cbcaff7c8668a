"""docs/r8*.toml are true: every rule is treated, and every function they name objects and accepts where they say."""

from __future__ import annotations

import inspect
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, Final

import pytest

from docs.generate import table_of
from docs.generate_rules import EVIDENCE, TABLES, judged, rules_of
from tests.transcripts.languages import PLAYED_AS, transcript
from tests.transcripts.observer import Seen, watching
from tests.unit.test_tidy import named, sources
from tombo.ledger import roster
from tombo.ledger.games.blackjack import r805
from tombo.ledger.games.poker.rules import r806_betting, r806_dealing, r806_showdown, r809
from tombo.ledger.games.roulette import r804, r807
from tombo.ledger.games.sem_descarte import r803
from tombo.ledger.games.tournament import r810, r810_tickets
from tombo.ledger.house.table import r806 as r806_house
from tombo.ledger.house.table import r810 as r810_house
from tombo.ledger.kinds import EVENTS
from tombo.ledger.terms import blackjack as r805_terms
from tombo.ledger.terms import poker as r806_terms
from tombo.ledger.terms import r810 as r810_terms
from tombo.ledger.terms import roulette as roulette_terms
from tombo.ledger.terms import sem_descarte as r803_terms
from tombo.ledger.terms.every import LAWS

RULES: Final[Mapping[str, list[dict[str, Any]]]] = {regulation: rules_of(regulation, table_of) for regulation in TABLES}
LIKE: Final = {regulation for regulation in TABLES if "like" in tomllib.loads(table_of(regulation))}
"""The regulations whose table is that of another, but for what it says."""
DECIDED: Final = [
    pytest.param(
        regulation, rule["number"], entry, id=f"{regulation}-r{rule['number']}-{entry['function'].partition(':')[2]}"
    )
    for regulation, rules in RULES.items()
    for rule in rules
    for entry in judged(rule)
]
MODULES: Final[Mapping[str, tuple[ModuleType, ...]]] = {
    "R803": (r803_terms, r803),
    "R804": (roulette_terms, r804),
    "R805": (r805_terms, r805),
    "R806": (r806_terms, r806_house, r806_betting, r806_dealing, r806_showdown),
    "R807": (roulette_terms, r804, r807),
    "R809": (r809,),
    "R810": (r810_terms, r810, r810_tickets, r810_house),
}
"""The modules of rules of a regulation: all their public functions are rules, but the helpers."""
HELPERS: Final = {
    "ace_has_to_count_one",
    "ace_stays_one",
    "bets_are_made",
    "bets_that_stand",
    "blind_positions",
    "chance_limits",
    "cited",
    "dealing_order",
    "decided_in_silence",
    "goes_hand_by_hand",
    "is_refunded_in_cash",
    "least_added",
    "limits_by_chance",
    "may_be_decided",
    "most",
    "replaced_by",
    "sale_ends_itself",
    "second_bet",
    "stack_commission",
    "straddle_amount",
    "straddler",
    "structure_findings",
    "terms_findings",
    "time_ends_itself",
    "written",
}
"""Public functions of the modules of rules that compute what a rule asks, and object to nothing."""
OF_THE_OTHER: Final[Mapping[str, set[str]]] = {
    "R804": {"zero_is_read"},
    "R807": {"call_bets_are_french", "zero_takes_all"},
}
"""Functions of a module of two regulations that judge the other one alone."""
TOLD: Final = {"tombo.ledger.terms.blackjack:splits_are_limited", "tombo.ledger.terms.blackjack:void_rounds_are_read"}
"""What terms must say in one lawful way or another: each is a notice, so that these never keep silent."""


@cache
def seen(regulation: str, name: str) -> Seen:
    """What the rules answer while a transcript is played; one of hold'em named for R811 is played as Omaha.

    Raises:
        KeyError: nobody says how one is played under a regulation that is ``like`` that of the transcript.
    """
    own = regulation not in LIKE or name.startswith(f"{regulation.lower()}/")
    played = transcript(name, under=None if own else regulation)
    with watching() as answers:
        played.play()
    return answers["rules"]


@pytest.mark.parametrize("regulation", TABLES)
def test_every_rule_is_treated_once(regulation: str) -> None:
    """The rules of a regulation stand in their order, none missing, none twice, each with its treatment."""
    rules = RULES[regulation]
    assert [rule["number"] for rule in rules] == list(range(1, TABLES[regulation] + 1))
    assert all(rule[EVIDENCE[rule["treatment"]]] for rule in rules)


@pytest.mark.parametrize(("regulation", "number", "entry"), DECIDED)
def test_rule_objects_and_accepts(regulation: str, number: int, entry: dict[str, str]) -> None:
    """A function that decides a rule objects in the transcript named for it, and is content in the other."""
    function = entry["function"]
    assert function in seen(regulation, entry["objects"]).objecting, f"r.{number}: it never objects there"
    content = seen(regulation, entry["accepts"])
    accepting = content.objecting if function in TOLD else content.accepting
    assert function in accepting, f"r.{number}: it always objects there"


@pytest.mark.parametrize(
    ("regulation", "rule"),
    [
        pytest.param(regulation, rule, id=f"{regulation}-r{rule['number']}")
        for regulation, rules in RULES.items()
        for rule in rules
        if judged(rule)
    ],
)
def test_f9_who_only_gives_notice_decides_nothing(regulation: str, rule: dict[str, Any]) -> None:
    """F9: of a rule that is decided some function says more than a notice in its transcript; of one that is told, none does."""
    refusing = {
        entry["function"] for entry in judged(rule) if entry["function"] in seen(regulation, entry["objects"]).refusing
    }
    assert bool(refusing) == (rule["treatment"] == "decided"), refusing


def test_recorded_rules_name_kinds_of_entry() -> None:
    """What a rule is recorded in is a kind of the catalogue."""
    named = {kind for rules in RULES.values() for rule in rules for kind in rule.get("kinds", ())}
    assert named - EVENTS.keys() == set()


def test_every_regulation_of_the_roster_has_its_table() -> None:
    """And one whose table is like another's says how transcripts of the other are played under it."""
    assert TABLES.keys() == LAWS.keys()
    assert PLAYED_AS.keys() == LIKE


def test_every_module_of_rules_is_asked_here() -> None:
    """Those of every game on the roster: its terms, and each ``r8xx.py`` but the list of what is asked of a hand."""
    terms = {
        game.terms if ruled.terms is None else ruled.terms.__module__
        for game, ruled in zip(roster.GAMES, roster.ruled(), strict=True)
    }
    found = {
        f"tombo.{named(path).removesuffix('.py').replace('/', '.')}"
        for path in sources("ledger")
        if re.fullmatch(r"r8\d\d\w*\.py", path.name)
    }
    asked = {module.__name__ for modules in MODULES.values() for module in modules}
    assert asked == (terms | found) - {"tombo.ledger.games.poker.rules.r806"}
    assert MODULES.keys() == TABLES.keys() - LIKE


MODULE_OF: Final = [(regulation, module) for regulation, modules in MODULES.items() for module in modules]


@pytest.mark.parametrize(
    ("regulation", "module"), MODULE_OF, ids=[f"{name}-{module.__name__}" for name, module in MODULE_OF]
)
def test_every_rule_function_is_accounted_for(regulation: str, module: ModuleType) -> None:
    """Every function of a module of rules decides a rule of the list, and its docstring cites that rule."""
    named: dict[str, set[int]] = {}
    for rule in RULES[regulation]:
        for entry in judged(rule):
            named.setdefault(entry["function"], set()).add(rule["number"])
    functions = {
        name: inspect.getdoc(function) or ""
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if function.__module__ == module.__name__ and not name.startswith("_")
    }
    others = HELPERS | OF_THE_OTHER.get(regulation, set())
    rules = {f"{module.__name__}:{name}": cited for name, cited in functions.items() if name not in others}
    told = {name for name in named if name.startswith(f"{module.__name__}:")}
    assert rules.keys() == told, (
        f"{sorted(rules.keys() ^ told)}: a rule has its line in docs/{regulation.lower()}.toml; one that judges the other regulation of"
        " its module alone stands in OF_THE_OTHER, one that objects to nothing in HELPERS"
    )
    for name, cited in rules.items():
        numbers = {number for rule in named[name] for number in as_cited(regulation, rule)}
        assert any(re.search(rf"r\.{number}\b|r\.{number}[a-z]", cited) for number in numbers), name


def as_cited(regulation: str, number: int) -> set[int]:
    """The numbers under which a docstring may cite a rule: what R807 shares with R804 is cited as R804 counts it."""
    return {number, number - 1} if regulation == "R807" and number > roulette_terms.CALL_BETS else {number}


def test_functions_exist() -> None:
    """Every function the lists name can be imported."""
    for rules in RULES.values():
        for rule in rules:
            for entry in judged(rule):
                module, _, name = entry["function"].partition(":")
                assert callable(getattr(import_module(module), name))
