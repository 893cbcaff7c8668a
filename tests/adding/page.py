"""The pages that ``docs/adding.md`` lists, taken apart: the steps, what each writes, what fails without it, what is seen at the end."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import Final, NamedTuple

from tests.unit.test_tidy import ROOT

PAGE: Final = ROOT / "docs" / "adding.md"
_LISTED: Final = re.compile(r"^\| \[[^\]]+\]\((adding/\w+\.md)\)", re.MULTILINE)
_STEP: Final = re.compile(r"^\d+\. ", re.MULTILINE)
_FENCE: Final = re.compile(r"^( *)```(\w+)\n(.*?)^ *```$", re.DOTALL | re.MULTILINE)
_FORGOTTEN: Final = re.compile(r"Forgotten: (.+)")
_NEW: Final = "--- /dev/null"


class Hunk(NamedTuple):
    """A place in a file: what stands there, and what is to stand there."""

    old: str
    new: str


class Diff(NamedTuple):
    """What a step writes in one file."""

    path: str
    hunks: tuple[Hunk, ...]
    new: bool


class Step(NamedTuple):
    """One numbered step of a section."""

    number: int
    diffs: tuple[Diff, ...]
    fails: tuple[str, ...]
    """What says so where it is forgotten: a target of ``make``, or a test."""
    generates: bool = False
    """Whether it is ``make docs``."""
    fills: bool = False
    """Whether it gives every row a cell."""
    plays: bool = False
    """Whether it writes golden hands."""


class Call(NamedTuple):
    """What is typed, and what is printed then."""

    words: tuple[str, ...]
    printed: str


class Section(NamedTuple):
    """A page: how one thing is added."""

    name: str
    after: str | None
    """The one that is done before it."""
    first: Step
    """What is written before them: a test."""
    steps: tuple[Step, ...]
    calls: tuple[Call, ...]


@cache
def sections() -> dict[str, Section]:
    """Those that the page lists, in its order, by the title of theirs."""
    pages = [(ROOT / "docs" / name).read_text(encoding="utf-8") for name in _LISTED.findall(PAGE.read_text("utf-8"))]
    return {page.partition("\n")[0].removeprefix("# "): _section(page) for page in pages}


def _section(text: str) -> Section:
    name = text.partition("\n")[0].removeprefix("# ")
    after = re.search(r"It stands on \[([^\]]+)\]", text)
    first, *steps = (_step(number, part) for number, part in enumerate(_STEP.split(text)))
    shown = [dedent(body) for _, language, body in _FENCE.findall(text) if language == "console"]
    return Section(
        name, after and after[1], first, tuple(steps), tuple(call for body in shown for call in _calls(body))
    )


def _step(number: int, text: str) -> Step:
    diffs = tuple(diff(dedent(body)) for _, language, body in _FENCE.findall(text) if language == "diff")
    told = _FORGOTTEN.search(text)
    fails = tuple(re.findall(r"`([^`]+)`", told[1])) if told else ()
    generates, fills = text.startswith("`make docs`"), text.startswith("The cell of every row")
    plays = text.startswith("`python -m tests.tools.golden`")
    return Step(number, diffs, fails, generates, fills, plays)


def diff(text: str) -> Diff:
    """What a fence says is written where: ``+++ b/path``, and a hunk from ``@@`` to the next, without numbers of lines.

    Raises:
        ValueError: it names no file.
    """
    head, *hunks = re.split(r"^@@$\n?", text, flags=re.MULTILINE)
    named = re.search(r"^\+\+\+ b/(\S+)$", head, re.MULTILINE)
    if named is None:
        raise ValueError(f"a fence without '+++ b/path': {head!r}")
    return Diff(named[1], tuple(_hunk(part.splitlines()) for part in hunks), _NEW in head)


def _hunk(lines: list[str]) -> Hunk:
    old, new = ("".join(f"{line[1:]}\n" for line in lines if line[:1] in {"", " ", sign}) for sign in ("-", "+"))
    return Hunk(old, new)


def _calls(text: str) -> list[Call]:
    return [
        Call(tuple(first.split()), printed)
        for first, _, printed in (part.partition("\n") for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:])
    ]


def write(root: Path, diffs: tuple[Diff, ...]) -> None:
    """Do what ``diffs`` say in the project at ``root``.

    Raises:
        ValueError: a file is there already; or what a hunk says stands in one does not, or stands there twice.
    """
    for one in diffs:
        path = root / one.path
        if one.new == path.exists():
            raise ValueError(f"{one.path} is {'there already' if one.new else 'not there'}")
        path.parent.mkdir(parents=True, exist_ok=True)
        text = "" if one.new else path.read_text(encoding="utf-8")
        for hunk in one.hunks:
            if not one.new and text.count(hunk.old) != 1:
                raise ValueError(f"{one.path} has {text.count(hunk.old)} times, expected once:\n{hunk.old}")
            text = hunk.new if one.new else text.replace(hunk.old, hunk.new)
        path.write_text(text, encoding="utf-8")
