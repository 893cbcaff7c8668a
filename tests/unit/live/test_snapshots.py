"""Snapshots of long streams: a door that is opened again folds what came since, and comes to nothing else for it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from os import urandom
from pathlib import Path

import pytest
from pydantic import BaseModel

from bench.play import hand, house, play
from tests.worlds.abreast import Hour
from tombo.ledger.core.ids import type_of
from tombo.ledger.live import snapshots
from tombo.ledger.live.cache import StateCache
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.live.snapshots import LONG, Snapshots
from tombo.ledger.live.stream_state import StreamState
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_ledger, rotate
from tombo.ledger.seal.keys import PrivateKey

EVERY = 4
MANY = 1_000
TABLE = "table:mesa-0"


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    """One every four entries."""
    monkeypatch.setattr(snapshots, "EVERY", EVERY)


@pytest.fixture
def door(played_hour: Hour) -> Iterator[Ledger]:
    """Over an hour of every game, whose snapshots were taken away."""
    keyring = Keyring(played_hour.folder / "keys")
    keyring.snapshots.unlink()
    ledger = open_ledger(played_hour.url, keyring)
    with ledger.store:
        yield ledger


@pytest.fixture
def keyring(sqlite_url: str, tmp_path: Path) -> Keyring:
    """Of a ledger of one table, with twelve hands."""
    keyring = Keyring(tmp_path / "keys")
    create_ledger(sqlite_url, keyring, origin="operator.example/snapshots").store.close()
    with (ledger := open_ledger(sqlite_url, keyring)).store:
        play(ledger, house(1))
        for number in range(1, 13):
            play(ledger, hand(0, number))
    return keyring


def kept(ledger: Ledger, folder: Path, key: PrivateKey | None = None) -> Snapshots:
    """Those in ``folder``, as the door asks for them."""
    return Snapshots(folder / "snapshots", ledger.store.origin, lambda: key or ledger.sealing.key)


def found_in(snapshots: Snapshots, stream: str, length: int = MANY) -> StreamState | None:
    """What is found there of ``stream``."""
    taken = snapshots.find(stream, length)
    return None if taken is None else taken.known


def folded(ledger: Ledger, stream: str) -> StreamState:
    """``stream`` from its first entry on."""
    return StateCache(ledger.store).load(stream)


def rows_read(ledger: Ledger, stream: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many rows of ``stream`` are read for its state, by a door that knows nothing of it yet."""
    read, rows = 0, ledger.store.unchecked.stream_rows

    def counted(name: str, gt: int = 0, lte: int | None = None) -> list[object]:
        nonlocal read
        found = rows(name, gt, lte)
        read += len(found) * (name == stream)
        return list(found)

    with monkeypatch.context() as patched:
        patched.setattr(ledger.store.unchecked, "stream_rows", counted)
        ledger.known.load(stream)
    return read


def long_streams(ledger: Ledger) -> list[str]:
    """Those of which there are snapshots."""
    streams = (stream for kind in sorted(LONG) for stream in ledger.store.streams(kind))
    return [stream for stream in streams if len(ledger.store.entries(stream)) >= EVERY]


def types_in(found: object) -> object:
    """The types of ``found`` and of what is in it: a tuple without its names is equal to one that has them."""
    if isinstance(found, tuple):
        return type(found), [types_in(each) for each in found]
    if isinstance(found, BaseModel):
        return type(found), [types_in(each) for _, each in found]
    return type(found), sorted(map(str, map(type, found))) if isinstance(found, frozenset) else None


def test_every_state_of_an_hour_comes_back(door: Ledger, played_hour: Hour) -> None:
    """Of tables, tables against the house and accounts: as it was folded, to the last field and its type."""
    found = kept(door, played_hour.folder / "keys")
    streams = long_streams(door)
    assert {type_of(stream) for stream in streams} == LONG
    for stream in streams:
        assert found_in(found, stream) is None
        state = door.known.get(stream)
        assert found_in(found, stream) == state == folded(door, stream)
        assert types_in(found_in(found, stream)) == types_in(state)


