"""Followed projections over a simulated day of a million entries: catch-up with every row written, on SQLite and PostgreSQL, by one process and with others that read for it.

Beside them the same rows inserted into the same tables and nothing else, and on PostgreSQL the event-store library's own
projection runner with the same fold and rows, one event a transaction, as it comes. Then the statement of a session from
followed rows, and the night job over the whole day with its memory at a tenth of the size.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import psycopg

from bench.common import (
    RUNS,
    Line,
    drop_schema,
    median,
    peak_kib,
    postgres_server,
    report,
    scaled,
    scratch,
    with_schema,
)
from bench.library_runner import peer
from bench.raw import StoredRow
from tests.tools.dask_cluster import dask_cluster
from tombo.ledger.core.collector import look_seldom
from tombo.ledger.operate.keyring import Keyring, open_checked
from tombo.ledger.parts import Means, of_this_machine
from tombo.ledger.parts.cluster import Cluster
from tombo.ledger.store import Store, Views, ViewTable, create_store, open_store, open_views, scratch_views
from tombo.ledger.store.types import Bulk
from tombo.projections.accounts.followed import Accounts
from tombo.projections.ahead import READERS, ReadingJob, reading_ahead
from tombo.projections.follow import BATCH, Follower, Projection
from tombo.projections.reconciliation.run import reconcile
from tombo.projections.session_statement.fold import SessionStatement
from tombo.projections.session_statement.reading import statement
from tombo.simulator.day import Plan
from tombo.simulator.run import BEGINS, HOUR, LedgerDoor, play

DAY: Final = "2026-07-15"
TABLES: Final = scaled(300)
PACE: Final = 6
HANDS: Final = 10_000_000
NIGHT: Final = 80_000
"""Entries a second of a night on two cores (issue 15), where a core makes ``SIGNATURES`` a second."""
PEER: Final = scaled(4_000)
"""Entries that the library's runner is given: at its pace more would only take longer."""
SESSIONS: Final = 100
BAR: Final = 0.5
"""Of the raw insert of the same rows (issue 15)."""
FOLLOWED: Final[tuple[type[Projection], ...]] = (Accounts, SessionStatement)
_LEDGER: Final = "bench_followed"


def simulated(folder: Path, tables: int) -> str:
    """A day of every game at so many tables on a new ledger; its URL."""
    url = f"sqlite:///{folder / 'ledger.db'}"
    plan = Plan(
        seed=1,
        begins=BEGINS,
        ends=BEGINS + 17 * HOUR,
        tables=tables,
        games=(),
        pace=PACE,
        malice=0.02,
        trouble=0.02,
        outages=2,
    )
    door = LedgerDoor(url, Keyring(folder / "keys"), plan.seed)
    played = play(plan, door, kills=0)
    door.publish()
    door.ledger.store.close()
    if played.day.failures:
        raise SystemExit(f"the day went wrong: {played.day.failures[0]}")
    return url


class Caught(NamedTuple):
    """A catch-up: seconds, and the rows it wrote, by table."""

    seconds: float
    rows: dict[ViewTable, list[tuple[Any, ...]]]


ALONE: Final = Means(), Path()
"""Nobody reads for who folds."""


def caught_up(store: Store, views: Views, projection: type[Projection], readers: tuple[Means, Path] = ALONE) -> Caught:
    """Follow the whole ledger into empty tables. ``readers``: who reads for it, and where the keys of the ledger are."""
    views.drop(projection.name)
    means, keys = readers
    start = time.perf_counter()
    job = ReadingJob(store.url, keys, projection)
    build = reading_ahead(means, job, Follower(store, views, projection), Follower.catch_up)
    seconds = time.perf_counter() - start
    return Caught(seconds, {table: views.fetch(build, _in_log_order(table)) for table in projection.tables})


def _in_log_order(table: ViewTable) -> str:
    """The rows of a table as they came: inserted in the order of their key they would cost a fraction."""
    ordered = " ORDER BY log_index" if "log_index" in dict(table.columns) else ""
    return f"SELECT * FROM {{{table.name}}}{ordered}"


