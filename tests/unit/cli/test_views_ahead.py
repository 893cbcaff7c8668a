"""``tombo views rebuild`` and ``follow`` of one projection, to which others read: every row is the one that one process writes (issue 15)."""

from __future__ import annotations

import os
import signal
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest

from tests.worlds.abreast import NAMES, Hour
from tombo.cli.commands import views as command
from tombo.projections import ahead, follow
from tombo.projections.ahead import StretchReader

BATCH: Final = 200


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of few entries, which others read however few there are."""
    for module, name, most in ((command, "BATCH", BATCH), (ahead, "FEW", 0)):
        monkeypatch.setattr(module, name, most)


@pytest.fixture
def reads_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks reads no line himself."""
    real, asker = follow.LinesOf.__call__, os.getpid()

    def read(lines_of: Any, start: int, stop: int) -> Any:
        assert os.getpid() != asker
        return real(lines_of, start, stop)

    monkeypatch.setattr(follow.LinesOf, "__call__", read)


def due_of(made: Hour) -> dict[str, Any]:
    """What is kept by one process of each, which is forgotten again."""
    assert made.views("follow", "--jobs", "1").status == 0
    due = made.kept()
    assert all(len(rows) for *_, rows in due.values())
    made.views("drop")
    return due


def test_read_by_others_it_keeps_what_one_process_keeps(played_hour: Hour) -> None:
    """Each by itself, followed first and then rebuilt: every row of every table, what is known besides, and nothing else said."""
    assert played_hour.size > 5 * BATCH
    due = due_of(played_hour)
    for word in ("follow", "rebuild"):
        for name in NAMES:
            told = played_hour.views(word, name, "--jobs", "2")
            assert (told.status, told.err) == (0, "")
        assert played_hour.kept() == due


@pytest.mark.usefixtures("reads_nothing", "copies")
def test_who_asks_reads_nothing(filed_hour: Hour) -> None:
    """Where others read all of it."""
    for word in ("follow", "rebuild"):
        told = filed_hour.views(word, "accounts", "--jobs", "2")
        assert (told.status, told.err) == (0, "")
    assert {lag["name"]: lag["behind"] for lag in filed_hour.views("list").document["projections"]}["accounts"] == 0


@pytest.mark.usefixtures("copies")
def test_a_reader_that_is_killed_is_replaced(filed_hour: Hour, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """In the middle of a stretch: the rows are those of one process, and nobody is told."""
    due = due_of(filed_hour)
    real = StretchReader.__call__

    def dies(reader: StretchReader, part: Any) -> Any:
        found = real(reader, part)
        if part.start >= 2 * BATCH:
            (tmp_path / f"killed-{os.getpid()}").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return found

    monkeypatch.setattr(StretchReader, "__call__", dies)  # of copies of this process, not of those that come after them
    for name in NAMES:
        told = filed_hour.views("rebuild", name, "--jobs", "2")
        assert (told.status, told.err) == (0, "")
    assert list(tmp_path.glob("killed-*"))
    assert filed_hour.kept() == due


@pytest.mark.parametrize("column", ["state", "topic"])
def test_an_altered_entry_is_told_as_one_process_tells_it(filed_hour: Hour, column: str) -> None:
    """What it says, or its kind to one that nobody folds: it ends there whoever reads it, in the same words; what was followed before it stays."""
    altered(filed_hour, 3 * BATCH + 7, column)
    told = []
    for jobs in ("1", "2"):
        filed_hour.views("drop")
        told.append(filed_hour.views("follow", "accounts", "--jobs", jobs))
        assert filed_hour.builds()["accounts"] == [(len(told), 3 * BATCH, True)]
    assert [(ran.status, ran.out, ran.err) for ran in told] == [(1, "", told[0].err)] * 2
    assert f"TAMPERED at {3 * BATCH + 7} " in told[0].err


def altered(made: Hour, index: int, column: str) -> None:
    """Alter an entry in the file, whose schema is what it was afterwards."""
    with closing(sqlite3.connect(made.folder / "ledger.db")) as owner, owner:
        ((trigger,),) = owner.execute("SELECT sql FROM sqlite_schema WHERE name = 'stored_events_update'").fetchall()
        owner.execute("DROP TRIGGER stored_events_update")
        ((before,),) = owner.execute(f"SELECT {column} FROM stored_events WHERE notification_id = ?", (index + 1,))
        after = before[:-1] + bytes([before[-1] ^ 1]) if isinstance(before, bytes) else "session.paused.v1"
        owner.execute(f"UPDATE stored_events SET {column} = ? WHERE notification_id = ?", (after, index + 1))
        owner.execute(trigger)
