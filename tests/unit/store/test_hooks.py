"""The places where we lean on the event-store library: if one moves, this fails before anything else does."""

from __future__ import annotations

import inspect
from importlib.metadata import version

import pytest
from eventsourcing import postgres, sqlite
from eventsourcing.application import Application
from eventsourcing.persistence import EventStore, InfrastructureFactory, ProcessRecorder, StoredEvent, Subscription

from tombo.ledger.store.factory import RecorderFactory
from tombo.ledger.store.postgres.recorder import PostgresLedgerRecorder
from tombo.ledger.store.sqlite.recorder import SQLiteLedgerRecorder
from tombo.ledger.store.types import LedgerRecorder

SIGNATURES = {
    sqlite.SQLiteProcessRecorder.insert_events: ["self", "stored_events", "kwargs"],
    sqlite.SQLiteProcessRecorder.select_events: ["self", "originator_id", "gt", "lte", "desc", "limit"],
    sqlite.SQLiteProcessRecorder.select_notifications: [
        "self",
        "start",
        "limit",
        "stop",
        "topics",
        "inclusive_of_start",
    ],
    sqlite.SQLiteProcessRecorder.insert_tracking: ["self", "tracking"],
    sqlite.SQLiteProcessRecorder.create_table: ["self"],
    sqlite.SQLiteProcessRecorder.subscribe: ["self", "gt", "topics"],
    sqlite.SQLiteProcessRecorder._insert_tracking: ["self", "c", "tracking"],
    sqlite.SQLiteProcessRecorder.max_tracking_id: ["self", "application_name"],
    sqlite.SQLiteProcessRecorder.max_notification_id: ["self"],
    sqlite.SQLiteConnectionPool._create_connection: ["self"],
    sqlite.SQLiteCursor.__init__: ["self", "sqlite_cursor"],
    postgres.PostgresProcessRecorder.insert_events: ["self", "stored_events", "kwargs"],
    postgres.PostgresProcessRecorder.insert_tracking: ["self", "tracking"],
    postgres.PostgresProcessRecorder.create_table: ["self"],
    postgres.PostgresProcessRecorder.subscribe: ["self", "gt", "topics"],
    postgres.PostgresProcessRecorder._insert_tracking: ["self", "curs", "tracking"],
    postgres.PostgresDatastore.register_type_adapters: ["self"],
    InfrastructureFactory.application_recorder: ["self"],
    InfrastructureFactory.process_recorder: ["self"],
    InfrastructureFactory.tracking_recorder: ["self", "tracking_recorder_class"],
    InfrastructureFactory.aggregate_recorder: ["self", "purpose"],
    Application.construct_factory: ["self", "env"],
    Application.construct_mapper: ["self"],
    Application.construct_event_store: ["self"],
    Subscription.__init__: ["self", "recorder", "gt", "topics"],
    EventStore.put: ["self", "domain_events", "kwargs"],
}


def test_the_library_is_of_the_line_we_read() -> None:
    """The facts in this file were read in 9.5.6; a version outside 9.5.6 to below 10 is another library."""
    numbers = tuple(int(part) for part in version("eventsourcing").split(".")[:3])
    assert (9, 5, 6) <= numbers < (10,)


@pytest.mark.parametrize("hook", SIGNATURES, ids=lambda hook: hook.__qualname__)
def test_a_hook_takes_what_we_give_it(hook: object) -> None:
    """Every method that we call or override has the parameters that we know."""
    assert callable(hook)
    assert list(inspect.signature(hook).parameters) == SIGNATURES[hook]


@pytest.mark.parametrize(
    ("ours", "theirs", "overridden"),
    [
        (SQLiteLedgerRecorder, sqlite.SQLiteProcessRecorder, {"insert_events", "select_notifications"}),
        (PostgresLedgerRecorder, postgres.PostgresProcessRecorder, {"insert_events"}),
        (
            RecorderFactory,
            InfrastructureFactory,
            {"application_recorder", "process_recorder", "tracking_recorder", "aggregate_recorder"},
        ),
    ],
)
def test_what_we_override_is_there_to_be_overridden(
    ours: type[object], theirs: type[object], overridden: set[str]
) -> None:
    """We replace exactly these public methods of the library, and add none under a name that it uses."""
    assert issubclass(ours, theirs)
    public = {name for name in vars(ours) if not name.startswith("_")}
    assert {name for name in public if hasattr(theirs, name)} == overridden


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (SQLiteLedgerRecorder, sqlite.SQLiteProcessRecorder),
        (PostgresLedgerRecorder, postgres.PostgresProcessRecorder),
    ],
)
def test_what_both_recorders_share_comes_before_the_librarys(ours: type[object], theirs: type[object]) -> None:
    """What is written once for both takes the place of what each inherits: exactly these, beside an append."""
    shared = {name for name in vars(LedgerRecorder) if not name.startswith("_") and hasattr(theirs, name)}
    assert shared - {"insert_events"} == {"insert_tracking", "create_table", "subscribe"}
    assert all(getattr(ours, name) is getattr(LedgerRecorder, name) for name in shared - {"insert_events"})


def test_our_own_names_do_not_cover_the_librarys() -> None:
    """No private attribute of ours hides a private one of the recorders we inherit from."""
    for ours in (SQLiteLedgerRecorder, PostgresLedgerRecorder):
        library = {
            name for base in ours.__mro__[1:] for name in vars(base) if base.__module__.startswith("eventsourcing")
        }
        private = {name for name in vars(ours) if name.startswith("_") and not name.startswith("__")}
        assert private & library <= {"_abc_impl"}


def test_a_recorder_is_the_librarys_process_recorder() -> None:
    """An application of the library takes ours for its own."""
    assert issubclass(SQLiteLedgerRecorder, ProcessRecorder)
    assert issubclass(PostgresLedgerRecorder, ProcessRecorder)


def test_a_stored_event_has_the_four_fields() -> None:
    """Version 10 of the library adds columns; our tables have these."""
    assert list(StoredEvent.__dataclass_fields__) == ["originator_id", "originator_version", "topic", "state"]


def test_the_tracking_statements_name_our_table() -> None:
    """The library's SQLite statements are made to use the table's one name on both stores."""
    recorder = SQLiteLedgerRecorder("unused.db")
    assert "INSERT INTO notification_tracking VALUES" in recorder.insert_tracking_statement
    assert "WHERE notification_tracking.notification_id <" in recorder.insert_tracking_statement
    assert " FROM notification_tracking WHERE" in recorder.select_max_tracking_id_statement
