"""The page of the rules from their tables: every rule's number, what becomes of it, and where.

A table that says what is not so is refused. The house's own rules stand at the end of the page.
"""

from __future__ import annotations

import importlib
import inspect
import tomllib
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from tombo.ledger.house.rules import HouseRule

TABLES: Final[Mapping[str, int]] = {
    "R803": 44,
    "R804": 31,
    "R805": 38,
    "R806": 75,
    "R807": 32,
    "R809": 76,
    "R810": 60,
    "R811": 75,
}
"""The regulations that have a table on the page, ``docs/r806.toml``, each with the number of rules of its annex."""
EVIDENCE: Final = {
    "decided": "decided",
    "told": "told",
    "recorded": "kinds",
    "reported": "commands",
    "outside": "reason",
}
"""Treatment to the field that bears it out."""
JUDGED: Final = ("decided", "told")
"""The treatments that name functions, each with its transcripts."""
COMMON: Final = {"number", "about", "treatment"}


class MissingError(Exception):
    """The table names something that is not there."""


class Sources(NamedTuple):
    """What the table may name: transcripts in ``folder``, kinds of entry, commands of the command line."""

    folder: Path
    kinds: Collection[str]
    commands: Collection[str]


Text = Callable[[str], str]
"""The table of a regulation, as it is written."""


def rules_of(regulation: str, text: Text) -> list[dict[str, Any]]:
    """The rules in a regulation's table, in order. One ``like`` another has its rules, but for what it says is otherwise."""
    table = tomllib.loads(text(regulation))
    if "like" not in table:
        return list(table["rule"])
    return [_like(rule, table) for rule in rules_of(table["like"], text)]


def _like(rule: Mapping[str, Any], table: Mapping[str, Any]) -> dict[str, Any]:
    """``rule`` of another regulation as ``table`` has it."""
    number = rule["number"]
    about = table["about"].get(str(number), rule["about"])
    found = {**rule, "about": about if number in table["seen"] else f"[A] {about}"}
    for field in JUDGED:
        if field in rule:
            found[field] = [{**case, **table["told"].get(case["function"], {})} for case in rule[field]]
    return found


def judged(rule: Mapping[str, Any]) -> list[dict[str, str]]:
    """The functions that a rule names with their transcripts; none of one that is recorded, reported or outside."""
    return [case for field in JUDGED for case in rule.get(field, ())]


def load(regulation: str, text: Text, sources: Sources) -> list[Mapping[str, Any]]:
    """The rules of a regulation's table, in order.

    Raises:
        MissingError: a number that is missing or there twice; a treatment without its evidence; a function,
            transcript, kind or command that does not exist. All of them are named.
    """
    rules = rules_of(regulation, text)
    found = [rule.get("number") for rule in rules]
    last = TABLES[regulation]
    numbered = f"the rules are numbered {found}, expected 1 to {last} in order"
    wrong = [] if found == list(range(1, last + 1)) else [f"{regulation}: {numbered}"]
    for rule in rules:
        wrong += (f"{regulation} r.{rule.get('number')}: {problem}" for problem in _problems(rule, sources))
    if wrong:
        raise MissingError("\n".join(wrong))
    return list(rules)


def _problems(rule: Mapping[str, Any], sources: Sources) -> list[str]:
    field = EVIDENCE.get(rule.get("treatment", ""))
    if field is None:
        return [f"treatment {rule.get('treatment')!r}, expected one of {', '.join(EVIDENCE)}"]
    if rule.keys() != COMMON | {field} or not rule[field]:
        return [f"fields {sorted(rule)}, expected {sorted(COMMON | {field})}, none of them empty"]
    if field in JUDGED:
        return [problem for case in judged(rule) for problem in _case_problems(case, sources)]
    known = {"kinds": sources.kinds, "commands": sources.commands}.get(field)
    return [] if known is None else [f"no {field[:-1]} {name!r}" for name in rule[field] if name not in known]


