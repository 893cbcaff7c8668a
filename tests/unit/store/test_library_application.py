"""An application written with the event-store library alone, on a ledger of a played evening: what of it works, what is refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from eventsourcing.application import AggregateNotFoundError, Application
from eventsourcing.interface import NotificationLogJSONClient, NotificationLogJSONService
from eventsourcing.projection import ProjectionRunner
from eventsourcing.system import NotificationLogReader

from tests.conftest import run_past
from tests.worlds.floor import Floor
from tests.worlds.followed import Till, kept
from tests.worlds.library import Cash, made, place, reports
from tests.worlds.played import played
from tombo.ledger.catalogue import EVOLVE
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.entry import By, Entry
from tombo.ledger.core.errors import TamperedError, UsageError
from tombo.ledger.core.lisbon import HOUR, window
from tombo.ledger.core.money import Money
from tombo.ledger.house.account.commands import Deposit, OpenAccount
from tombo.ledger.house.account.events import Deposited
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, open_ledger
from tombo.ledger.store import Store, open_store, scratch_views
from tombo.ledger.store.mapper import Draft
from tombo.projections.follow import Follower
from tombo.simulator.day import Plan

EVENING: Final = window("2026-07-15")[0] + 20 * HOUR
PLAN: Final = Plan(seed=11, begins=EVENING, ends=EVENING + HOUR // 3, tables=12)
PATIENCE: Final = 60.0


@pytest.fixture
def ledger(store_url: str, tmp_path: Path) -> Iterator[Ledger]:
    """Twenty minutes of every game, more than a thousand entries, open for more; on each store in turn."""
    with played(PLAN, store_url, tmp_path, kills=0):
        pass
    opened = open_ledger(store_url, Keyring(tmp_path / "keys"), clock=SteppingClock(EVENING + HOUR))
    yield opened
    opened.store.close()


@pytest.fixture
def beside(ledger: Ledger, store_url: str) -> Iterator[Store]:
    """The same ledger opened once more, for reading: by somebody else."""
    with open_store(store_url, read_only=True) as store:
        yield store


@pytest.fixture
def application(beside: Store) -> Application[str]:
    """The library's application, reading it."""
    return reports(beside)()


def balances(store: Store) -> list[tuple[Any, ...]]:
    """What every player paid in and out, as a projection of ours follows the same log."""
    with scratch_views() as views:
        Follower(store, views, Till).catch_up()
        return kept(views).balances


def follow(store: Store, view: type[Any], settings: dict[str, str]) -> ProjectionRunner[Any, Any]:
    """The library's runner, from where the view stands."""
    return ProjectionRunner(application_class=reports(store), projection_class=Cash, view_class=view, env=settings)


def newest(ledger: Ledger) -> int:
    """The notification id of the newest entry that the projection reads."""
    return max(row.index + 1 for row in ledger.store.rows() if row.kind in Cash.topics)


def test_the_librarys_runner_follows_a_ledger(ledger: Ledger, beside: Store, store_url: str) -> None:
    """Its rows are those of a projection of ours: after the evening, for what comes while it runs, and once more begun."""
    view, settings = made(store_url)
    with follow(beside, view, settings) as runner:
        runner.wait(newest(ledger), PATIENCE)
        assert runner.view.balances() == balances(ledger.store)
        floor = Floor(ledger.handle, "late")
        floor.do(OpenAccount(player="late"))
        floor.do(Deposit(amount=Money(700), player="late", reference="bank"))
        runner.wait(newest(ledger), PATIENCE)
        assert ("late", 700) in runner.view.balances()
        runner.view.datastore.close()
    floor.do(Deposit(amount=Money(50), player="late", reference="bank"))
    view, settings = place(store_url)
    with follow(beside, view, settings) as runner:
        runner.wait(newest(ledger), PATIENCE)
        assert runner.view.balances() == balances(ledger.store)
        assert ("late", 750) in runner.view.balances()
        runner.view.datastore.close()


def test_the_librarys_reader_reads_every_entry(ledger: Ledger, application: Application[str]) -> None:
    """Notification by notification, section by section and batch by batch: the entries that our own reader gives, in order."""
    rows = list(ledger.store.rows())
    ours = [(row.index + 1, row.stream, row.version, row.kind, row.state) for row in rows]
    reader = NotificationLogReader(application.notification_log)
    found = list(reader.read(start=1))
    assert [(one.id, one.originator_id, one.originator_version, one.topic, one.state) for one in found] == ours
    assert [one for batch in reader.select(start=1) for one in batch] == found
    assert list(reader.read(start=1_000)) == found[999:]
    entries = [application.mapper.to_domain_event(one) for one in found]
    assert entries == [ledger.store.entry(row) for row in rows]
    assert len({row.kind for row in rows}) > 80


