"""The event-store library's own projection runner, with a fold and rows of ours: its subscription, one event a transaction."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

import psycopg
from eventsourcing.application import Application
from eventsourcing.persistence import Mapper, Tracking
from eventsourcing.postgres import PostgresTrackingRecorder
from eventsourcing.projection import Projection as LibraryProjection
from eventsourcing.projection import ProjectionRunner
from psycopg.sql import SQL

from bench.common import drop_schema, library_settings, new_schema
from bench.raw import StoredRow
from tombo.ledger.store import ViewTable
from tombo.ledger.store.mapper import CanonicalMapper
from tombo.ledger.store.types import Bulk
from tombo.projections.follow import Projection
from tombo.projections.line import Read as Reader
from tombo.projections.line import lines, reader

_PEER: Final = "bench_runner"


def peer(server: str, rows: Sequence[StoredRow], projection: type[Projection]) -> float:
    """Lines a second through the library's runner: its subscription, one event a transaction with its tracking record."""
    new_schema(server, _PEER)
    env = library_settings(server, _PEER)
    Runner.fold = projection()
    LineMapper.readers = {kind: reader(kind, fields) for kind, fields in projection.reads.items()}
    Runner.fold.begin("", lambda _, __: [])
    View.kept = projection.tables
    Peer(env).close()  # makes the library's own tables
    wanted = [row for row in rows if row[3] in projection.reads]
    with psycopg.connect(server, autocommit=True) as connection, connection.cursor() as cursor:
        statement = f"INSERT INTO {_PEER}.peer_events VALUES (%s, %s, %s, %s, %s)"
        cursor.execute(
            f"SELECT column_name FROM information_schema.columns WHERE table_schema = '{_PEER}' AND table_name = 'peer_events' ORDER BY ordinal_position"
        )
        order = [name for (name,) in cursor.fetchall()]
        places = {"notification_id": 0, "originator_id": 1, "originator_version": 2, "topic": 3, "state": 4}
        cursor.executemany(statement, [tuple(row[places[name]] for name in order) for row in wanted])
    start = time.perf_counter()
    with ProjectionRunner(application_class=Peer, projection_class=Runner, view_class=View, env=env) as runner:
        runner.wait(wanted[-1][0], timeout=600)
        seconds = time.perf_counter() - start
    drop_schema(server, _PEER)
    return len(wanted) / seconds


class LineMapper(CanonicalMapper):
    """Stored bytes to what the fold reads of them, by the readers that ours has: the peer's decoding costs what ours does."""

    readers: ClassVar[Mapping[str, Reader]] = {}

    def to_domain_event(self, stored_event: Any) -> Any:
        """The line in a stored event."""
        event = stored_event
        row = (event.id - 1, event.originator_id, event.originator_version, event.topic, event.state)
        return next(lines([row], self.readers))


class Peer(Application[str]):
    """The library's application over the same stored bytes."""

    name = "peer"

    def construct_mapper(self) -> Mapper[str]:
        """The mapper that reads them."""
        return LineMapper("bench.example/peer")


class View(PostgresTrackingRecorder):
    """The tables of a projection, as the library would have them written: with each event's tracking record."""

    kept: ClassVar[tuple[ViewTable, ...]] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for table in self.kept:
            columns = ", ".join(f"{name} {sort} NOT NULL" for name, sort in table.columns)
            made = f"CREATE TABLE IF NOT EXISTS {_PEER}.{table.name} ({columns}, PRIMARY KEY ({', '.join(table.key)}))"
            self.sql_create_statements.append(SQL(made).format())
            for number, index in enumerate(table.indexes, 1):
                name = f"{table.name}_{number}"
                made = f"CREATE INDEX IF NOT EXISTS {name} ON {_PEER}.{table.name} ({', '.join(index)})"
                self.sql_create_statements.append(SQL(made).format())

    def write(self, rows: Mapping[ViewTable, Sequence[tuple[Any, ...]]], tracking: Tracking) -> None:
        """One event's rows and its position, in one transaction."""
        with self.datastore.transaction(commit=True) as cursor:
            for table, added in rows.items():
                if added:
                    key = table.key if table.replaces else ()
                    conflict = Bulk(table.name, table.columns, key).on_conflict()
                    marks = ", ".join(["%s"] * len(table.columns))
                    sql = f"INSERT INTO {_PEER}.{table.name} VALUES ({marks}){conflict}"
                    cursor.executemany(sql, added)
            self._insert_tracking(cursor, tracking)


class Runner(LibraryProjection[View]):
    """The same fold, an event at a time."""

    name = "runner"
    fold: ClassVar[Projection]

    def process_event(self, domain_event: Any, tracking: Tracking) -> None:
        """One event: fold it, write its rows."""
        self.fold.step(domain_event)
        self.view.write(self.fold.take(), tracking)
