"""Making and opening a ledger's database: what is there decides, and only ``create_store`` makes anything."""

from __future__ import annotations

import os
import pwd
import shutil
import sqlite3
import stat
import tempfile
from pathlib import Path

import psycopg
import pytest

from tests.conftest import ORIGIN, run_raw
from tests.faults.plain import PlainSealing, run_of
from tombo.ledger.core.errors import ForeignDatabaseError, StoreUnavailableError, TamperedError, UsageError
from tombo.ledger.store import Store, create_store, open_evidence, open_store
from tombo.ledger.store.postgres.database import parse
from tombo.ledger.store.types import SCHEMA_VERSION


def test_a_ledger_knows_its_origin_when_opened_again(store_url: str) -> None:
    """What init wrote is what every later opening reads."""
    with create_store(store_url, ORIGIN) as made:
        made.recorder.insert_events(run_of("hand:a/1", 2), sealing=PlainSealing())
    with open_store(store_url) as again:
        assert (again.origin, again.url, again.head().size) == (ORIGIN, store_url, 2)


def test_opening_makes_nothing(store_url: str, tmp_path: Path) -> None:
    """A ledger that is not there is refused with the command that makes one, and is still not there after."""
    for _ in range(2):
        with pytest.raises(ForeignDatabaseError, match="tombo init"):
            open_store(store_url)
    assert list(tmp_path.iterdir()) == []


def test_creating_refuses_an_existing_ledger(store: Store) -> None:
    """A second init names the ledger it found and touches nothing."""
    store.recorder.insert_events(run_of("hand:a/1", 2), sealing=PlainSealing())
    with pytest.raises(UsageError, match=ORIGIN):
        create_store(store.url, "operator.example/ledger/2")
    assert store.head().size == 2


@pytest.mark.parametrize("step", [1, -1], ids=["newer", "older"])
def test_a_ledger_of_another_schema_is_refused(store: Store, step: int) -> None:
    """A schema we do not know is not guessed at."""
    schema = SCHEMA_VERSION + step
    if store.url.startswith("sqlite"):
        run_raw(store.url, f"PRAGMA user_version = {schema}")
    else:
        run_raw(
            store.url,
            f"ALTER TABLE meta DISABLE TRIGGER ALL; UPDATE meta SET value = '{schema}' WHERE name = 'schema';"
            "ALTER TABLE meta ENABLE ALWAYS TRIGGER only_grows",
        )
    with pytest.raises(ForeignDatabaseError, match=rf"knows( schema)? {SCHEMA_VERSION}\b"):
        open_store(store.url)


@pytest.mark.parametrize("content", [b"not a database at all, but longer than a header" * 10, b""])
def test_a_file_of_something_else_is_refused(tmp_path: Path, content: bytes) -> None:
    """Neither a text nor an empty file is a ledger; opening does not change it."""
    path = tmp_path / "other.db"
    path.write_bytes(content)
    with pytest.raises(ForeignDatabaseError, match="tombo init"):
        open_store(f"sqlite:///{path}")
    assert path.read_bytes() == content


def test_a_database_of_something_else_is_refused(tmp_path: Path) -> None:
    """An SQLite database with other tables is neither opened as a ledger nor made into one."""
    path = tmp_path / "other.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE stored_events (notification_id INTEGER)")
    connection.close()
    with pytest.raises(ForeignDatabaseError, match="not a ledger"):
        open_store(f"sqlite:///{path}")
    with pytest.raises(ForeignDatabaseError, match="something else"):
        create_store(f"sqlite:///{path}", ORIGIN)


def test_a_view_is_no_table(store: Store) -> None:
    """What a view shows is made up as it is asked, without end or another thing each time: nothing is read from it."""
    run_raw(store.url, "ALTER TABLE openings RENAME TO kept; CREATE VIEW openings AS SELECT * FROM kept")
    with pytest.raises(TamperedError, match="openings"):
        open_store(store.url, read_only=True)
    with pytest.raises(ForeignDatabaseError, match="the table openings is"):
        open_evidence(store.url)


def test_a_ledger_without_its_name_is_refused(sqlite_store: Store) -> None:
    """A table of facts in which the origin is missing is told, as a fault of the file and not of the program."""
    ((trigger,),) = sqlite_store.recorder.fetch("SELECT sql FROM sqlite_schema WHERE name = 'meta_delete'")
    run_raw(sqlite_store.url, f"DROP TRIGGER meta_delete; DELETE FROM meta WHERE name = 'origin'; {trigger}")
    with pytest.raises(ForeignDatabaseError, match="has no origin"):
        open_store(sqlite_store.url)
    with open_evidence(sqlite_store.url) as evidence:
        assert evidence.named() == ""  # a verifier judges what is there, and says so


def test_a_schema_of_something_else_is_refused(postgres_url: str, postgres_schema_url: str) -> None:
    """A schema where one of our tables' names is taken is neither opened nor filled."""
    schema = postgres_schema_url.rpartition("=")[2]
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {schema}; CREATE TABLE {schema}.meta (name text, value text)")
    with pytest.raises(ForeignDatabaseError, match="not a ledger's"):
        open_store(postgres_schema_url)
    with pytest.raises(ForeignDatabaseError, match=r"something else \(meta\)"):
        create_store(postgres_schema_url, ORIGIN)


