"""A copy of the project, made once, and once more for each test that edits it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.adding.copied import Copy, copied
from tests.tools.cli_run import inside, tombo


@pytest.fixture(scope="session")
def as_it_is(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """A copy that nobody edits."""
    return copied(tmp_path_factory.mktemp("as-it-is"))


@pytest.fixture
def project(as_it_is: Copy, tmp_path: Path) -> Copy:
    """A copy to edit."""
    return Copy(Path(shutil.copytree(as_it_is.root, tmp_path / "project", symlinks=True)))


@pytest.fixture(scope="session")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the demonstration's ledger in ``demo``, recorded by the program as it is."""
    folder = tmp_path_factory.mktemp("recorded")
    with inside(folder):
        assert tombo("--json", "demo").status == 0
    return folder
