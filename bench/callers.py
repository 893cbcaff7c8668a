"""Many callers on PostgreSQL: 8 callers with 64 commands each in flight over 1,000 hands, one writer that commits them together.

Beside it the event-store library as it comes: the same events, one ``save()`` a command, by one thread and by eight.
"""

from __future__ import annotations

import os
import statistics
import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, ClassVar, Final, NamedTuple

from eventsourcing.application import Application

from bench.common import (
    Line,
    drop_schema,
    library_settings,
    new_schema,
    postgres_ledger,
    postgres_server,
    report,
    scaled,
)
from bench.play import hand, house, play, recorded
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.entry import Entry
from tombo.ledger.live.group import GroupWriter, Waiting
from tombo.ledger.live.ledger import Ledger

HANDS: Final = scaled(1_000)
CALLERS: Final = 8
IN_FLIGHT: Final = 64
RUNS: Final = int(os.environ.get("TOMBO_BENCH_RUNS", "3"))
_STOCK_SCHEMA: Final = "bench_stock"


class Run(NamedTuple):
    """What one run of callers did: events a second, and the seconds each command waited for its receipt."""

    events_a_second: float
    waits: Sequence[float]


def commands_of(caller: int, callers: int, number: int = 1) -> Iterator[Envelope]:
    """One caller's commands: hand ``number`` at its share of the tables, as many at a time as it may have in flight, turn by turn."""
    tables = range(caller, HANDS, callers)
    for start in range(0, len(tables), IN_FLIGHT):
        hands = [hand(table, number) for table in tables[start : start + IN_FLIGHT]]
        for turn in zip(*hands, strict=True):
            yield from turn


def call(writer: GroupWriter, envelopes: Iterator[Envelope], in_flight: int) -> tuple[int, list[float]]:
    """Send commands, at most ``in_flight`` without a receipt; the number of entries, and how long each took."""
    waiting: deque[tuple[float, Waiting]] = deque()
    waits: list[float] = []
    entries = 0

    def receive() -> int:
        sent, ticket = waiting.popleft()
        outcome = ticket.wait()
        waits.append(time.perf_counter() - sent)
        return len(recorded(outcome).entries)

    for envelope in envelopes:
        if len(waiting) == in_flight:
            entries += receive()
        waiting.append((time.perf_counter(), writer.submit(envelope)))
    while waiting:
        entries += receive()
    return entries, waits


def run_callers(ledger: Ledger, callers: int, in_flight: int) -> Run:
    """Play the hands through the group-commit writer."""
    work = [list(commands_of(caller, callers)) for caller in range(callers)]
    with GroupWriter(ledger) as writer, ThreadPoolExecutor(callers) as pool:
        start = time.perf_counter()
        done = list(pool.map(lambda envelopes: call(writer, iter(envelopes), in_flight), work))
        seconds = time.perf_counter() - start
    return Run(sum(entries for entries, _ in done) / seconds, [wait for _, waits in done for wait in waits])


class StockEvent:
    """An event as the library stores them: the same content as ours, through its own mapper and transcoder."""

    TOPIC: ClassVar = "bench.event"

    def __init__(self, originator_id: str, originator_version: int, body: dict[str, Any]) -> None:
        self.originator_id = originator_id
        self.originator_version = originator_version
        self.body = body


def stock_saves(entries: Sequence[Entry]) -> list[list[StockEvent]]:
    """The events of ``entries`` as the library would have them, grouped by the command they came from."""
    saves: dict[str, list[StockEvent]] = {}
    for entry in entries:
        if entry.command is None:
            raise RuntimeError("an entry of the benchmark came from no command")
        body = {"by": entry.by.model_dump(), "event": entry.event.model_dump(mode="json"), "id": entry.command.id}
        saves.setdefault(entry.command.id, []).append(StockEvent(entry.stream, entry.version, body))
    return list(saves.values())


@contextmanager
def stock_application(server: str) -> Iterator[Application[str]]:
    """The library's own application on its own recorder, with its own settings, in a schema of its own."""
    new_schema(server, _STOCK_SCHEMA)
    env = library_settings(server, _STOCK_SCHEMA)
    application: Application[str] = Application(env)
    try:
        yield application
    finally:
        application.close()
        drop_schema(server, _STOCK_SCHEMA)


def stock_events_a_second(server: str, saves: Sequence[list[StockEvent]], threads: int) -> float:
    """Events a second, one ``save()`` a command; a table's commands stay in one thread and in order."""
    shares: list[list[list[StockEvent]]] = [[] for _ in range(threads)]
    for events in saves:
        table = events[0].originator_id.partition(":")[2].partition("/")[0]
        shares[int(table.rpartition("-")[2]) % threads].append(events)
    with stock_application(server) as application, ThreadPoolExecutor(threads) as pool:

        def save_all(share: list[list[StockEvent]]) -> None:
            for events in share:
                application.save(*events)

        start = time.perf_counter()
        list(pool.map(save_all, shares))
        return sum(map(len, saves)) / (time.perf_counter() - start)


def percentile(waits: Sequence[float], percent: int) -> float:
    """The wait, in milliseconds, that ``percent`` of the commands did not exceed."""
    return statistics.quantiles(waits, n=100)[percent - 1] * 1_000


def measure(server: str, callers: int, in_flight: int) -> tuple[Run, list[Entry]]:
    """One run on a fresh ledger, and the entries it wrote."""
    with postgres_ledger(server) as ledger:
        play(ledger, house(HANDS))
        first = ledger.store.head().size
        done = run_callers(ledger, callers, in_flight)
        return done, [ledger.entry_mapper.to_entry(row) for row in ledger.store.rows(first)]


def main() -> None:
    """Measure and print."""
    many, one, stock_1, stock_8 = [], [], [], []
    with postgres_server() as server:
        for _ in range(RUNS):
            done, entries = measure(server, CALLERS, IN_FLIGHT)
            saves = stock_saves(entries)
            many.append(done)
            one.append(measure(server, 1, 1)[0])
            stock_1.append(stock_events_a_second(server, saves, 1))
            stock_8.append(stock_events_a_second(server, saves, CALLERS))
    better = max(statistics.median(stock_1), statistics.median(stock_8))
    lines = [
        Line("the library's save(), 1 thread", statistics.median(stock_1), "events/s"),
        Line("the library's save(), 8 threads", statistics.median(stock_8), "events/s"),
    ]
    for what, runs, target in (("8 callers, 64 in flight each", many, 12.0), ("1 caller, 1 in flight", one, None)):
        waits = [wait for run in runs for wait in run.waits]
        note = f"p50 {percentile(waits, 50):.1f} ms, p99 {percentile(waits, 99):.1f} ms"
        rate = statistics.median(run.events_a_second for run in runs)
        lines.append(Line(f"tombo, {what}", rate, "events/s", better, target, note))
    report(f"Live door, PostgreSQL, {HANDS} hands", lines)


if __name__ == "__main__":
    main()
