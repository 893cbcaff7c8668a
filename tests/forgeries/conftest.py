"""The honest ledger, made once; and a database of each kind in a forger's hands."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.forgeries.maker import ORIGIN, Database, Made, make
from tests.forgeries.spoiled import BUNDLE
from tests.forgeries.stolen import Scenes
from tombo.ledger.store import create_store


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """The honest ledger and what was kept of it outside."""
    return make(tmp_path_factory.mktemp("honest"))


@pytest.fixture(scope="session")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> Scenes:
    """The scenes of an honest evening, each played once, for who changes them."""
    return Scenes(tmp_path_factory.mktemp("scenes"))


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """A real store of each kind, whose tables have lost every constraint and trigger."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path_factory.mktemp('forged') / 'ledger.db'}"
    else:
        server: str = request.getfixturevalue("postgres_url")
        url = f"{server}{'&' if '?' in server else '?'}schema=tombo_forged"
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute("DROP SCHEMA IF EXISTS tombo_forged CASCADE")
    create_store(url, ORIGIN).close()
    found = Database(url)
    found.bare()
    yield found
    found.close()


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """A copy of the exported vectors, to be spoiled."""
    return Path(shutil.copytree(BUNDLE, tmp_path / "bundle"))
