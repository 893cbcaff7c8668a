"""What every workload needs: scratch folders, fresh ledgers, a PostgreSQL server, medians, and one way to print."""

from __future__ import annotations

import os
import resource
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import psycopg
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from psycopg.conninfo import conninfo_to_dict

from tests.tools.pgserver import postgres_server as own_server
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.ledger.store import Row

RUNS = int(os.environ.get("TOMBO_BENCH_RUNS", "3"))
"""How often a workload is measured; its median is printed."""


def scaled(size: int) -> int:
    """``size``, or less of it: ``TOMBO_BENCH_SCALE=0.01`` shows in seconds that a workload works, not how fast."""
    return max(1, round(size * float(os.environ.get("TOMBO_BENCH_SCALE", "1"))))


class Line(NamedTuple):
    """One result: what, how many a second or bytes, and the baseline it is divided by, with the ratio it must reach."""

    what: str
    value: float
    unit: str
    baseline: float | None = None
    target: float | None = None
    note: str = ""


def report(title: str, lines: Sequence[Line], runs: int = RUNS) -> None:
    """Print results, medians of ``runs``, as a table. Nothing fails here: figures are read by people, on a machine they know."""
    print(f"\n{title} (median of {runs})" if runs > 1 else f"\n{title} (one run)")
    for line in lines:
        text = f"  {line.what:<58} {line.value:>14,.1f} {line.unit:<12}"
        if line.baseline is not None:
            text += f" x{line.value / line.baseline:<8.2f}"
        if line.target is not None:
            text += f" must reach {line.target:g}"
        print(f"{text} {line.note}".rstrip(), flush=True)


def median(measure: Callable[[], float], runs: int = RUNS) -> float:
    """The median of several measurements."""
    return statistics.median(measure() for _ in range(runs))


def together(*measures: Callable[[], float]) -> list[float]:
    """The medians of measurements taken in turn, so that a slow minute of the machine falls on all of them."""
    return [
        statistics.median(column) for column in zip(*([each() for each in measures] for _ in range(RUNS)), strict=True)
    ]


def rate(count: int, act: Callable[[], object]) -> float:
    """How many of ``count`` ``act`` does a second."""
    start = time.perf_counter()
    act()
    return count / (time.perf_counter() - start)


@contextmanager
def scratch() -> Iterator[Path]:
    """An empty folder on the disk, gone afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="tombo-bench-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def demo_keys(folder: Path) -> Keyring:
    """A new folder of keys that holds its own passphrase."""
    keyring = Keyring(folder)
    keyring.keep_passphrase()
    return keyring


@contextmanager
def sqlite_ledger() -> Iterator[Ledger]:
    """A new ledger on SQLite."""
    with scratch() as folder:
        url = f"sqlite:///{folder / 'ledger.db'}"
        ledger = create_ledger(url, demo_keys(folder / "keys"), origin="bench.example/ledger")
        with ledger.store:
            yield ledger


@contextmanager
def postgres_server() -> Iterator[str]:
    """The URL of a PostgreSQL server: ``TOMBO_TEST_POSTGRES``, or one of our own that syncs every commit."""
    given = os.environ.get("TOMBO_TEST_POSTGRES")
    if given:
        yield given
        return
    with own_server() as url:
        yield url


@contextmanager
def postgres_ledger(server: str) -> Iterator[Ledger]:
    """A new ledger in a schema of its own on ``server``; gone afterwards."""
    schema = "bench_ledger"
    drop_schema(server, schema)
    with scratch() as folder:
        url = with_schema(server, schema)
        ledger = create_ledger(url, demo_keys(folder / "keys"), origin="bench.example/ledger")
        with ledger.store:
            yield ledger
    drop_schema(server, schema)


def with_schema(server: str, schema: str) -> str:
    """The URL of a ledger in ``schema`` of the database at ``server``."""
    return f"{server}{'&' if '?' in server else '?'}schema={schema}"


def drop_schema(server: str, schema: str) -> None:
    """Remove a schema of the benchmark and all it holds."""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"DROP SCHEMA IF EXISTS {schema} CASCADE")


def rows_of(ledger: Ledger, start: int, stop: int | None = None) -> list[tuple[int, str, int, str, bytes]]:
    """The stored rows from log index ``start`` on, as their table has them: what a raw baseline inserts again."""
    return [as_stored(row) for row in ledger.store.rows(start, stop)]


def as_stored(row: Row) -> tuple[int, str, int, str, bytes]:
    """A row with its notification id, which is its log index + 1."""
    return (row.index + 1, row.stream, row.version, row.kind, row.state)


def library_settings(server: str, schema: str) -> dict[str, str]:
    """The environment in which the event-store library finds ``schema`` of ``server`` by itself."""
    info = conninfo_to_dict(server)
    return {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "POSTGRES_DBNAME": str(info.get("dbname", "postgres")),
        "POSTGRES_HOST": str(info.get("host", "127.0.0.1")),
        "POSTGRES_PORT": str(info.get("port", 5432)),
        "POSTGRES_USER": str(info.get("user", "postgres")),
        "POSTGRES_PASSWORD": str(info.get("password", "") or "none"),
        "POSTGRES_SCHEMA": schema,
        "ORIGINATOR_ID_TYPE": "text",
    }


def new_schema(server: str, schema: str) -> None:
    """An empty schema in place of whatever was there."""
    drop_schema(server, schema)
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {schema}")


SIGNATURES: Final = 36_000
"""Ed25519 signatures a second of the core on which absolute figures hold; elsewhere they hold in proportion."""


def signatures() -> float:
    """Ed25519 signatures a second on this core."""
    key, count = Ed25519PrivateKey.generate(), 10_000
    return rate(count, lambda: [key.sign(b"tombo") for _ in range(count)])


def peak_kib() -> int:
    """The most memory this process took, in KiB: its own, not what was its parent's when it was forked."""
    status = Path("/proc/self/status")
    if status.is_file():
        return next(int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
