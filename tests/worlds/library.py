"""An application written with the event-store library alone: reports on a ledger, a projection of it and its view.

Two lines of it are ours: which recorder the rows are read with, and the mapper that reads them.
"""

from __future__ import annotations

from typing import Any, Final

from eventsourcing.application import Application
from eventsourcing.persistence import Tracking
from eventsourcing.postgres import PostgresTrackingRecorder
from eventsourcing.projection import Projection
from eventsourcing.sqlite import SQLiteTrackingRecorder
from psycopg.sql import SQL

from bench.common import library_settings, new_schema
from tombo.ledger.core.entry import Entry
from tombo.ledger.store import Store
from tombo.ledger.store.mapper import CanonicalMapper

NAME: Final = "reports"
READ: Final = ("account.deposited.v1", "account.withdrawn.v1")
_TABLE: Final = "CREATE TABLE IF NOT EXISTS {} (holder text PRIMARY KEY, cents bigint NOT NULL)"
_PAID: Final = (
    "INSERT INTO {} AS kept VALUES ({}, {}) ON CONFLICT (holder) DO UPDATE SET cents = kept.cents + excluded.cents"
)


def reports(store: Store) -> type[Application[str]]:
    """The application, on the ledger that ``store`` has open."""

    class Reports(Application[str]):
        name = NAME

        def construct_factory(self, env: Any) -> Any:
            return store.factory

        def construct_mapper(self) -> CanonicalMapper:
            return CanonicalMapper(store.origin)

    return Reports


class Cash(Projection[Any]):
    """What every player paid in and out, an event at a time: each with its position, in one transaction of the view."""

    name = "cash"
    topics = READ

    def process_event(self, domain_event: Entry, tracking: Tracking) -> None:
        cents = domain_event.event.amount.cents * (1 if domain_event.kind == READ[0] else -1)
        self.view.pay(domain_event.stream.partition(":")[2], cents, tracking)


class SqliteCash(SQLiteTrackingRecorder):
    """Its rows in a file of the application's own."""

    def construct_create_table_statements(self) -> list[str]:
        return [*super().construct_create_table_statements(), _TABLE.format("cash")]

    def pay(self, holder: str, cents: int, tracking: Tracking) -> None:
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute(_PAID.format("cash", "?", "?"), (holder, cents))
            self._insert_tracking(cursor, tracking)

    def balances(self) -> list[tuple[str, int]]:
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute("SELECT holder, cents FROM cash ORDER BY holder")
            return [(row["holder"], row["cents"]) for row in cursor.fetchall()]


class PostgresCash(PostgresTrackingRecorder):
    """Its rows in a schema of the application's own."""

    def __init__(self, datastore: Any, **kwargs: Any) -> None:
        super().__init__(datastore, **kwargs)
        self._cash = f"{self.datastore.schema}.cash"
        self.sql_create_statements.append(SQL(_TABLE.format(self._cash)).format())

    def pay(self, holder: str, cents: int, tracking: Tracking) -> None:
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute(_PAID.format(self._cash, "%s", "%s"), (holder, cents))
            self._insert_tracking(cursor, tracking)

    def balances(self) -> list[tuple[str, int]]:
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(f'SELECT holder, cents FROM {self._cash} ORDER BY holder COLLATE "C"')
            return [(row["holder"], row["cents"]) for row in cursor.fetchall()]


def place(url: str) -> tuple[type[Any], dict[str, str]]:
    """Where the view of the ledger at ``url`` is kept, as the library is told: its class and the environment."""
    if url.startswith("sqlite:///"):
        file = url.removeprefix("sqlite:///").replace("ledger.db", "cash.db")
        return SqliteCash, {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": file}
    server, _, schema = url.rpartition("schema=")
    return PostgresCash, library_settings(server.rstrip("?&"), f"{schema}_cash")


def made(url: str) -> tuple[type[Any], dict[str, str]]:
    """``place``, with the empty schema that the library expects to be there."""
    view, settings = place(url)
    if "POSTGRES_SCHEMA" in settings:
        new_schema(url.rpartition("schema=")[0].rstrip("?&"), settings["POSTGRES_SCHEMA"])
    return view, settings
