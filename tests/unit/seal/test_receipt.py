"""Signed receipts: the vector, a stranger's reading of it, and everything that makes one worthless."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from hypothesis import given
from hypothesis import strategies as st

from tests.vectors import make
from tombo.ledger.core.errors import LedgerError, MalformedError, TamperedError
from tombo.ledger.seal.merkle import leaf_hash, leaf_hashes, nodes, span_proof, span_root, tree_hash
from tombo.ledger.seal.policy import parse_policy
from tombo.ledger.seal.receipt import RECEIPT_MAX, Append, parse_receipt, verify_receipt, write_receipt
from tombo.ledger.seal.registry import sign_registration

VECTORS: Final[dict[str, Any]] = json.loads((Path(make.__file__).parent / "evidence.json").read_text(encoding="utf-8"))
OURS: Final[bytes] = VECTORS["receipt"].encode()
POLICY: Final = parse_policy(VECTORS["policy"])
DOCUMENT: Final[dict[str, Any]] = json.loads(OURS)


def test_the_receipt_of_the_vector_is_read_verified_and_written() -> None:
    """It names its command, its entries and their places, and the key; writing it again gives the same bytes."""
    receipt = parse_receipt(OURS)
    found = verify_receipt(receipt, POLICY)
    assert [(entry.stream, entry.version, entry.command_id) for entry in found.entries] == [
        ("hand:mesa-1/42", 2, "c-2"),
        ("hand:mesa-2/7", 1, "c-2"),
    ]
    assert (receipt.command, found.index, found.key.name) == ("c-2", 3, "operator.example/ledger/1/event/1")
    assert write_receipt(receipt) == OURS
    assert verify_receipt(parse_receipt(json.dumps(DOCUMENT, indent=2).encode()), POLICY) == found


def stranger(document: dict[str, Any], policy: str) -> list[tuple[str, dict[str, Any]]]:
    """A reader who knows docs/format.md and nothing of ours: the streams and bodies that the receipt shows."""

    def frame(data: bytes) -> bytes:
        return len(data).to_bytes(2, "big") + data

    def signed(public: str, signature: bytes, text: str) -> None:
        Ed25519PublicKey.from_public_bytes(b64decode(public)).verify(signature, text.encode())

    origin, key = document["origin"], document["key"]
    root_key = next(line for line in policy.splitlines() if line.startswith("root ")).split("+")[-1]
    text = f"tombo/key-registered/v1\n{origin}\nevent\n{key['name']}\n{key['public']}\n"
    signed(key["public"], b64decode(key["possession"]), text)
    signed(b64encode(b64decode(root_key)[1:]).decode(), b64decode(key["root_signature"]), text)
    key_id = sha256(key["name"].encode() + b"\n\x01" + b64decode(key["public"])).digest()[:8]

    shown, hashes, states = [], [], []
    for leaf in map(b64decode, document["entries"]):
        name = leaf[2 : 2 + int.from_bytes(leaf[:2], "big")]
        at = 2 + len(name)
        kind = leaf[at + 10 : at + 10 + int.from_bytes(leaf[at + 8 : at + 10], "big")]
        state = leaf[at + 10 + len(kind) :]
        assert (state[0], state[1:9]) == (1, key_id)
        assert json.loads(state[131:])["command"]["id"] == document["command"]
        place = frame(origin.encode()) + frame(name) + leaf[at : at + 8] + frame(kind)
        hashes.append(sha256(b"tombo/entry/v1\n" + place + key_id + state[9:41] + state[131:]).digest())
        states.append(state[41:131])
        shown.append((name.decode(), json.loads(state[131:])))
    (state,) = set(states)
    first, count = int.from_bytes(state[:8], "big"), int.from_bytes(state[8:10], "big")
    recorded, anchor = int.from_bytes(state[10:18], "big"), int.from_bytes(state[18:26], "big")

    path = list(map(b64decode, document["path"]))
    begin = document["index"] - first

    def root(low: int, high: int) -> bytes:
        if high <= begin or low >= begin + len(hashes):
            return path.pop(0)
        if high - low == 1:
            return sha256(b"\0" + hashes[low - begin]).digest()
        cut = low + (1 << (high - low - 1).bit_length() - 1)
        return sha256(b"\1" + root(low, cut) + root(cut, high)).digest()

    append_root = b64encode(root(0, count)).decode()
    assert not path
    said = [origin, first, count, recorded, anchor, document["anchor_root"], append_root]
    signed(key["public"], state[26:], "tombo/append/v1\n" + "".join(f"{line}\n" for line in said))
    return shown


def test_a_stranger_reads_the_receipt() -> None:
    """Forty lines written from the page alone come to the same as our reading, and the vector's append."""
    shown = stranger(DOCUMENT, VECTORS["policy"])
    ours = verify_receipt(parse_receipt(OURS), POLICY)
    assert shown == [(entry.stream, entry.body) for entry in ours.entries]
    hashes = [bytes.fromhex(text) for text in VECTORS["entry_hashes"]]
    assert [entry.entry_hash(make.ORIGIN) for entry in ours.entries] == hashes[1:3]
    assert tree_hash(leaf_hashes(hashes)).hex() == VECTORS["append"]["root"]


