"""What a packed row keeps: the state comes back byte for byte, and nothing else is taken for one (decision 0047)."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tools.golden import SUMS, unpack
from tombo.ledger.core.errors import MalformedError, UnreadableError
from tombo.ledger.exchange.bundle import Bundle
from tombo.ledger.kinds import EVENTS
from tombo.ledger.seal import entry as seal
from tombo.ledger.seal.entry import DICTIONARIES, DIGESTED, FORMAT, HEADER_SIZE, PACKED
from tombo.ledger.store import packed as packing
from tombo.ledger.store.cold import CUT_SIZE, is_cut
from tombo.ledger.store.packed import DIGESTS, TEXT_MAX, as_sealed, dictionary, is_packed, packed, unpacked

VECTORS: Final = Path(__file__).resolve().parents[2] / "vectors/bundle"
HEADERS: Final = st.binary(min_size=HEADER_SIZE - 1, max_size=HEADER_SIZE - 1).map(lambda rest: bytes([FORMAT]) + rest)
HEADER: Final = bytes([FORMAT]) + bytes(range(1, HEADER_SIZE))
BODY: Final = (
    b'{"by":{"actor":"player","id":"p-1","role":null},"command":{"digest":"00112233445566778899aabbccddeeff","id":"x/1"},'
    b'"event":{"kind":"hand.folded.v1","seat":1},"occurred":null,"stream":"hand:mesa-1/1","version":7}'
)
PLACE: Final = ("hand:mesa-1/1", 7, "hand.folded.v1")
KEPT: Final = packed(*PLACE, HEADER + BODY) or b""
SIGNED: Final = 105
NUMBERS: Final = 26
"""Bytes of the header that are deflated with the body."""


@given(
    HEADERS,
    st.binary(max_size=TEXT_MAX + 8)
    | st.integers(0, TEXT_MAX + 8).map(b"hand.folded".__mul__)
    | st.sampled_from(
        [BODY, BODY.replace(b'"digest":', b'"digest":"","digest":'), BODY * 2, BODY.replace(b"00", b"AA")]
    ),
    st.text(max_size=9),
    st.integers(),
)
def test_what_was_packed_comes_back(header: bytes, body: bytes, stream: str, version: int) -> None:
    """Whatever body and place are; and it is packed only where it is shorter so, and not too long."""
    state, place = header + body, (stream, version, "hand.folded.v1")
    kept = packed(*place, state)
    if kept is None:
        assert len(body) > TEXT_MAX - NUMBERS or len(body) < len(BODY) or len(set(body)) > 32
        return
    assert (unpacked(*place, kept), as_sealed(*place, kept), as_sealed(*place, state)) == (state, state, state)
    assert len(kept) < len(state)
    assert (is_packed(kept), is_packed(state), is_cut(kept)) == (True, False, False)


def sealed(tmp_path: Path) -> Iterator[tuple[str, int, str, bytes]]:
    """The states of every golden ledger there is, one a rules revision, and of the vectors; and one of every kind."""
    for revision in range(1, len(SUMS.read_text().splitlines()) + 1):
        yield from (row[1:] for row in Bundle(unpack(revision, tmp_path / str(revision))).rows(0, 1 << 20))
    yield from (row[1:] for row in Bundle(VECTORS).rows(0, 1 << 20))
    for kind in EVENTS:
        body = BODY.replace(b"hand.folded.v1", kind.encode())
        yield "hand:mesa-1/1", 7, kind, seal.pack(b"k" * 8, b"p" * 32, 0, 1, 0, 0, b"s" * 64, body)


def test_whole_packed_and_cut_are_told_apart(tmp_path: Path) -> None:
    """Of every state there is: none begins as a packed row does, or is as short as a cut one; and packed none begins as a whole one, or is that short."""
    count = 0
    for stream, version, kind, state in sealed(tmp_path):
        kept, count = packed(stream, version, kind, state), count + 1
        assert (state[0], is_packed(state), is_cut(state)) == (FORMAT, False, False)
        assert len(state) > HEADER_SIZE > CUT_SIZE
        assert (is_packed(state[:CUT_SIZE]), is_cut(state[:CUT_SIZE])) == (False, True)
        if kept is None:
            assert len(state) > HEADER_SIZE + TEXT_MAX
            continue
        assert (kept[0] & ~DIGESTED, is_packed(kept), is_cut(kept)) == (PACKED | DICTIONARIES, True, False)
        assert len(kept) > SIGNED > CUT_SIZE
        assert unpacked(stream, version, kind, kept) == state
    assert count > 1_000


@pytest.mark.parametrize("no_bytes", [None, "text", "\x80", b"", 7, 0.5])
def test_what_is_no_state_stays_what_it_is(no_bytes: object) -> None:
    """A column may hold anything."""
    assert (as_sealed(None, None, None, no_bytes), is_packed(no_bytes)) == (no_bytes, False)


# What does not unpack


def test_a_bit_flipped_anywhere_gives_another_state_or_none() -> None:
    """Or the very same: the bits behind the end of what is deflated say nothing, and what says nothing changes nothing."""
    state, behind = HEADER + BODY, 0
    for at in range(len(KEPT)):
        for bit in range(8):
            forged = KEPT[:at] + bytes([KEPT[at] ^ 1 << bit]) + KEPT[at + 1 :]
            if as_sealed(*PLACE, forged) == state:
                assert at == len(KEPT) - 1
                behind += 1
    assert behind < 8


@given(st.integers(PACKED, 255), st.binary(max_size=400), st.text(max_size=9))
def test_whatever_lies_there_it_ends(first: int, rest: bytes, kind: str) -> None:
    """With a state that is not too long, or with what lies there."""
    kept = bytes([first]) + rest
    found = as_sealed("hand:mesa-1/1", 7, kind, kept)
    assert found == kept or (found[0] == FORMAT and len(found) <= TEXT_MAX + SIGNED + 32)


@pytest.mark.parametrize("no_state", ["text", b"", b"short", bytearray(b"bytes")], ids=repr)
def test_what_is_short_is_told_as_short(no_state: bytes) -> None:
    """Whatever the type of the column was."""
    with pytest.raises(MalformedError, match=f"a state of {len(no_state)} bytes; expected at least"):
        seal.unpack(no_state)


@pytest.mark.parametrize("size", range(1, SIGNED + 40, 3))
def test_what_is_cut_short_is_refused(size: int) -> None:
    """At every byte."""
    with pytest.raises(MalformedError, match="does not unpack"):
        unpacked(*PLACE, KEPT[:size])
    assert as_sealed(*PLACE, KEPT[:size]) == KEPT[:size]


def deflated(text: bytes) -> bytes:
    """What a row keeps whose numbers and body are ``text``, however long that is, with no digest taken out."""
    made = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return bytes([PACKED | 1]) + KEPT[1:SIGNED] + made.compress(text) + made.flush()


@pytest.mark.parametrize(
    "kept",
    [
        pytest.param(KEPT + b"\0", id="a byte behind the end"),
        pytest.param(KEPT + KEPT[SIGNED:], id="another behind the end"),
        pytest.param(KEPT[:SIGNED] + BODY, id="not deflated"),
        pytest.param(deflated(bytes(TEXT_MAX + 1)), id="a byte too long"),
        pytest.param(deflated(bytes(25)), id="shorter than its numbers"),
        pytest.param(deflated(bytes(1 << 24)), id="a bomb"),
        pytest.param(bytes([KEPT[0] & ~DIGESTED]) + KEPT[1:SIGNED] + zlib.compress(BODY), id="zlib's own format"),
        pytest.param(
            bytes([KEPT[0] | DIGESTED]) + KEPT[1:SIGNED] + bytes(16) + deflated(BODY[80:150])[SIGNED:],
            id="no place for a digest",
        ),
    ],
)
def test_what_nobody_packed_is_refused(kept: bytes) -> None:
    """And handed out as it is, for whoever checks to name it: no state has that first byte."""
    with pytest.raises(MalformedError, match="packed under dictionary 1, which does not unpack"):
        unpacked(*PLACE, kept)
    assert as_sealed(*PLACE, kept) == kept
    with pytest.raises(MalformedError, match="packed under dictionary 1, which does not unpack"):
        seal.unpack(kept)


def test_the_longest_text_is_packed() -> None:
    """A byte more is not: the bound holds on both sides."""
    longest = HEADER + bytes(TEXT_MAX - NUMBERS)
    assert unpacked(*PLACE, packed(*PLACE, longest) or b"") == longest
    assert len(unpacked(*PLACE, deflated(bytes(TEXT_MAX)))) == len(longest)
    assert packed(*PLACE, longest + b"\0") is None


def test_a_row_at_another_place_is_another() -> None:
    """What its columns say stands before what is deflated: with others it gives others, or nothing."""
    state = HEADER + BODY
    for place in (("hand:mesa-1/2", *PLACE[1:]), (PLACE[0], 8, PLACE[2]), (*PLACE[:2], "hand.checked.v1")):
        assert as_sealed(*place, KEPT) != state


@pytest.mark.parametrize("number", [0, DICTIONARIES + 1, 63])
def test_a_dictionary_that_is_not_known_is_told(number: int) -> None:
    """By its number, and that a newer program may know it."""
    kept = bytes([PACKED | DIGESTED | number]) + KEPT[1:]
    told = f"packed under dictionary {number}; expected one from 1 to {DICTIONARIES}: a newer version of this program is needed"
    with pytest.raises(MalformedError, match=told):
        unpacked(*PLACE, kept)
    with pytest.raises(MalformedError, match=told):
        seal.unpack(kept)


# The dictionary


def test_a_dictionary_stays_as_it_is_for_ever() -> None:
    """Each has its digest in the program, by numbers without a gap; what it says is invented, and text."""
    assert list(DIGESTS) == list(range(1, DICTIONARIES + 1))
    assert DIGESTS[1] == "436da574eec0a1d0ad71e7ccd6e035e737939ce4e050bd23d0d8440a7473abe8"
    for number, digest in DIGESTS.items():
        found = dictionary(number)
        assert sha256(found).hexdigest() == digest
        assert len(found) <= 32_000
        assert all(line.isprintable() for line in found.decode("ascii").splitlines())


def test_a_dictionary_that_was_changed_is_no_verdict(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The program is damaged, not the ledger: it is told so, and nothing is said of any entry."""
    monkeypatch.setattr(packing, "__file__", str(tmp_path / "packed.py"))
    for text, said in ((None, "cannot be read"), (b"another", "not the dictionary")):
        dictionary.cache_clear()
        if text is not None:
            (tmp_path / "dictionary1.txt").write_bytes(text)
        with pytest.raises(UnreadableError, match=f"{said}.*install the program anew"):
            as_sealed(*PLACE, KEPT)
    dictionary.cache_clear()
