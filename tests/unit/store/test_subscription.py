"""What the library's recorders do on connections of their own, and ours do not: subscriptions, positions, tables."""

from __future__ import annotations

import threading
import time

import pytest
from eventsourcing.persistence import IntegrityError, Notification, Tracking

from tests.faults.plain import DEALT, KIND, PlainSealing, event, run_of
from tombo.ledger.core.errors import UsageError
from tombo.ledger.store import Store, open_store
from tombo.ledger.store.subscription import PAGE


def test_a_subscription_gives_what_is_there_and_then_what_comes(store: Store) -> None:
    """Entries of other stores of the ledger come to who waits for them, in order, once each."""
    store.recorder.insert_events(run_of("hand:a/1", 3), sealing=PlainSealing())
    with open_store(store.url) as other, store.recorder.subscribe() as subscription:
        there = [next(subscription) for _ in range(3)]
        late = threading.Timer(0.2, lambda: other.recorder.insert_events(run_of("hand:a/2", 2), sealing=PlainSealing()))
        late.start()
        come = [next(subscription) for _ in range(2)]
        late.join()
    assert [(one.id, one.originator_id, one.originator_version) for one in there + come] == [
        (row.index + 1, row.stream, row.version) for row in store.rows()
    ]
    assert [one.state for one in there + come] == [row.state for row in store.rows()]


@pytest.mark.parametrize("gt", [None, 0, 2, PAGE, PAGE + 2, 2 * PAGE])
def test_a_subscription_begins_after_a_position(store: Store, gt: int | None) -> None:
    """It goes on after ``gt``, over as many pages as there are; the last page may be full."""
    store.recorder.insert_events(run_of("hand:a/1", 2 * PAGE), sealing=PlainSealing())
    expected = list(range((gt or 0) + 1, 2 * PAGE + 1))
    with store.recorder.subscribe(gt) as subscription:
        assert [next(subscription).id for _ in expected] == expected
        store.recorder.insert_events(run_of("hand:a/2", 1), sealing=PlainSealing())
        assert next(subscription).id == 2 * PAGE + 1


def test_a_subscription_to_topics_passes_over_the_others(store: Store) -> None:
    """Of these kinds every one, however many others lie between, and those that come later."""
    dealt = {1, 2, PAGE + 1, PAGE + 2, 3 * PAGE}
    events = [
        event("hand:a/1", version, kind=DEALT if version in dealt else KIND) for version in range(1, 3 * PAGE + 1)
    ]
    store.recorder.insert_events(events, sealing=PlainSealing())
    with store.recorder.subscribe(topics=[DEALT]) as subscription:
        assert {next(subscription).id for _ in dealt} == dealt
        store.recorder.insert_events(run_of("hand:a/2", 1), sealing=PlainSealing())
        store.recorder.insert_events([event("hand:a/3", 1, kind=DEALT)], sealing=PlainSealing())
        assert next(subscription).originator_id == "hand:a/3"


def test_whoever_waits_is_ended_by_another_thread(store: Store) -> None:
    """``stop`` ends the iteration at once, also of who waits for an entry that never comes."""
    subscription, seen = store.recorder.subscribe(), list[Notification]()
    waiting = threading.Thread(target=lambda: seen.extend(subscription))
    waiting.start()
    time.sleep(0.05)
    subscription.stop()
    waiting.join(timeout=10)
    assert not waiting.is_alive()
    assert seen == []


def test_a_position_is_recorded_as_the_library_records_it(store: Store) -> None:
    """It is there for who asks, and never goes back."""
    store.recorder.insert_tracking(Tracking("reports", 5))
    assert store.recorder.max_tracking_id("reports") == 5
    with pytest.raises(IntegrityError):
        store.recorder.insert_tracking(Tracking("reports", 5))
    assert store.recorder.max_tracking_id("reports") == 5


def test_a_position_is_not_written_through_a_store_opened_for_reading(store: Store) -> None:
    """The library would write it over a connection of its own, which nobody told."""
    with open_store(store.url, read_only=True) as reader, pytest.raises(UsageError, match="for reading"):
        reader.recorder.insert_tracking(Tracking("publisher", 5))
    assert store.recorder.max_tracking_id("publisher") is None


@pytest.mark.parametrize("read_only", [False, True])
def test_the_librarys_tables_are_not_made_in_a_ledger(store: Store, *, read_only: bool) -> None:
    """Its way to make tables would rename one of ours and add others: a ledger that is none any more."""
    store.put_published([], "size 1", 1)
    with open_store(store.url, read_only=read_only) as opened, pytest.raises(UsageError, match="tombo init"):
        opened.recorder.create_table()
    with open_store(store.url) as again:
        assert again.published() == 1
        assert again.differences() == []
