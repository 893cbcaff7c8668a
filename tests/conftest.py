"""Fixtures: an empty ledger's store on each of the two databases, so that one suite holds both to the same promises.

``TOMBO_TEST_POSTGRES`` names another server; otherwise each test process starts one when the first test asks for it.
Every store gets a file or a schema of its own, in memory where the machine has room there (``tests.tools.room``).
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import psycopg
import pytest
from hypothesis import HealthCheck, settings

from tests.tools import cli_run
from tests.tools.closed import collected, watched
from tests.tools.pgserver import postgres_server
from tests.tools.room import take_room
from tombo.ledger.core.clock import SECOND, SystemClock
from tombo.ledger.operate import keyfolder
from tombo.ledger.operate.keyfolder import Keyring
from tombo.ledger.seal.secretfile import write_secret_file
from tombo.ledger.store import Store, create_store

ORIGIN = "operator.example/ledger/1"
PASSPHRASE = b"a passphrase of the tests"
_numbers = itertools.count(1)
settings.register_profile("tombo", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tombo")  # how long an example takes says how busy the machine is, and nothing of what is tested
take_room()


def pytest_collection_finish() -> None:
    """Every module ends with a look for what it left open; what stays to the end of the run is not looked at again and again."""
    collected()


@pytest.fixture(scope="session", autouse=True)
def cheap_passphrase(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Who gives no passphrase gives :data:`PASSPHRASE`, and it is stretched for a millisecond and not for a third of a second.

    ``tests.tools.cli_run`` gives the same one to the command line, in a file.
    """
    file = tmp_path_factory.mktemp("passphrase") / "passphrase"
    write_secret_file(file, f"{PASSPHRASE.decode()}\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Keyring, "_unknown", lambda _keyring: PASSPHRASE)
        patch.setattr(keyfolder, "LOG_COST", 1)
        patch.setattr(cli_run, "PASSPHRASE_FILE", str(file))
        yield


TODAY: Final = 1_785_542_400 * SECOND
"""2026-08-01: some weeks after the evening of the demonstration, some months after the first instant of a ``SteppingClock``."""


@pytest.fixture(autouse=True, scope="session")
def machine_clock() -> Iterator[None]:
    """The machine's clock, where a test leaves a ledger to it: it runs on from one day for ever, whenever the tests run."""
    began = SystemClock().monotonic()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SystemClock, "now", lambda clock: TODAY + clock.monotonic() - began)
        yield


@pytest.fixture(scope="session", autouse=True)
def _watched() -> Iterator[None]:
    """Every connection to SQLite is watched, in the whole run."""
    with watched():
        yield


@pytest.fixture(scope="module", autouse=True)
def _closed(_watched: None) -> Iterator[None]:
    """What a module opened and gave up open is an error of its last test; set up first, so looked at last."""
    yield
    collected()


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A PostgreSQL server's URL, of a user who may create schemas."""
    elsewhere = os.environ.get("TOMBO_TEST_POSTGRES")
    if elsewhere:
        yield elsewhere
    else:
        with postgres_server() as url:
            yield url


@pytest.fixture
def postgres_schema_url(postgres_url: str) -> Iterator[str]:
    """The URL of a schema that does not exist yet; dropped after the test, and those whose names go on from its name."""
    schema = f"tombo_{os.getpid()}_{next(_numbers)}"
    yield f"{postgres_url}{'&' if '?' in postgres_url else '?'}schema={schema}"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        for (name,) in connection.execute("SELECT nspname FROM pg_namespace WHERE nspname ~ %s", (f"^{schema}(_|$)",)):
            connection.execute(f"DROP SCHEMA {name} CASCADE")


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """The URL of a file that does not exist yet."""
    return f"sqlite:///{tmp_path / 'ledger.db'}"


@pytest.fixture(params=["sqlite", "postgres"])
def store_url(request: pytest.FixtureRequest) -> str:
    """Where a ledger can be made, on each database in turn."""
    name = {"sqlite": "sqlite_url", "postgres": "postgres_schema_url"}[request.param]
    url: str = request.getfixturevalue(name)
    return url


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    """The store of a new, empty ledger, on each database in turn."""
    with create_store(store_url, ORIGIN) as made:
        yield made


@pytest.fixture
def sqlite_store(sqlite_url: str) -> Iterator[Store]:
    """The store of a new, empty ledger in a file."""
    with create_store(sqlite_url, ORIGIN) as made:
        yield made


@pytest.fixture
def postgres_store(postgres_schema_url: str) -> Iterator[Store]:
    """The store of a new, empty ledger on PostgreSQL."""
    with create_store(postgres_schema_url, ORIGIN) as made:
        yield made


@pytest.fixture
def raw(store: Store) -> Callable[[str], None]:
    """Runs SQL past the store, as whoever owns the database could, on a connection of its own."""
    return lambda sql: run_raw(store.url, sql)


def run_past(url: str, sql: str) -> None:
    """Run statements on the ledger at ``url`` past its triggers, and leave the schema as it was: a forger who tidies up."""
    if url.startswith("sqlite:///"):
        import sqlite3  # noqa: PLC0415

        connection = sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)
        try:
            triggers = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
            dropped = "".join(f"DROP TRIGGER {name};" for name, _ in triggers)
            connection.executescript(f"BEGIN; {dropped} {sql}; {';'.join(made for _, made in triggers)}; COMMIT")
        finally:
            connection.close()
    else:
        tables = ("stored_events", "commands", "openings", "checkpoints", "meta")
        off = "".join(f"ALTER TABLE {table} DISABLE TRIGGER only_grows;" for table in tables)
        on = "".join(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER only_grows;" for table in tables)
        run_raw(url, f"BEGIN; {off} {sql.rstrip(';')}; {on} COMMIT")


def run_raw(url: str, sql: str) -> None:
    """Run statements on the ledger at ``url`` without the store."""
    if url.startswith("sqlite:///"):
        import sqlite3  # noqa: PLC0415

        connection = sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)
        try:
            connection.executescript(sql)
        finally:
            connection.close()
    else:
        plain, _, schema = url.rpartition("schema=")
        with psycopg.connect(plain.rstrip("?&"), autocommit=True) as server:
            server.execute(f"SET search_path TO {schema}")
            server.execute(sql)
