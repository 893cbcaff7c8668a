"""The page of who names what: of every kind, command, rule and word of the command line the files that name it.

Nothing on it is written by hand: the sources are parsed, and what they import is looked up. A name that a file imports it uses, or
``make lint`` objects.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from tombo.cli.words import WORDS
from tombo.ledger.catalogue import COMMANDS
from tombo.ledger.kinds import EVENTS

ROOT: Final = Path(__file__).resolve().parents[1]
SHIPPED: Final = ("client", "ledger", "projections", "reports", "serve", "cli", "simulator")
RECKONS: Final = ("tests/worlds", "tests/tools", "tests/transcripts", "tests/properties", "tests/forgeries/redteam")
"""Tests that reckon a second time, or list what there is; others name what they try."""
BEGINNING: Final = """# Who names what

Generated (`docs/generate_where.py`); `make docs` writes it again. For who adds what has no page of its own in [adding](adding.md): look for the
nearest thing of its kind here, and at every file that names that one. Files of tests stand here where they reckon a second time or list what there is.

"""

Named = tuple[str, str]
"""A module by its import name, and a name in it."""


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _module(path: Path) -> str:
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    return name if name.startswith("tests") else f"tombo.{name}"


def _files(folders: Iterable[str]) -> Iterator[Path]:
    for folder in folders:
        yield from sorted((ROOT / folder).rglob("*.py"))


@cache
def _imported(path: Path) -> frozenset[Named]:
    """What the file at ``path`` imports of ours: names, and names of the modules that it imports."""
    found, modules = set[Named](), dict[str, str]()
    tree = _tree(path)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(("tombo", "tests")):
            for name in node.names:
                found.add((node.module, name.name))
                modules[name.asname or name.name] = f"{node.module}.{name.name}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
            found.add((modules[node.value.id], node.attr))
    return frozenset(found)


@cache
def _who() -> Mapping[Named, list[str]]:
    """Every name of ours that is imported somewhere, and by which files."""
    found = defaultdict[Named, list[str]](list)
    for path in _files((*SHIPPED, *RECKONS)):
        for named in _imported(path):
            found[named].append(path.relative_to(ROOT).as_posix())
    return found


@cache
def _texts() -> Mapping[str, str]:
    return {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in _files((*SHIPPED, *RECKONS))
    }


def _source(cls: type) -> str:
    return f"{cls.__module__.removeprefix('tombo.').replace('.', '/')}.py"


def short(files: Iterable[str]) -> str:
    """``files``, those of one folder together: ``ledger/games/roulette/{audit,state}.py``."""
    folders = defaultdict[str, list[str]](list)
    for file in sorted(set(files)):
        folder, _, name = file.rpartition("/")
        folders[folder].append(name.removesuffix(".py"))
    told = (
        f"`{folder}/{names[0] if len(names) == 1 else '{' + ','.join(names) + '}'}.py`"
        for folder, names in folders.items()
    )
    return ", ".join(told)


def _classes(title: str, of: Mapping[str, type]) -> Iterator[str]:
    yield f"## {title}\n\n| | written in | named in |\n|---|---|---|\n"
    for kind, cls in sorted(of.items()):
        quoted = f'"{kind}"'
        named = {
            *_who().get((cls.__module__, cls.__name__), ()),
            *(file for file, text in _texts().items() if quoted in text),
        }
        own = _source(cls)
        yield f"| `{kind}`, `{cls.__name__}` | `{own}` | {short(named - {own})} |\n"
    yield "\n"


def _rules(functions: Iterable[str]) -> Iterator[str]:
    yield "## Rules\n\nWhich rule a function is of says [rules](rules.md).\n\n| function | written in | asked or named in |\n|---|---|---|\n"
    for function in sorted(set(functions)):
        module, _, name = function.partition(":")
        own = f"{module.removeprefix('tombo.').replace('.', '/')}.py"
        yield f"| `{name}` | `{own}` | {short(set(_who().get((module, name), ())) - {own}) or 'there'} |\n"
    yield "\n"


def _words() -> Iterator[str]:
    yield "## Words of the command line\n\n| word | written in | reads and says by |\n|---|---|---|\n"
    for word, typed in sorted(WORDS.items()):
        path = ROOT / f"{typed.module.removeprefix('tombo.').replace('.', '/')}.py"
        if not path.is_file():
            path = path.with_suffix("") / "__init__.py"
        yield f"| `tombo {word}` | `{path.relative_to(ROOT).as_posix()}` | {short(_says_by(path))} |\n"


def _says_by(path: Path) -> set[str]:
    """The modules of projections and reports that a command imports, and those of reports that these import."""
    found, waiting = set[str](), [path]
    while waiting:
        for module, name in _imported(waiting.pop()):
            for candidate in (f"{module}.{name}", module):
                file = ROOT / f"{candidate.removeprefix('tombo.').replace('.', '/')}.py"
                there = file.relative_to(ROOT).as_posix()
                if file.is_file() and there.startswith(("projections/", "reports/")) and there not in found:
                    found.add(there)
                    if there.startswith("reports/"):
                        waiting.append(file)
                    break
    return found


def page(rules: Iterable[str]) -> str:
    """The page; ``rules``: the functions that decide rules, each as ``module:name``."""
    parts = (*_classes("Kinds of events", EVENTS), *_classes("Commands", COMMANDS), *_rules(rules), *_words())
    return BEGINNING + "".join(parts)
