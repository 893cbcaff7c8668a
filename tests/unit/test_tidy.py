"""Style as a test: what ruff and mypy cannot say. What they can (docstrings, prints, clocks, asserts) is in pyproject.toml."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[2]
PACKAGES: Final = ("client", "ledger", "projections", "reports", "serve", "simulator", "cli")
CODE: Final = (*PACKAGES, "tombo", "tests", "bench", "docs")
FILE_LINES_MAX: Final = 350
FUNCTION_LINES_MAX: Final = 60

LONG_FILES: Final[dict[str, str]] = {}
"""Files that are longer for a reason: path to reason."""
LONG_FUNCTIONS: Final[dict[str, str]] = {}
"""Functions that are longer for a reason: ``path:name`` to reason."""

NOT_OURS: Final = {".git", "__pycache__", "build", "demo", "dist", "soak"}
MACHINE: Final = re.compile(
    r"(?<![\w.-])/(?:work|farm|root|home/\w+|Users/\w+)/"  # a folder of somebody's machine
    r"|https?://[^\s)\"]*/(?:simple|packages)/"  # a package index
    r"|(?:pypi|pythonhosted)\.org|extra-index[-]url"
)


def sources(*folders: str) -> list[Path]:
    """Every Python file under ``folders``, none of which may be missing."""
    found = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    assert found, f"no Python file under {folders}"
    return found


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The functions and methods that stand in a file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def named(path: Path) -> str:
    """The path as people write it, from the root of the project."""
    return path.relative_to(ROOT).as_posix()


def kept_files() -> Iterator[Path]:
    """The project's own text files; environments, caches and results are not."""
    for path in sorted(ROOT.rglob("*")):
        parts = path.relative_to(ROOT).parts
        hidden = any(part.startswith(".") for part in parts[:-1] if part != ".ci")
        generated = any(part in NOT_OURS or part.endswith(".egg-info") for part in parts)
        if path.is_file() and not hidden and not generated:
            yield path


def test_files_are_short() -> None:
    """No file is longer than 350 lines unless its reason is on record, and no reason outlives its need."""
    lengths = {named(path): len(path.read_text(encoding="utf-8").splitlines()) for path in sources(*CODE)}
    assert {name for name, lines in lengths.items() if lines > FILE_LINES_MAX} == set(LONG_FILES)


def test_functions_are_short() -> None:
    """No function is longer than 60 lines unless its reason is on record, and no reason outlives its need."""
    long = {
        f"{named(path)}:{node.name}"
        for path in sources(*CODE)
        for node in functions(path)
        if (node.end_lineno or 0) - node.lineno + 1 > FUNCTION_LINES_MAX
    }
    assert long == set(LONG_FUNCTIONS)


def test_every_rule_opens_with_its_citation() -> None:
    """A rule, a function of a regulation's module that may find something, opens its docstring with what it cites."""
    modules = sorted((ROOT / "ledger").rglob("r8[0-9][0-9]*.py"))
    rules = [
        (f"{named(path)}:{node.name}", path.stem[:4].upper(), ast.get_docstring(node) or "")
        for path in modules
        for node in functions(path)
        if node.returns is not None and ast.unparse(node.returns) == "Finding | None"
    ]
    assert len(rules) > len(modules), "the rules of R806 were not found"
    assert [name for name, regulation, said in rules if not re.match(rf"{regulation} r\.\d+", said)] == []


def test_every_test_says_what_behaviour_it_checks() -> None:
    """A test opens with a sentence: a capital or a quoted name first, a full stop at the end of the first paragraph."""
    silent = [
        f"{named(path)}:{node.name}"
        for path in sources("tests")
        for node in functions(path)
        if node.name.startswith("test_")
        and not re.match(r"[A-Z`'\"0-9].*[.:](\n\n|$)", ast.get_docstring(node) or "", re.DOTALL)
    ]
    assert silent == []


def test_no_file_names_a_machine_or_a_package_index() -> None:
    """The project says nothing about the machine it was written on, nor where packages come from."""
    told = []
    for path in kept_files():
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:
            continue
        told += [
            f"{named(path)}:{number}: {line.strip()[:80]}"
            for number, line in enumerate(lines, 1)
            if MACHINE.search(line)
        ]
    assert told == []


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("see /" + "root/notes", id="a home folder"),
        pytest.param("--index-url https://example.com/" + "simple/", id="an index"),
        pytest.param("found at '/" + "work/x'", id="a work folder"),
    ],
)
def test_the_search_for_machines_finds_them(line: str) -> None:
    """The pattern above is able to object."""
    assert MACHINE.search(line)


def test_records_have_their_annotations_as_they_are_made() -> None:
    """Events, commands and terms do not postpone theirs: pydantic would compile each as a text, an eighth of the start of every command."""
    made = [path for path in sources("ledger") if path.name in {"events.py", "commands.py"}]
    postponed = "from __future__ import annotations"
    assert len(made) > 30
    assert [named(path) for path in made if postponed in path.read_text(encoding="utf-8")] == []
