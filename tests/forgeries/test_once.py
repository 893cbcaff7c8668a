"""One forgery is one problem, at its place (F8): in a ledger of many commits, checkpoints and whole tiles, however many follow from it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

import pytest

from bench.play import hand, house, play
from tests.forgeries.maker import (
    KIND,
    OPENING_KEY,
    ORIGIN,
    Database,
    Memory,
    Tables,
    rebody,
    renumber,
    retile,
    sealed_of,
)
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.ledger.operate.publish import publish
from tombo.ledger.seal.policy import Policy, parse_policy
from tombo.ledger.verify import symptoms, verify

TABLES: Final = 4
HANDS: Final = 8
FLOOD: Final = 40
"""Observations of a kind that are kept in these tests: many fewer than follow from one change."""


class Busy(NamedTuple):
    """The ledger, and the checkpoint somebody kept."""

    tables: Tables
    policy: Policy
    saved: bytes
    alone: int
    """A bet alone in its append, in the first quarter, with a hundred commits and many anchors after it."""
    batch: int
    """The first of an append of many, and of a hand, later on."""


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Busy:
    """Hands command by command and hands in one commit, in turn, a checkpoint after each, which the next ones name."""
    folder = tmp_path_factory.mktemp("busy")
    url, keyring = f"sqlite:///{folder / 'ledger.db'}", Keyring(folder / "keys")
    with create_ledger(url, keyring, origin=ORIGIN, clock=SteppingClock()).store as store:
        ledger = Ledger(
            store,
            keyring.load(keyring.event(1)),
            clock=SteppingClock(),
            find_anchor=store.anchor,
            openings=OPENING_KEY,
        )
        play(ledger, house(TABLES))
        saved = b""
        for number in range(1, HANDS + 1):
            for table in range(TABLES):
                for said in hand(table, number) if table % 2 else ():
                    play(ledger, [said])
                if not table % 2:
                    play(ledger, hand(table, number))
                saved = publish(store, keyring.signer()).encode()
                ledger.refresh_anchor()
    database = Database(url)
    tables = database.read()
    database.close()
    bets = [at for at, row in enumerate(tables.events) if row[KIND] == "hand.bet_placed.v1"]
    counts = [sealed_of(tables.events[at]).count for at in bets]
    alone = next(at for at, count in zip(bets, counts, strict=True) if count == 1)
    batch = next(
        sealed_of(tables.events[at]).first for at, count in zip(bets, counts, strict=True) if count > 20 and at > 400
    )
    return Busy(tables, parse_policy(keyring.policy.read_text()), saved, alone, batch)


def said(busy: Busy, act: Callable[[Tables], None]) -> list[str]:
    """Every problem, as code, place and field, after ``act``: the same without any checkpoint as against the one kept."""
    tables = busy.tables.copy()
    act(tables)
    told = []
    for checkpoint in (busy.saved, None):
        report = verify(partial(Memory, tables), busy.policy, checkpoint=checkpoint)
        told.append(
            [
                f"{found.code} at {found.first}{'' if found.last == found.first else f'-{found.last}'} ({found.field})"
                for found in report.problems
            ]
        )
    if tables.tiles:  # without tiles only a checkpoint says how many there were
        assert told[0] == told[1]
    return told[0]


def raised(tables: Tables, at: int) -> None:
    """Make a bet one cent larger."""
    rebody(tables.events[at], lambda body: body["event"].update(paid=body["event"]["paid"] + 1))


def swapped(tables: Tables, one: int, other: int) -> None:
    """Let two rows change places, each under the number of the other."""
    rows = tables.events
    rows[one], rows[other] = rows[other], rows[one]
    renumber(tables)


def removed(tables: Tables, at: int, *, close: bool) -> None:
    """Take a row out, and close the gap or not."""
    del tables.events[at]
    if close:
        renumber(tables)


def then(act: Callable[[Tables], Any], after: Callable[[Tables], Any]) -> Callable[[Tables], None]:
    """One after the other."""

    def both(tables: Tables) -> None:
        act(tables)
        after(tables)

    return both


@pytest.fixture(autouse=True)
def flooded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few observations of a kind are kept, so that what follows from one change is more than that."""
    monkeypatch.setattr(symptoms, "KEPT_MAX", FLOOD)


def test_f8_the_honest_ledger_has_no_problem(busy: Busy) -> None:
    """Nothing is said where nothing was done, and the ledger is large enough for what follows."""
    assert said(busy, lambda _: None) == []
    assert len(busy.tables.events) > 3 * 256
    assert [tile[:2] for tile in busy.tables.tiles if tile[0] == 1] == [[1, 0]]
    later = [sealed_of(row) for row in busy.tables.events[busy.alone + 300 :]]
    assert len({sealed.anchor_size for sealed in later}) > 10
    assert len({sealed.first for sealed in later}) > 2 * FLOOD


