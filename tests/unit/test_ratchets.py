"""How often the house knows one thing in two rooms, counted: each figure may fall, and is then written down lower; none may rise.

What is counted, and why, stands in ``docs/decisions/0027-the-house.md``.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Final

import pytest

from tests.unit.test_tidy import ROOT, named, sources
from tombo.ledger import roster
from tombo.ledger.games.every import BANKED_GAMES

SHIPPED: Final = ("ledger", "projections", "reports", "cli", "serve", "desk", "client")
BANKED: Final = {
    "blackjack": re.compile("blackjack", re.IGNORECASE),
    "roulette": re.compile("roulette|roleta|spin", re.IGNORECASE),
    "sem_descarte": re.compile("sem_?descarte", re.IGNORECASE),
}
GAMES: Final = {
    **BANKED,
    "poker": re.compile(r"\bpoker|\bhand\b", re.IGNORECASE),
    "tournament": re.compile("tournament"),
}
RULE: Final = re.compile(r"\bR8\d\d r\.\d")
WORDS: Final = 3
"""So many words make a sentence of a string."""
LIST: Final = "cli/words.py"
"""The list of what one types, which names everything there is in one sentence each."""
ROSTER: Final = "ledger/roster.py"
"""The list of games."""
EVENTS_ALIKE: Final = frozenset(
    {
        "BetPlaced",
        "BetsClosed",
        "CardsShown",
        "Collected",
        "DecisionRequested",
        "FindingRecorded",
        "FindingRecordedV2",
        "Folded",
        "Paid",
        "Refund",
        "RoundOpened",
        "Settled",
        "TimeExtended",
        "Voided",
    }
)
"""Events that several games have: one word for what is the same in each, told apart by the game whose room they stand in, as
``hand.voided.v1`` and ``blackjack.voided.v1`` are on record. No other class shares its name."""
UNTYPED: Final = frozenset({"AnyLine", "Line", "Line[Any]"})
"""A line of whose event a function knows no type."""
FLAT_MAX: Final = 24
"""Files that a folder may hold."""


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _docstrings(path: Path) -> set[int]:
    """The lines on which a string begins that nothing uses: docstrings, and what stands under a constant."""
    return {
        node.value.lineno
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    }


@cache
def _tokens(path: Path) -> tuple[str, ...]:
    """Names and strings of a file, docstrings and comments left out."""
    told = _docstrings(path)
    middle = getattr(tokenize, "FSTRING_MIDDLE", -1)  # of Python 3.12: before, an f-string is one token
    return tuple(
        token.string
        for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline)
        if token.type == tokenize.NAME or (token.type in {tokenize.STRING, middle} and token.start[0] not in told)
    )


def _strings(path: Path) -> Iterator[str]:
    """The strings of a file that something uses, the text of f-strings among them."""
    told = _docstrings(path)
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.lineno not in told:
            yield node.value


def _naming(game: str) -> int:
    """Shipped files that name a banked game, outside its folder, its terms and the list of games."""
    own = (f"ledger/games/{game}/", f"ledger/terms/{game}.py", f"ledger/terms/said/{game}.py", LIST, ROSTER)
    return sum(
        any(map(BANKED[game].search, _tokens(path))) for path in sources(*SHIPPED) if not named(path).startswith(own)
    )


def _of_games(nodes: list[ast.expr] | list[ast.pattern]) -> bool:
    said = [ast.unparse(node) for node in nodes]
    return sum(any(map(game.search, said)) for game in GAMES.values()) > 1


def _dispatches() -> int:
    """Tables and matches that choose by game, outside the games."""
    found = 0
    for path in sources(*SHIPPED):
        if named(path).startswith(("ledger/games/", LIST)):
            continue
        for node in ast.walk(_tree(path)):
            if isinstance(node, ast.Dict):
                found += _of_games([key for key in node.keys if key is not None])
            elif isinstance(node, ast.Match):
                found += _of_games([case.pattern for case in node.cases])
    return found


def _rules(folder: str) -> int:
    """Numbers of rules in the strings of a package."""
    return sum(len(RULE.findall(text)) for path in sources(folder) for text in _strings(path))


def _sentences() -> int:
    """Strings of three words or more on the command line that are no help: reports and errors, told where they are printed."""
    found = 0
    for path in sources("cli"):
        asked = (node for node in ast.walk(_tree(path)) if isinstance(node, ast.keyword) and node.arg == "help")
        helps = {id(inner) for node in asked for inner in ast.walk(node)}
        told = _docstrings(path)
        found += sum(
            len(node.value.split()) >= WORDS
            for node in ast.walk(_tree(path))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
            if id(node) not in helps and node.lineno not in told and named(path) != LIST
        )
    return found


def _twice() -> dict[str, list[str]]:
    """Public class names that two or more shipped files define, and these files."""
    found: dict[str, list[str]] = {}
    for path in sources(*SHIPPED):
        for node in _tree(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found.setdefault(node.name, []).append(named(path))
    return {name: files for name, files in found.items() if len(files) > 1}


def _flat() -> int:
    """Shipped folders with more files than people take in at a glance."""
    folders = Counter(path.parent for path in sources(*SHIPPED))
    return sum(files > FLAT_MAX for files in folders.values())


def _core() -> int:
    """Files of the core that know a regulation."""
    return sum(
        any(re.search(r"r8\d\d", token, re.IGNORECASE) for token in _tokens(path)) for path in sources("ledger/core")
    )


def _verifier() -> int:
    """Modules that decide, and come with the verifier: those by which it judges acts of staff once more, and no others."""
    program = (
        "import sys, tombo.ledger.verify; print(*(name for name, module in sys.modules.items() if name.startswith('tombo.ledger.')"
        " and (hasattr(module, 'DECIDERS') or name.endswith('.decide'))))"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return len(loaded.stdout.split())


def _any() -> int:
    """How often ``Any`` is said in the projections."""
    return sum(_tokens(path).count("Any") for path in sources("projections"))


def _untyped() -> int:
    """Functions of the projections that read an event of which no type is said."""
    functions = (
        node for path in sources("projections") for node in ast.walk(_tree(path)) if isinstance(node, ast.FunctionDef)
    )
    return sum(_reads_untyped(function) for function in functions)


def _reads_untyped(function: ast.FunctionDef) -> bool:
    arguments = (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
    lines = {one.arg for one in arguments if one.annotation is not None and ast.unparse(one.annotation) in UNTYPED}
    return any(
        isinstance(node, ast.Attribute)
        and node.attr == "event"
        and isinstance(node.value, ast.Name)
        and node.value.id in lines
        for node in ast.walk(function)
    )


def _lines() -> int:
    """Lines shipped."""
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in sources(*SHIPPED))


FIGURES: Final[dict[str, tuple[Callable[[], int], int]]] = {
    **{f"files that name {game}": (partial(_naming, game), 0) for game in BANKED},
    "tables and matches by game": (_dispatches, 3),
    "rules in cli": (lambda: _rules("cli"), 0),
    "rules in projections": (lambda: _rules("projections"), 0),
    "sentences in cli": (_sentences, 0),
    "Any in projections": (_any, 124),
    "functions of projections that read an event without its type": (_untyped, 14),
    "folders with more than 24 files": (_flat, 0),
    "files of the core that know a regulation": (_core, 0),
    "modules that decide and come with the verifier": (_verifier, 4),
}
"""What is counted: how, and what it came to when it was lowest."""


@pytest.mark.parametrize("what", list(FIGURES))
def test_the_house_gets_no_untidier(what: str) -> None:
    """A figure that rises is a second place that knows one thing; one that fell is written down here."""
    count, lowest = FIGURES[what]
    assert count() == lowest


def test_every_game_of_the_roster_is_counted() -> None:
    """By the name of its folder."""
    assert BANKED.keys() == BANKED_GAMES.keys()
    assert GAMES.keys() == {game.rooms.rpartition(".")[2] for game in roster.GAMES}


def test_a_public_class_has_its_name_to_itself() -> None:
    """No two shipped files define a class of one name, but for the events that several games have, each in its own room."""
    twice = _twice()
    assert twice.keys() == EVENTS_ALIKE
    rooms = re.compile(r"ledger/games/\w+/events\.py")
    assert [file for files in twice.values() for file in files if not rooms.fullmatch(file)] == []
