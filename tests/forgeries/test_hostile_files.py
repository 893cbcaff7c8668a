"""A database made to exhaust its reader (F8): a verdict or a refusal by name, in bounded time, memory and disk.

Each file is looked at by a process of its own, which may not have more than what its limits give it.
"""

from __future__ import annotations

import json
import os
import resource
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest

from tests.faults.plain import PlainSealing, run_of
from tests.forgeries.maker import ORIGIN, STATE, STREAM, Database, Made
from tombo.ledger.core.errors import MalformedError
from tombo.ledger.store import create_store, open_store

MEMORY: Final = 2 << 30
"""Address space of the process that looks, in bytes: Python and its libraries map most of a gigabyte of nothing."""
SECONDS: Final = 60
DISK: Final = 1 << 20
"""The longest file that it may write, temporary ones included."""
PROGRAM: Final = "import sys; from tombo.cli.main import main; sys.exit(main(sys.argv[1:]))"


def limited() -> None:
    """In the process that looks, before it begins."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_FSIZE, (DISK, DISK))


class Looked:
    """What 'tombo verify' said."""

    def __init__(self, url: str, policy: Path, *bundle: str) -> None:
        command = [sys.executable, "-c", PROGRAM, "--ledger", url, "--json", "verify", *bundle]
        command += ["--policy", str(policy), "--jobs", "1"]
        ran = subprocess.run(  # what is run is ours
            command, capture_output=True, text=True, preexec_fn=limited, check=False, timeout=10 * SECONDS
        )
        self.status, self.error = ran.returncode, ran.stderr
        self.report: dict[str, Any] = json.loads(ran.stdout) if ran.stdout.startswith("{") else {}
        assert len(ran.stdout) + len(ran.stderr) < 1_000_000
        assert "Traceback" not in ran.stderr and "a fault of tombo" not in ran.stderr, ran.stderr

    @property
    def said(self) -> tuple[str, int | None, str | None]:
        """Verdict, place and field of the first problem. That the tables lost their constraints is told too."""
        first = next(found for found in self.report["problems"] if found.get("field") != "schema")
        return first["code"], first.get("index"), first.get("field")


@pytest.fixture(scope="module")
def policy(made: Made, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The policy, as a file."""
    path = tmp_path_factory.mktemp("policy") / "policy"
    path.write_text(made.policy.text)
    return path


class File:
    """A copy of the honest ledger whose file is the forger's."""

    def __init__(self, made: Made, folder: Path) -> None:
        self.path = folder / "ledger.db"
        self.url = f"sqlite:///{self.path}"
        create_store(self.url, ORIGIN).close()
        database = Database(self.url)
        database.bare()
        database.put(made.tables)
        database.close()

    def run(self, *statements: str) -> None:
        """Do something to the file."""
        connection = sqlite3.connect(self.path, isolation_level=None)
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("PRAGMA writable_schema = ON")
        for statement in statements:
            connection.execute(statement)
        connection.close()


@pytest.fixture
def file(made: Made, tmp_path: Path) -> File:
    """One for each test."""
    return File(made, tmp_path)


def test_f8_the_honest_ledger_is_looked_at_within_the_limits(made: Made, tmp_path: Path, policy: Path) -> None:
    """The limits leave room for what has to be done."""
    url = f"sqlite:///{tmp_path / 'ledger.db'}"
    create_store(url, ORIGIN).close()
    database = Database(url)
    database.put(made.tables)
    database.close()
    looked = Looked(url, policy)
    assert (looked.status, looked.report["verdict"]) == (0, "UNWITNESSED")


ENDLESS: Final = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
ROWS: Final = f"{ENDLESS} SELECT i AS notification_id, 'hand:x/1' AS originator_id, i AS originator_version, 'x' AS topic, zeroblob(60000) AS state FROM n"
NAMES: Final = "notification_id, originator_id, originator_version, topic, state"
COLUMNS: Final = "notification_id INTEGER PRIMARY KEY, originator_id, originator_version, topic"
FILLED: Final = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) INSERT INTO stored_events SELECT i, 'hand:x/1', i, 'x' FROM n"
REFUSED: Final = {
    "a generated column of zeros": [
        "DROP TABLE stored_events",
        f"CREATE TABLE stored_events ({COLUMNS}, state BLOB GENERATED ALWAYS AS (zeroblob(900000000)) VIRTUAL)",
        FILLED,
    ],
    "a generated column of text": [
        "DROP TABLE commands",
        "CREATE TABLE commands (command_id TEXT AS (printf('%900000000d', first)), digest, first INTEGER, count)",
        "INSERT INTO commands VALUES (zeroblob(16), 3, 1)",
    ],
    "a view in place of the entries": ["DROP TABLE stored_events", f"CREATE VIEW stored_events AS {ROWS}"],
    "a view in place of the checkpoints": [
        "DROP TABLE checkpoints",
        f"CREATE VIEW checkpoints AS {ENDLESS} SELECT i AS size, hex(zeroblob(500000)) AS note FROM n",
    ],
    "a virtual table over an endless view": [
        "DROP TABLE stored_events",
        f"CREATE VIEW endless AS {ROWS}",
        f"CREATE VIRTUAL TABLE stored_events USING fts5({NAMES}, content='endless', content_rowid='notification_id')",
    ],
    "a view called a table": [
        "DROP TABLE stored_events",
        f"CREATE VIEW stored_events AS {ROWS}",
        "UPDATE sqlite_schema SET type = 'table' WHERE name = 'stored_events'",
    ],
    "an endless trigger and an endless view beside": [
        f"CREATE VIEW endless AS {ROWS}",
        "CREATE TRIGGER round AFTER INSERT ON meta BEGIN INSERT INTO meta SELECT hex(randomblob(50)), state FROM endless; END",
        "DROP TABLE tiles",
        "CREATE VIEW tiles AS SELECT 0 AS level, notification_id AS n, state AS hashes FROM endless",
    ],
}