def _case_problems(case: Mapping[str, str], sources: Sources) -> list[str]:
    problems = [] if _function(case["function"]) else [f"no function {case['function']}"]
    missing = [side for side in ("objects", "accepts") if not (sources.folder / case[side]).is_file()]
    return [*problems, *(f"no transcript {case[side]} ({side})" for side in missing)]


def _function(name: str) -> Callable[..., Any] | None:
    module, _, function = name.partition(":")
    try:
        return getattr(importlib.import_module(module), function, None)
    except ModuleNotFoundError:
        return None


Tables = Mapping[str, Sequence[Mapping[str, Any]]]
"""Regulation to its rules."""


def counted(rules: Sequence[Mapping[str, Any]]) -> str:
    """How many rules, and how they are treated: ``75 rules: 59 decided, 10 recorded, 2 reported, 4 outside``."""
    counts = Counter(rule["treatment"] for rule in rules)
    return f"{len(rules)} rules: " + ", ".join(f"{counts[treatment]} {treatment}" for treatment in EVIDENCE)


def page(tables: Tables, house: Mapping[HouseRule, str], sources: Sources, root: Path) -> str:
    """``docs/rules.md``: the rules of every regulation, and at the end those of the house."""
    lines = [
        "# The rules, one by one",
        "",
        "Generated by `make docs` from the tables beside it, `r806.toml` and its like; a rule whose function, transcript, kind or",
        "command is missing stops the generation. *Decided*: a function judges it, and there is a transcript in which it objects",
        "and one in which it accepts; of several that are named some may only give notice, as of a rule that is told. *Told*: the rule leaves a choice, and a function gives notice where the approved terms depart",
        "from its letter; it refuses nothing. *Recorded*: an entry keeps it. *Reported*: a command tells it. *Outside*: it is not the",
        "ledger's. A rule marked [A] is not before us in its own words: what it says is assumed from the regulation beside it.",
        "Transcripts of hold'em (`r806/`) named under R811 are played as Omaha, with four closed cards and R811's citations.",
        "",
        *(f"- [{regulation}](#{regulation.lower()}): {counted(rules)}" for regulation, rules in tables.items()),
    ]
    folder = sources.folder.relative_to(root)
    for regulation, rules in tables.items():
        lines += ["", f"## {regulation}", "", "| r. | about | | where |", "|---:|---|---|---|"]
        lines += (
            f"| {rule['number']} | {rule['about']} | {rule['treatment']} | {_where(rule, folder)} |" for rule in rules
        )
    lines += [
        "",
        "## The house's own rules",
        "",
        "What the regulations take for granted and a ledger has to insist on. A refusal cites one as `House: seat`, where no rule",
        "of a regulation says it.",
        "",
        f"{len(house)} rules.",
        "",
        "| House: | |",
        "|---|---|",
        *(f"| `{name}` | {said} |" for name, said in sorted(house.items())),
    ]
    return "\n".join(lines) + "\n"


def _where(rule: Mapping[str, Any], folder: Path) -> str:
    match rule["treatment"]:
        case "decided" | "told":
            return "<br>".join(_told(case, folder) for case in judged(rule))
        case "recorded":
            return ", ".join(f"[`{kind}`](../schemas/events/{kind}.json)" for kind in rule["kinds"])
        case "reported":
            return ", ".join(f"[`tombo {command}`](cli.md)" for command in rule["commands"])
        case _:
            return str(rule["reason"])


def _told(case: Mapping[str, str], folder: Path) -> str:
    """A function, what it says of itself in one line, and its two transcripts."""
    module, _, name = case["function"].partition(":")
    source = module.removeprefix("tombo.").replace(".", "/") + ".py"
    said = (inspect.getdoc(_function(case["function"])) or "").partition("\n")[0]
    links = [f"[{side}](../{folder / case[side]})" for side in ("objects", "accepts")]
    return f"[`{name}`](../{source}): {said} ({', '.join(links)})".replace("|", "\\|")
