"""Fixtures: an empty ledger's store on each of the two databases, so that one suite holds both to the same promises.

``TOMBO_TEST_POSTGRES`` names another server; otherwise each test process starts one when the first test asks for it.
Every store gets a file or a schema of its own.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from ledger.store import Store, create_store
from tests.pgserver import postgres_server

ORIGIN = "operator.example/ledger/1"
_numbers = itertools.count(1)


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
