"""Appending, on both stores: dense, all or nothing, in the order of the commits."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import pytest
from eventsourcing.persistence import IntegrityError, StoredEvent, Tracking

from tests.faults.plain import DEALT, PlainSealing, command, event, opening, run_of
from tombo.ledger.core.errors import UsageError
from tombo.ledger.store import Head, OpeningRow, Store, open_store


def everything(store: Store) -> tuple[object, ...]:
    """All that an append may touch."""
    return list(store.rows()), list(store.commands()), store.openings("hand:a/1"), store.orphan_openings()


def test_ids_are_dense_from_one(store: Store) -> None:
    """Batches of any size get the next notification ids, and the log index is one less."""
    sealing = PlainSealing()
    assert list(store.recorder.insert_events(run_of("hand:a/1", 3), sealing=sealing)) == [1, 2, 3]
    assert list(store.recorder.insert_events(run_of("hand:a/2", 1), sealing=sealing)) == [4]
    assert [(row.index, row.stream, row.version) for row in store.rows()] == [
        (0, "hand:a/1", 1),
        (1, "hand:a/1", 2),
        (2, "hand:a/1", 3),
        (3, "hand:a/2", 1),
    ]


def test_sealing_sees_the_head_as_it_stands_under_the_lock(store: Store) -> None:
    """Each seal is given the size and the recorded time that the append before it left."""
    sealing = PlainSealing()
    for version in (1, 2, 3):
        store.recorder.insert_events([event("hand:a/1", version)], sealing=sealing)
    rows = list(store.rows())
    assert sealing.heads == [Head(0, 0), Head(1, 1_000_000, rows[0]), Head(2, 2_000_000, rows[1])]
    assert store.head() == Head(3, 3_000_000, rows[2])


def test_what_is_sealed_is_stored_verbatim(store: Store) -> None:
    """The state of a row is exactly the bytes that sealing returned, NUL bytes and all."""
    events = [event("hand:a/1", 1, bytes(range(256))), event("hand:a/1", 2, b""), event("hand:a/1", 3, bytes(60_000))]
    store.recorder.insert_events(events, sealing=PlainSealing())
    expected = PlainSealing().seal(Head(0, 0), events)
    assert [row.state for row in store.rows()] == expected


def test_a_command_counts_its_first_entry_from_the_start_of_the_log(store: Store) -> None:
    """The offset within the batch becomes a log index."""
    store.recorder.insert_events(run_of("hand:a/1", 5), sealing=PlainSealing(), commands=[command("one", 0, 5)])
    batch = [*run_of("hand:a/2", 2), *run_of("hand:a/3", 3)]
    commands = [command("two", 0, 2), command("three", 2, 3)]
    store.recorder.insert_events(batch, sealing=PlainSealing(), commands=commands)
    assert [(row.command_id, row.first, row.count) for row in store.commands()] == [
        ("one", 0, 5),
        ("two", 5, 2),
        ("three", 7, 3),
    ]
    assert store.command("three") == command("three", 7, 3)


@pytest.mark.parametrize("what", ["version", "command", "opening", "within the batch"])
def test_a_taken_key_aborts_the_whole_batch(store: Store, what: str) -> None:
    """A version, a command id or an opening that is taken raises the library's IntegrityError and leaves no trace."""
    first = [event("hand:a/1", 1, kind=DEALT)]
    store.recorder.insert_events(
        first, sealing=PlainSealing(), commands=[command("one")], openings=[opening("hand:a/1", 1)]
    )
    before = everything(store)
    events = run_of("hand:a/2", 3)
    commands, openings = [command("two", 0, 3)], [opening("hand:a/2", 1)]
    if what == "version":
        events.append(event("hand:a/1", 1))
    elif what == "command":
        commands = [command("one", 0, 3)]
    elif what == "opening":
        openings.append(opening("hand:a/1", 1))
    else:
        events.append(event("hand:a/2", 3))
    with pytest.raises(IntegrityError):
        store.recorder.insert_events(events, sealing=PlainSealing(), commands=commands, openings=openings)
    assert everything(store) == before


def test_the_next_append_closes_the_gap_of_a_refused_one(store: Store) -> None:
    """A refused batch uses up no index."""
    store.recorder.insert_events(run_of("hand:a/1", 2), sealing=PlainSealing())
    with pytest.raises(IntegrityError):
        store.recorder.insert_events(run_of("hand:a/1", 2), sealing=PlainSealing())
    assert list(store.recorder.insert_events(run_of("hand:a/2", 1), sealing=PlainSealing())) == [3]


