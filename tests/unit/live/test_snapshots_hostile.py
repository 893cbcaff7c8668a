"""Snapshots where the file is hostile or held, the log was restored, or the program changed: a door comes to what it would without, and goes on."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bench.play import hand, house, play
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.live import snapshots
from tombo.ledger.live.cache import StateCache
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.live.snapshots import Snapshots, program
from tombo.ledger.live.stream_state import UNKNOWN, StreamState
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_ledger

TABLE = "table:mesa-0"
HOUR = 3_600_000_000
COLUMNS = "stream, version, hash, recorded, stands, state, signature"
ENDLESS = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c WHERE x < 0"


class World:
    """A ledger of one table in a folder of its own, a snapshot every four entries, and its clock."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.clock, self.hands = folder, SteppingClock(), 0
        self.keyring = Keyring(folder / "keys")
        self.url = f"sqlite:///{folder / 'ledger.db'}"

    def opened(self) -> Ledger:
        """Its door."""
        return open_ledger(self.url, self.keyring, clock=self.clock)

    def played(self, hands: int) -> None:
        """So many hands more, by a door of their own."""
        with (ledger := self.opened()).store:
            for _ in range(hands):
                self.hands += 1
                play(ledger, hand(0, self.hands))

    def same(self) -> bool:
        """Whether a new door comes to what the stream's entries say."""
        with (ledger := self.opened()).store:
            return ledger.known.load(TABLE) == StateCache(ledger.store).load(TABLE)

    def found(self) -> StreamState | None:
        """What its file has of the table."""
        with (ledger := self.opened()).store:
            taken = Snapshots(self.keyring.snapshots, ledger.store.origin, lambda: ledger.sealing.key).find(TABLE, 512)
            return None if taken is None else taken.known

    def file(self, *said: str) -> None:
        """``said`` to its file of snapshots."""
        with closing(sqlite3.connect(self.keyring.snapshots, isolation_level=None)) as file:
            for each in said:
                file.execute(each)


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """After four hands."""
    monkeypatch.setattr(snapshots, "EVERY", 4)
    (tmp_path / "world").mkdir()
    world = World(tmp_path / "world")
    ledger = create_ledger(world.url, world.keyring, origin="operator.example/hostile", clock=world.clock)
    with ledger.store:
        play(ledger, house(1))
    world.played(4)
    return world


@pytest.mark.parametrize("ahead", [0, HOUR], ids=["later", "by a clock that was ahead before"])
def test_what_is_said_once_more_after_a_loss_stands_when_it_is_recorded(
    world: World, tmp_path: Path, ahead: int
) -> None:
    """The same commands give the same entries, hash for hash: a snapshot of the lost ones would have the table stand at their time."""
    shutil.copytree(world.folder, tmp_path / "backup")
    begins, world.clock.instant = world.clock.instant, world.clock.instant + ahead
    world.played(7)
    lost = world.found()
    with (ledger := world.opened()).store:
        newest = ledger.known.get(TABLE)
    assert lost == newest
    kept = world.keyring.snapshots.read_bytes()
    shutil.rmtree(world.folder)
    shutil.copytree(tmp_path / "backup", world.folder)
    world.keyring, world.hands = Keyring(world.keyring.directory), 4
    world.clock.instant = begins + HOUR - ahead
    world.played(7)
    world.keyring.snapshots.write_bytes(kept)
    assert world.found() == lost
    assert world.same()
    with (ledger := world.opened()).store:
        again = ledger.known.get(TABLE)
    assert again[:3] == newest[:3]
    assert again.stands != newest.stands


HOSTILE = {
    "a view that does not end": (
        "DROP TABLE snapshots",
        f"CREATE VIEW snapshots AS SELECT '{TABLE}' AS stream, x AS version, x AS hash, x AS recorded, x AS stands, x AS state, x AS signature FROM ({ENDLESS})",
    ),
    "a trigger that does not end": (
        f"DELETE FROM snapshots WHERE stream = '{TABLE}'",
        f"CREATE TRIGGER spoils BEFORE INSERT ON snapshots BEGIN INSERT INTO snapshots SELECT 1, 1, 1, 1, 1, 1, 1 WHERE EXISTS ({ENDLESS}); END",
    ),
    "a state of 16 MiB and a byte": (f"UPDATE snapshots SET state = zeroblob({2**24 + 1}) WHERE stream = '{TABLE}'",),
    "columns of another time": ("ALTER TABLE snapshots DROP COLUMN recorded",),
}


@pytest.mark.parametrize("said", HOSTILE.values(), ids=HOSTILE)
def test_a_file_that_would_hold_a_door_up_holds_none_up(world: World, said: tuple[str, ...]) -> None:
    """It is read for so long and no longer; and the next snapshot is taken again."""
    world.file(*said)
    assert world.found() is None
    assert world.same()
    world.played(3)
    assert world.found() is not None
    assert world.same()


