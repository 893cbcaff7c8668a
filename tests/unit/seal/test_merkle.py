"""The tree: RFC 6962 vectors, and properties that hold for every size."""

from __future__ import annotations

import hashlib
import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vectors.shared import shared
from tombo.ledger.seal.merkle import (
    EMPTY_ROOT,
    CompactRange,
    Node,
    consistency_proof,
    inclusion_proof,
    leaf_hash,
    node_hash,
    range_hash,
    tree_hash,
    verify_consistency,
    verify_inclusion,
)

LEAVES = [
    bytes.fromhex(text)
    for text in (
        "", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"
    )
]  # fmt: skip
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
HASHES = [leaf_hash(leaf) for leaf in LEAVES]


def leaves(size: int) -> list[bytes]:
    """The leaf hashes of a tree of ``size``."""
    return [leaf_hash(number.to_bytes(4, "big")) for number in range(size)]


def nodes_of(hashes: list[bytes]) -> Node:
    """Gives complete nodes over ``hashes``, and refuses any other."""

    def node(level: int, index: int) -> bytes:
        begin, end = index << level, (index + 1) << level
        assert end <= len(hashes), f"the node {level}, {index} is not complete"
        return tree_hash(hashes[begin:end])

    return node


def plain_root(hashes: list[bytes]) -> bytes:
    """MTH as RFC 6962 section 2.1 defines it, word for word."""
    if not hashes:
        return hashlib.sha256(b"").digest()
    if len(hashes) == 1:
        return hashes[0]
    split = 1
    while split * 2 < len(hashes):
        split *= 2
    return node_hash(plain_root(hashes[:split]), plain_root(hashes[split:]))


def test_hashes_of_leaf_and_node_are_those_of_the_reference() -> None:
    """The vectors of transparency-dev/merkle for one leaf and one node."""
    assert leaf_hash(b"L123456").hex() == "395aa064aa4c29f7010acfe3f25db9485bbd4b91897b6ad7ad547639252b4d56"
    assert node_hash(b"N123", b"N456").hex() == "aa217fe888e47007fa15edab33c2b492a722cb106c64667fc2b044444de66bbb"
    assert EMPTY_ROOT.hex() == ROOTS[0]


@pytest.mark.parametrize("size", range(9))
def test_roots_are_those_of_the_reference_tree(size: int) -> None:
    """The roots of the RFC 6962 reference tree, computed at once and leaf by leaf."""
    grown = CompactRange()
    for hashed in HASHES[:size]:
        grown.append(hashed)
    assert tree_hash(HASHES[:size]).hex() == grown.root().hex() == ROOTS[size]


def test_proofs_are_those_of_the_reference_tree() -> None:
    """The inclusion and consistency proofs of the reference tree, as transparency-dev/merkle has them."""
    node = nodes_of(HASHES)
    path = [hashed.hex() for hashed in inclusion_proof(5, 8, node)]
    assert path == [
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        ROOTS[4],
    ]
    assert [hashed.hex() for hashed in inclusion_proof(1, 5, node)] == [
        ROOTS[1],
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        path[0],
    ]
    assert [hashed.hex() for hashed in consistency_proof(6, 8, node)] == [
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        path[1],
        ROOTS[4],
    ]
    assert [hashed.hex() for hashed in consistency_proof(1, 8, node)] == [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ]


@given(st.integers(0, 70))
def test_the_root_is_that_of_the_definition(size: int) -> None:
    """Level by level, leaf by leaf and from complete nodes gives what the RFC's recursion gives."""
    hashes = leaves(size)
    grown = CompactRange()
    for hashed in hashes:
        grown.append(hashed)
    assert tree_hash(hashes) == grown.root() == plain_root(hashes)
    if size:
        assert range_hash(0, size, nodes_of(hashes)) == plain_root(hashes)


@given(st.data())
def test_a_leaf_is_proved_and_nothing_else_is(data: st.DataObject) -> None:
    """A proof shows its leaf at its index in its tree; with a bit changed, or for another place, it shows nothing."""
    size = data.draw(st.integers(1, 40))
    index = data.draw(st.integers(0, size - 1))
    hashes = leaves(size)
    root = tree_hash(hashes)
    proof = inclusion_proof(index, size, nodes_of(hashes))
    assert verify_inclusion(hashes[index], index, size, proof, root)
    other = data.draw(st.integers(0, size - 1).filter(lambda value: value != index) if size > 1 else st.just(size))
    assert not verify_inclusion(hashes[index], other, size, proof, root)
    assert not verify_inclusion(leaf_hash(b"another"), index, size, proof, root)
    assert not verify_inclusion(hashes[index], index, size, [*proof, root], root)
    if proof:
        at = data.draw(st.integers(0, len(proof) - 1))
        changed = [*proof]
        changed[at] = bytes([changed[at][0] ^ 1]) + changed[at][1:]
        assert not verify_inclusion(hashes[index], index, size, changed, root)
        assert not verify_inclusion(hashes[index], index, size, proof[:-1], root)


