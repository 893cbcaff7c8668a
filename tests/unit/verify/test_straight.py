"""Rows that are read at once are read as any row is: the same lines and the same objections, whatever is done to one of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.files import write_hands
from bench.importing import import_into
from bench.play import hand, house, play
from tests.forgeries.maker import ORIGIN
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.ledger.seal.entry import BODY, HEADER_SIZE
from tombo.ledger.verify.bodies import Bodies, ParsedRow
from tombo.ledger.verify.rows import RowReader
from tombo.ledger.verify.symptoms import Symptom

Rows = list[tuple[Any, ...]]
AROUND: Final = 6
"""How many rows are read with the one that is changed, which remember and are remembered."""


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> Rows:
    """The rows of a few hands, played and imported."""
    folder = tmp_path_factory.mktemp("straight")
    keyring = Keyring(folder / "keys")
    ledger = create_ledger(f"sqlite:///{folder / 'ledger.db'}", keyring, origin=ORIGIN, clock=SteppingClock())
    with ledger.store as store:
        play(ledger, house(2))
        for number in (1, 2):
            for table in (0, 1):
                play(ledger, hand(table, number))
        import_into(ledger, [write_hands(folder / "hands.phhs", 4)])
        return [tuple(row) for row in store.rows()]


def read(rows: Sequence[tuple[Any, ...]], *, straight: bool) -> tuple[list[ParsedRow], list[Symptom], int]:
    """What a reader makes of ``rows``, and how many of them it read at once."""
    reader, count = RowReader(Bodies(ORIGIN)), 0
    at_once = reader._straight

    def counted(row: Any) -> ParsedRow | None:
        nonlocal count
        found = at_once(row) if straight else None
        count += found is not None
        return found

    reader._straight = counted
    lines = reader.read(iter(rows), rows[0][0], rows[-1][0] + 1)
    return lines, list(reader.symptoms), count


def test_honest_rows_are_read_at_once_as_any_row_is(rows: Rows) -> None:
    """Nine in ten of them: the others are of keys, of staff, or of what stands once."""
    lines, symptoms, count = read(rows, straight=True)
    assert (lines, symptoms) == read(rows, straight=False)[:2]
    assert symptoms == []
    assert count > 0.9 * (len(rows) - 60)


def test_what_rows_have_in_common_is_one_value(rows: Rows) -> None:
    """The header of an append and the command of its rows: so they are compared at once later."""
    lines = read(rows, straight=True)[0]
    pairs = [(one, two) for one, two in zip(lines[-100:], lines[-99:], strict=False) if one.claim == two.claim]
    assert pairs
    assert all(one.claim is two.claim for one, two in pairs)
    assert all(one.command is two.command for one, two in pairs if one.command == two.command)


PUT: Final = (
    b" ", b"\n", b"0", b"-", b".0", b"e0", b"1" * 17, b"99999999999999999999", b'"', b"\\", b"\\u0041", b"\\ud800", "é".encode(), b"\xff", b"\x00",
    b"null", b"{}", b",", b'"x":1,', b"}", b'"event":', b',"occurred":null', b',"occurred":7,"stream":"hand:x/1","version":1}', b"\xed\xa0\x80",
)  # fmt: skip
"""What is put into a body somewhere."""
VERSIONS: Final = (0, 1, 2, -1, 2**31, 2**32, 2**33, 2**53, 2**63 - 1, 2**64, True, None, "1", 1.0, b"1")
STREAMS: Final = (
    "hand:mesa-0/1",
    "table:mesa-0",
    "account:p-1",
    "hand:x\n",
    "hand:é",
    "key:0011223344556677",
    "Hand:x",
    "",
    None,
    7,
    b"hand:mesa-0/1",
)
KINDS: Final = (
    "hand.folded.v1",
    "hand.started.v1",
    "hand.hole_cards_dealt.v1",
    "log.opened.v1",
    "key.retired.v1",
    "hand.folded.v9",
    "",
    None,
    b"x",
    3,
)


def changed(data: st.DataObject, rows: Rows, at: int) -> tuple[Any, ...]:
    """The row ``at`` with one thing otherwise: a column, the header, the body, or what another row has there."""
    index, stream, version, kind, state = rows[at]
    other = data.draw(st.sampled_from(rows))
    place = data.draw(st.integers(0, len(state)))
    body = data.draw(st.integers(HEADER_SIZE, len(state)))
    put = data.draw(st.sampled_from(PUT))
    return data.draw(
        st.sampled_from(
            [
                (index, stream, data.draw(st.sampled_from(VERSIONS)), kind, state),
                (index, data.draw(st.sampled_from(STREAMS)), version, kind, state),
                (index, stream, version, data.draw(st.sampled_from(KINDS)), state),
                (index, stream, version, other[3], state),
                (index, other[1], other[2], other[3], state),
                (index, stream, version, kind, other[4]),
                (index, *other[1:]),
                (index, stream, version, kind, state[:HEADER_SIZE] + other[4][BODY]),
                (index, stream, version, kind, other[4][:HEADER_SIZE] + state[BODY]),
                (index, stream, version, kind, state[:place] + data.draw(st.binary(min_size=1, max_size=2)) + state[place + 1 :]),
                (index, stream, version, kind, state[:place] + state[place + 1 :]),
                (index, stream, version, kind, state[:place]),
                (index, stream, version, kind, state[:body] + put + state[body:]),
                (index, stream, version, kind, state[:body] + put + state[body + 1 :]),
                (index, stream, version, kind, state + put),
                (index, stream, version, kind, state + bytes(70_000)),
                (index, stream, version, kind, None),
                (index, stream, version, kind, "text"),
                (index + 1, stream, version, kind, state),
                (index - 1, stream, version, kind, state),
            ]
        )
    )  # fmt: skip


@given(data=st.data())
def test_a_changed_row_is_read_as_any_row_is(rows: Rows, data: st.DataObject) -> None:
    """With the rows around it, before which and after which it stands: the same is said of it, and of them."""
    begin = data.draw(st.integers(0, len(rows) - AROUND))
    some = rows[begin : begin + AROUND]
    at = data.draw(st.integers(0, AROUND - 1))
    some[at] = changed(data, rows, begin + at)
    assert read(some, straight=True)[:2] == read(some, straight=False)[:2]


def test_every_byte_of_an_entry_counts(rows: Rows) -> None:
    """Each byte of two entries, one played and one imported, another in its place: the same is said of it."""
    for begin in (len(rows) // 2, len(rows) - 10):
        some = rows[begin : begin + 3]
        index, stream, version, kind, state = some[1]
        for at, byte in enumerate(state):
            for other in (byte ^ 1, byte ^ 32, byte ^ 128):
                some[1] = (index, stream, version, kind, state[:at] + bytes((other,)) + state[at + 1 :])
                assert read(some, straight=True)[:2] == read(some, straight=False)[:2], at


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'{"by":', b"-"),
        (b'{"by":', b""),
        (b'","role":null},"command":', b'","role":null}, "command":'),
        (b',"occurred":null,', b""),
        (b',"occurred":null,', b","),
        (b',"occurred":null,', b"?"),
        (b',"occurred":null,', b',"occurred":9007199254740992,'),
        (b',"occurred":null,', b',"occurred":-1,'),
        (b',"occurred":null,', b',"occurred":01,'),
        (b',"occurred":null,', b',"occurred":null,"occurred":null,'),
    ],
)
def test_the_first_row_has_nothing_before_it_to_be_like(rows: Rows, old: bytes, new: bytes) -> None:
    """It is refused as any row is, and so is the second, after one that is in order."""
    for first in (len(rows) - 10, len(rows) - 11):
        some = rows[first : len(rows) - 8]
        index, stream, version, kind, state = rows[len(rows) - 10]
        assert old in state
        some[len(rows) - 10 - first] = (index, stream, version, kind, state.replace(old, new))
        found = read(some, straight=True)
        assert found[:2] == read(some, straight=False)[:2]
        assert [one.problem.first for one in found[1]] == [index]
