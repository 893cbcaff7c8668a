"""A copy of the project to edit, and programs that run in it as they are there."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final, NamedTuple

from tests.adding import page
from tests.tools import cli_run
from tests.unit.test_tidy import ROOT

PARTS: Final = ("ledger", "projections", "reports", "simulator", "cli", "docs", "schemas", "tests", "bench")
FILES: Final = ("pyproject.toml", "conftest.py", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Makefile")
MAKE: Final = {
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
        if named == "make imports":
            program = "import sys; from importlinter.cli import lint_imports_command as run; sys.exit(run(['--no-cache']))"
            return self.run("-c", program)
        return self.run("-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", *shlex.split(named))

    def tombo(self, folder: Path, *words: str) -> Ended:
        """``tombo`` of the copy, about the ledger in ``demo`` of ``folder``."""
        ledger = {"TOMBO_LEDGER": "sqlite:///demo/ledger.db", "TOMBO_KEYS": "demo/keys"}
        files = dict.fromkeys(("TOMBO_PASSPHRASE_FILE", "TOMBO_STAFF_PASSPHRASE_FILE"), cli_run.PASSPHRASE_FILE)
        return self.run("-m", "cli", *words, cwd=folder, **ledger, **files)

    def do(self, *steps: page.Step, generate: bool = True) -> None:
        """Do what ``steps`` say; without ``generate`` no ``make docs``, which takes its time."""
        for step in steps:
            page.write(self.root, step.diffs)
            if step.generates and generate:
                self.check("make docs")


def copied(into: Path) -> Copy:
    """The project, in the folder ``into``."""
    for part in PARTS:
        shutil.copytree(ROOT / part, into / part, ignore=shutil.ignore_patterns("approved", "corpus", "adding"))
    for name in FILES:
        shutil.copy2(ROOT / name, into / name)
    return Copy(into)