@pytest.mark.parametrize("name", REFUSED)
def test_f8_a_table_that_is_none_is_refused_by_name(file: File, policy: Path, name: str) -> None:
    """What could show anything is not looked at: the table is named, and nothing else is done."""
    file.run(*REFUSED[name])
    assert file.path.stat().st_size < 400_000
    looked = Looked(file.url, policy)
    assert looked.status in {1, 2}
    assert any(table in looked.error for table in ("stored_events", "commands", "tiles", "checkpoints"))


LONG: Final = {
    "a state of 66 kB": (STATE, b"\x01" + bytes(66_000)),
    "a state of 10 MB": (STATE, b"\x01" + bytes(10_000_000)),
    "a stream of 10 MB": (STREAM, "hand:" + "x" * 10_000_000),
}


@pytest.mark.parametrize("name", LONG)
def test_f8_a_huge_row_is_malformed_at_its_index(made: Made, database: Database, policy: Path, name: str) -> None:
    """A row longer than any entry is named by its log index, and not copied about."""
    column, value = LONG[name]
    tables = made.tables.copy()
    index = made.places["one"]
    tables.events[index][column] = value
    database.put(tables)
    looked = Looked(database.url, policy)
    assert looked.said == ("MALFORMED", index, "state")


def test_f8_a_row_of_a_gigabyte_is_refused_by_name(file: File, policy: Path) -> None:
    """One that is too long even to be looked at is said to be in the file; nothing of it is fetched."""
    file.run("UPDATE stored_events SET state = zeroblob(40000000) WHERE notification_id = 60")
    looked = Looked(file.url, policy)
    assert looked.status == 1
    assert str(file.path) in looked.error


def test_f8_a_huge_note_tile_or_command_is_malformed(made: Made, database: Database, policy: Path) -> None:
    """Beside the entries the same: each is named by its table."""
    for table, column, value in (
        ("checkpoints", 1, "x" * 5_000_000),
        ("tiles", 2, bytes(5_000_000)),
        ("commands", 0, "x" * 5_000_000),
    ):
        tables = made.tables.copy()
        getattr(tables, table)[0][column] = value
        database.put(tables)
        looked = Looked(database.url, policy)
        assert looked.said[2] == table, looked.report
        assert looked.status == 1


def test_f8_strays_without_end_are_named_and_not_all_held(made: Made, file: File, policy: Path) -> None:
    """Fifty thousand rows under no index, each as long as an entry may be, from a file that has each of them once."""
    filled = (
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)"
        " INSERT INTO stored_events SELECT NULL, 'hand:x/1', i, 'hand.folded.v1', zeroblob(2000) FROM n"
    )
    file.run(filled)
    looked = Looked(file.url, policy)
    assert looked.said == ("TAMPERED", -1, "index"), looked.error


def test_f8_dropped_indexes_do_not_make_it_work_without_end(file: File, policy: Path) -> None:
    """Without a key the tables would be joined row by row with row: it stops, and says so, or is done."""
    filled = (
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {0})"
        " INSERT INTO {1} SELECT {2} FROM n"
    )
    file.run(
        filled.format(8_000, "openings", "'hand:x/' || i, i, 1, zeroblob(61)"),
        filled.format(8_000, "stored_events", "161 + i, 'hand:y/' || i, i, 'x', zeroblob(200)"),
    )
    looked = Looked(file.url, policy)
    assert looked.status == 1
    assert looked.report.get("verdict") == "MALFORMED" or "without end" in looked.error