def changed(**fields: Any) -> bytes:
    """The vector's receipt with other fields."""
    return json.dumps(DOCUMENT | fields).encode()


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"[]", id="no object"),
        pytest.param(OURS[:-2], id="cut"),
        pytest.param(OURS + OURS, id="two of them"),
        pytest.param(OURS.replace(b'{"anchor_root"', b'{"index":3,"anchor_root"'), id="a key twice"),
        pytest.param(OURS.replace(b'"index":3', b'"index":3.0'), id="a fraction"),
        pytest.param(OURS.replace(b'"index":3', b'"index":NaN'), id="not a number"),
        pytest.param(OURS.replace(b'"index":3', b'"index":true'), id="a boolean"),
        pytest.param(OURS.replace(b'"index":3', b'"index":"3"'), id="a string"),
        pytest.param(OURS.replace(b'"index":3', b'"index":' + b"9" * 5000), id="a number without end"),
        pytest.param(OURS.replace(b"receipt/v1", b"receipt/v2"), id="another format"),
        pytest.param(changed(note="x"), id="a field more"),
        pytest.param(b'{"a":' * 5_000 + b"1" + b"}" * 5_000, id="nested without end"),
        pytest.param(b"\xff" + OURS, id="not UTF-8"),
        pytest.param(b" " * (RECEIPT_MAX + 1), id="too long"),
    ],
)
def test_what_is_no_receipt_is_refused(data: bytes) -> None:
    """Anything but one document of the format is refused before anything is verified."""
    with pytest.raises(MalformedError):
        parse_receipt(data)


def of_key(**fields: str) -> dict[str, str]:
    """The key of the vector's receipt with other fields."""
    return {**DOCUMENT["key"], **fields}


def registered(name: str, purpose: Any = "event") -> dict[str, Any]:
    """The registration of another key of the ledger, by its root key."""
    key = make.EVENT_2 if name == make.EVENT_2.name else make.LOG
    said = sign_registration(make.ORIGIN, purpose, key, make.ROOT)._asdict()
    return {field: said[field] for field in DOCUMENT["key"]}


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"origin": "operator.example/ledger/2"}, id="another ledger"),
        pytest.param({"command": "c-1"}, id="another command"),
        pytest.param({"index": 2}, id="an index below"),
        pytest.param({"index": 4}, id="an index above"),
        pytest.param({"index": 6}, id="beyond the append"),
        pytest.param({"index": -1}, id="before the log"),
        pytest.param({"anchor_root": b64encode(bytes(32)).decode()}, id="another anchor"),
        pytest.param({"entries": []}, id="no entries"),
        pytest.param({"entries": DOCUMENT["entries"][:1]}, id="an entry fewer"),
        pytest.param({"entries": DOCUMENT["entries"][::-1]}, id="the entries turned around"),
        pytest.param({"entries": DOCUMENT["entries"][:1] * 2}, id="an entry twice"),
        pytest.param({"path": []}, id="no path"),
        pytest.param({"path": DOCUMENT["path"][::-1]}, id="the path turned around"),
        pytest.param({"path": [*DOCUMENT["path"], DOCUMENT["path"][0]]}, id="a hash more"),
        pytest.param({"key": registered(make.EVENT_2.name)}, id="another event key"),
        pytest.param({"key": registered(make.LOG.name, "checkpoint")}, id="the checkpoint key"),
        pytest.param({"key": registered(make.LOG.name, "event")}, id="the checkpoint key as one for events"),
        pytest.param({"key": of_key(root_signature=DOCUMENT["key"]["possession"])}, id="no word of the root key"),
        pytest.param({"key": of_key(possession=DOCUMENT["key"]["root_signature"])}, id="no proof of possession"),
        pytest.param({"key": of_key(public=b64encode(bytes(32)).decode())}, id="a key of low order"),
        pytest.param({"key": of_key(name="two words")}, id="no name of a key"),
    ],
)
def test_a_receipt_that_does_not_hold_is_found_out(fields: dict[str, Any]) -> None:
    """Each part changed for another that reads as well, is not what the key signed."""
    with pytest.raises(TamperedError):
        verify_receipt(parse_receipt(changed(**fields)), POLICY)