class Unwilling:
    """Refuses to sign."""

    def seal(self, head: Head, events: Sequence[StoredEvent]) -> list[bytes]:
        raise RuntimeError(f"no key for {len(events)} entries at {head.size}")


class Forgetful:
    """Signs all but the last."""

    def seal(self, head: Head, events: Sequence[StoredEvent]) -> list[bytes]:
        return PlainSealing().seal(head, events)[:-1]


@pytest.mark.parametrize(("sealing", "raised"), [(Unwilling(), RuntimeError), (Forgetful(), ValueError)])
def test_nothing_is_written_unless_all_of_it_is_sealed(
    store: Store, sealing: Unwilling | Forgetful, raised: type[Exception]
) -> None:
    """A seal that fails, or falls short, aborts the append and frees the lock."""
    with pytest.raises(raised):
        store.recorder.insert_events(run_of("hand:a/1", 2), sealing=sealing, commands=[command("one", 0, 2)])
    assert everything(store) == ([], [], [], [])
    assert list(store.recorder.insert_events(run_of("hand:a/1", 1), sealing=PlainSealing())) == [1]


def test_an_unsealed_or_empty_append_is_refused(store: Store) -> None:
    """Without a sealing there is no entry, and no append is empty."""
    with pytest.raises(UsageError, match="needs a sealing"):
        store.recorder.insert_events(run_of("hand:a/1", 1))
    with pytest.raises(UsageError, match="at least one event"):
        store.recorder.insert_events([], sealing=PlainSealing())
    assert store.head() == Head(0, 0)


def test_a_tracking_record_is_not_dropped_in_silence(store: Store) -> None:
    """What the library may pass along and we would not store is refused by name; its empty ``tracking`` is not."""
    with pytest.raises(UsageError, match="tracking"):
        store.recorder.insert_events(run_of("hand:a/1", 1), sealing=PlainSealing(), tracking=Tracking("x", 1))
    assert list(store.recorder.insert_events(run_of("hand:a/1", 1), sealing=PlainSealing(), tracking=None)) == [1]


def test_threads_of_one_store_take_turns(store: Store) -> None:
    """Eight threads that append at once leave a dense log with every entry once, each batch in one piece."""

    def work(name: int) -> None:
        for version in range(1, 41, 2):
            store.recorder.insert_events(run_of(f"hand:t/{name}", 2, version), sealing=PlainSealing())

    threads = [threading.Thread(target=work, args=(name,)) for name in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    rows = list(store.rows())
    assert [row.index for row in rows] == list(range(320))
    assert {(row.stream, row.version) for row in rows} == {(f"hand:t/{n}", v) for n in range(8) for v in range(1, 41)}
    assert all(even.stream == odd.stream for even, odd in zip(rows[::2], rows[1::2], strict=True))


def test_two_stores_of_one_ledger_see_each_other(store: Store) -> None:
    """A second writer appends after the first, and each reads what the other committed."""
    with open_store(store.url) as other:
        assert list(store.recorder.insert_events(run_of("hand:a/1", 1), sealing=PlainSealing())) == [1]
        assert list(other.recorder.insert_events(run_of("hand:a/2", 1), sealing=PlainSealing())) == [2]
        assert list(store.recorder.insert_events(run_of("hand:a/3", 1), sealing=PlainSealing())) == [3]
        assert [row.stream for row in other.rows()] == [row.stream for row in store.rows()]
        assert other.origin == store.origin


def test_openings_are_kept_with_their_entry(store: Store) -> None:
    """Openings are written in the commit of the entry whose commitments they open."""
    openings = [opening("hand:a/1", 2, slot) for slot in (0, 1)]
    store.recorder.insert_events(run_of("hand:a/1", 2), sealing=PlainSealing(), openings=openings)
    assert store.openings("hand:a/1") == [
        OpeningRow("hand:a/1", 2, 0, bytes(61)),
        OpeningRow("hand:a/1", 2, 1, b"\1" * 61),
    ]


def test_a_store_opened_for_reading_writes_nothing(store: Store) -> None:
    """Read-only means that no call writes, and that reading works."""
    store.recorder.insert_events(run_of("hand:a/1", 1), sealing=PlainSealing())
    with open_store(store.url, read_only=True) as reader:
        assert reader.head().size == 1
        with pytest.raises(UsageError, match="for reading"):
            reader.recorder.insert_events(run_of("hand:a/1", 1, 2), sealing=PlainSealing())
        with pytest.raises(UsageError, match="for reading"):
            reader.put_checkpoint(1, "note")