def inserted(views: Views, projection: type[Projection], caught: Caught, batches: int) -> float:
    """The seconds the same rows take into the same empty tables, as many a transaction, as the drivers insert many rows.

    Of sqlite3 that is ``executemany``; of psycopg, as in ``bench.raw``, one prepared statement with binary arrays.
    """
    views.drop(projection.name)
    build = views.begin(projection.name, projection.tables, projection.version, "bench.example/raw")
    start = time.perf_counter()
    for number in range(batches):
        with views.recorder.writing() as writing:
            for table, rows in caught.rows.items():
                part = rows[len(rows) * number // batches : len(rows) * (number + 1) // batches]
                bulk = Bulk(build.stored(table.name), table.columns, table.key if table.replaces else ())
                if part and views.recorder.works_elsewhere:
                    writing.execute(arrays(bulk), [list(column) for column in zip(*part, strict=True)])
                elif part:
                    writing.insert(bulk, part)
    return time.perf_counter() - start


def arrays(bulk: Bulk) -> str:
    """The statement that inserts many rows by psycopg's own arrays."""
    taken = ", ".join(f"%b::{sort}[]" for _, sort in bulk.columns)
    return f"INSERT INTO {bulk.table} SELECT * FROM unnest({taken}){bulk.on_conflict()}"


def measured(store: Store, views: Views, readers: tuple[Means, Path]) -> Iterator[Line]:
    """Each projection caught up by one process, and with others that read for it, beside its raw baseline; medians."""
    size = store.head().size
    for projection in FOLLOWED:
        last: list[Caught] = []

        def ours(projection: type[Projection] = projection, last: list[Caught] = last) -> float:
            last[:] = [caught_up(store, views, projection)]
            return last[0].seconds

        def raw(projection: type[Projection] = projection, last: list[Caught] = last) -> float:
            return inserted(views, projection, last[0], -(-size // BATCH))

        def beside(projection: type[Projection] = projection) -> float:
            return caught_up(store, views, projection, readers).seconds

        took, base, together = median(ours), median(raw), median(beside)
        rows = sum(map(len, last[0].rows.values()))
        yield Line(f"{projection.name}, raw insert of its {rows:,} rows", rows / base, "rows/s")
        yield Line(f"{projection.name}, caught up, rows written", rows / took, "rows/s", rows / base, BAR)
        yield Line(f"{projection.name}, the same in entries of the log", size / took, "entries/s")
        said = f"{projection.name}, with {READERS} processes that read for it"
        yield Line(said, rows / together, "rows/s", rows / base, BAR)
        views.drop(projection.name)


COPIED: Final[Mapping[str, tuple[str, ...]]] = {
    "stored_events": ("int8", "text", "int8", "text", "bytea"),
    "tiles": ("int4", "int8", "bytea"),
    "checkpoints": ("int8", "text"),
}
"""What a checked reading asks of a store, with the types of its columns."""


@contextmanager
def on_postgres(server: str, folder: Path) -> Iterator[tuple[Store, Views]]:
    """The ledger in ``folder`` in a schema of PostgreSQL, its rows copied as they are, and its projections beside it."""
    for schema in (_LEDGER, f"{_LEDGER}_views"):
        drop_schema(server, schema)
    url = with_schema(server, _LEDGER)
    with (
        open_store(f"sqlite:///{folder / 'ledger.db'}", read_only=True) as source,
        create_store(url, source.origin),
        psycopg.connect(server, autocommit=True) as connection,
        connection.cursor() as cursor,
    ):
        for table, types in COPIED.items():
            with cursor.copy(f"COPY {_LEDGER}.{table} FROM STDIN BINARY") as copy:
                copy.set_types(types)
                for row in source.recorder.fetch(f"SELECT * FROM {table}"):
                    copy.write_row(row)
            cursor.execute(f"ANALYZE {_LEDGER}.{table}")
    with open_checked(url, Keyring(folder / "keys"), read_only=True) as store, open_views(url) as views:
        yield store, views
    for schema in (_LEDGER, f"{_LEDGER}_views"):
        drop_schema(server, schema)


def statements(store: Store, views: Views) -> list[Line]:
    """What the statement of a session takes from followed rows, in milliseconds: a hundred sessions with most lines."""
    build = Follower(store, views, SessionStatement).catch_up()
    most = views.fetch(
        build, f"SELECT session, player FROM {{lines}} GROUP BY 1, 2 ORDER BY count(*) DESC LIMIT {SESSIONS}"
    )
    took = []
    for session, player in most:
        start = time.perf_counter()
        statement(views, build, player, session=session, as_of_size=build.position)
        took.append((time.perf_counter() - start) * 1_000)
    took.sort()
    return [
        Line("statement of a session, median of 100", took[len(took) // 2], "ms"),
        Line("statement of a session, the slowest", took[-1], "ms", note="must stay below 50"),
    ]


def night(store: Store, views: Views, means: Means) -> tuple[float, int, int]:
    """The night job over a ledger, its book followed before: seconds, entries, hands. Fails where the day does not tie."""
    start = time.perf_counter()
    found = reconcile(store, views, DAY, means=means)
    seconds = time.perf_counter() - start
    if not found.ties:
        raise SystemExit(f"the day does not tie: {found.problems[0]}")
    return seconds, found.size - found.start, found.hands


def night_of(folder: Path, jobs: int) -> tuple[float, int, int]:
    """The same of the ledger in ``folder``, by so many processes of this machine, who asks among them."""
    url = f"sqlite:///{folder / 'ledger.db'}"
    with (
        of_this_machine(jobs, counted=True) as means,
        open_checked(url, Keyring(folder / "keys"), read_only=True) as store,
        open_views(url) as views,
    ):
        Follower(store, views, Accounts).catch_up()
        return night(store, views, means)


def told_night(folder: Path, jobs: int = 1) -> tuple[float, float, int, int]:
    """The same in a process of its own, with the most memory it took, in MiB."""
    arguments = [sys.executable, "-m", "bench.projections", str(folder), str(jobs)]
    done = subprocess.run(arguments, check=True, stdout=subprocess.PIPE, text=True)
    peak, seconds, entries, hands = done.stdout.split()
    return int(peak) / 1024, float(seconds), int(entries), int(hands)


def night_on_a_cluster(folder: Path) -> float:
    """The same on a cluster of two worker processes over TLS, in entries a second: the median of all runs but the first."""
    url = f"sqlite:///{folder / 'ledger.db'}"
    with (
        dask_cluster(folder, 2) as found,
        closing(Cluster(found.address)) as crew,
        open_checked(url, Keyring(folder / "keys"), read_only=True) as store,
        open_views(url) as views,
    ):

        def entries_a_second() -> float:
            seconds, entries, _ = night(store, views, Means(crew))
            return entries / seconds

        entries_a_second()  # workers import the program with their first part, which copies of this process have
        return median(entries_a_second)


def main() -> None:
    """Measure and print; as a child, reconcile one ledger and print what it took."""
    look_seldom()
    if len(sys.argv) == 3:
        took = night_of(Path(sys.argv[1]), int(sys.argv[2]))
        print(peak_kib(), *took)
        return
    with of_this_machine(READERS) as means, scratch() as small, scratch() as folder:
        simulated(small, max(1, TABLES // 10))
        url = simulated(folder, TABLES)
        with open_checked(url, Keyring(folder / "keys"), read_only=True) as store, scratch_views() as views:
            size = store.head().size
            report(
                f"Followed projections, {size:,} entries, SQLite",
                list(measured(store, views, (means, folder / "keys"))),
            )
            report("Statements from followed rows, SQLite", statements(store, views), runs=1)
            rows = [(row.index + 1, row.stream, row.version, row.kind, row.state) for row in store.rows(0, PEER)]
        with postgres_server() as server:
            with on_postgres(server, folder) as (there, beside):
                report(
                    f"Followed projections, {size:,} entries, PostgreSQL",
                    list(measured(there, beside, (means, folder / "keys"))),
                )
            lines = []
            for projection in FOLLOWED:
                lines += runner_lines(server, rows, folder, projection)
            report(f"Beside the library's own runner, PostgreSQL, {PEER:,} entries", lines, runs=1)
        nights(small, folder)


def runner_lines(server: str, rows: Sequence[StoredRow], folder: Path, projection: type[Projection]) -> list[Line]:
    """The library's runner, and ours over all there is, in lines a second: what both read of the log is the same."""
    first = peer(server, rows, projection)
    with on_postgres(server, folder) as (store, views):
        read = sum(row.kind in projection.reads for row in store.rows())
        ours = read / caught_up(store, views, projection).seconds
    return [
        Line(f"{projection.name}, the library's ProjectionRunner", first, "lines/s"),
        Line(f"{projection.name}, tombo", ours, "lines/s", first, 20.0),
    ]


def nights(small: Path, folder: Path) -> None:
    """The night job: how fast by one, two and three processes and on a cluster; how much memory beside a tenth, and how long ten million hands would take."""
    tenth, runs = told_night(small), sorted((told_night(folder) for _ in range(RUNS)), key=lambda run: run[1])
    peak, seconds, entries, hands = runs[len(runs) // 2]
    two = median(lambda: entries / told_night(folder, 2)[1])
    three = median(lambda: entries / told_night(folder, 3)[1])
    cluster = night_on_a_cluster(folder)
    report(
        f"Reconciliation of a day, all checks on, {hands:,} hands and rounds, {entries:,} entries, SQLite",
        [
            Line("reconciled by one process", entries / seconds, "entries/s"),
            Line("reconciled by two processes", two, "entries/s", note=f"must reach {NIGHT:,} on two cores"),
            Line("reconciled with two processes beside who asks", three, "entries/s"),
            Line("reconciled on a Dask cluster of 2 workers, beside two processes", cluster, "entries/s", two, 0.85),
            Line("hands and rounds", hands / entries * two, "hands/s"),
            Line("extrapolated to ten million hands", HANDS / hands * entries / two / 3_600, "hours"),
            Line(f"peak memory, {tenth[2]:,} entries", tenth[0], "MiB"),
            Line(f"peak memory, {entries:,} entries", peak, "MiB", tenth[0], note="flat"),
        ],
    )


if __name__ == "__main__":
    main()
