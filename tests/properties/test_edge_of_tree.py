"""A verifier's tree that goes on from an edge is the tree that had every leaf, and what was before is proven by tiles."""

from __future__ import annotations

from base64 import b64encode
from functools import cache, partial
from typing import Final

from hypothesis import given
from hypothesis import strategies as st

from tombo.ledger.exchange.edge import Edge
from tombo.ledger.seal.merkle import HASH_SIZE, leaf_hash
from tombo.ledger.verify.notebook import KnownLog, root_before, root_of
from tombo.ledger.verify.tree import Tree

MOST: Final = 66_500
"""More than a tile of the second level holds."""
SIZES: Final = st.one_of(
    st.integers(0, MOST),
    st.builds(
        lambda of, by: min(MOST, max(0, of + by)), st.sampled_from([0, 256, 512, 32_768, 65_536]), st.integers(-2, 2)
    ),
)


@cache
def leaves() -> bytes:
    """So many leaves."""
    return b"".join(leaf_hash(b"%d" % at) for at in range(MOST))


@cache
def roots() -> dict[int, bytes]:
    """The root at every size, as the publisher grows it."""
    edge = Edge()
    found = {0: edge.root()}
    for at in range(MOST):
        edge.append(leaves()[at * HASH_SIZE : (at + 1) * HASH_SIZE])
        if at % 97 == 0 or (at + 1) % 256 in {0, 1, 255} or at > MOST - 4:
            found[at + 1] = edge.root()
    return found


@cache
def tiles() -> dict[tuple[int, int], bytes]:
    """Every full tile, as the publisher keeps them."""
    edge = Edge()
    for at in range(MOST):
        edge.append(leaves()[at * HASH_SIZE : (at + 1) * HASH_SIZE])
    return {(level, n): hashes for level, n, hashes in edge.filled()}


def tree_of(size: int) -> Tree:
    """A tree that has every leaf."""
    tree = Tree(split)
    tree.extend(leaves()[: size * HASH_SIZE], iter(()))
    return tree


def split(start: int, stop: int) -> list[bytes]:
    """Leaves, one by one."""
    return [leaves()[at * HASH_SIZE : (at + 1) * HASH_SIZE] for at in range(start, stop)]


def known_of(size: int) -> KnownLog:
    """What a notebook has of the tree."""
    edge = tree_of(size).edge()
    return KnownLog("operator.example/ledger/1", "", root_of(edge), edge, 0, 0, 0, (), "", None)


@given(SIZES, SIZES)
def test_a_tree_that_goes_on_is_the_whole_tree(one: int, other: int) -> None:
    """Root, edge, nodes, and the root at a size in between."""
    first, last = sorted((one, other))
    whole, edge = tree_of(last), tree_of(first).edge()
    assert edge.holds()
    tree = Tree(split, edge)
    middle = (first + last) // 2
    asked = tree.extend(leaves()[first * HASH_SIZE : last * HASH_SIZE], iter([middle] if middle >= first else []))
    assert (tree.size, tree.root(), tree.edge()) == (last, whole.root(), whole.edge())
    assert asked == [(middle, whole.root_at(middle))]
    assert root_of(tree.edge()) == whole.root()
    for height in (8, 16):
        begin = (first >> height) & ~255
        assert tree.nodes(height, begin, 256) == whole.nodes(height, begin, 256), height


@given(st.sampled_from(range(0, MOST, 31)), SIZES, st.data())
def test_the_root_of_before_is_proven_by_tiles(old: int, size: int, data: st.DataObject) -> None:
    """The very root, of any size; and none where a tile that it rests on is missing, short, or another."""
    old, size = sorted((old, size))
    known = known_of(size)
    read: list[tuple[int, int]] = []

    def tile(level: int, n: int) -> bytes | None:
        read.append((level, n))
        return tiles().get((level, n))

    assert root_before(known, old, tile) == tree_of(old).root()
    if read:
        spoiled = data.draw(st.sampled_from(sorted(set(read))))
        right = tiles()[spoiled]
        flipped = bytes([right[0] ^ 1]) + right[1:]
        for other in (None, b"", right[:-HASH_SIZE], flipped):
            held: dict[tuple[int, int], bytes | None] = {**tiles(), spoiled: other}
            found = root_before(known, old, partial(_held, held))
            assert found in {None, tree_of(old).root()}


def _held(held: dict[tuple[int, int], bytes | None], level: int, n: int) -> bytes | None:
    return held.get((level, n))


def test_the_publishers_roots_are_those_of_the_verifier() -> None:
    """At every size that was looked at, two implementations agree; also from an edge."""
    tree = Tree(split)
    for size in sorted(roots()):
        tree.extend(leaves()[tree.size * HASH_SIZE : size * HASH_SIZE], iter(()))
        assert tree.root() == roots()[size], size
        if size % 1_000 < 3:
            tree = Tree(split, tree.edge())
    assert b64encode(tree.root())
