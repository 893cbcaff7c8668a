"""A log that is read by the hundreds, and again: each row is looked at, and what was altered since is found though its tile was proved before."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.conftest import run_raw
from tests.worlds.abreast import Hour
from tombo.ledger.checked import CheckedStore, published
from tombo.ledger.checked.store import TOGETHER
from tombo.ledger.core.errors import TamperedError
from tombo.ledger.operate.keyring import Keyring, open_checked
from tombo.ledger.seal.entry import NAMES_MAX, leaf_at, leaves_of, place
from tombo.ledger.seal.merkle import HASH_SIZE, tree_hash


@pytest.fixture
def store(played_hour: Hour) -> Iterator[CheckedStore]:
    """Its log as its house reads it."""
    with open_checked(played_hour.url, Keyring(played_hour.folder / "keys"), read_only=True) as opened:
        yield opened


@pytest.fixture
def proved(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many hashes each tile has that is proved from now on; no tile is kept as a whole."""
    found = list[int]()

    def counted(hashes: list[bytes]) -> bytes:
        found.append(len(hashes))
        return tree_hash(hashes)

    monkeypatch.setattr(published, "tree_hash", counted)
    monkeypatch.setattr(published, "CACHED", 0)
    return found


def literal(url: str, said: bytes) -> str:
    """How each database is told bytes."""
    return f"x'{said.hex()}'" if url.startswith("sqlite") else f"'\\x{said.hex()}'"


def test_a_tile_is_proved_once(store: CheckedStore, proved: list[int]) -> None:
    """However often the log is read, and whatever is read of it: the rows are the same."""
    rows = store.rows_of(None, 0, store.size)
    assert 0 < len(proved) <= store.size // 256  # opening it proved some
    proved.clear()
    assert store.rows_of(None, 0, store.size) == rows
    assert [row[0] for row in rows] == list(range(store.size))
    assert not proved


def test_a_tile_that_is_altered_once_it_was_proved_is_found(store: CheckedStore, proved: list[int]) -> None:
    """One hash of it, whatever was remembered; and once it is as it was it is believed again."""
    rows = store.rows_of(None, 0, store.size)
    whole = store.unchecked.read_tile(0, 3)
    assert whole is not None
    assert proved
    for at in (0, 17 * HASH_SIZE, len(whole) - 1):
        other = whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]
        run_raw(store.url, f"UPDATE tiles SET hashes = {literal(store.url, other)} WHERE level = 0 AND n = 3")
        with pytest.raises(TamperedError, match="tile 3 of level 0"):
            store.rows_of(None, 0, store.size)
    run_raw(store.url, f"UPDATE tiles SET hashes = {literal(store.url, whole)} WHERE level = 0 AND n = 3")
    assert store.rows_of(None, 0, store.size) == rows


@pytest.mark.parametrize("index", [0, TOGETHER - 1, TOGETHER, 2 * TOGETHER + 1])
def test_a_row_that_is_altered_is_found_wherever_it_stands(store: CheckedStore, index: int) -> None:
    """On either side of where one query ends: read for any kind, for its own and for others."""
    row = store.row(index)
    assert row is not None
    state = row.state[:-2] + bytes([row.state[-2] ^ 1]) + row.state[-1:]
    change = f"UPDATE stored_events SET state = {literal(store.url, state)} WHERE notification_id = {index + 1}"
    if store.url.startswith("sqlite"):
        ((guard,),) = store.recorder.fetch("SELECT sql FROM sqlite_schema WHERE name = 'stored_events_update'")
        run_raw(store.url, f"DROP TRIGGER stored_events_update; {change}; {guard};")
    else:
        off, on = (f"ALTER TABLE stored_events {what} TRIGGER only_grows" for what in ("DISABLE", "ENABLE ALWAYS"))
        run_raw(store.url, f"{off}; {change}; {on}")
    for kinds in (None, (row.kind,), ("session.ended.v1",)):
        with pytest.raises(TamperedError, match=f"TAMPERED at {index} "):
            store.rows_of(kinds, 0, store.size)


def test_leaves_are_hashed_alike_however_many_names_there_are() -> None:
    """More than are kept encoded, twice over."""
    rows = [(at, f"hand:mesa-{at}/1", 1, f"hand.kind_{at % 300}.v1", b"state") for at in range(2 * NAMES_MAX + 7)]
    due = b"".join(leaf_at(place(stream, version, kind), state) for _, stream, version, kind, state in rows)
    assert leaves_of(rows) == due
    assert leaves_of(reversed(rows[:9])) == b"".join(due[at * 32 : at * 32 + 32] for at in range(8, -1, -1))