def test_an_init_that_was_killed_can_be_repeated(sqlite_url: str) -> None:
    """A file that init made and never filled holds nothing, and the next init fills it."""
    Path(sqlite_url.removeprefix("sqlite:///")).touch()
    with create_store(sqlite_url, ORIGIN) as made:
        assert made.head().size == 0


def test_a_ledger_in_a_folder_that_is_not_there(tmp_path: Path) -> None:
    """Init does not make folders: a mistyped path is said, not created."""
    with pytest.raises(UsageError, match="not a folder"):
        create_store(f"sqlite:///{tmp_path}/typo/ledger.db", ORIGIN)
    assert list(tmp_path.iterdir()) == []


def test_f7_a_folder_is_no_ledger(tmp_path: Path) -> None:
    """It was said to be missing, and to be brought back from a backup."""
    with pytest.raises(
        ForeignDatabaseError, match=r"is a folder; expected the file of a ledger, for example .*/ledger\.db"
    ):
        open_store(f"sqlite:///{tmp_path}")


def test_the_file_is_its_owners_alone(sqlite_url: str) -> None:
    """Nobody else may read the file, its log or its index: it holds cards that nobody was shown."""
    with create_store(sqlite_url, ORIGIN) as made:
        made.recorder.insert_events(run_of("hand:a/1", 2), sealing=PlainSealing())
        folder = Path(sqlite_url.removeprefix("sqlite:///")).parent
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    assert modes == dict.fromkeys(("ledger.db", "ledger.db-wal", "ledger.db-shm"), 0o600)


@pytest.mark.parametrize(
    "url",
    [
        "tombo.db",
        "mysql://host/db",
        "sqlite://tombo.db",
        "sqlite:///",
        "sqlite:///:memory:",
        "postgresql://h/db?schema=A",
    ],
)
def test_a_url_that_names_no_ledger(url: str) -> None:
    """A URL of another form is wrong usage, for making as for opening."""
    for act in (open_store, lambda given: create_store(given, ORIGIN)):
        with pytest.raises(UsageError):
            act(url)


def test_a_server_that_is_not_there() -> None:
    """A server that does not answer is unavailable, and its password is not repeated."""
    with pytest.raises(StoreUnavailableError) as raised:
        open_store("postgresql://user:secret@localhost:1/ledger")
    assert "secret" not in str(raised.value)


@pytest.mark.parametrize(
    ("url", "params", "schema"),
    [
        ("postgresql://u:p%40@host:5/db", {"user": "u", "password": "p@", "host": "host", "port": "5", "dbname": "db"}, "public"),
        ("postgres:///db?host=/run/x&schema=site_1", {"host": "/run/x", "dbname": "db"}, "site_1"),
        ("postgresql://host/db?schema=a&sslmode=require", {"host": "host", "dbname": "db", "sslmode": "require"}, "a"),
    ],
)  # fmt: skip
def test_the_url_of_a_schema(url: str, params: dict[str, str], schema: str) -> None:
    """Our parameter is taken out, and everything else is libpq's."""
    assert parse(url) == (params, schema)


def test_a_copy_on_a_medium_that_cannot_be_written(tmp_path: Path) -> None:
    """An auditor who may only read the folder reads the ledger all the same."""
    url = f"sqlite:///{tmp_path / 'ledger.db'}"
    with create_store(url, ORIGIN) as made:
        made.recorder.insert_events(run_of("hand:a/1", 2), sealing=PlainSealing())
    with tempfile.TemporaryDirectory(dir="/tmp") as name:  # where another account gets to
        folder = Path(name)
        shutil.copy(tmp_path / "ledger.db", folder)
        (folder / "ledger.db").chmod(0o444)
        folder.chmod(0o555)
        try:
            if os.getuid() == 0:  # root may write anywhere, so be nobody for a while
                os.seteuid(pwd.getpwnam("nobody").pw_uid)
            with open_store(f"sqlite:///{folder}/ledger.db", read_only=True) as store:
                assert (store.origin, len(list(store.rows())), store.published()) == (ORIGIN, 2, 0)
            assert [path.name for path in folder.iterdir()] == ["ledger.db"]
        finally:
            os.seteuid(os.getuid())
            folder.chmod(0o755)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://u:s3cr/et@pw@h:1/db",
        "postgresql://u:s3cr et@h/db",
        "postgresql://u:s3cr%zet@h/db",
        "host=h password=s3cret",
        "u:s3cret@h/db",
    ],
)
def test_b3_a_url_that_is_none_is_refused_without_its_password(url: str) -> None:
    """B3: the message says what is expected, and quotes nothing of what may be a password."""
    with pytest.raises(UsageError) as raised:
        open_store(url)
    assert not any(part in str(raised.value) for part in ("s3cr", "et@pw", "cret", "zet"))
    assert "URL" in str(raised.value)
