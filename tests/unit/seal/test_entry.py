"""Entries, appends and commitments as bytes."""

from __future__ import annotations

import hashlib
import hmac
from base64 import b64encode
from struct import pack as struct_pack
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tombo.ledger.core.entry import By, CommandRef, EventBase
from tombo.ledger.core.errors import MalformedError, UsageError
from tombo.ledger.core.ids import LOCAL_PATTERN
from tombo.ledger.core.money import Money
from tombo.ledger.games.poker.events import ActionRefused, BetPlaced
from tombo.ledger.house.account.events import Deposited
from tombo.ledger.kinds import EVENTS
from tombo.ledger.seal import canonical
from tombo.ledger.seal.append import append_root, append_text
from tombo.ledger.seal.commitment import card_commitment
from tombo.ledger.seal.entry import (
    HEADER_SIZE,
    LEAF_MAX,
    ZERO32,
    EntryHasher,
    Sealed,
    body,
    headers,
    leaf_data,
    pack,
    parse_leaf,
    source,
    unpack,
)

ORIGIN = "operator.example/ledger/1"
STREAM = "hand:mesa-1/42"
BET = BetPlaced(action="bet", all_in=False, paid=600, seat=3)
PLAYER = By(actor="player", id="p-7f3a")
COMMAND = CommandRef(digest="0123456789abcdef" * 2, id="c-1")
NUMBERS = st.integers(0, 2**53 - 1)

BYS = st.builds(
    By,
    actor=st.sampled_from(["player", "platform", "staff", "import"]),
    id=st.from_regex(LOCAL_PATTERN, fullmatch=True),
    role=st.none() | st.from_regex(LOCAL_PATTERN, fullmatch=True),
)
COMMANDS = st.none() | st.builds(
    CommandRef, digest=st.from_regex(r"[0-9a-f]{32}", fullmatch=True), id=st.from_regex(LOCAL_PATTERN, fullmatch=True)
)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
HAPPENED = st.one_of(
    st.builds(
        BetPlaced,
        action=st.just("raise"),
        all_in=st.booleans(),
        paid=st.integers(1, 2**53 - 1),
        seat=st.integers(1, 10),
    ),
    st.builds(ActionRefused, attempt=TEXTS, message=TEXTS, rule=TEXTS, seat=st.integers(1, 10)),
    st.builds(Deposited, amount=st.builds(Money, NUMBERS), reference=TEXTS),
)
SEALED = st.builds(
    Sealed,
    key_id=st.binary(min_size=8, max_size=8),
    prev=st.binary(min_size=32, max_size=32),
    first=NUMBERS,
    count=st.integers(1, 65_535),
    recorded=NUMBERS,
    anchor_size=NUMBERS,
    signature=st.binary(min_size=64, max_size=64),
    body=st.binary(max_size=200),
)


@given(BYS, COMMANDS, HAPPENED, st.none() | NUMBERS, st.integers(1, 2**53 - 1))
def test_a_body_is_the_canonical_form_of_its_fields(
    by: By, command: CommandRef | None, event: EventBase, occurred: int | None, version: int
) -> None:
    """Joining the records' own JSON gives the bytes that encoding the whole would give."""
    fields = {
        "by": by.model_dump(mode="json"),
        "command": None if command is None else command.model_dump(mode="json"),
        "event": event.model_dump(mode="json"),
        "occurred": occurred,
        "stream": STREAM,
        "version": version,
    }
    made = body(source(by, command), event, occurred, STREAM, version)
    assert made == canonical.encode(fields)
    assert canonical.decode(made) == fields


@pytest.mark.parametrize("kind", sorted(EVENTS))
def test_every_number_of_an_event_has_a_canonical_form(kind: str) -> None:
    """No field of any event takes a number that is not whole, or is beyond 2**53 - 1."""

    def unbounded(schema: Any, at: str) -> list[str]:
        if isinstance(schema, list):
            return [name for item in schema for name in unbounded(item, at)]
        if not isinstance(schema, dict):
            return []
        found = [name for key, item in schema.items() for name in unbounded(item, f"{at}.{key}")]
        if schema.get("type") == "number" or (
            schema.get("type") == "integer"
            and not ("const" in schema or "enum" in schema)
            and not (schema.get("maximum", 2**53) < 2**53 and schema.get("minimum", -(2**53)) > -(2**53))
        ):
            found.append(at)
        return found

    assert unbounded(EVENTS[kind].model_json_schema(), kind) == []


