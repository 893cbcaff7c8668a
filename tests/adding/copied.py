"""A copy of the project to edit, and programs that run in it as they are there."""

from __future__ import annotations

import ast
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final, NamedTuple, TypeGuard

from tests.adding import page
from tests.tools import cli_run
from tests.unit.test_tidy import PACKAGES, ROOT

PARTS: Final = (
    "client",
    "ledger",
    "projections",
    "reports",
    "serve",
    "desk",
    "simulator",
    "cli",
    "tombo",
    "docs",
    "schemas",
    "tests",
    "bench",
)
FILES: Final = ("pyproject.toml", "conftest.py", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Makefile")
KNOWN: Final = ".mypy_cache"
"""What mypy knows of the project as it is, where it was asked before; a copy goes on from there, which takes a minute less each time."""
ROW: Final = 3
"""Arguments of a row: its name, and two languages."""
MAKE: Final = {
    "make format": ("-m", "ruff", "format", "--check", "--quiet", "."),
    "make lint": ("-m", "ruff", "check", "--quiet", "."),
    "make imports": ("-c", "from importlinter.cli import lint_imports_command as lint; lint()", "--no-cache"),
    "make docs": ("-m", "docs.generate"),
    "make drift": ("-m", "docs.generate", "--check"),
    "make types": ("-m", "mypy"),
}


class Ended(NamedTuple):
    """A program that ended."""

    status: int
    out: str


class Copy(NamedTuple):
    """The project, copied."""

    root: Path

    def run(self, *words: str, cwd: Path | None = None, **more: str) -> Ended:
        """Python with ``words``, in the copy, which is found before what is installed."""
        env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV"))}
        env |= {"PYTHONPATH": str(self.root), "PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "160", **more}
        done = subprocess.run(
            [sys.executable, *words],
            cwd=cwd or self.root,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        return Ended(done.returncode, done.stdout)

    def check(self, named: str) -> Ended:
        """What the page calls a check: a target of ``make``, or tests."""
        if named in MAKE:
            return self.run(*MAKE[named])
        return self.run("-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", *shlex.split(named))

    def tombo(self, folder: Path, *words: str) -> Ended:
        """``tombo`` of the copy, about the ledger in ``demo`` of ``folder``."""
        ledger = {"TOMBO_LEDGER": "sqlite:///demo/ledger.db", "TOMBO_KEYS": "demo/keys"}
        files = dict.fromkeys(("TOMBO_PASSPHRASE_FILE", "TOMBO_STAFF_PASSPHRASE_FILE"), cli_run.PASSPHRASE_FILE)
        return self.run("-m", "tombo", *words, cwd=folder, **ledger, **files)

    def do(self, *steps: page.Step, generate: bool = True) -> None:
        """Do what ``steps`` say; without ``generate`` no ``make docs``, which takes its time."""
        for step in steps:
            page.write(self.root, step.diffs)
            if step.fills:
                fill(self.root)
                self.run("-m", "ruff", "format", "--quiet", *PACKAGES)
            if step.plays:
                self.run("-m", "tests.tools.golden")
            if step.generates and generate:
                self.check("make docs")


def copied(into: Path) -> Copy:
    """The project, in the folder ``into``."""
    for part in PARTS:
        left_out = shutil.ignore_patterns("corpus", "adding")
        shutil.copytree(ROOT / part, into / part, symlinks=True, ignore=left_out)  # links of tombo lead beside it
    for name in FILES:
        shutil.copy2(ROOT / name, into / name)
    if (
        ROOT / KNOWN
    ).is_dir():  # mypy asks anew what it knows of a file that is another: by its bytes, not by its place
        shutil.copytree(ROOT / KNOWN, into / KNOWN)
    return Copy(into)


def fill(root: Path) -> None:
    """Give every row of ``root`` a cell in Spanish: what its English one says, or where that is empty the Portuguese."""
    for path in (path for part in PACKAGES for path in (root / part).rglob("*.py")):
        text = path.read_bytes()
        starts = [0]
        for line in text.splitlines(keepends=True):
            starts.append(starts[-1] + len(line))
        rows = [node for node in ast.walk(ast.parse(text)) if _is_row(node)]
        for row in sorted(rows, key=lambda row: (row.lineno, row.col_offset), reverse=True):
            end = starts[(row.end_lineno or 0) - 1] + (row.end_col_offset or 0) - 1
            _, english, portuguese = row.args
            said = portuguese if isinstance(english, ast.Constant) and not english.value else english
            cell = (ast.get_source_segment(text.decode(), said) or "").encode()
            comma = b"" if text[:end].rstrip().endswith(b",") else b", "
            text = text[:end] + comma + b"(" + cell + b")" + text[end:]
        path.write_bytes(text)


def _is_row(node: ast.AST) -> TypeGuard[ast.Call]:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in {"Said", "Word"}
        and len(node.args) == ROW
    )