def test_a_door_that_is_opened_again_reads_what_came_since(
    door: Ledger, played_hour: Hour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One entry, to see that the log has it, and those behind it."""
    for stream in long_streams(door):
        whole = folded(door, stream)
        assert rows_read(door, stream, monkeypatch) == whole.version
        assert rows_read(door, stream, monkeypatch) == 1
        assert door.known.load(stream) == whole
        assert [door.known.load(stream, lte) for lte in range(whole.version)] == [
            StateCache(door.store).load(stream, lte) for lte in range(whole.version)
        ]


def test_they_are_taken_while_it_is_played(sqlite_url: str, keyring: Keyring, monkeypatch: pytest.MonkeyPatch) -> None:
    """So never much more than so many entries are folded, however long a door was open."""
    with (ledger := open_ledger(sqlite_url, keyring)).store:
        whole = folded(ledger, TABLE)
        found = found_in(kept(ledger, keyring.directory), TABLE)
        assert found is not None
        assert 0 < found.version <= whole.version < found.version + 2 * EVERY
        assert rows_read(ledger, TABLE, monkeypatch) == 1 + whole.version - found.version
        assert ledger.known.get(TABLE) == whole
        play(ledger, hand(0, 13))
        assert ledger.known.get(TABLE) == folded(ledger, TABLE)


@pytest.mark.parametrize(
    "change",
    [
        "state = CAST(replace(CAST(state AS TEXT), '10000', '90000') AS BLOB)",
        "state = x''",
        "version = version - 1",
        "hash = zeroblob(32)",
        "recorded = recorded + 1",
        "stands = stands + 1",
        "signature = zeroblob(64)",
        "signature = x''",
    ],
)
def test_what_nobody_signed_is_not_believed(sqlite_url: str, keyring: Keyring, change: str) -> None:
    """Stacks that are other ones, a version, an instant: it is folded from its first entry on."""
    with closing(sqlite3.connect(keyring.snapshots, isolation_level=None)) as file:
        before = file.execute("SELECT * FROM snapshots ORDER BY 1").fetchall()
        file.execute(f"UPDATE snapshots SET {change} WHERE stream = '{TABLE}'")
        assert file.execute("SELECT * FROM snapshots ORDER BY 1").fetchall() != before
    with (ledger := open_ledger(sqlite_url, keyring)).store:
        assert found_in(kept(ledger, keyring.directory), TABLE) is None
        assert ledger.known.get(TABLE) == folded(ledger, TABLE)


def test_another_streams_another_keys_another_programs(
    door: Ledger, played_hour: Hour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each names whose it is: none is taken for another's."""
    folder = played_hour.folder / "keys"
    one, other = [stream for stream in long_streams(door) if type_of(stream) == "account"][:2]
    for stream in (one, other):
        door.known.get(stream)
    assert found_in(kept(door, folder), one)
    assert found_in(kept(door, folder, PrivateKey.generate(door.sealing.key.public.name, urandom)), one) is None
    assert found_in(Snapshots(folder / "snapshots", "another.example/1", lambda: door.sealing.key), one) is None
    with monkeypatch.context() as patched:
        patched.setattr(snapshots, "program", lambda: "f" * 64)
        assert found_in(kept(door, folder), one) is None
    with closing(sqlite3.connect(folder / "snapshots", isolation_level=None)) as file:
        file.execute(f"DELETE FROM snapshots WHERE stream = '{other}'")
        file.execute(f"UPDATE snapshots SET stream = '{other}' WHERE stream = '{one}'")
    assert found_in(kept(door, folder), other) is None
    assert door.known.load(other) == folded(door, other)


def test_of_an_entry_that_is_not_in_the_log_it_says_nothing(sqlite_url: str, keyring: Keyring) -> None:
    """A ledger that was restored, and went on otherwise: also where the event key signed it."""
    with (ledger := open_ledger(sqlite_url, keyring)).store:
        true, found = folded(ledger, TABLE), kept(ledger, keyring.directory)
        rich = true.state._replace(seats=tuple(seat._replace(stack=10**9) for seat in true.state.seats))
        recorded = ledger.entries(TABLE)[-1].recorded
        for version, entry_hash in ((true.version, b"\7" * 32), (true.version + EVERY, true.hash)):
            forged = StreamState(version, entry_hash, rich, true.stands)
            found.grown(TABLE, StreamState(0, b"", None, 0), forged, recorded)
            assert found_in(found, TABLE) is not None
            assert ledger.known.load(TABLE) == true


def test_an_older_one_is_gone_on_from(sqlite_url: str, keyring: Keyring) -> None:
    """Who puts it back makes a door read more, and nothing else."""
    older = keyring.snapshots.read_bytes()
    with (ledger := open_ledger(sqlite_url, keyring)).store:
        for number in (13, 14, 15):
            play(ledger, hand(0, number))
        newer = found_in(kept(ledger, keyring.directory), TABLE)
    keyring.snapshots.write_bytes(older)
    with (ledger := open_ledger(sqlite_url, keyring)).store:
        found = found_in(kept(ledger, keyring.directory), TABLE)
        assert found is not None and newer is not None
        assert found.version < newer.version
        assert ledger.known.get(TABLE) == folded(ledger, TABLE)
        play(ledger, hand(0, 16))


def _junk(path: Path) -> None:
    path.write_bytes(b"no database at all " * 999)


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _other_tables(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("DROP TABLE snapshots")
        file.execute("CREATE TABLE snapshots (stream, version, hash, stands, state, signature)")
        file.execute(f"INSERT INTO snapshots VALUES ('{TABLE}', 'x', 7, NULL, 1.5, 'y')")


def _taken(path: Path) -> None:
    path.unlink()


@pytest.mark.parametrize("spoil", [_junk, _cut, _folder, _other_tables, _taken])
def test_play_goes_on_whatever_became_of_the_file(
    sqlite_url: str, keyring: Keyring, spoil: Callable[[Path], None]
) -> None:
    """It costs time, and stops nothing; and a file that is damaged is made anew."""
    spoil(keyring.snapshots)
    with (ledger := open_ledger(sqlite_url, keyring)).store:
        assert ledger.known.get(TABLE) == folded(ledger, TABLE)
        for number in (13, 14, 15):
            play(ledger, hand(0, number))
        if spoil not in {_folder, _other_tables}:
            assert found_in(kept(ledger, keyring.directory), TABLE) is not None
    assert (keyring.snapshots.stat().st_mode & 0o777 == 0o600) == (spoil is not _folder)


def test_a_key_that_signs_no_more_has_signed_none(sqlite_url: str, keyring: Keyring) -> None:
    """The next key takes its own."""
    with (ledger := open_ledger(sqlite_url, keyring)).store:
        rotate(ledger, keyring, keyring.root)
        found = kept(ledger, keyring.directory)
        assert found_in(found, TABLE) is None
        ledger.known.drop([TABLE])
        assert ledger.known.get(TABLE) == folded(ledger, TABLE) == found_in(found, TABLE)


def test_short_streams_and_those_that_end_have_none(sqlite_url: str, keyring: Keyring) -> None:
    """A hand is over within a minute; and of what is short the file is not asked."""
    with (ledger := open_ledger(sqlite_url, keyring)).store:
        assert kept(ledger, keyring.directory).find(TABLE, EVERY)
        assert kept(ledger, keyring.directory).find(TABLE, EVERY - 1) is None
        for stream in ledger.store.streams("hand"):
            ledger.known.load(stream)
    with closing(sqlite3.connect(keyring.snapshots)) as file:
        streams = [stream for (stream,) in file.execute("SELECT stream FROM snapshots")]
    assert streams
    assert {type_of(stream) for stream in streams} <= LONG
