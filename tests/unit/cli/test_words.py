"""The words behind ``tombo``: known without what they do, and each imported when it is typed."""

from __future__ import annotations

import ast
import inspect
import os
import subprocess
import sys
from importlib.metadata import distributions, version
from pathlib import Path

import pytest

from tombo.cli.words import WORDS, command_of
from tombo.ledger.seal.entry import FORMAT
from tombo.ledger.terms.unit import NEWEST_REVISION

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("word", list(WORDS))
def test_the_list_of_words_says_what_each_says_of_itself(word: str) -> None:
    """The list is printed without importing them; its sentence is the first of each one's own help."""
    said = inspect.cleandoc(command_of(word).help).partition("\n\n")[0]
    assert " ".join(said.split()) == WORDS[word].says


def _loaded(*words: str, folder: Path = ROOT, **variables: str) -> list[str]:
    """The modules that a process has loaded when ``tombo`` has done what is typed."""
    program = (
        "import atexit, sys; atexit.register(lambda: print('\\n', sorted(sys.modules), file=sys.stderr));"
        " from tombo.cli.main import main; sys.exit(main(sys.argv[1:]))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), **variables},
        capture_output=True,
        text=True,
        check=True,
    )
    loaded: list[str] = ast.literal_eval(ran.stderr.strip().splitlines()[-1])
    return loaded


def _any_of(loaded: list[str], *packages: str) -> list[str]:
    return [name for name in loaded if name.startswith(packages)]


DEAR = (
    "tombo.ledger.store",
    "tombo.ledger.games",
    "psycopg",
    "pydantic",
    "cryptography",
    "eventsourcing",
    "jinja2",
    "rich",
)


def test_help_imports_no_ledger() -> None:
    """Whoever asks which words there are does not wait for a ledger, a database, a game or a key."""
    assert _any_of(_loaded("--help"), *DEAR) == []


def test_a_shell_that_completes_a_word_imports_none() -> None:
    """Somebody has pressed a key, and waits."""
    loaded = _loaded(_TOMBO_COMPLETE="complete_bash", COMP_WORDS="tombo re", COMP_CWORD="1")
    assert (
        _any_of(loaded, "tombo.cli.commands", *(name for name in DEAR if name != "pydantic")) == []
    )  # typer's parser has that


@pytest.mark.parametrize("words", [("status",), ("hand", "list"), ("verify",)])
def test_a_ledger_in_a_file_needs_no_driver_of_a_server(demonstration: Path, words: tuple[str, ...]) -> None:
    """The driver, its pool and what they need take a fifth of the time of a command."""
    url = f"sqlite:///{demonstration / 'demo' / 'ledger.db'}"
    keys = str(demonstration / "demo" / "keys")
    loaded = _loaded("--ledger", url, "--keys", keys, *words, folder=demonstration)
    assert _any_of(loaded, "tombo.ledger.store.sqlite")
    assert _any_of(loaded, "psycopg", "eventsourcing.postgres", "tombo.ledger.store.postgres.", "jinja2", "rich") == []


COMPLETED = {
    "tombo rec": ["record", "recover", "reconcile", "receipt"],
    "tombo hand ": ["show", "replay", "list", "audit"],
    "tombo --led": ["--ledger"],
    "tombo --lang ": ["en", "pt"],
    "tombo hand list --li": ["--limit"],
}


@pytest.mark.parametrize("typed", list(COMPLETED))
def test_a_shell_completes_words_options_and_values(typed: str) -> None:
    """As bash asks it: the line so far, and which of its words is being typed."""
    count = len(typed.split()) - (not typed.endswith(" "))
    asked = {"_TOMBO_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": str(count)}
    ran = subprocess.run(
        [sys.executable, "-m", "tombo"],
        cwd=ROOT,
        env={**os.environ, **asked},
        capture_output=True,
        text=True,
        check=True,
    )
    assert sorted(ran.stdout.split()) == sorted(COMPLETED[typed])


def test_the_script_of_a_shell_asks_tombo() -> None:
    """What ``--install-completion`` adds to a shell's own file calls ``tombo``, by that name, each time."""
    asked = {**os.environ, "_TOMBO_COMPLETE": "source_bash"}
    ran = subprocess.run(
        [sys.executable, "-m", "tombo"], cwd=ROOT, env=asked, capture_output=True, text=True, check=True
    )
    assert "_TOMBO_COMPLETE=complete_bash" in ran.stdout
    assert ran.stdout.rstrip().endswith("complete -o default -F _tombo_completion tombo")


@pytest.mark.parametrize(
    "words", [("-m", "tombo"), ("-c", "import sys; from tombo.cli.main import main; sys.exit(main())")]
)
def test_the_version_is_that_of_the_package(words: tuple[str, ...]) -> None:
    """Also where the script is not on the path, and with what hands and entries go by. Sources that nobody installed have none, and say so."""
    installed = any(found.metadata["Name"] == "tombo" for found in distributions())
    expected = version("tombo") if installed else "(not installed)"
    ran = subprocess.run([sys.executable, *words, "--version"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout == f"tombo {expected}, rules revision {NEWEST_REVISION}, entry format {FORMAT}\n"


def test_the_types_are_the_readers_too() -> None:
    """Whoever builds on the package has its types checked (PEP 561)."""
    assert (ROOT / "tombo/py.typed").is_file()