@pytest.mark.parametrize(
    ("stream", "version", "occurred"),
    [
        ("mesa", 1, None),
        ('hand:"', 1, None),
        (STREAM, 0, None),
        (STREAM, 2**53, None),
        (STREAM, 1, -1),
        (STREAM, 1, 2**53),
    ],
)
def test_a_body_out_of_range_is_refused(stream: str, version: int, occurred: int | None) -> None:
    """What would have no canonical form, or name no stream, is not sealed."""
    with pytest.raises(UsageError):
        body(source(PLAYER, COMMAND), BET, occurred, stream, version)


def test_a_hash_is_over_the_bytes_the_format_says() -> None:
    """Tag, framed origin, framed stream, version, framed kind, key id, previous hash and body, in this order."""
    content = body(source(PLAYER, COMMAND), BET, 1_763_000_000_000_000, STREAM, 7)
    expected = hashlib.sha256(
        b"tombo/entry/v1\n"
        + struct_pack(">H", 25) + b"operator.example/ledger/1"
        + struct_pack(">H", 14) + b"hand:mesa-1/42"
        + struct_pack(">Q", 7)
        + struct_pack(">H", 18) + b"hand.bet_placed.v1"
        + b"KEYID..." + b"p" * 32 + content
    ).digest()  # fmt: skip
    assert EntryHasher(ORIGIN)(STREAM, 7, "hand.bet_placed.v1", b"KEYID...", b"p" * 32, content) == expected


def test_a_hash_covers_every_field() -> None:
    """Another ledger, stream, version, kind, key, past or content each give another hash."""
    fields: list[Any] = [STREAM, 1, BET.kind, bytes(8), ZERO32, b"{}"]
    others: list[Any] = ["hand:mesa-1/43", 2, "hand.checked.v1", b"\1" * 8, b"\1" * 32, b"[]"]
    hashes = {EntryHasher(ORIGIN)(*fields), EntryHasher("another")(*fields)}
    for at, other in enumerate(others):
        changed = [*fields]
        changed[at] = other
        hashes.add(EntryHasher(ORIGIN)(*changed))
    assert len(hashes) == 2 + len(others)


@given(SEALED)
def test_a_state_is_taken_apart_as_it_was_put_together(sealed: Sealed) -> None:
    """Packing and unpacking are inverse, and the body begins at byte 131."""
    state = pack(*sealed)
    assert unpack(state) == sealed
    assert state[HEADER_SIZE:] == sealed.body
    assert HEADER_SIZE == 131


@given(SEALED)
def test_the_states_of_an_append_differ_in_what_stands_between_their_headers(sealed: Sealed) -> None:
    """What they have in common is made once: joined with the hash before and the body it is the state, byte for byte."""
    before, behind = headers(sealed.key_id, *sealed[2:-1])
    assert b"".join((before, sealed.prev, behind, sealed.body)) == pack(*sealed)


def test_who_asked_is_told_apart_by_every_field() -> None:
    """How a body begins is remembered by actor, name and role: nobody is taken for another, and no role for none."""
    asked = [By(actor="staff", id="a", role=role) for role in (None, "null", "b")]
    asked += [By(actor="platform", id="a"), By(actor="staff", id="b", role="a")]
    for _ in range(2):  # the second time it is remembered
        found = [source(by, COMMAND) for by in asked]
        assert len(set(found)) == len(asked)
        for by, said in zip(asked, found, strict=True):
            assert canonical.decode(said.partition(b',"command":')[0] + b"}") == {"by": by.model_dump(mode="json")}


GOOD = pack(bytes(8), ZERO32, 5, 1, 6, 7, bytes(64), b"{}")


@pytest.mark.parametrize(
    "state",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(GOOD[:130], id="too short"),
        pytest.param(b"\2" + GOOD[1:], id="another format"),
        pytest.param(pack(bytes(8), ZERO32, 5, 0, 6, 7, bytes(64), b""), id="an append of none"),
        pytest.param(pack(bytes(8), ZERO32, 2**53, 1, 6, 7, bytes(64), b""), id="an index too large"),
        pytest.param(pack(bytes(8), ZERO32, 5, 1, 2**53, 7, bytes(64), b""), id="a time too late"),
        pytest.param(pack(bytes(8), ZERO32, 5, 1, 6, 2**64 - 1, bytes(64), b""), id="an anchor too large"),
    ],
)
def test_what_is_no_state_is_refused(state: bytes) -> None:
    """A state has its length, its format and its numbers in range."""
    with pytest.raises(MalformedError):
        unpack(state)