def circular(path: Path, table: str) -> None:
    """Let the root page of ``table`` be an interior one, whose hundreds of children are all one page of a like kind, and so on."""
    connection = sqlite3.connect(path)
    ((root,),) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,))
    ((size,),) = connection.execute("PRAGMA page_size")
    connection.close()
    data = bytearray(path.read_bytes())
    leaf = bytes(data[(root - 1) * size : root * size])
    pages = len(data) // size
    levels = 12
    for level in range(levels):  # the page of this level has all its children at the next one
        child = pages + level + 1
        cells = 300
        page = bytearray(size)
        start = size - 5 * cells
        page[:12] = (
            b"\x05" + bytes(2) + cells.to_bytes(2, "big") + start.to_bytes(2, "big") + b"\0" + child.to_bytes(4, "big")
        )
        for at in range(cells):
            place = start + 5 * at
            page[12 + 2 * at : 14 + 2 * at] = place.to_bytes(2, "big")
            page[place : place + 5] = child.to_bytes(4, "big") + b"\x01"
        if level == 0:
            data[(root - 1) * size : root * size] = page
            data += bytes(size) * 0
        else:
            data += page
    data += leaf
    data[28:32] = (len(data) // size).to_bytes(4, "big")
    path.write_bytes(bytes(data))


@pytest.mark.parametrize("table", ["stored_events", "tiles", "checkpoints", "openings", "commands"])
def test_f8_pages_that_are_named_many_times_over_end(file: File, policy: Path, table: str) -> None:
    """Three hundred to the power of twelve leaves in a file of a few hundred kilobytes: the reader gives up in time."""
    file.run()
    circular(file.path, table)
    looked = Looked(file.url, policy)
    assert looked.status in {1, 2}
    assert looked.error or looked.report["verdict"] in {"MALFORMED", "TAMPERED", "MISSING", "REORDERED"}


def test_f8_a_file_of_holes_gives_no_more_time(file: File, policy: Path) -> None:
    """A terabyte that takes no room: how long the reader works goes by what is there."""
    file.run()
    circular(file.path, "stored_events")
    os.truncate(file.path, 1 << 40)
    looked = Looked(file.url, policy)
    assert looked.status in {1, 2}
    assert looked.error or looked.report["verdict"] in {"MALFORMED", "TAMPERED", "MISSING", "REORDERED"}


@pytest.mark.parametrize("ending", ["-journal", "-wal", "-shm"])
def test_f8_a_pipe_beside_the_file_is_refused_by_name(file: File, policy: Path, ending: str) -> None:
    """SQLite would open it, and wait for ever for who writes to it."""
    file.run()
    os.mkfifo(f"{file.path}{ending}")
    looked = Looked(file.url, policy)
    assert looked.status == 2
    assert f"{file.path}{ending} is no plain file" in looked.error


def test_f8_a_door_is_shown_no_more_than_the_file_holds(tmp_path: Path) -> None:
    """Doors and views read through bounds as well: pages that lead in circles end with a name, and not with all the memory."""
    url = f"sqlite:///{tmp_path / 'ledger.db'}"
    with create_store(url, ORIGIN) as store:
        store.recorder.insert_events(run_of("hand:a/1", 3), sealing=PlainSealing())
    circular(tmp_path / "ledger.db", "stored_events")
    with open_store(url, read_only=True) as store, pytest.raises(MalformedError, match="more rows than it can hold"):
        store.recorder.fetch("SELECT * FROM stored_events")


def test_f8_a_door_does_not_look_without_end(tmp_path: Path) -> None:
    """Where none of the rows is one that is asked for, it is the work that is bounded."""
    url = f"sqlite:///{tmp_path / 'ledger.db'}"
    with create_store(url, ORIGIN) as store:
        store.recorder.insert_events(run_of("hand:a/1", 3), sealing=PlainSealing())
    circular(tmp_path / "ledger.db", "stored_events")
    with open_store(url, read_only=True) as store, pytest.raises(MalformedError, match="without end"):
        store.recorder.fetch("SELECT * FROM stored_events WHERE topic = 'none'")


def test_f8_postgres_shows_no_row_of_megabytes(made: Made, postgres_url: str, policy: Path) -> None:
    """A row that compresses to nothing on the server and to hundreds of megabytes at its reader is cut where it is."""
    url = f"{postgres_url}{'&' if '?' in postgres_url else '?'}schema=tombo_hostile"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("DROP SCHEMA IF EXISTS tombo_hostile CASCADE")
    create_store(url, ORIGIN).close()
    database = Database(url)
    database.bare()
    database.put(made.tables)
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(
            "UPDATE tombo_hostile.stored_events SET state = convert_to(repeat('x', 250000000), 'UTF8')"
            " WHERE notification_id BETWEEN 60 AND 69"
        )
    database.close()
    looked = Looked(url, policy)
    assert looked.said == ("MALFORMED", 59, "state")


def test_f8_a_bundle_of_huge_files_is_read_within_bounds(tmp_path: Path, bundle: Path) -> None:
    """Sparse files of gigabytes in place of entries, tiles, openings and the note: a verdict, or a refusal by name."""
    for name in ("tile/entries/000.p/9", "tile/0/000.p/9", "openings.jsonl", "checkpoint"):
        with (bundle / name).open("r+b") as found:
            found.truncate(8 << 30)
        looked = Looked("sqlite:///nowhere.db", bundle / "policy", str(bundle))
        assert looked.status in {1, 2}, name
