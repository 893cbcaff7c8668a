"""What these tests share: the demonstration's ledger, made once; an operator's ledger; and where there is none yet."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.tools.cli_run import Ran, inside, tombo
from tests.worlds.abreast import Hour, hour
from tests.worlds.backups import Played
from tests.worlds.operator import Operator
from tombo.ledger.parts import crew


@pytest.fixture(scope="session")
def demonstration(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the demonstration's ledger in ``demo``: six hands settled, one void, a spin and a round of blackjack.

    Asked for as JSON it plays no simulated hours beside it, which take ten times as long: ``whole_demonstration`` has them.
    """
    folder = tmp_path_factory.mktemp("demo")
    with inside(folder):
        assert tombo("--json", "demo").status == 0
    return folder


@pytest.fixture(scope="session")
def whole_demonstration(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ran]:
    """A folder with all that ``tombo demo`` leaves in ``demo``, to be looked at and not touched; and what it said."""
    folder = tmp_path_factory.mktemp("whole-demo")
    with inside(folder):
        said = tombo("demo")
    assert said.status == 0
    return folder, said


@pytest.fixture
def copies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes beside this one are copies of it, with what is patched here: also where another test left a thread."""
    monkeypatch.setattr(crew, "active_count", lambda: 1)


@pytest.fixture
def folder(demonstration: Path, tmp_path: Path) -> Iterator[Path]:
    """A copy of it to work in."""
    copy = Path(shutil.copytree(demonstration, tmp_path / "here"))
    with inside(copy):
        yield copy


@pytest.fixture
def played_hour(store_url: str, tmp_path: Path) -> Iterator[Hour]:
    """An hour of play, on each database in turn."""
    with hour(store_url, tmp_path) as made:
        yield made


@pytest.fixture
def filed_hour(sqlite_url: str, tmp_path: Path) -> Iterator[Hour]:
    """The same in a file."""
    with hour(sqlite_url, tmp_path) as made:
        yield made


@pytest.fixture
def operator(tmp_path: Path) -> Operator:
    """A ledger in a file."""
    return Operator(tmp_path, f"sqlite:///{tmp_path / 'ledger.db'}")


@pytest.fixture
def on_both(store_url: str, tmp_path: Path) -> Operator:
    """A ledger on either store, of which some hands were played."""
    operator = Operator(tmp_path, store_url)
    Played(operator).hands(6)
    return operator


@pytest.fixture
def played(operator: Operator) -> Operator:
    """The same in a file."""
    Played(operator).hands(6)
    return operator


@pytest.fixture(params=["sqlite", "postgres"])
def new_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Where there is no ledger yet, on either store."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'restored.db'}"
        return
    server: str = request.getfixturevalue("postgres_url")
    drop = "DROP SCHEMA IF EXISTS tombo_restored CASCADE"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(drop)
        yield f"{server}{'&' if '?' in server else '?'}schema=tombo_restored"
        connection.execute(drop)
