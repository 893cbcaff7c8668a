"""The page of refusals: for each request what it may be refused for, in the order in which it is asked, with the transcript that shows it.

Nothing on it is written by hand. Every transcript is played, and the interpreter watched: which request is judged, which rules are
asked one after the other, and what the one that objects says.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final, NamedTuple

from tests.transcripts.languages import FOLDER, LANGUAGES, transcript
from tests.worlds.world import World
from tombo.ledger.catalogue import COMMANDS
from tombo.ledger.core.findings import Finding, Refused
from tombo.ledger.core.said import Said
from tombo.ledger.said import meanings

RULES: Final = ("tombo.ledger.games.", "tombo.ledger.house.", "tombo.ledger.terms.", "tombo.ledger.claims")
"""Where those stand who object."""

BEGINNING: Final = """# Refusals

Generated from the transcripts of the rules (`tests/transcripts`); `make docs` writes it again.

A request that is refused is answered with `rule`, `about`, `facts` and `message` ([platform](platform.md)). `about` names the cause and never
changes; `facts` are its numbers and names; `message` is the English sentence below, made of them. For each request the causes stand in
the order in which they are asked: of two that hold, the first is told. An amount among the facts is
`{"minor": 600, "currency": "EUR", "decimals": 2}`; without a currency it counts chips. Times are microseconds since 1970, lengths of time microseconds,
percentages hundredths of one per cent.
"""


class Case(NamedTuple):
    """One refusal that a transcript shows: who objected, under which rule, saying what."""

    function: str
    rule: str
    about: str
    shown: str


class Watched(NamedTuple):
    """What was seen: for each request its refusals, and before which objection which rules were content."""

    cases: dict[str, dict[str, Case]]
    before: dict[str, dict[str, set[str]]]

    def note(self, kind: str, case: Case, asked: Sequence[str]) -> None:
        """``case`` is an objection to a request of ``kind``, after those ``asked`` were content."""
        self.cases[kind].setdefault(case.about, case)
        self.before[kind][case.about].update(asked)


@contextmanager
def watching(seen: Watched, shown: str) -> Iterator[None]:
    """Note who is asked, and who objects, while the block plays the transcript ``shown``."""
    asked: list[str] = []
    objected: dict[str, Case] = {}
    kinds: list[str] = []

    def watch(frame: FrameType, event: str, answer: Any) -> None:
        if frame.f_code is World.ask.__code__:
            if event == "call":
                kinds.append(frame.f_locals["command"].kind)
                asked.clear()
                objected.clear()
            elif event == "return":
                kind = kinds.pop()
                if isinstance(answer, Refused):
                    case = objected[answer.finding.told.about]
                    seen.note(kind, case._replace(rule=answer.finding.rule), asked)
        elif event == "return" and kinds and frame.f_globals.get("__name__", "").startswith(RULES):
            name = _named(frame.f_code)
            if answer is None:
                asked.append(name)
            elif isinstance(answer, Finding | Refused):
                finding = answer.finding if isinstance(answer, Refused) else answer
                objected.setdefault(finding.told.about, Case(name, finding.rule, finding.told.about, shown))

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        yield
    finally:
        sys.setprofile(before)


def _named(code: CodeType) -> str:
    return f"{code.co_filename}:{code.co_firstlineno}:{code.co_name}"


def watched() -> Watched:
    """Every transcript, played."""
    seen = Watched(defaultdict(dict), defaultdict(lambda: defaultdict(set)))
    for folder in LANGUAGES:
        for path in sorted((FOLDER / folder).glob("*.txt")):
            name = f"{folder}/{path.name}"
            with watching(seen, name):
                transcript(name).play()
    return seen


@cache
def _lines(filename: str) -> Mapping[str, int]:
    """The line on which each meaning is first told in a file."""
    found: dict[str, int] = {}
    for node in ast.walk(ast.parse(Path(filename).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and node.attr.isupper():
            found[node.attr.lower()] = min(node.lineno, found.get(node.attr.lower(), node.lineno))
    return found


def in_order(cases: Mapping[str, Case], before: Mapping[str, set[str]]) -> list[Case]:
    """The refusals of a request as they are asked: who was content before another objected stands before him."""
    left, ordered = dict(cases), list[Case]()

    def stands(case: Case) -> tuple[int, str, int]:
        waits = sum(other.function in before[case.about] for other in left.values() if other is not case)
        filename = case.function.partition(":")[0]
        return waits, filename, _lines(filename).get(case.about, 0)

    while left:
        first = min(left.values(), key=stands)
        ordered.append(left.pop(first.about))
    return ordered


def page() -> str:
    """The whole page."""
    seen, said = watched(), {row.about: row for row in meanings()}
    parts = [BEGINNING]
    parts += [
        _request(kind, in_order(seen.cases[kind], seen.before[kind]), said) for kind in COMMANDS if seen.cases[kind]
    ]
    shown = {about for cases in seen.cases.values() for about in cases}
    rest = sorted(said.keys() - shown)
    parts.append(_rest(rest, said))
    return "\n".join(parts)


def _request(kind: str, cases: Sequence[Case], said: Mapping[str, Said]) -> str:
    purpose = (inspect.getdoc(COMMANDS[kind]) or "").partition("\n")[0]
    rows = [
        f"| {number} | `{case.about}` | {case.rule} | {_cell(said[case.about].en)} | `{case.shown}` |"
        for number, case in enumerate(cases, 1)
    ]
    head = "| | about | rule | says | shown by |\n|---|---|---|---|---|"
    return f"## {kind}\n\n{purpose}\n\n{head}\n" + "\n".join(rows) + "\n"


def _rest(rest: Sequence[str], said: Mapping[str, Said]) -> str:
    rows = [f"| `{about}` | {_cell(said[about].en)} |" for about in rest]
    head = "| about | says |\n|---|---|"
    return (
        "## Said elsewhere\n\nParts of sentences, what is recorded and not refused, what only an import, a night or an audit says, and what no transcript"
        f" shows.\n\n{head}\n" + "\n".join(rows) + "\n"
    )


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
