"""A writer killed between any two writes, on both stores: dense, all or nothing, nothing acknowledged lost."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from typing import Any

import pytest

from tests.conftest import ORIGIN
from tests.faults.busy_writer import Failing
from tests.faults.killed_writer import STREAM
from tests.faults.plain import DEALT, PlainSealing, command, event, opening
from tombo.ledger.store import Store, create_store
from tombo.ledger.store.sqlite.recorder import SQLiteLedgerRecorder

SQLITE_STATEMENTS = 12  # BEGIN, version of the schema, head, three entries, command id, opening; each read back; COMMIT
POSTGRES_MESSAGES = 3  # begin with lock and head; insert, read again and commit: sent, and answered


def die(url: str, faults: list[str]) -> list[dict[str, Any]]:
    """What each child of the writer reported before its fault."""
    program = [sys.executable, "-m", "tests.faults.killed_writer", url, *faults]
    ran = subprocess.run(program, capture_output=True, text=True, timeout=120, check=False)
    assert ran.returncode == 0, ran.stderr
    return [json.loads(line) for line in ran.stdout.splitlines()]


def check_whole(store: Store, reports: list[dict[str, Any]]) -> None:
    """The invariants of every crash: a dense log, whole appends, every acknowledgement kept, room for the next."""
    with pytest.raises(ArithmeticError):  # takes the lock, so a commit still on its way at the server has landed
        store.recorder.insert_events([event(STREAM, 1)], sealing=Failing())
    rows = list(store.rows())
    assert [row.index for row in rows] == list(range(len(rows)))
    assert [row.version for row in rows] == list(range(1, len(rows) + 1))
    assert len(rows) % 3 == 0
    commands = list(store.commands())
    assert [(row.first, row.count) for row in commands] == [(first, 3) for first in range(0, len(rows), 3)]
    assert [index for index, _ in store.sealed_between(0, len(rows)) or ()] == list(range(1, len(rows), 3))
    assert store.orphan_openings() == []
    acknowledged = [answer for report in reports for answer in report["acknowledged"] if "ids" in answer]
    assert acknowledged
    for answer in acknowledged:
        found = store.command(answer["command"])
        assert found is not None, answer
        assert list(range(found.first + 1, found.first + 4)) == answer["ids"]
    unacknowledged = len(commands) - len(acknowledged)
    assert 0 <= unacknowledged <= len(reports), "more than one append a death went unacknowledged"
    ids = store.recorder.insert_events([event(STREAM, len(rows) + 1)], sealing=PlainSealing())
    assert list(ids) == [len(rows) + 1]


def test_a_writer_killed_before_any_statement_leaves_a_whole_file(sqlite_url: str) -> None:
    """Death before every single statement of two appends: what was not committed never was."""
    with create_store(sqlite_url, ORIGIN) as store:
        reports = die(sqlite_url, [f"statement {n}" for n in range(1, 2 * SQLITE_STATEMENTS + 1)])
        assert [report["signal"] for report in reports] == [signal.SIGKILL] * 2 * SQLITE_STATEMENTS
        assert [len(report["acknowledged"]) for report in reports] == [0] * SQLITE_STATEMENTS + [1] * SQLITE_STATEMENTS
        check_whole(store, reports)
        assert store.head().size == 3 * SQLITE_STATEMENTS + 1, "only what was acknowledged is there"


@pytest.mark.parametrize("when", ["statement", "answer"])
def test_a_writer_killed_around_any_message_leaves_a_whole_log(postgres_schema_url: str, when: str) -> None:
    """Death before each message, and after each answer that nobody read: committed or not, but never in part."""
    with create_store(postgres_schema_url, ORIGIN) as store:
        reports = die(postgres_schema_url, [f"{when} {n}" for n in range(1, 2 * POSTGRES_MESSAGES + 1)])
        assert [report["signal"] for report in reports] == [signal.SIGKILL] * 2 * POSTGRES_MESSAGES
        check_whole(store, reports)


def test_a_writer_killed_at_any_time_leaves_a_whole_log(store_url: str) -> None:
    """Death by the clock, so also inside a write and inside a sync: from the start, and from the first acknowledgement on."""
    with create_store(store_url, ORIGIN) as store:
        from_start = [f"time {milliseconds}" for milliseconds in range(40, 160, 14)]
        reports = die(store_url, [*from_start, *(f"after {milliseconds}" for milliseconds in range(0, 120, 14))])
        assert {report["signal"] for report in reports} == {signal.SIGKILL}
        check_whole(store, reports)


def test_a_disk_that_fills_under_the_writer(sqlite_url: str) -> None:
    """When the file system refuses to write on, the append fails as unavailable and everything before it stands."""
    with create_store(sqlite_url, ORIGIN) as store:
        reports = die(sqlite_url, ["full 300000"])
        *_, last = reports[0]["acknowledged"]
        assert last["error"] == "StoreUnavailableError", last
        assert "nothing was recorded" in last["message"]
        check_whole(store, reports)


def test_the_statements_of_an_append_are_the_ones_counted(sqlite_store: Store) -> None:
    """The kill points above are all there are: one more would go untested."""
    seen: list[str] = []
    recorder = sqlite_store.recorder
    assert isinstance(recorder, SQLiteLedgerRecorder)
    recorder._open_writer().set_trace_callback(seen.append)
    batch = [event(STREAM, 1), event(STREAM, 2, kind=DEALT), event(STREAM, 3)]
    recorder.insert_events(
        batch, sealing=PlainSealing(), commands=[command("one", 0, 3)], openings=[opening(STREAM, 2)]
    )
    assert len(seen) == SQLITE_STATEMENTS
