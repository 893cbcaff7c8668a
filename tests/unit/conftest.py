"""What tests of the command line share: the demonstration's ledger, made once."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli_run import inside, tombo


@pytest.fixture(scope="session")
def demonstration(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the demonstration's ledger in ``demo``: six hands settled, one void, a spin and a round of blackjack."""
    folder = tmp_path_factory.mktemp("demo")
    with inside(folder):
        assert tombo("demo").status == 0
    return folder


@pytest.fixture
def folder(demonstration: Path, tmp_path: Path) -> Iterator[Path]:
    """A copy of it to work in."""
    copy = Path(shutil.copytree(demonstration, tmp_path / "here"))
    with inside(copy):
        yield copy