def test_sections_lead_from_one_to_the_next(ledger: Ledger, application: Application[str]) -> None:
    """A section is named by the ids in it, which have no gaps, and leads to the next one until there is none."""
    size = ledger.store.size
    name, seen = "1,10", 0
    while name:
        section = application.notification_log[name]
        assert section.id == f"{seen + 1},{min(seen + 10, size)}"
        assert [item.id for item in section.items] == list(range(seen + 1, min(seen + 10, size) + 1))
        seen += len(section.items)
        name = section.next_id or ""
    assert seen == size


def test_sections_are_served_and_read_back_by_who_knows_names(ledger: Ledger, application: Application[str]) -> None:
    """The library's service writes them as JSON. Its client knows streams named by UUID only, and says so."""
    service = NotificationLogJSONService(application)
    assert '"originator_id": "log:main"' in service.get_log_section("1,10")
    with pytest.raises(ValueError, match="badly formed hexadecimal UUID"):
        NotificationLogJSONClient(service)["1,10"]


def fold(state: Any, entries: Iterable[Entry]) -> Any:
    """A stream's state as ours is folded: what the library calls a projector function."""
    for entry in entries:
        state = EVOLVE[entry.stream.partition(":")[0]](state, entry.event)
    return state


def test_the_repository_folds_a_stream(ledger: Ledger, application: Application[str]) -> None:
    """Given our fold it gives every stream's state, and that of any version; a stream that is not there it does not find."""
    streams = sorted({row.stream for row in ledger.store.rows()})
    view = ledger.view()
    for stream in streams:
        assert application.repository.get(stream, projector_func=fold) == view(stream)
    longest = max(streams, key=view.version)
    for version in (1, 2, view.version(longest)):
        past = fold(None, ledger.entries(longest, lte=version))
        assert application.repository.get(longest, version=version, projector_func=fold) == past
    with pytest.raises(AggregateNotFoundError):
        application.repository.get("account:nobody", projector_func=fold)


def test_the_repository_cannot_fold_by_itself(application: Application[str]) -> None:
    """An entry changes no aggregate: judging and folding stand apart from what happened."""
    with pytest.raises(AssertionError):  # the library's own, that it be one that can
        application.repository.get("log:main")


def test_the_event_store_gives_a_streams_entries(ledger: Ledger, application: Application[str]) -> None:
    """They are ours but for the log index, which the library does not read with a stream: -1 says so."""
    expected = [entry._replace(index=-1) for entry in ledger.entries("log:main")]
    assert list(application.events.get("log:main")) == expected
    assert list(application.events.get("log:main", gt=1, lte=2)) == expected[1:2]


def test_what_is_not_sealed_is_not_saved(ledger: Ledger, application: Application[str]) -> None:
    """The library's application saves nothing in a ledger: who records something sends a command to the door."""
    size = ledger.store.head().size
    event = Deposited(amount=Money(100), reference="bank")
    draft = Draft("account:p-1", 99, event, By(actor="platform", id="games"), None, None)
    with pytest.raises(UsageError, match="needs a sealing"):
        application.save(draft)
    with pytest.raises(UsageError, match="at least one event"):
        application.save()
    assert ledger.store.head().size == size


def test_snapshots_are_off_whatever_is_asked(ledger: Ledger) -> None:
    """An application that wants them has none, and is told so when it takes one."""
    snapping = type("Snapping", (reports(ledger.store),), {"is_snapshotting_enabled": True})()
    assert snapping.snapshots is None
    with pytest.raises(AssertionError, match="Can't take snapshot"):
        snapping.take_snapshot("log:main")


def test_what_the_library_reads_is_not_checked(ledger: Ledger, application: Application[str], store_url: str) -> None:
    """A row that was changed under it is handed out as it is; the ledger's own reading stops there."""
    row = next(row for row in ledger.store.rows() if row.kind == "account.deposited.v1")
    changed = row.state.replace(b'"cents":', b'"cents":9')
    value = f"x'{changed.hex()}'" if store_url.startswith("sqlite") else f"'\\x{changed.hex()}'::bytea"
    run_past(store_url, f"UPDATE stored_events SET state = {value} WHERE notification_id = {row.index + 1}")
    (found,) = application.notification_log.select(row.index + 1, 1)
    entry: Any = application.mapper.to_domain_event(found)
    assert entry.event.amount.cents > ledger.store.entry(row).event.amount.cents
    with pytest.raises(TamperedError):
        ledger.entries(row.stream)
