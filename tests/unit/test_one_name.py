"""One import name: every module is ``tombo.…``, by no other way, and once (docs/decisions/0029)."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.unit.test_tidy import CODE, PACKAGES, ROOT, named, sources

EVERY = """
import importlib, pathlib, pkgutil, sys, tombo
for found in pkgutil.walk_packages(tombo.__path__, "tombo."):
    importlib.import_module(found.name)
files = {}
for name, module in sorted(sys.modules.items()):
    file = getattr(module, "__file__", None)
    if file and name != "__main__":
        files.setdefault(pathlib.Path(file).resolve(), []).append(name)
root = pathlib.Path(tombo.__file__).resolve().parents[1]
for file, names in files.items():
    if file.is_relative_to(root) and "site-packages" not in file.parts:
        print(file.relative_to(root).as_posix(), *names)
"""


def _run(program: str, folder: Path, path: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(path)}
    return subprocess.run(
        [sys.executable, "-c", program], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def test_every_module_has_one_name() -> None:
    """All are imported, in a program of its own: each file of the packages is loaded once, under the name that its place gives it."""
    ran = _run(EVERY, ROOT, ROOT)
    assert ran.returncode == 0, ran.stderr
    loaded = dict(line.split(" ", 1) for line in ran.stdout.splitlines())
    expected = {}
    for path in sources(*PACKAGES):
        name = named(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        expected[named(path)] = f"tombo.{name}"
    assert {file: name for file, name in loaded.items() if not file.startswith("tombo/")} == expected


@pytest.mark.parametrize("package", PACKAGES)
@pytest.mark.parametrize("path", [".", "tombo"])
def test_another_name_is_refused(path: str, package: str) -> None:
    """From the root of the project, and from the folder of the links, where Python would find the package by its folder's name."""
    ran = _run(f"import {package}", ROOT, ROOT / path)
    assert ran.returncode == 1
    assert ran.stderr.rstrip().endswith(f"ImportError: expected: tombo.{package}")


def test_a_module_below_is_refused_too() -> None:
    """Python imports the package first."""
    ran = _run("from ledger.core.clock import SystemClock", ROOT, ROOT)
    assert ran.stderr.rstrip().endswith("ImportError: expected: tombo.ledger")


def test_a_name_before_and_a_name_after_do_not_meet() -> None:
    """Who has the package already gets no second one by its short name."""
    ran = _run(
        "import tombo.ledger.core.clock\ntry:\n    import ledger\nexcept ImportError as error:\n    print(error)",
        ROOT,
        ROOT,
    )
    assert ran.stdout == "expected: tombo.ledger\n"


def test_the_folder_of_the_name_holds_links_and_no_code() -> None:
    """A link a package, relative, so that a copy of the project is whole; beside them what makes it a package."""
    there = {path.name: path for path in (ROOT / "tombo").iterdir() if path.name != "__pycache__"}
    links = {name: str(path.readlink()) for name, path in there.items() if path.is_symlink()}
    assert links == {package: f"../{package}" for package in PACKAGES}
    assert there.keys() - links.keys() == {"__init__.py", "__main__.py", "py.typed"}


def test_nobody_imports_by_a_folder() -> None:
    """No file of ours names a package without its first name."""
    found = [
        f"{named(path)}: {name}"
        for path in sources(*CODE)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for name in _imported(node)
        if name.partition(".")[0] in PACKAGES
    ]
    assert found == []


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