@given(st.data())
def test_growth_is_proved_and_a_rewritten_past_is_not(data: st.DataObject) -> None:
    """A tree is shown to continue an older one; an older one with another leaf is not its beginning."""
    size = data.draw(st.integers(1, 40))
    old = data.draw(st.integers(1, size))
    hashes = leaves(size)
    root, old_root = tree_hash(hashes), tree_hash(hashes[:old])
    proof = consistency_proof(old, size, nodes_of(hashes))
    assert verify_consistency(old, old_root, size, root, proof)
    at = data.draw(st.integers(0, old - 1))
    forged = [*hashes[:at], leaf_hash(b"forged"), *hashes[at + 1 :]]
    assert not verify_consistency(old, tree_hash(forged[:old]), size, root, proof)
    assert not verify_consistency(
        old, old_root, size, tree_hash(forged), consistency_proof(old, size, nodes_of(forged))
    )
    assert not verify_consistency(old, old_root, size, root, [*proof, root])
    if proof:
        assert not verify_consistency(old, old_root, size, root, proof[:-1])


def test_the_empty_tree_begins_every_tree_with_an_empty_proof() -> None:
    """Size 0 is a rule of its own (C2SP tlog-witness): its root is fixed, and no proof may come with it."""
    root = tree_hash(HASHES)
    for size in range(1, 9):
        assert verify_consistency(0, EMPTY_ROOT, size, tree_hash(HASHES[:size]), [])
    assert verify_consistency(0, EMPTY_ROOT, 0, EMPTY_ROOT, [])
    assert not verify_consistency(0, root, 8, root, [])
    assert not verify_consistency(0, EMPTY_ROOT, 8, root, [root])
    assert not verify_consistency(0, EMPTY_ROOT, 0, root, [])
    assert not verify_consistency(8, root, 4, root, [])
    assert consistency_proof(0, 8, nodes_of(HASHES)) == consistency_proof(8, 8, nodes_of(HASHES)) == []


def test_a_proof_of_growth_fits_its_sizes() -> None:
    """One of too few hashes, of too many, or of a tree that cannot be shows nothing, whatever roots it would give."""
    root, sibling, node = tree_hash(HASHES), leaf_hash(b"a sibling"), nodes_of(HASHES)
    assert not verify_consistency(3, tree_hash(HASHES[:3]), 8, root, [])
    for old in (1, 2, 4):  # whose own root begins the path
        beginning = tree_hash(HASHES[:old])
        assert not verify_consistency(old, beginning, 8, beginning, [])
    for old in range(1, 8):
        higher = node_hash(sibling, tree_hash(HASHES[:old])), node_hash(sibling, root)
        assert not verify_consistency(old, higher[0], 8, higher[1], [*consistency_proof(old, 8, node), sibling])
    assert not verify_consistency(-1, root, 1, root, [root])


def test_proofs_that_cannot_be_are_refused() -> None:
    """There is no proof for a leaf beyond the tree, nor from a larger tree to a smaller one."""
    with pytest.raises(ValueError, match="leaf 8 is not in a tree of 8"):
        inclusion_proof(8, 8, nodes_of(HASHES))
    with pytest.raises(ValueError, match="a tree of 9 is no beginning"):
        consistency_proof(9, 8, nodes_of(HASHES))
    assert not verify_inclusion(HASHES[0], 1, 1, [], HASHES[0])


@given(st.integers(0, 6), st.integers(0, 5), st.integers(0, 64))
def test_ranges_grown_apart_join(level: int, chunks: int, rest: int) -> None:
    """Chunks that workers hashed on their own join to the tree of the whole, the last one shorter."""
    width = 1 << level
    sizes = [width] * chunks + [rest % width]
    hashes = leaves(sum(sizes))
    whole, at = CompactRange(), 0
    for size in sizes:
        part = CompactRange()
        for hashed in hashes[at : at + size]:
            part.append(hashed)
        whole.extend(pickle.loads(pickle.dumps(part)))
        at += size
    assert (whole.size, whole.root()) == (len(hashes), tree_hash(hashes))


def test_a_range_refuses_what_is_not_its_neighbour() -> None:
    """A subtree can only follow a multiple of its own width, and nodes must fit the size."""
    grown = CompactRange(1, HASHES[:1])
    with pytest.raises(ValueError, match="a subtree of 2 leaves cannot follow leaf 1"):
        grown.append_node(1, HASHES[1])
    with pytest.raises(ValueError, match="2 nodes for size 4"):
        CompactRange(4, HASHES[:2])
    copy = grown.copy()
    copy.append(HASHES[1])
    assert (grown.size, copy.size, copy.nodes) == (1, 2, (node_hash(*HASHES[:2]),))


@pytest.mark.corpus
def test_the_golden_log_is_ours_too() -> None:
    """The root that Go and Node agreed on for the golden leaves is the root computed here."""
    golden = json.loads(shared("vectors/golden.json").read_text())
    hashes = [leaf_hash(bytes.fromhex(text)) for text in golden["leaves_hex"]]
    assert tree_hash(hashes).hex() == ROOTS[8]
