"""A stream as long as its table's history: read a few entries at a time, held as one that is read at once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.conftest import run_past
from tests.worlds.abreast import Hour
from tombo.ledger.checked import CheckedStore
from tombo.ledger.checked import store as read
from tombo.ledger.core.errors import TamperedError
from tombo.ledger.live.cache import StateCache
from tombo.ledger.operate.keyring import Keyring, open_checked
from tombo.ledger.store import Row

TOGETHER = 4


@pytest.fixture
def store(played_hour: Hour, monkeypatch: pytest.MonkeyPatch) -> Iterator[CheckedStore]:
    """Its log as its house reads it, four entries of a stream at a time."""
    monkeypatch.setattr(read, "TOGETHER", TOGETHER)
    with open_checked(played_hour.url, Keyring(played_hour.folder / "keys"), read_only=True) as opened:
        yield opened


@pytest.fixture
def longest(store: CheckedStore) -> str:
    """The table whose stream is longest."""
    found = max(store.streams("table"), key=lambda stream: len(store.entries(stream)))
    assert len(store.entries(found)) > 3 * TOGETHER
    return found


def test_it_is_the_same_stream(store: CheckedStore) -> None:
    """Up to any version of any stream, and beyond its end."""
    for kind in ("account", "banked", "hand", "key", "table"):
        for stream in store.streams(kind)[:20]:
            whole = store.entries(stream)
            for lte in (None, 0, len(whole) + 9, *range(1, min(len(whole), 3 * TOGETHER))):
                assert list(store.each_entry(stream, lte)) == whole[:lte]


def test_few_of_its_rows_are_held_together(store: CheckedStore, longest: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it is: what is folded is asked for by so many versions, and every one of them once."""
    asked = list[tuple[int, int | None]]()
    rows = store.unchecked.stream_rows

    def seen(stream: str, gt: int = 0, lte: int | None = None) -> list[Row]:
        if stream == longest:
            asked.append((gt, lte))
        return rows(stream, gt, lte)

    monkeypatch.setattr(store.unchecked, "stream_rows", seen)
    known = StateCache(store).load(longest)
    assert known.version == len(rows(longest))
    assert asked == [(gt, gt + TOGETHER) for gt in range(0, known.version + 1, TOGETHER)]


@pytest.mark.parametrize("version", range(1, 2 * TOGETHER + 2))
@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM stored_events WHERE {of} AND originator_version = {version}",
        "UPDATE stored_events SET originator_version = originator_version + 1000000 WHERE {of} AND originator_version >= {version}",
        "UPDATE stored_events SET state = (SELECT state FROM stored_events WHERE {of} AND originator_version = {version} + 1) WHERE {of} AND originator_version = {version}",
    ],
    ids=["hidden", "cut off", "said twice"],
)
def test_what_is_not_as_it_was_is_found(store: CheckedStore, longest: str, version: int, change: str) -> None:
    """On either side of where one reading ends, and where it ends."""
    list(store.each_entry(longest))
    run_past(store.url, change.format(of=f"originator_id = '{longest}'", version=version))
    with pytest.raises(TamperedError):
        list(store.each_entry(longest))
    with pytest.raises(TamperedError):
        StateCache(store).load(longest)


def test_the_chain_is_held_from_one_reading_to_the_next(store: CheckedStore, longest: str) -> None:
    """The entry behind a border names the one before it: read behind another, it is not believed, though it is in the log."""
    whole = store.entries(longest)
    found = store._stream(longest, TOGETHER, 2 * TOGETHER, whole[TOGETHER - 1].hash)
    assert [each.hash for each in found] == [entry.hash for entry in whole[TOGETHER : 2 * TOGETHER]]
    with pytest.raises(TamperedError, match="does not follow the entry before it"):
        store._stream(longest, TOGETHER, 2 * TOGETHER, whole[TOGETHER].hash)
