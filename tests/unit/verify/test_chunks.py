"""The verifier sees the same whatever the size of its chunks, and however many processes share them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from bench.play import hand, house, play
from tests.forgeries.maker import OPENING_KEY, ORIGIN, STREAM, Database, Memory, Tables, renumber, restate, sealed_of
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.ledger.operate.publish import publish
from tombo.ledger.parts import of_this_machine
from tombo.ledger.seal.policy import Policy, parse_policy
from tombo.ledger.verify import Report, verifier, verify

SMALL: Final = 256
TABLES: Final = 12


class Long:
    """A ledger of several small chunks: single commands, long appends, one append longer than a chunk."""

    def __init__(self, folder: Path) -> None:
        url, keyring = f"sqlite:///{folder / 'ledger.db'}", Keyring(folder / "keys")
        with create_ledger(url, keyring, origin=ORIGIN, clock=SteppingClock()).store as store:
            ledger = Ledger(store, keyring.load(keyring.event(1)), clock=SteppingClock(), openings=OPENING_KEY)
            play(ledger, house(TABLES))
            play(ledger, [said for table in range(TABLES) for said in hand(table, 1)])
            self.middle = store.head().size
            self.early = publish(store, keyring.signer()).encode()
            for table in range(4):
                for said in hand(table, 2):
                    play(ledger, [said])
            for number in (2, 3, 4):
                for table in range(4, TABLES):
                    play(ledger, hand(table, number))
            self.note = publish(store, keyring.signer()).encode()
        database = Database(url)
        self.tables = database.read()
        database.close()
        self.policy: Policy = parse_policy(keyring.policy.read_text())


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Long:
    """The ledger."""
    return Long(tmp_path_factory.mktemp("long"))


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks of one tile."""
    monkeypatch.setattr(verifier, "CHUNK", SMALL)


def look(long: Long, tables: Tables, checkpoint: bytes | None = None) -> Report:
    """The report on ``tables``."""
    return verify(partial(Memory, tables), long.policy, checkpoint=checkpoint or long.note)


def test_a_long_ledger_is_in_order_in_chunks_of_any_size(long: Long, monkeypatch: pytest.MonkeyPatch) -> None:
    """Appends and streams that run across chunks are joined again."""
    assert len(long.tables.events) > 4 * SMALL
    longest = max(sealed_of(row).count for row in long.tables.events)
    assert longest > SMALL, "no append is longer than a chunk"
    for chunk in (SMALL, 2 * SMALL, 1 << 12):
        monkeypatch.setattr(verifier, "CHUNK", chunk)
        report = look(long, long.tables)
        assert (report.verdict, report.problems, report.unproven_tail) == ("OK", [], 0)


@pytest.mark.usefixtures("small_chunks")
def test_processes_share_the_work(long: Long) -> None:
    """Two worker processes come to the same report as none."""
    alone = look(long, long.tables)
    told: list[int] = []
    with of_this_machine(2) as means:
        shared = verify(
            partial(Memory, long.tables),
            long.policy,
            checkpoint=long.note,
            means=means,
            progress=lambda done, size: told.append(done),
        )
    assert shared == alone
    assert told == sorted(told) and told[-1] == len(long.tables.events)


def _drop(tables: Tables, index: int) -> None:
    del tables.events[index]


def _drop_and_close(tables: Tables, index: int) -> None:
    del tables.events[index]
    renumber(tables)


def _double(tables: Tables, index: int) -> None:
    tables.events.insert(index, list(tables.events[index - 30]))
    renumber(tables)


def _swap(tables: Tables, index: int) -> None:
    rows = tables.events
    rows[index], rows[index - 1] = rows[index - 1], rows[index]
    renumber(tables)


def _first(tables: Tables, index: int) -> None:
    restate(tables.events[index], first=sealed_of(tables.events[index]).first - 1)


def _signature(tables: Tables, index: int) -> None:
    restate(tables.events[index], signature=bytes(64))


def _prev(tables: Tables, index: int) -> None:
    restate(tables.events[index], prev=bytes(31) + b"x")


def _stream(tables: Tables, index: int) -> None:
    tables.events[index][STREAM] = "hand:mesa-77/1"


ACTS: Final = [_drop, _drop_and_close, _double, _swap, _first, _signature, _prev, _stream]


@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.__name__.strip("_"))
def test_a_forgery_at_a_border_of_chunks_is_found_all_the_same(
    long: Long, act: Callable[[Tables, int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Small chunks and one large one name the same place: within an append longer than a chunk, and behind it."""
    for index in (255, 256, 257, 767, 768, 769):
        tables = long.tables.copy()
        act(tables, index)
        found = []
        for chunk in (SMALL, 1 << 12):
            monkeypatch.setattr(verifier, "CHUNK", chunk)
            report = look(long, tables)
            assert report.problems, (act.__name__, index, chunk)
            first = report.problems[0]
            found.append((first.code, first.first, first.last))
        assert found[0] == found[1], (act.__name__, index)


def test_tiles_that_change_places_are_found(long: Long) -> None:
    """Two tiles swapped, one cut at its end, or a level above the leaves changed or dropped: each is told of the tiles."""

    def swapped(tiles: list[list[Any]]) -> None:
        tiles[0][2], tiles[1][2] = tiles[1][2], tiles[0][2]

    def shortened(tiles: list[list[Any]]) -> None:
        tiles[1][2] = tiles[1][2][:-32]

    def above(tiles: list[list[Any]]) -> None:
        tiles[-1][2] = bytes(len(tiles[-1][2]))

    assert long.tables.tiles[-1][0] == 1
    found = {}
    for act in (swapped, shortened, above, lambda tiles: tiles.pop()):
        tables = long.tables.copy()
        act(tables.tiles)
        report = look(long, tables)
        first = report.problems[0]
        found[act.__name__] = first.code.value, first.first, first.field
    assert found == {
        "swapped": ("TAMPERED", 0, "tiles"),
        "shortened": ("MISSING", 511, "tiles"),
        "above": ("TAMPERED", 0, "tiles"),
        "<lambda>": ("MISSING", None, "tiles"),
    }
