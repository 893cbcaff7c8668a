"""Reading, on both stores: windows, merges and what the library reads through the same tables."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from eventsourcing.application import LocalNotificationLog
from eventsourcing.persistence import IntegrityError

from tests.faults.plain import DEALT, PlainSealing, command, event, opening, run_of
from tombo.ledger.store import Row, Store, Tile, open_evidence
from tombo.ledger.store.families import families, stretches


@pytest.fixture
def filled(store: Store) -> Store:
    """Ten entries over three streams, in two appends, with a command each."""
    for name in ("hand:a/1", "table:a", "table:b"):
        count = 6 if name == "hand:a/1" else 2
        store.recorder.insert_events(run_of(name, count), sealing=PlainSealing(), commands=[command(name, 0, count)])
    return store


@pytest.mark.parametrize("batch", [1, 3, 10, 100])
@pytest.mark.parametrize(("start", "stop"), [(0, None), (0, 10), (0, 0), (4, 7), (9, None), (10, None), (4, 99)])
def test_rows_are_the_window_asked_for(filled: Store, start: int, stop: int | None, batch: int) -> None:
    """Every window comes whole and in order, whatever the batch."""
    assert [row.index for row in filled.rows(start, stop, batch)] == list(range(10))[start:stop]


def test_rows_stop_at_the_size_of_the_first_step(filled: Store) -> None:
    """What is appended while somebody reads is not part of what he reads."""
    reading = filled.rows(batch=4)
    next(reading)
    filled.recorder.insert_events(run_of("table:c", 5), sealing=PlainSealing())
    assert len(list(reading)) == 9


def test_a_row_below_the_log_is_shown_to_who_reads_from_the_start(filled: Store, raw: Callable[[str], None]) -> None:
    """An index below 0, where only a forger writes, is not passed over."""
    state = "'x'::bytea" if is_postgres(filled) else "x'78'"
    raw(f"INSERT INTO stored_events VALUES (-5, 'hand:z/1', 1, 'forged', {state})")
    assert next(filled.rows()) == Row(-6, "hand:z/1", 1, "forged", b"x")
    assert next(filled.rows(1)).index == 1


def is_postgres(store: Store) -> bool:
    return store.url.startswith("postgresql")


def test_a_stream_is_read_by_version(filled: Store) -> None:
    """Bounds are exclusive below and inclusive above, as the library has them."""
    assert [row.version for row in filled.stream_rows("hand:a/1")] == [1, 2, 3, 4, 5, 6]
    assert [row.version for row in filled.stream_rows("hand:a/1", gt=2, lte=4)] == [3, 4]
    assert [row.index for row in filled.stream_rows("table:b")] == [8, 9]
    assert filled.stream_rows("hand:a/9") == []


def test_the_newest_row_of_a_stream(filled: Store) -> None:
    """Its last version, or None where it has none."""
    last = filled.last_row("hand:a/1")
    assert last is not None
    assert (last.index, last.version) == (5, 6)
    assert filled.last_row("hand:a") is None


def test_streams_of_a_type_by_name(filled: Store) -> None:
    """A type is the whole word before the colon, and names come in order of bytes."""
    filled.recorder.insert_events(
        [event(f"table:{name}", 1) for name in ("Z", "a-1", "a/2")] + [event("tables:a", 1)], sealing=PlainSealing()
    )
    assert filled.streams("table") == ["table:Z", "table:a", "table:a-1", "table:a/2", "table:b"]
    assert filled.streams("hand") == ["hand:a/1"]
    assert filled.streams("tab") == []


@pytest.mark.parametrize("batch", [1, 2, 100])
@pytest.mark.parametrize(
    ("start", "stop", "names"),
    [
        (0, None, ["hand:a/1", "table:a", "table:b"]),
        (0, 6, ["hand:a/1"]),
        (1, 9, ["table:a", "table:b"]),
        (6, 8, ["table:a"]),
        (9, None, []),
    ],
)
def test_commands_by_their_first_entry(
    filled: Store, start: int, stop: int | None, names: list[str], batch: int
) -> None:
    """A window of commands lines up with the same window of rows."""
    assert [row.command_id for row in filled.commands(start, stop, batch)] == names


@pytest.mark.parametrize("batch", [1, 2, 100])
def test_no_command_is_missed_where_several_claim_one_entry(
    filled: Store, raw: Callable[[str], None], batch: int
) -> None:
    """Forged rows of the table of commands are all shown, also below and beyond the log."""
    zeros = "decode(repeat('00', 16), 'hex')" if is_postgres(filled) else "zeroblob(16)"
    if not is_postgres(filled):  # where the key of the table forbids it, as long as the table has it
        raw("CREATE TABLE loose AS SELECT * FROM commands; DROP TABLE commands; ALTER TABLE loose RENAME TO commands")
    for name, first in (("forged:1", 0), ("forged:2", 0), ("forged:3", 99), ("forged:4", -7)):
        raw(f"INSERT INTO commands VALUES ('{name}', {zeros}, {first}, 1)")
    with open_evidence(filled.url) as evidence:
        found = [row.command_id for row in evidence.commands(batch=batch)]
    assert found == ["forged:4", "forged:1", "forged:2", "hand:a/1", "table:a", "table:b", "forged:3"]


def test_openings_come_with_the_index_of_their_entry(filled: Store, raw: Callable[[str], None]) -> None:
    """Openings join the entries they open, in log order; one without an entry, or of one that deals nothing, is a stray."""
    dealt = [event("hand:b/1", 1), event("hand:b/1", 2, kind=DEALT), event("hand:a/9", 1, kind=DEALT)]
    openings = [opening("hand:a/9", 1), opening("hand:b/1", 2, 1), opening("hand:b/1", 2, 0)]
    filled.recorder.insert_events(dealt, sealing=PlainSealing(), openings=openings)
    for batch in (1, 2, 100):
        found = [(index, row.stream, row.slot) for index, row in filled.sealed_between(0, 13, batch) or ()]
        assert found == [(11, "hand:b/1", 0), (11, "hand:b/1", 1), (12, "hand:a/9", 0)]
    assert [index for index, _ in filled.sealed_between(12, 13) or ()] == [12]
    assert filled.orphan_openings() == []
    zeros = "decode(repeat('00', 61), 'hex')" if is_postgres(filled) else "zeroblob(61)"
    raw(f"INSERT INTO openings VALUES ('hand:b/1', 7, 0, {zeros})")
    raw(f"INSERT INTO openings VALUES ('hand:b/1', 1, 0, {zeros})")
    strays = [(index, row.stream, row.version) for index, row in filled.orphan_openings() or ()]
    assert strays == [(10, "hand:b/1", 1), (None, "hand:b/1", 7)]


def test_a_row_far_beyond_the_log_is_reached_at_once(filled: Store, raw: Callable[[str], None]) -> None:
    """A forged index of astronomical size costs no more reads than another, and is shown."""
    far = 2**60
    state, zeros = (
        ("'x'::bytea", "decode(repeat('00', 61), 'hex')") if is_postgres(filled) else ("x'78'", "zeroblob(61)")
    )
    raw(
        f"INSERT INTO stored_events VALUES ({far}, 'hand:z/1', 1, '{DEALT}', {state});"
        f"INSERT INTO openings VALUES ('hand:z/1', 1, 0, {zeros})"
    )
    assert filled.head().size == far
    assert [row.index for row in filled.rows(9)] == [9, far - 1]
    assert [index for index, _ in filled.sealed_between(0, far) or ()] == [far - 1]


def test_the_tree_and_its_checkpoint_are_published_together(store: Store) -> None:
    """Tiles are replaced as they grow, and a note that is there already takes the tiles with it when refused."""
    assert (store.published(), store.read_tile(0, 0), store.last_checkpoint()) == (0, None, None)
    store.put_published([Tile(0, 0, bytes(32))], "size 1", 1)
    store.put_published([Tile(0, 0, bytes(64)), Tile(1, 0, b"\1" * 32)], None, 2)
    assert store.published() == 2
    assert list(store.tiles()) == [Tile(0, 0, bytes(64)), Tile(1, 0, b"\1" * 32)]
    with pytest.raises(IntegrityError):
        store.put_published([Tile(0, 0, bytes(96))], "size 2", 2)
    assert store.read_tile(0, 0) == bytes(64)
    assert list(store.checkpoints()) == [(1, "size 1")]
    store.put_checkpoint(2, "size 2")
    assert store.last_checkpoint() == "size 2"
    with pytest.raises(IntegrityError):
        store.put_checkpoint(2, "another size 2")
    with pytest.raises(IntegrityError):
        store.put_published([Tile(0, 0, bytes(96))], "a third size 2", 2)
    assert list(store.checkpoints()) == [(1, "size 1"), (2, "size 2")]


def test_a_refused_checkpoint_keeps_the_tree_as_it_was(store: Store) -> None:
    """Tiles, tracking and note are one transaction: the last to fail takes back the first."""
    store.put_published([Tile(0, 0, bytes(32))], None, 1)
    store.put_checkpoint(2, "size 2")
    with pytest.raises(IntegrityError):
        store.put_published([Tile(0, 0, bytes(64))], "size 2 again", 2)
    assert (store.published(), store.read_tile(0, 0)) == (1, bytes(32))


def test_many_tiles_are_read_in_order(store: Store) -> None:
    """Every tile comes once, by level and number."""
    tiles = [Tile(level, n, bytes([level]) * 32) for level in (0, 1) for n in range(100)]
    store.put_published(reversed(tiles), None, 1)
    assert list(store.tiles()) == tiles


def test_the_library_reads_the_same_rows(filled: Store) -> None:
    """Its selects, by stream and by position, agree with ours: same events, same ids."""
    recorder = filled.recorder
    ours = [(row.index + 1, row.stream, row.version, row.kind, row.state) for row in filled.rows()]
    seen = recorder.select_notifications(None, 100)
    assert [(n.id, n.originator_id, n.originator_version, n.topic, n.state) for n in seen] == ours
    assert [n.id for n in recorder.select_notifications(3, 4)] == [3, 4, 5, 6]
    assert [n.id for n in recorder.select_notifications(3, 9, 5, inclusive_of_start=False)] == [4, 5]
    assert [n.id for n in recorder.select_notifications(1, 9, topics=["nothing"])] == []
    assert recorder.max_notification_id() == 10
    stream = recorder.select_events("table:b", gt=1)
    assert [(e.originator_version, e.state) for e in stream] == [(2, filled.stream_rows("table:b")[1].state)]
    assert [e.originator_version for e in recorder.select_events("hand:a/1", desc=True, limit=2)] == [6, 5]


def test_the_librarys_notification_log_pages_through_the_ledger(filled: Store) -> None:
    """A section of its log is a run of our ids, and says where the next one starts."""
    section = LocalNotificationLog(filled.recorder, section_size=4)["1,4"]
    assert [item.id for item in section.items] == [1, 2, 3, 4]
    assert section.next_id == "5,8"


def test_the_factory_hands_out_the_one_recorder(store: Store) -> None:
    """An application on the store uses the store's recorder, and there is no place for snapshots."""
    factory = store.factory
    assert factory.application_recorder() is factory.process_recorder() is factory.tracking_recorder() is store.recorder
    with pytest.raises(Exception, match="snapshot"):
        factory.aggregate_recorder("snapshots")


def test_streams_that_are_named_alike_are_a_family(filled: Store) -> None:
    """All but the digits at the end is its name; of each stream the entries of the range are told by the versions between which they lie."""
    filled.recorder.insert_events(run_of("hand:a/10", 3), sealing=PlainSealing())
    filled.recorder.insert_events(run_of("hand:a/x", 1), sealing=PlainSealing())
    assert families(filled, 0, 14) == {"hand:a/": 9, "table:a": 2, "table:b": 2, "hand:a/x": 1}
    assert families(filled, 4, 8) == {"hand:a/": 2, "table:a": 2}
    assert stretches(filled, "hand:a/", 0, 14) == [(0, "hand:a/1", 1, 6), (10, "hand:a/10", 1, 3)]
    assert stretches(filled, "hand:a/", 4, 12) == [(4, "hand:a/1", 5, 6), (10, "hand:a/10", 1, 2)]
    assert stretches(filled, "hand:a/x", 0, 14) == [(13, "hand:a/x", 1, 1)]
    assert stretches(filled, "hand:a/", 6, 10) == []
