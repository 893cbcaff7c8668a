"""The words behind ``tombo``: known without what they do, and each imported when it is typed."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from importlib.metadata import distributions, version
from pathlib import Path

import pytest

from cli.words import WORDS, command_of

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("word", list(WORDS))
def test_the_list_of_words_says_what_each_says_of_itself(word: str) -> None:
    """The list is printed without importing them; its sentence is the first of each one's own help."""
    said = inspect.cleandoc(command_of(word).help).partition("\n\n")[0]
    assert " ".join(said.split()) == WORDS[word].says


def test_help_imports_no_ledger() -> None:
    """Whoever asks which words there are does not wait for a ledger, a database or a game."""
    program = "import sys; from cli.main import main; main(['--help']); print(sorted(sys.modules), file=sys.stderr)"
    ran = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = ast.literal_eval(ran.stderr)
    assert [name for name in loaded if name.startswith(("ledger.store", "ledger.games", "psycopg", "pydantic"))] == []


@pytest.mark.parametrize("words", [("-m", "cli"), ("-c", "import sys; from cli.main import main; sys.exit(main())")])
def test_the_version_is_that_of_the_package(words: tuple[str, ...]) -> None:
    """Also where the script is not on the path. Sources that nobody installed have none, and say so."""
    installed = any(found.metadata["Name"] == "tombo" for found in distributions())
    expected = version("tombo") if installed else "(not installed)"
    ran = subprocess.run([sys.executable, *words, "--version"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout == f"tombo {expected}\n"


@pytest.mark.parametrize("package", ["ledger", "projections", "reports", "simulator", "cli"])
def test_the_types_are_the_readers_too(package: str) -> None:
    """Whoever builds on a package has its types checked (PEP 561)."""
    assert (ROOT / package / "py.typed").is_file()
