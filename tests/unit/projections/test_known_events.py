"""What was read of a text once is not read again: each event is the one that its whole body says, whatever stood before it, and what is none is refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.play import hand, house, play
from tests.worlds.casino import casino
from tests.worlds.roulette import R2, chip
from tombo.ledger.core.errors import TamperedError, UnlikeItsKindError
from tombo.ledger.games.every import TABLE_GAMES
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.ledger.seal.entry import HEADER_SIZE
from tombo.ledger.store import open_store
from tombo.projections.round import known_events
from tombo.projections.round.known_events import KnownEvents
from tombo.projections.round.stored import Row, event_of

HEAD: Final = b'{"by":{"actor":"import","id":"bench","role":null},"command":{"digest":"%s","id":"phh:1"},"event":' % (
    b"0" * 32
)
FOLD: Final = b'{"kind":"hand.folded.v1","seat":3}'
TAIL: Final = b',"occurred":null,"stream":"hand:phh/1","version":7}'
CHECK: Final = b'{"kind":"hand.checked.v1","seat":3}'
TRY: Final = (
    b'{"attempt":"%s","kind":"hand.action_refused.v1","message":"too late","rule":"R806 r.45","seat":3}'  # any text
)


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[Row]:
    """Hands at two tables, and rounds of every game against the house, as stored."""
    folder: Path = tmp_path_factory.mktemp("known")
    ledger = create_ledger(
        f"sqlite:///{folder / 'ledger.db'}", Keyring(folder / "keys"), origin="operator.example/known"
    )
    with ledger.store as store:
        play(ledger, house(2))
        play(ledger, [*hand(0, 1), *hand(1, 1), *hand(0, 2)])
        found: list[Row] = list(store.rows())
    folder = tmp_path_factory.mktemp("casino")
    with casino(folder, "R807", zero="prison") as evening:
        evening.spins({"p-1": R2, "p-2": (chip(1_000, "red"),)}, "0")
        evening.spins({"p-1": R2}, "17")
        evening.blackjack({1: 1_000}, "8s Th 8d", "Jc")
        evening.dealt({1: 500}, {1: "2h 2d 7c 8s Jd"}, "Ac Kd 9h 6s 3c")
    with open_store(f"sqlite:///{folder}/casino.db", read_only=True) as store:
        return [row for row in [*found, *store.rows()] if game_of(row) in TABLE_GAMES]


def game_of(row: Row) -> str:
    """The type of its stream."""
    return row[1].partition(":")[0]


def row_with(body: bytes) -> Row:
    """A row of a hand with this body, where none but the body is looked at."""
    return 41, "hand:phh/1", 7, "hand.folded.v1", bytes(HEADER_SIZE) + body


def alone(row: Row) -> Any:
    """What is read in ``row`` by itself: its event, or what is said of a body that has none."""
    try:
        return event_of(game_of(row), row[4], f"log index {row[0]}: {row[1]} version {row[2]}")
    except UnlikeItsKindError as error:
        return str(error)


def after(known: KnownEvents, row: Row) -> Any:
    """What ``known`` reads in it."""
    try:
        return known.event(game_of(row), row)
    except UnlikeItsKindError as error:
        return str(error)


def warmed(*texts: bytes) -> KnownEvents:
    """One that has read these events, in a body as a door writes it: it remembers how that begins and ends."""
    known = KnownEvents()
    for text in texts:
        assert not isinstance(after(known, row_with(HEAD + text + TAIL)), str)
    return known


def test_each_event_is_the_one_its_body_says(rows: list[Row]) -> None:
    """Of everything that was played, in its order, backwards and once more: the event is the one that is read of the body alone."""
    known = KnownEvents()
    assert {game_of(row) for row in rows} == {"hand", "roulette", "blackjack", "sem_descarte"}
    for row in [*rows, *reversed(rows), *rows]:
        assert after(known, row) == alone(row)


def test_a_text_is_read_once(rows: list[Row]) -> None:
    """The same words are the same event, of whichever hand; other words are not."""
    known, hands = KnownEvents(), [row for row in rows if row[3] == "hand.checked.v1"]
    first = {(event := after(known, row)).seat: event for row in hands}
    assert len(hands) > len(first) > 1
    assert all(after(known, row) is first[alone(row).seat] for row in hands)


def test_what_is_remembered_is_bounded(rows: list[Row], monkeypatch: pytest.MonkeyPatch) -> None:
    """Once there are so many texts all are forgotten, and read again: the events are the same."""
    monkeypatch.setattr(known_events, "KNOWN_MAX", 3)
    known = KnownEvents()
    for row in [*rows, *rows]:
        assert after(known, row) == alone(row)
        assert all(len(texts) <= 3 for texts in known._known.values())


def test_a_long_text_is_not_remembered() -> None:
    """What is longer than most is read each time: it would be remembered for nothing."""
    known = warmed(TRY % (b"x" * known_events.TEXT_MAX))
    assert not any(known._known.values())


BODIES: Final = {
    "the event twice, the first counts for nobody": HEAD + CHECK + b',"event":' + FOLD + TAIL,
    "the event again behind the end of it": HEAD + FOLD + b',"event":' + CHECK + TAIL,
    "the event again, and it is none": HEAD + FOLD + b',"event":1' + TAIL,
    "the event again in other letters": HEAD + FOLD + b',"\\u0065vent":' + CHECK + TAIL,
    "an event before the one that counts": b'{"event":' + CHECK + b"," + HEAD[1:] + FOLD + TAIL,
    "an event inside the asker": HEAD.replace(b'"role":null', b'"event":' + CHECK + b',"role":null') + FOLD + TAIL,
    "the asker twice": HEAD.replace(b',"command"', b',"by":null,"command"') + FOLD + TAIL,
    "no asker": b'{"command":null,"event":' + FOLD + TAIL,
    "keys in another order": b'{"event":' + FOLD + b"," + HEAD[1:-9] + TAIL,
    "a space behind the event": HEAD + FOLD + b" " + TAIL,
    "a space before the event": HEAD + b" " + FOLD + TAIL,
    "a line end behind the body": HEAD + FOLD + TAIL + b"\n",
    "a second body behind the first": HEAD + FOLD + TAIL + HEAD + FOLD + TAIL,
    "more brackets than were opened": HEAD + FOLD + b"}" + TAIL,
    "the end of the body in the middle": HEAD + FOLD + b'},{"a":1' + TAIL,
    "an object that is not closed": HEAD + FOLD[:-1] + TAIL,
    "a text that is not closed": HEAD + FOLD[:-1] + b',"a":"' + TAIL,
    "the tail twice": HEAD + FOLD + TAIL[:-1] + TAIL,
    "half a tail": HEAD + FOLD + TAIL[:-8],
    "no tail": HEAD + FOLD,
    "no event": HEAD + TAIL,
    "only the head": HEAD,
    "only the tail": TAIL,
    "head and tail that share bytes": HEAD[:-9] + TAIL,
    "nothing": b"",
    "a seat of another type": HEAD + b'{"kind":"hand.folded.v1","seat":"3"}' + TAIL,
    "a seat that is a float": HEAD + b'{"kind":"hand.folded.v1","seat":3.0}' + TAIL,
    "a seat that is a float without a point": HEAD + b'{"kind":"hand.folded.v1","seat":3e0}' + TAIL,
    "a seat that is true": HEAD + b'{"kind":"hand.folded.v1","seat":true}' + TAIL,
    "a seat that is no number": HEAD + b'{"kind":"hand.folded.v1","seat":NaN}' + TAIL,
    "a seat with a nought before it": HEAD + b'{"kind":"hand.folded.v1","seat":03}' + TAIL,
    "a seat below nought": HEAD + b'{"kind":"hand.folded.v1","seat":-3}' + TAIL,
    "a seat beyond 2**64": HEAD + b'{"kind":"hand.folded.v1","seat":%d}' % (2**64 + 3) + TAIL,
    "a seat of a thousand digits": HEAD + b'{"kind":"hand.folded.v1","seat":' + b"9" * 1_000 + b"}" + TAIL,
    "the seat twice": HEAD + b'{"kind":"hand.folded.v1","seat":2,"seat":3}' + TAIL,
    "the kind twice": HEAD + b'{"kind":"hand.folded.v1","kind":"hand.checked.v1","seat":3}' + TAIL,
    "fields in another order": HEAD + b'{"seat":3,"kind":"hand.folded.v1"}' + TAIL,
    "a field of no such event": HEAD + b'{"kind":"hand.folded.v1","seat":3,"z":1}' + TAIL,
    "a letter escaped": HEAD + b'{"kind":"hand.f\\u006flded.v1","seat":3}' + TAIL,
    "half a surrogate": HEAD + TRY % rb"\ud800" + TAIL,
    "a whole surrogate": HEAD + TRY % rb"\ud83d\ude00" + TAIL,
    "no UTF-8": HEAD + TRY % b"\xff" + TAIL,
    "a control character": HEAD + TRY % b"\x01" + TAIL,
    "a comment": HEAD + FOLD + b"/**/" + TAIL,
    "a mark of the order of bytes": b"\xef\xbb\xbf" + HEAD + FOLD + TAIL,
    "a tail within the event": HEAD + TRY % TAIL.replace(b'"', rb"\"") + TAIL,
    "a tail within the event that ends the body": HEAD + TRY % TAIL,
    "an event of another game": HEAD + b'{"kind":"roulette.settled.v1"}' + TAIL,
    "an event of nobody": HEAD + b'{"kind":"hand.chucked.v1","seat":3}' + TAIL,
    "no kind": HEAD + b'{"seat":3}' + TAIL,
    "nested ten thousand times": HEAD + b"[" * 10_000 + b"]" * 10_000 + TAIL,
    "a number in place of it": HEAD + b"3" + TAIL,
    "null in place of it": HEAD + b"null" + TAIL,
    "a time that is a float": HEAD + FOLD + TAIL.replace(b"null", b"1.5"),
    "a time with a nought before it": HEAD + FOLD + TAIL.replace(b"null", b"01"),
    "a time below nought": HEAD + FOLD + TAIL.replace(b"null", b"-1"),
    "a time of twenty digits": HEAD + FOLD + TAIL.replace(b"null", b"1" * 20),
    "a time": HEAD + FOLD + TAIL.replace(b"null", b"1784055646000000"),
    "no time": HEAD + FOLD + TAIL.replace(b'"occurred":null,', b""),
    "another version": HEAD + FOLD + TAIL.replace(b"7", b"8"),
    "a version that is a float": HEAD + FOLD + TAIL.replace(b"7", b"7.0"),
    "a version with a nought before it": HEAD + FOLD + TAIL.replace(b"7", b"07"),
    "no version": HEAD + FOLD + TAIL.replace(b"7", b""),
    "another stream": HEAD + FOLD + TAIL.replace(b"phh/1", b"phh/2"),
    "a quotation mark in the stream": HEAD + FOLD + TAIL.replace(b"phh/1", b'phh"1'),
    "an event in the stream": HEAD + FOLD + TAIL.replace(b"phh/1", b'","event":' + CHECK + b',"a":"'),
    "a backslash before the end of a text": HEAD.replace(b"bench", b"bench\\") + FOLD + TAIL,
    "a percent sign in the stream": HEAD + FOLD + TAIL.replace(b"phh/1", b"phh%d"),
    "an asker with a role": HEAD.replace(b'"role":null', b'"role":"officer"') + FOLD + TAIL,
    "no command": HEAD[: HEAD.index(b'"command"')] + b'"command":null,"event":' + FOLD + TAIL,
    "an asker that is not ASCII": HEAD.replace(b"bench", "b€nch".encode()) + FOLD + TAIL,
    "in UTF-16": (HEAD + FOLD + TAIL).decode().encode("utf-16"),
}
"""What an event key may have sealed, and no door wrote; and some that a door might."""


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_no_body_is_taken_for_another(body: bytes) -> None:
    """Whatever a body holds: behind bodies that began and ended alike it says what it says alone, and is refused in the same words."""
    row = row_with(body)
    for known in (KnownEvents(), warmed(FOLD), warmed(CHECK, FOLD), warmed(TRY % b"", FOLD, CHECK)):
        for _ in range(2):
            assert after(known, row) == alone(row)
        assert after(known, row_with(HEAD + FOLD + TAIL)) == alone(row_with(HEAD + FOLD + TAIL))


PIECES: Final = [
    HEAD, FOLD, TAIL, CHECK, TRY % b"", b'{"by":null,"command":null,"event":', b',"occurred":null,"stream":"","version":7}',
    b'"event":', b',"occurred":', b'"version":7}', b"{", b"}", b"[", b"]", b'"', b",", b":", b"\\", b" ", b"7", b"0", b"null", b"\xff",
]  # fmt: skip
EDITS: Final = st.lists(st.tuples(st.integers(0, 400), st.integers(0, 60), st.sampled_from(PIECES)), max_size=4)


@given(edits=EDITS, before=st.lists(st.lists(st.sampled_from(PIECES), max_size=4), max_size=3))
def test_no_edit_is_taken_for_the_body_it_was(edits: list[tuple[int, int, bytes]], before: list[list[bytes]]) -> None:
    """A body that was cut, doubled and pieced together anew says what it says alone, whatever was read before."""
    known, body = warmed(FOLD, CHECK), HEAD + FOLD + TAIL
    for pieces in before:
        after(known, row_with(b"".join(pieces)))
    for at, cut, piece in edits:
        body = body[:at] + piece + body[at + cut :]
    row = row_with(body)
    assert after(known, row) == alone(row)


@given(pieces=st.lists(st.sampled_from(PIECES), max_size=8))
def test_no_body_of_pieces_is_taken_for_another(pieces: list[bytes]) -> None:
    """So does one that is made of the pieces of bodies."""
    row = row_with(b"".join(pieces))
    assert after(warmed(FOLD, CHECK), row) == alone(row)


def stopped(rows: list[Row]) -> Iterator[Row]:
    """``rows``, and then no more: the next is not what was sealed."""
    yield from rows
    raise TamperedError("TAMPERED")


def look(seen: list[Row], rows: Iterable[Row]) -> None:
    """Put what is handed out of ``rows`` into ``seen``."""
    for row, event in KnownEvents().read(rows, TABLE_GAMES.keys()):
        assert event == alone(row)
        seen.append(row)


def test_what_stands_before_a_body_that_says_nothing_is_handed_out(rows: list[Row]) -> None:
    """Rows are read some at a time: where one says nothing, or no more come, those before it are looked at all the same."""
    wrong = row_with(HEAD + b"{}" + TAIL)
    for count in (0, 1, known_events.TOGETHER - 1, known_events.TOGETHER, known_events.TOGETHER + 1):
        assert count < len(rows)
        seen: list[Row] = []
        with pytest.raises(UnlikeItsKindError, match="log index 41: hand:phh/1 version 7"):
            look(seen, [*rows[:count], wrong, *rows])
        assert seen == rows[:count]
        seen = []
        with pytest.raises(TamperedError):
            look(seen, stopped(rows[:count]))
        assert seen == rows[:count]


def test_rows_of_other_streams_are_passed_over(rows: list[Row]) -> None:
    """Of the types that are not asked for nothing is read; of a kind of another type of stream no event is."""
    other, stray = (5, "table:mesa-1", 1, "table.opened.v1", b""), (6, "hand:mesa-1/1", 1, "table.opened.v1", b"")
    read = list(KnownEvents().read([other, stray, *rows], {"hand"}))
    assert read[0] == (stray, None)
    assert [row for row, _ in read[1:]] == [row for row in rows if game_of(row) == "hand"]
    assert all(event == alone(row) for row, event in read[1:])