@given(st.integers(1, 2**53 - 1), st.sampled_from(sorted(EVENTS)), st.binary(max_size=300))
def test_a_leaf_is_taken_apart_as_it_was_put_together(version: int, kind: str, state: bytes) -> None:
    """Stream, version, kind and state come back; no byte is free, and none may be missing before the state."""
    leaf = leaf_data(STREAM, version, kind, state)
    assert parse_leaf(leaf) == (STREAM, version, kind, state)
    assert len(leaf) == 12 + len(STREAM) + len(kind) + len(state)
    for end in range(len(leaf) - len(state)):
        with pytest.raises(MalformedError):
            parse_leaf(leaf[:end])


def test_the_longest_leaf_fits_an_entry_bundle() -> None:
    """A leaf has at most 65,535 bytes (C2SP tlog-tiles); one more is refused at sealing and at reading."""
    room = LEAF_MAX - len(leaf_data(STREAM, 1, BET.kind, b""))
    longest = leaf_data(STREAM, 1, BET.kind, bytes(room))
    assert len(longest) == 65_535
    with pytest.raises(UsageError, match="Nothing was recorded"):
        leaf_data(STREAM, 1, BET.kind, bytes(room + 1))
    with pytest.raises(MalformedError):
        parse_leaf(longest + b"\0")


@pytest.mark.parametrize(
    "leaf",
    [
        pytest.param(leaf_data("hand", 1, "k", GOOD), id="no stream"),
        pytest.param(leaf_data(STREAM, 0, "k", GOOD), id="version 0"),
        pytest.param(leaf_data(STREAM, 2**53, "k", GOOD), id="a version too large"),
        pytest.param(leaf_data(STREAM, 1, "", GOOD), id="no kind"),
        pytest.param(leaf_data(STREAM, 1, "é", GOOD), id="a kind that is not ASCII"),
    ],
)
def test_what_is_no_leaf_is_refused(leaf: bytes) -> None:
    """A leaf names a stream, a version from 1 and a kind."""
    with pytest.raises(MalformedError):
        parse_leaf(leaf)


def test_the_text_of_an_append_is_eight_lines() -> None:
    """Tag, origin, first, count, recorded, anchor size, anchor root, root."""
    text = append_text(ORIGIN, 7, 2, 1_763_000_000_000_000, 5, b"\1" * 32, b"\2" * 32).decode()
    one, two = (b64encode(byte * 32).decode() for byte in (b"\1", b"\2"))
    assert text == f"tombo/append/v1\n{ORIGIN}\n7\n2\n1763000000000000\n5\n{one}\n{two}\n"


def test_the_root_of_an_append_is_the_tree_over_its_hashes() -> None:
    """Each entry hash is the data of a leaf, so that one entry can be proved with a few hashes."""
    hashes = [bytes([number] * 32) for number in range(3)]
    leaves = [hashlib.sha256(b"\0" + entry).digest() for entry in hashes]
    pair = hashlib.sha256(b"\1" + leaves[0] + leaves[1]).digest()
    assert append_root(hashes[:1]) == leaves[0]
    assert append_root(hashes) == hashlib.sha256(b"\1" + pair + leaves[2]).digest()


def test_a_commitment_is_the_leaf_of_dc1() -> None:
    """The vector of the fairness scheme: the Jack of hearts as first card, under the salt derived from its seed."""
    name = b"operator.example/hand/0001"
    salt = hmac.digest(bytes(range(32)), b"card-salt/v1\0" + struct_pack(">H", len(name)) + name + b"\0", "sha256")
    assert salt.hex() == "dc70da014f79b32b77b3b0fff0d3b73e9bbf75e312121b61c16feb805fe35f7d"
    commitment = card_commitment(name.decode(), 0, 38, salt)
    assert commitment.hex() == "c72980a5d94bc681617f52cdf8ef16a478459ac688c2a422074794e996f2a965"


@pytest.mark.parametrize(
    ("slot", "card", "salt"),
    [(-1, 0, bytes(32)), (52, 0, bytes(32)), (0, 52, bytes(32)), (0, -1, bytes(32)), (0, 0, b"")],
)
def test_a_commitment_to_no_card_is_refused(slot: int, card: int, salt: bytes) -> None:
    """Slots and cards are 0 to 51, and a salt hides only if it is whole."""
    with pytest.raises(ValueError, match="expected 0 to 51"):
        card_commitment(STREAM, slot, card, salt)
