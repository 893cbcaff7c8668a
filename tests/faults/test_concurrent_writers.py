"""Several processes on one ledger, conflicts, rollbacks, kills, a vacuum, and a reader that tails the log.

``TOMBO_TEST_ENTRIES`` makes it smaller on PostgreSQL for a quick run; 100,000 is what the ledger promises.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from eventsourcing.application import LocalNotificationLog

from tests.faults.busy_writer import TAKEN
from tests.faults.plain import PlainSealing, event
from tombo.ledger.store import Store, open_store

ENTRIES = int(os.environ.get("TOMBO_TEST_ENTRIES", "100000"))
WRITERS = 4
SECTION = 1_000


class Tail(threading.Thread):
    """Follows the library's notification log from its start, as a projection would, and keeps what it was shown."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self.url = url
        self.seen: list[tuple[int, str, int]] = []
        self.writers_done = threading.Event()

    def run(self) -> None:
        with open_store(self.url, read_only=True) as store:
            log = LocalNotificationLog(store.recorder, section_size=SECTION)
            while True:
                last_look = self.writers_done.is_set()
                found = log.select(start=len(self.seen) + 1, limit=SECTION)
                self.seen.extend((n.id, str(n.originator_id), n.originator_version) for n in found)
                if not found and last_look:
                    return
                if not found:
                    time.sleep(0.002)


class Writers:
    """The processes, each with its log of acknowledgements."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url = url
        self.folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []

    def start(self, entries: int) -> None:
        name = f"w{len(self.processes)}"
        program = [sys.executable, "-m", "tests.faults.busy_writer", self.url, name, str(entries)]
        self.processes.append(subprocess.Popen([*program, str(self.folder / name)]))

    def kill(self, number: int) -> None:
        """Kill a writer that has acknowledged something; one may be under way before another has begun."""
        deadline, told = time.monotonic() + 120, self.folder / f"w{number}"
        while not (told.exists() and told.stat().st_size):
            assert time.monotonic() < deadline, f"writer {number} acknowledged nothing in two minutes"
            time.sleep(0.005)
        self.processes[number].kill()
        assert self.processes[number].wait() == -signal.SIGKILL, "it was still writing"

    def stop(self, tail: Tail) -> None:
        """End whoever still runs, and the reader once it has seen all there is."""
        for process in self.processes:
            process.kill()
            process.wait()
        tail.writers_done.set()
        tail.join()

    def acknowledged(self) -> Iterator[str]:
        for number in range(len(self.processes)):
            text = (self.folder / f"w{number}").read_text()
            yield from (line for line in text.splitlines(keepends=True) if line.endswith("\n"))


@pytest.fixture
def server(postgres_store: Store) -> Iterator[psycopg.Connection[tuple[int, ...]]]:
    """A session beside the ledger's own, in its schema."""
    plain, _, schema = postgres_store.url.rpartition("schema=")
    with psycopg.connect(plain.rstrip("?&"), autocommit=True) as connection:
        connection.execute(f"SET search_path TO {schema}")
        yield connection


def await_entries(tail: Tail, count: int) -> None:
    """Wait until the tailing reader has seen ``count`` entries."""
    deadline = time.monotonic() + 120
    while len(tail.seen) < count:
        assert time.monotonic() < deadline, f"{len(tail.seen)} of {count} entries after two minutes"
        time.sleep(0.005)


def vacuum_while_writing(server: psycopg.Connection[tuple[int, ...]], writers: Writers) -> None:
    """A VACUUM, and one by the server itself where it looks every second, both get through while rows come in."""
    server.execute("SET lock_timeout = '5s'")
    server.execute("VACUUM stored_events")
    assert any(process.poll() is None for process in writers.processes), "the vacuum ran beside the writers"


def autovacuums(server: psycopg.Connection[tuple[int, ...]]) -> int:
    found = server.execute(
        "SELECT autovacuum_count FROM pg_stat_user_tables WHERE relid = 'stored_events'::regclass"
    ).fetchone()
    return found[0] if found else 0


def test_no_entry_is_missed_or_seen_twice(
    postgres_store: Store, server: psycopg.Connection[tuple[int, ...]], tmp_path: Path
) -> None:
    """None missed, none twice, a dense index, every acknowledgement kept, and autovacuum not starved."""
    postgres_store.recorder.insert_events([event(TAKEN, 1)], sealing=PlainSealing())
    naptime = server.execute("SELECT setting::int FROM pg_settings WHERE name = 'autovacuum_naptime'").fetchone()
    tail = Tail(postgres_store.url)
    writers = Writers(postgres_store.url, tmp_path)
    tail.start()
    try:
        for _ in range(WRITERS):
            writers.start(ENTRIES // WRITERS)
        await_entries(tail, ENTRIES // 5)
        writers.kill(0)
        writers.start(ENTRIES // WRITERS)  # a successor, for all of the share
        await_entries(tail, ENTRIES * 2 // 5)
        vacuum_while_writing(server, writers)
        writers.kill(1)
        writers.start(ENTRIES // WRITERS)
        await_entries(tail, ENTRIES * 4 // 5)
        vacuumed = autovacuums(server)
        assert [process.wait(timeout=120) for process in writers.processes[2:]] == [0] * WRITERS
    finally:
        writers.stop(tail)
    check_log(postgres_store, tail, ENTRIES)
    check_acknowledged(postgres_store, list(writers.acknowledged()), kills=2)
    if ENTRIES >= 100_000 and naptime == (1,):
        assert vacuumed > 0, "autovacuum came to the table while it was written"


def test_several_processes_take_turns_on_one_file(sqlite_store: Store, tmp_path: Path) -> None:
    """On SQLite several writers are slower, and as safe: each append waits for its turn, and one is killed."""
    sqlite_store.recorder.insert_events([event(TAKEN, 1)], sealing=PlainSealing())
    tail = Tail(sqlite_store.url)
    writers = Writers(sqlite_store.url, tmp_path)
    tail.start()
    try:
        for _ in range(3):
            writers.start(2_000)
        await_entries(tail, 2_000)
        writers.kill(0)
        assert [process.wait(timeout=120) for process in writers.processes[1:]] == [0, 0]
    finally:
        writers.stop(tail)
    check_log(sqlite_store, tail, 4_000)
    check_acknowledged(sqlite_store, list(writers.acknowledged()), kills=1)


def check_log(store: Store, tail: Tail, entries: int) -> None:
    """A dense log of at least so many entries, each once, and the reader that tailed it saw each once, in order."""
    rows = [(row.index + 1, row.stream, row.version) for row in store.rows()]
    assert len(rows) >= entries
    assert tail.seen == rows
    assert [number for number, _, _ in rows] == list(range(1, len(rows) + 1))
    assert len({(stream, version) for _, stream, version in rows}) == len(rows)


def check_acknowledged(store: Store, lines: list[str], kills: int) -> None:
    """Every acknowledged append is there as acknowledged; at most one more a killed writer; the shares are as told."""
    fates = Counter(line.strip() for line in lines if line.strip() in {"conflict", "rollback"})
    appends = [line.split() for line in lines if line.strip() not in fates]
    commands = {row.command_id: row for row in store.commands()}
    for name, first, count in appends:
        assert (commands[name].first + 1, commands[name].count) == (int(first), int(count))
    assert 0 <= len(commands) - len(appends) <= kills, "each kill may cost one acknowledgement, never an entry"
    assert sum(row.count for row in commands.values()) == store.head().size - 1
    assert [row.first for row in commands.values()] == sorted(row.first for row in commands.values())
    for fate in ("conflict", "rollback"):
        assert 0.02 < fates[fate] / len(lines) < 0.08
