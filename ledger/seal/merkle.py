"""The Merkle tree of RFC 6962 section 2.1 over SHA-256: roots, growing ranges, proofs and their verification.

Leaves are numbered from 0. A *node* ``(level, index)`` is the root of the full subtree over the leaves
``index << level`` to ``(index + 1 << level) - 1``; level 0 are the leaf hashes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

HASH_SIZE: Final = 32
LEAF_TAG: Final = b"\x00"
"""What is hashed before a leaf: it keeps a leaf apart from every inner node."""
EMPTY_ROOT: Final = hashlib.sha256().digest()
"""The root of the tree without leaves."""

Node = Callable[[int, int], bytes]
"""Gives the hash of the node ``(level, index)``, which must be complete."""


def leaf_hash(data: bytes) -> bytes:
    """The hash of a leaf."""
    return hashlib.sha256(LEAF_TAG + data).digest()


def leaf_hashes(leaves: Iterable[bytes]) -> list[bytes]:
    """The hash of each of ``leaves``."""
    sha256 = hashlib.sha256
    return [sha256(LEAF_TAG + data).digest() for data in leaves]


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of an inner node over its two children."""
    return hashlib.sha256(b"\x01" + left + right).digest()


def tree_hash(leaf_hashes: Sequence[bytes]) -> bytes:
    """The root over ``leaf_hashes`` (already hashed leaves), level by level; an odd last node rises as it is."""
    if not leaf_hashes:
        return EMPTY_ROOT
    sha256 = hashlib.sha256
    level = list(leaf_hashes)
    while len(level) > 1:
        above = [sha256(b"\x01" + left + right).digest() for left, right in zip(level[::2], level[1::2], strict=False)]
        if len(level) & 1:
            above.append(level[-1])
        level = above
    return level[0]


class CompactRange:
    """The right edge of a growing tree: the roots of the full subtrees its size is the sum of, largest first.

    Memory is logarithmic in the size. ``nodes`` and ``size`` are its whole state, so it can be stored and sent.
    """

    __slots__ = ("_nodes", "size")

    def __init__(self, size: int = 0, nodes: Iterable[bytes] = ()) -> None:
        self.size = size
        self._nodes = list(nodes)
        if size < 0 or len(self._nodes) != size.bit_count() or any(len(node) != HASH_SIZE for node in self._nodes):
            raise ValueError(
                f"{len(self._nodes)} nodes for size {size}; expected {size.bit_count()} of {HASH_SIZE} bytes"
            )

    @property
    def nodes(self) -> tuple[bytes, ...]:
        """The roots of the full subtrees, from the left, largest first."""
        return tuple(self._nodes)

    def copy(self) -> CompactRange:
        """A range that grows on its own."""
        return CompactRange(self.size, self._nodes)

    def append(self, hashed: bytes) -> None:
        """Add one leaf hash on the right."""
        nodes = self._nodes
        size = self.size
        while size & 1:
            hashed = hashlib.sha256(b"\x01" + nodes.pop() + hashed).digest()
            size >>= 1
        nodes.append(hashed)
        self.size += 1

    def append_node(self, level: int, hashed: bytes) -> None:
        """Add the root of a full subtree of ``2**level`` leaves on the right.

        Raises:
            ValueError: the size is no multiple of ``2**level``: such a subtree is no node of this tree.
        """
        if self.size & ((1 << level) - 1):
            raise ValueError(f"a subtree of {1 << level} leaves cannot follow leaf {self.size}")
        size = self.size >> level
        while size & 1:
            hashed = node_hash(self._nodes.pop(), hashed)
            size >>= 1
        self._nodes.append(hashed)
        self.size += 1 << level

    def extend(self, right: CompactRange) -> None:
        """Add a range grown on its own, for example by a parallel worker, whose first leaf is this one's size.

        Raises:
            ValueError: the size is no multiple of the largest subtree of ``right``, so that its nodes are not ours.
        """
        rest = right.size
        for node in right.nodes:
            level = rest.bit_length() - 1
            self.append_node(level, node)
            rest -= 1 << level

    def root(self) -> bytes:
        """The root over all leaves so far."""
        if not self._nodes:
            return EMPTY_ROOT
        root = self._nodes[-1]
        for node in reversed(self._nodes[:-1]):
            root = node_hash(node, root)
        return root


def nodes(hashes: Sequence[bytes]) -> Node:
    """The nodes of the tree over ``hashes`` (already hashed leaves), each computed once."""
    levels = [list(hashes)]
    while len(levels[-1]) > 1:
        below = levels[-1]
        levels.append([node_hash(left, right) for left, right in zip(below[::2], below[1::2], strict=False)])
    return lambda level, index: levels[level][index]


def range_hash(begin: int, end: int, node: Node) -> bytes:
    """The hash MTH(D[begin:end]) where it is a subtree of an RFC 6962 tree: ``begin`` is aligned to the split."""
    count = end - begin
    level = count.bit_length() - 1
    if count == 1 << level:
        return node(level, begin >> level)
    split = begin + (1 << level)
    return node_hash(node(level, begin >> level), range_hash(split, end, node))