@pytest.mark.parametrize(
    "fields", [{"path": ["AAAA"]}, {"anchor_root": "AAAA"}, {"entries": ["AAAA"]}, {"entries": ["?"]}]
)
def test_a_receipt_with_pieces_that_are_none_is_malformed(fields: dict[str, Any]) -> None:
    """Hashes of another length and leaves that are none are named as what they are."""
    with pytest.raises(MalformedError):
        verify_receipt(parse_receipt(changed(**fields)), POLICY)


def test_a_receipt_under_another_root_key_shows_nothing() -> None:
    """Who pins another root key, or another ledger, believes no receipt of this one."""
    receipt = parse_receipt(OURS)
    with pytest.raises(TamperedError, match="root key"):
        verify_receipt(receipt, replace(POLICY, root=make.EVENT_2.public))


@given(st.integers(0, len(OURS) - 1), st.integers(1, 255))
def test_a_receipt_with_a_byte_changed_shows_nothing_or_the_same(at: int, change: int) -> None:
    """No byte of a receipt can be changed so that it says something else."""
    spoiled = bytearray(OURS)
    spoiled[at] ^= change
    try:
        found = verify_receipt(parse_receipt(bytes(spoiled)), POLICY)
    except LedgerError:
        return
    assert found == verify_receipt(parse_receipt(OURS), POLICY)


def test_every_command_of_an_append_has_its_receipt() -> None:
    """Of any run of entries in an append a receipt can be cut; one of other commands' entries does not hold."""
    made, said = make.shared_append()
    append = Append(make.ORIGIN, made.leaves[2:], made.anchor.root, said)
    for command, index, count in (("c-1", 2, 1), ("c-2", 3, 2), ("c-3", 5, 1)):
        assert verify_receipt(append.receipt(command, index, count), POLICY).index == index
    for command, index, count in (("c-1", 2, 2), ("c-2", 4, 2), ("c-3", 6, 1), ("c-3", 5, 2)):
        with pytest.raises(TamperedError, match="is of the command"):
            verify_receipt(append.receipt(command, index, count), POLICY)
    for index, count in ((1, 1), (7, 1), (3, 5), (3, 0)):
        with pytest.raises(ValueError, match="are not in a tree"):
            append.receipt("c-2", index, count)


@given(st.data())
def test_the_root_follows_from_any_run_of_leaves(data: st.DataObject) -> None:
    """A run of leaves and the subtrees around it give the root of the tree; with anything changed they do not."""
    size = data.draw(st.integers(1, 70))
    begin = data.draw(st.integers(0, size - 1))
    end = data.draw(st.integers(begin + 1, size))
    hashes = leaf_hashes(bytes([at]) for at in range(size))
    proof = span_proof(begin, end, size, nodes(hashes))
    root = tree_hash(hashes)
    assert span_root(hashes[begin:end], begin, size, proof) == root
    assert span_root(hashes[begin:end], begin, size, [*proof, root]) is None
    assert span_root([*hashes[begin : end - 1], leaf_hash(b"another")], begin, size, proof) != root
    assert span_root([], begin, size, proof) is None
    assert span_root(hashes, begin + 1, size, proof) is None
    if proof:
        assert span_root(hashes[begin:end], begin, size, proof[:-1]) is None


def test_nodes_are_those_of_the_tree() -> None:
    """Every complete node is the root over its leaves."""
    hashes = leaf_hashes(bytes([at]) for at in range(13))
    node: Callable[[int, int], bytes] = nodes(hashes)
    for level in range(4):
        for at in range(13 >> level):
            assert node(level, at) == tree_hash(hashes[at << level : (at + 1) << level])