@pytest.mark.parametrize("tiles", ["left", "anew", "gone"])
@pytest.mark.parametrize("notes", ["left", "gone"])
def test_f8_a_changed_row_is_one_problem(busy: Busy, tiles: str, notes: str) -> None:
    """A bet that says something else is named alone, whether tiles and checkpoints are as they were, made to fit, or gone."""

    def change(tables: Tables) -> None:
        raised(tables, busy.alone)
        if tiles == "anew":
            retile(tables)
        if tiles == "gone":
            tables.tiles.clear()
        if notes == "gone":
            tables.checkpoints.clear()

    found = [line for line in said(busy, change) if not (tiles == "gone" and line.endswith("(tiles)"))]
    assert found == [f"TAMPERED at {busy.alone} (body)"]


def test_f8_two_changed_rows_are_two_problems(busy: Busy) -> None:
    """What follows from the first change does not hide the second, far behind it."""

    def change(tables: Tables) -> None:
        raised(tables, busy.alone)
        raised(tables, bet_in(tables, busy.batch))

    place = bet_in(busy.tables, busy.batch)
    assert said(busy, change) == [f"TAMPERED at {busy.alone} (body)", f"TAMPERED at {place} (body)"]


def test_f8_a_second_change_is_named_although_no_checkpoint_is_left(busy: Busy) -> None:
    """Nobody knows any more what the later anchors were: tiles and chains still name the row that was changed."""

    def change(tables: Tables) -> None:
        raised(tables, busy.alone)
        raised(tables, bet_in(tables, busy.batch))
        tables.checkpoints.clear()

    place = bet_in(busy.tables, busy.batch)
    assert set(said(busy, change)) == {f"TAMPERED at {busy.alone} (body)", f"TAMPERED at {place} (body)"}


def bet_in(tables: Tables, first: int) -> int:
    """The first bet from ``first`` on."""
    return next(at for at in range(first, len(tables.events)) if tables.events[at][KIND] == "hand.bet_placed.v1")


def test_f8_a_removed_row_is_one_problem(busy: Busy) -> None:
    """A row that is gone is missing at its index; one of many is named with its append where the gap was closed."""
    assert said(busy, lambda tables: removed(tables, busy.alone, close=False)) == [f"MISSING at {busy.alone} (index)"]
    closed = lambda tables: removed(tables, busy.alone, close=True)  # noqa: E731 - used twice
    assert said(busy, closed) == [f"MISSING at {busy.alone} (first)"]
    assert said(busy, then(closed, retile)) == [f"MISSING at {busy.alone} (first)"]
    end = busy.batch + sealed_of(busy.tables.events[busy.batch]).count - 1
    closed = lambda tables: removed(tables, busy.batch + 5, close=True)  # noqa: E731
    assert said(busy, closed) == [f"MISSING at {busy.batch}-{end} (count)"]
    assert said(busy, then(closed, retile)) == [f"MISSING at {busy.batch}-{end} (count)"]


def test_f8_two_swapped_rows_are_two_places(busy: Busy) -> None:
    """Each of the two is named where it stands, and nothing else: near or far, at the border of their appends or within."""
    end = busy.batch + sealed_of(busy.tables.events[busy.batch]).count
    pairs = [(busy.alone, busy.alone + 1), (busy.alone, busy.batch + 5), (end - 1, end), (busy.batch - 1, busy.batch)]
    pairs += [(busy.batch + 5, busy.batch + 6), (busy.batch, busy.alone + 9), (busy.alone + 3, end - 1)]
    for one, other in pairs:
        for act in (lambda _: None, retile):
            found = said(busy, then(partial(swapped, one=one, other=other), act))
            first, last = sorted((one, other))
            each = [
                [f"REORDERED at {first} ({field})", f"REORDERED at {last} ({field})"] for field in ("index", "first")
            ]
            # Of two in one stream and one append, with tiles made to fit, the order of the versions tells the place.
            assert sorted(found) in each or found == [f"REORDERED at {first}-{last} (version)"], (one, other, found)


def test_f8_a_changed_tile_is_one_problem(busy: Busy) -> None:
    """Of a tile over entries, or over other tiles, the hash that was changed is named by the entries below it."""

    def flip(tables: Tables, level: int, place: int) -> None:
        tile = next(tile for tile in tables.tiles if tile[:2] == [level, 0])
        tile[2] = tile[2][: 32 * place] + bytes(32) + tile[2][32 * place + 32 :]

    assert said(busy, partial(flip, level=0, place=7)) == ["TAMPERED at 7 (tiles)"]
    assert said(busy, partial(flip, level=1, place=1)) == ["TAMPERED at 256-511 (tiles)"]


def test_f8_a_changed_checkpoint_is_one_problem(busy: Busy) -> None:
    """A stored note whose root or signature is another is named, and says nothing about the entries."""

    def change(tables: Tables, line: int) -> None:
        note = tables.checkpoints[3][1].split("\n")
        at = len(note[line]) - 20  # within the root, or the signature, and not the last of its characters
        note[line] = note[line][:at] + ("B" if note[line][at] == "A" else "A") + note[line][at + 1 :]
        tables.checkpoints[3][1] = "\n".join(note)

    for line in (2, 4):
        assert said(busy, partial(change, line=line)) == ["TAMPERED at None (checkpoints)"]
