"""The stranger's program, started once a run, and the evening around the die on each database."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, Self

import psycopg
import pytest

from tests.conftest import PASSPHRASE
from tests.tools.cli_run import Ran
from tests.unit.test_tidy import ROOT


class Program:
    """A process with one game more than ours. It answers a line with a line."""

    def __init__(self, passphrase: Path) -> None:
        words = [sys.executable, "-m", "tests.stranger.program", str(passphrase)]
        self._process = subprocess.Popen(
            words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate(timeout=60)  # the end of its input ends it

    def ask(self, *request: Any) -> Any:
        """What it answers to ``request``."""
        if self._process.stdin is None or self._process.stdout is None:
            raise RuntimeError("it has no pipes")
        self._process.stdin.write(f"{json.dumps(request)}\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())


class House(NamedTuple):
    """A ledger in which the die was played."""

    program: Program
    folder: Path
    url: str
    played: dict[str, Any]
    """What was refused, and what the recovery said."""

    def tombo(self, *words: str, stdin: str = "") -> Ran:
        """What the stranger's ``tombo`` says of it."""
        where = ["--ledger", self.url, "--keys", str(self.folder / "keys")]
        return Ran(*self.program.ask("tombo", [*where, *words], stdin))

    def said(self, *words: str) -> str:
        """What it prints where all is well."""
        ran = self.tombo(*words)
        if ran.status:
            raise AssertionError(f"{words}: {ran}")
        return ran.out

    def pt(self, *words: str) -> str:
        """The same in Portuguese."""
        return self.said("--lang", "pt", *words)


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """The stranger's program."""
    passphrase = tmp_path_factory.mktemp("stranger") / "passphrase"
    passphrase.write_bytes(PASSPHRASE + b"\n")
    passphrase.chmod(0o600)
    with Program(passphrase) as started:
        yield started


@pytest.fixture(scope="session", params=["sqlite", "postgres"])
def store_of(request: pytest.FixtureRequest) -> str:
    """Each database in turn."""
    return str(request.param)


def _house(request: pytest.FixtureRequest, program: Program, folder: Path, store: str, name: str) -> Iterator[House]:
    if store == "sqlite":
        url = f"sqlite:///{folder / 'ledger.db'}"
        yield House(program, folder, url, program.ask("play", url, str(folder / "keys")))
        return
    server: str = request.getfixturevalue("postgres_url")
    url = f"{server}{'&' if '?' in server else '?'}schema={name}"
    yield House(program, folder, url, program.ask("play", url, str(folder / "keys")))
    with psycopg.connect(server, autocommit=True) as connection:
        for (schema,) in connection.execute("SELECT nspname FROM pg_namespace WHERE nspname ~ %s", (f"^{name}(_|$)",)):
            connection.execute(f"DROP SCHEMA {schema} CASCADE")


@pytest.fixture(scope="session")
def house(
    request: pytest.FixtureRequest, program: Program, store_of: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[House]:
    """The ledger of the evening, to be read."""
    yield from _house(request, program, tmp_path_factory.mktemp("die"), store_of, f"tombo_die_{os.getpid()}")


@pytest.fixture
def fresh(request: pytest.FixtureRequest, program: Program, store_of: str, tmp_path: Path) -> Iterator[House]:
    """One of one's own, to write in."""
    yield from _house(request, program, tmp_path, store_of, f"tombo_die_{os.getpid()}_fresh")