def inclusion_proof(index: int, size: int, node: Node) -> list[bytes]:
    """PATH(index, D[size]) of RFC 6962 section 2.1.1, the leaf's sibling first.

    Raises:
        ValueError: ``index`` is not below ``size``.
    """
    if not 0 <= index < size:
        raise ValueError(f"leaf {index} is not in a tree of {size}")
    path: list[bytes] = []
    begin, end = 0, size
    while end - begin > 1:
        split = begin + _split(end - begin)
        if index < split:
            path.append(range_hash(split, end, node))
            end = split
        else:
            path.append(range_hash(begin, split, node))
            begin = split
    path.reverse()
    return path


def consistency_proof(old: int, size: int, node: Node) -> list[bytes]:
    """PROOF(old, D[size]) of RFC 6962 section 2.1.2; empty where ``old`` is 0 or equal to ``size``.

    Raises:
        ValueError: ``old`` is above ``size``.
    """
    if not 0 <= old <= size:
        raise ValueError(f"a tree of {old} is no beginning of a tree of {size}")
    if old in (0, size):
        return []
    path: list[bytes] = []
    begin, end, whole = 0, size, True
    while end != old:
        split = begin + _split(end - begin)
        if old <= split:
            path.append(range_hash(split, end, node))
            end = split
        else:
            path.append(range_hash(begin, split, node))
            begin, whole = split, False
    if not whole:
        path.append(range_hash(begin, end, node))
    path.reverse()
    return path


def verify_inclusion(hashed: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """Whether ``proof`` shows that the leaf hash ``hashed`` is leaf ``index`` of the tree (RFC 9162 section 2.1.3.2)."""
    if not 0 <= index < size:
        return False
    fn, sn = index, size - 1
    result = hashed
    for sibling in proof:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            result = node_hash(sibling, result)
            while not fn & 1 and fn:
                fn >>= 1
                sn >>= 1
        else:
            result = node_hash(result, sibling)
        fn >>= 1
        sn >>= 1
    return sn == 0 and result == root


def span_proof(begin: int, end: int, size: int, node: Node) -> list[bytes]:
    """What the root of D[size] needs beside the leaves D[begin:end]: the roots of the subtrees around them, from the left.

    The tree is cut in two as RFC 6962 cuts it, and each half again, until a part lies wholly outside or is one leaf.

    Raises:
        ValueError: no leaf, or one that is not in the tree.
    """
    if not 0 <= begin < end <= size:
        raise ValueError(f"the leaves from {begin} to {end} are not in a tree of {size}")

    def around(low: int, high: int) -> Iterator[bytes]:
        if high <= begin or end <= low:
            yield range_hash(low, high, node)
        elif high - low > 1:
            split = low + _split(high - low)
            yield from around(low, split)
            yield from around(split, high)

    return list(around(0, size))


def span_root(leaves: Sequence[bytes], begin: int, size: int, proof: Sequence[bytes]) -> bytes | None:
    """The root of D[size] from the leaf hashes ``leaves``, the first of which is leaf ``begin``, and their :func:`span_proof`.

    None where ``proof`` has too few hashes or too many, or the leaves are not all in such a tree.
    """
    end, left = begin + len(leaves), list(reversed(proof))
    if not 0 <= begin < end <= size:
        return None

    def root(low: int, high: int) -> bytes:
        if high <= begin or end <= low:
            return left.pop()
        if high - low == 1:
            return leaves[low - begin]
        split = low + _split(high - low)
        return node_hash(root(low, split), root(split, high))

    try:
        found = root(0, size)
    except IndexError:
        return None
    return None if left else found


def verify_consistency(  # noqa: C901 - the algorithm as the RFC states it, step by step
    old: int, old_root: bytes, size: int, root: bytes, proof: Sequence[bytes]
) -> bool:
    """Whether ``proof`` shows that the tree ``old`` is a beginning of the tree ``size`` (RFC 9162 section 2.1.4.2).

    The empty tree is a beginning of every tree; its proof is empty (C2SP tlog-witness).
    """
    if not 0 <= old <= size:
        return False
    if old == 0:
        return old_root == EMPTY_ROOT and not proof and (size > 0 or root == EMPTY_ROOT)
    if old == size:
        return old_root == root and not proof
    path = list(proof)
    if old & (old - 1) == 0:
        path.insert(0, old_root)
    if not path:
        return False
    fn, sn = old - 1, size - 1
    while fn & 1:
        fn >>= 1
        sn >>= 1
    first = second = path[0]
    for sibling in path[1:]:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            first = node_hash(sibling, first)
            second = node_hash(sibling, second)
            while not fn & 1 and fn:
                fn >>= 1
                sn >>= 1
        else:
            second = node_hash(second, sibling)
        fn >>= 1
        sn >>= 1
    return sn == 0 and first == old_root and second == root


def _split(count: int) -> int:
    """The largest power of two below ``count``."""
    return 1 << ((count - 1).bit_length() - 1)