@pytest.mark.parametrize("column", ["version", "recorded", "stands"])
def test_a_number_kept_as_text_is_not_read(world: World, column: str) -> None:
    """It is signed as the same number: a door that took it for one would fail at every command of that table."""
    assert world.found() is not None
    world.file(
        f"CREATE TABLE other AS SELECT {COLUMNS.replace(column, f'CAST({column} AS TEXT) AS {column}')} FROM snapshots",
        "DROP TABLE snapshots",
        "ALTER TABLE other RENAME TO snapshots",
    )
    assert world.found() is None
    assert world.same()


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """How long each opening of a file of snapshots waits for others."""
    waits, connect = list[float](), sqlite3.connect

    def connected(name: Any, *, timeout: float = 5.0, **options: Any) -> sqlite3.Connection:
        if "snapshots" in str(name):
            waits.append(timeout)
        opened: sqlite3.Connection = connect(name, timeout=timeout, **options)
        return opened

    with monkeypatch.context() as patched:
        patched.setattr(snapshots.sqlite3, "connect", connected)  # type: ignore[attr-defined]  # a module that it imports
        yield waits


def test_a_file_that_another_process_holds_is_waited_for_once(world: World, patience: list[float]) -> None:
    """Not for every stream again: nobody else is served meanwhile. Once it is free, it is waited for as before."""
    ask = hand(0, 5)
    with (
        (ledger := world.opened()).store,
        closing(sqlite3.connect(world.keyring.snapshots, isolation_level=None)) as other,
    ):
        other.execute("BEGIN EXCLUSIVE")
        patience.clear()
        for _ in range(3):
            assert ledger.known.load(TABLE) == StateCache(ledger.store).load(TABLE)
        assert patience == [0.2] + [0.0] * (len(patience) - 1)
        assert len(patience) > 3
        other.execute("ROLLBACK")
        ledger.known.load(TABLE)
        patience.clear()
        ledger.known.load(TABLE)
        assert patience == [0.2]
        play(ledger, ask)


def test_what_cannot_be_read_back_is_not_kept_and_stops_nothing(world: World) -> None:
    """It is asked behind a commit: who was told an error there would send again what is recorded."""
    with (ledger := world.opened()).store:
        known = ledger.known.get(TABLE)
        terms = known.state.terms.model_copy(update={"big_blind": -1})
        odd = known._replace(version=known.version + 4, state=known.state._replace(terms=terms))
        kept = Snapshots(world.keyring.snapshots, ledger.store.origin, lambda: ledger.sealing.key)
        before = kept.find(TABLE, 512)
        kept.grown(TABLE, UNKNOWN, odd, 0)
        assert kept.find(TABLE, 512) == before


def test_a_door_that_hears_of_anothers_entries_takes_its_own(world: World, tmp_path: Path) -> None:
    """Every host has its own file: the one that only listens is the one that goes on when the other is lost."""
    with (listener := world.opened()).store:
        own = Snapshots(tmp_path / "snapshots", listener.store.origin, lambda: listener.sealing.key)
        known = StateCache(listener.store, snapshots=own)
        known.get(TABLE)
        world.played(4)
        listener.store.catch_up()
        taken, whole = own.find(TABLE, 512), StateCache(listener.store).load(TABLE)
        assert taken is not None
        assert whole.version - taken.known.version < 4
        assert known.get(TABLE) == known.load(TABLE) == whole
        assert taken.known == StateCache(listener.store).load(TABLE, taken.known.version)


def _digest_of(home: Path) -> str:
    """``program`` of what lies in ``home``."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(snapshots.tombo.ledger, "__file__", str(home / "__init__.py"))  # type: ignore[attr-defined]  # as above
        return program.__wrapped__()


def test_a_program_that_changed_since_it_was_loaded_shares_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A newer one may lie there while a passphrase is asked for: its name must not stand under what the older one folds."""
    for name in ("__init__.py", "fold.py"):
        (tmp_path / name).write_text("")
    changed = max(path.stat().st_ctime_ns // 1_000 for path in tmp_path.iterdir())
    monkeypatch.setattr(snapshots, "_LOADED", changed + 1)
    assert _digest_of(tmp_path) == _digest_of(tmp_path)
    monkeypatch.setattr(snapshots, "_LOADED", changed)
    assert _digest_of(tmp_path) != _digest_of(tmp_path)


def test_sources_that_cannot_be_read_stop_nothing(tmp_path: Path) -> None:
    """What an editor leaves there, or none at all."""
    assert _digest_of(tmp_path) != _digest_of(tmp_path)
    (tmp_path / ".#fold.py").symlink_to("somebody@host.1234")
    assert _digest_of(tmp_path) != _digest_of(tmp_path)
