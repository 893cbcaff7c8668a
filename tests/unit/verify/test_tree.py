"""The verifier's tree: any earlier root from a fraction of the hashes; streams joined from files."""

from __future__ import annotations

import hashlib

import pytest

from tombo.ledger.seal.entry import ZERO32
from tombo.ledger.seal.merkle import EMPTY_ROOT, tree_hash
from tombo.ledger.verify.bodies import NOWHERE, ParsedRow
from tombo.ledger.verify.streams import StreamEnds, chain, places
from tombo.ledger.verify.symptoms import SymptomList
from tombo.ledger.verify.tree import Tree

LEAVES = [hashlib.sha256(str(at).encode()).digest() for at in range(3_000)]


def grown(step: int, sizes: list[int] | None = None) -> tuple[Tree, list[tuple[int, bytes]]]:
    """The tree over the leaves, grown ``step`` at a time, and the roots it gave on the way."""
    tree = Tree(lambda start, stop: LEAVES[start:stop])
    roots = []
    wanted = list(sizes or [])
    for start in range(0, len(LEAVES), step):
        part = LEAVES[start : start + step]
        now = [size for size in wanted if size <= start + len(part)]
        wanted = wanted[len(now) :]
        roots += tree.extend(b"".join(part), iter(now))
    return tree, roots


@pytest.mark.parametrize("step", [256, 1_024, 4_096])
def test_the_root_of_any_earlier_size_is_that_of_rfc_6962(step: int) -> None:
    """Asked on the way or afterwards, at borders of blocks and between them."""
    sizes = [0, 1, 2, 255, 256, 257, 511, 512, 1_000, 1_023, 1_024, 2_048, 2_999, 3_000]
    tree, roots = grown(step, sizes)
    expected = [(size, tree_hash(LEAVES[:size])) for size in sizes]
    assert roots == expected
    fresh, _ = grown(step)
    assert [(size, fresh.root_at(size)) for size in sizes] == expected
    assert tree.root() == tree_hash(LEAVES)
    assert tree.root_at(3_001) is None


def test_an_empty_tree_has_the_empty_root() -> None:
    """No leaves, one root (RFC 6962 section 2.1)."""
    assert Tree(lambda start, stop: []).root() == EMPTY_ROOT


def line(index: int, stream: str, version: int, prev: bytes) -> ParsedRow:
    """A row of ``stream``; its hash is that of its index."""
    return ParsedRow(index, stream, version, "kind", NOWHERE, prev, hashed(index), bytes(32), None, None, None)


def hashed(index: int) -> bytes:
    """A hash for a row."""
    return hashlib.sha256(str(index).encode()).digest()


def found(*chunks: list[ParsedRow]) -> list[tuple[str, int | None]]:
    """Codes and places of what is wrong with streams that run over ``chunks``."""
    symptoms = SymptomList()
    with StreamEnds(10**6) as ends:
        for chunk in chunks:
            ends.add(chain(chunk, symptoms), b"")
        ends.check(lambda index: f"stream of {index}", symptoms)
    return [(one.problem.code.value, one.problem.first) for one in symptoms]


def test_streams_join_across_chunks() -> None:
    """Versions and hashes continue, however many chunks lie between."""
    first = [line(0, "a:1", 1, ZERO32), line(1, "b:1", 1, ZERO32)]
    second = [line(2, "a:1", 2, hashed(0))]
    third = [line(3, "b:1", 2, hashed(1)), line(4, "a:1", 3, hashed(2))]
    assert found(first, second, third) == []


def test_what_does_not_join_is_named() -> None:
    """A version that comes again, one that is left out, a hash that is another, a stream that does not begin with 1."""
    first = [line(0, "a:1", 1, ZERO32)]
    assert found(first, [line(1, "a:1", 1, ZERO32)]) == [("REORDERED", 1)]
    assert found(first, [line(1, "a:1", 3, hashed(0))]) == [("MISSING", 1)]
    assert found(first, [line(1, "a:1", 2, hashed(7))]) == [("TAMPERED", 1)]
    assert found([line(0, "a:1", 2, ZERO32)]) == [("MISSING", 0)]
    assert found([line(0, "a:1", 1, hashed(3))]) == [("TAMPERED", 0)]


def test_a_command_id_at_two_places_is_named() -> None:
    """Uniqueness holds across the whole log, not only within a chunk."""
    symptoms = SymptomList()
    with StreamEnds(10**7) as ends:
        for start in range(0, 3_000, 1_000):
            ends.add(b"", places((f"c-{at}", at) for at in range(start, start + 1_000)))
        ends.add(b"", places([("c-17", 5_000), ("new", 5_001)]))
        ends.check(lambda index: "", symptoms)
    assert [(one.problem.first, one.cause) for one in symptoms] == [(5_000, 17)]
