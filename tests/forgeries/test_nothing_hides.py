"""A table that lost its constraints hides no row from the verifier, whatever stands in its keys."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from tests.forgeries.acts import swap
from tests.forgeries.bared import open_bared
from tests.forgeries.maker import (
    COLUMNS,
    ID,
    KIND,
    NAMES,
    ORIGIN,
    STATE,
    STREAM,
    VERSION,
    Database,
    Made,
    Memory,
    Tables,
)
from tests.forgeries.thefts import add
from tombo.ledger.store import Store, create_store
from tombo.ledger.verify import Code, judged, source, verifier, verify

BATCH: Final = 8
LOW: Final = -(2**63)
HIGH: Final = 2**63 - 1


def yielded(store: Store) -> dict[str, int]:
    """How many rows of each table a verifier is given that reads a few at a time."""
    return {
        "events": len(list(store.rows(batch=BATCH))),
        "commands": len(list(store.commands(batch=BATCH))),
        "tiles": len(list(store.tiles())),
        "checkpoints": len(list(store.checkpoints())),
    }


def test_rows_under_odd_keys_are_given_too(made: Made, database: Database) -> None:
    """No key, the lowest and the highest there is, one below the first: each is a row more."""
    tables = made.tables.copy()
    for name, key in (("events", 0), ("commands", 2), ("checkpoints", 0), ("tiles", 0)):
        rows = getattr(tables, name)
        odd = (None, LOW, -3) if name == "tiles" else (None, LOW, -3, HIGH)
        rows += [[*rows[0][:key], value, *rows[0][key + 1 :]] for value in odd]
    database.put(tables)
    with open_bared(database.url) as store:
        assert yielded(store) == {name: len(getattr(tables, name)) for name in yielded(store)}


@pytest.mark.parametrize("table", ["events", "commands"])
def test_rows_of_one_key_are_given_together_wherever_a_batch_ends(made: Made, database: Database, table: str) -> None:
    """A second row under the number of another is not passed over, be it the last of a batch or not."""
    for index in range(BATCH + 2):
        tables = made.tables.copy()
        rows = getattr(tables, table)
        rows.append(list(rows[index]))
        database.put(tables)
        with open_bared(database.url) as store:
            assert yielded(store)[table] == len(rows), index


# On SQLite a column without a type holds whatever it is given.


@pytest.fixture(scope="module")
def untyped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """An SQLite ledger whose columns have no type."""
    url = f"sqlite:///{tmp_path_factory.mktemp('untyped') / 'ledger.db'}"
    create_store(url, ORIGIN).close()
    connection = sqlite3.connect(url.removeprefix("sqlite:///"))
    for name, columns in COLUMNS.items():
        table = NAMES.get(name, name)
        names = ", ".join(column.split()[0] for column in columns.split(", "))
        connection.executescript(f"DROP TABLE {table}; CREATE TABLE {table} ({names})")
    connection.close()
    database = Database(url)
    yield database
    database.close()


X: Final = 58
TYPES: Final[list[tuple[str, int, int, Any, str, str]]] = [
    ("events", X, STREAM, b"hand:mesa-0/1", "MALFORMED", "state"),
    ("events", X, STREAM, None, "MALFORMED", "state"),
    ("events", X, VERSION, "8", "MALFORMED", "state"),
    ("events", X, VERSION, 8.5, "MALFORMED", "state"),
    ("events", X, KIND, b"hand.bet_placed.v1", "MALFORMED", "state"),
    ("events", X, STATE, "text" * 50, "MALFORMED", "state"),
    ("events", -1, STATE, "text" * 50, "MALFORMED", "state"),
    ("events", -1, STATE, None, "MALFORMED", "state"),
    ("events", X, ID, 57.5, "MISSING", "index"),
    ("events", X, ID, "text", "MISSING", "index"),
    ("events", X, ID, b"bytes", "MISSING", "index"),
    ("commands", 3, 0, None, "TAMPERED", "commands"),
    ("commands", 3, 1, 10**12, "TAMPERED", "commands"),
    ("commands", 3, 1, "text", "TAMPERED", "commands"),
    ("commands", 3, 1, None, "TAMPERED", "commands"),
    ("commands", 3, 2, "text", "TAMPERED", "commands"),
    ("openings", 0, 2, None, "TAMPERED", "openings"),
    ("openings", 0, 3, "As", "TAMPERED", "openings"),
    ("openings", 0, 3, b"short", "TAMPERED", "openings"),
    ("openings", 0, 3, None, "TAMPERED", "openings"),
    ("tiles", 0, 0, "text", "MISSING", "tiles"),
    ("tiles", 0, 1, "text", "MISSING", "tiles"),
    ("tiles", 0, 2, None, "MALFORMED", "tiles"),
    ("tiles", 0, 2, "text", "MALFORMED", "tiles"),
    ("checkpoints", 0, 0, "text", "TAMPERED", "checkpoints"),
    ("checkpoints", 0, 1, b"bytes", "TAMPERED", "checkpoints"),
    ("checkpoints", 0, 1, None, "TAMPERED", "checkpoints"),
]


@pytest.mark.parametrize(("table", "row", "column", "value", "code", "field"), TYPES)
def test_a_value_of_another_type_gets_a_verdict(  # noqa: PLR0917  # a line of the list
    made: Made, untyped: Database, table: str, row: int, column: int, value: Any, code: str, field: str
) -> None:
    """Neither a fault of the verifier nor a row passed over."""
    tables = made.tables.copy()
    getattr(tables, table)[row][column] = value
    found = report_of(made, untyped, tables)
    assert (found.code, found.field) == (code, field), str(found)


def report_of(made: Made, database: Database, tables: Tables) -> Any:
    """The first problem with these tables."""
    database.put(tables)
    return verify(partial(open_bared, database.url), made.policy, checkpoint=made.saved).problems[0]


def test_text_that_is_no_utf_8_is_malformed(made: Made, tmp_path: Path) -> None:
    """A flipped bit in the name of a stream, as a disk may do it, is located like every other."""
    path = tmp_path / "ledger.db"
    create_store(f"sqlite:///{path}", ORIGIN).close()
    database = Database(f"sqlite:///{path}")
    database.bare()
    database.put(made.tables)
    database.close()
    connection = sqlite3.connect(path)
    connection.execute(
        "UPDATE stored_events SET originator_id = CAST(x'68616e643aff' AS TEXT) WHERE notification_id = 59"
    )
    connection.commit()
    connection.close()
    report = verify(partial(open_bared, f"sqlite:///{path}"), made.policy, checkpoint=made.saved)
    first = report.problems[0]
    assert (report.verdict, first.first, first.field) == (Code.MALFORMED, X, "state")
    assert "UTF-8" in first.message or "utf-8" in first.message
    assert str(report.to_json()).isprintable()
    str(report.to_json()).encode()


def test_a_hole_between_chunks_is_missing(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry that a thief seals for an index far away, after a chunk that is full, leaves the indices between missing."""
    monkeypatch.setattr(verifier, "CHUNK", 256)
    tables = made.tables.copy()
    while len(tables.events) < 256:
        add()(made, tables)
    assert verify(partial(Memory, tables), made.policy, checkpoint=made.saved).verdict is Code.OK
    add(first=2**40)(made, tables)
    report = verify(partial(Memory, tables), made.policy, checkpoint=made.saved)
    assert [(found.code, found.first, found.last) for found in report.problems] == [(Code.MISSING, 256, 2**40 - 1)]


def test_a_log_of_holes_is_looked_at_for_a_while(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    """Entries strewn over all indices are missing what is between them; nobody walks from each to the next for ever."""
    monkeypatch.setattr(source, "HOLES_MAX", 3)
    tables = made.tables.copy()
    for row in tables.events[10:]:
        row[ID] = row[ID] << 40
    report = verify(partial(Memory, tables), made.policy, checkpoint=made.saved)
    assert (report.verdict, report.problems[0].first) == (Code.MISSING, 10)
    assert report.problems[-1].code is not Code.OK
    assert max(found.last or 0 for found in report.problems if found.code is Code.MISSING) == report.entries - 1


def test_the_search_for_where_entries_belong_has_an_end(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    """With no patience left an entry out of its place is forged or from elsewhere, and reported all the same."""
    monkeypatch.setattr(judged, "_PATIENCE", 0)
    tables = made.tables.copy()
    swap("batch+8", "one")(made, tables)
    report = verify(partial(Memory, tables), made.policy, checkpoint=made.saved)
    assert report.exit_status == 1
    assert (Code.TAMPERED, made.places["batch"] + 8) in {(found.code, found.first) for found in report.problems}
