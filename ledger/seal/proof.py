"""Proofs that an entry is in the log: C2SP tlog-proof, one file that needs nothing but the reader's policy.

```
c2sp.org/tlog-proof@v1
extra <the leaf, in base64>
index 33
<one hash of the path a line, in base64, the leaf's sibling first>

<a checkpoint, as it was signed>
```

``extra`` is where tlog-proof has room for what an application needs to make the record's hash. It is not believed: the
path shows that its hash is in the tree. Other tools pass over it and verify the rest.
"""

from __future__ import annotations

from base64 import b64encode
from typing import Final, NamedTuple

from tombo.ledger.core.errors import MalformedError, TamperedError
from tombo.ledger.seal.canonical import INTEGER_MAX
from tombo.ledger.seal.checkpoint import Checkpoint, open_checkpoint, parse_checkpoint
from tombo.ledger.seal.entry import LEAF_MAX
from tombo.ledger.seal.evidence import Evidence, read_leaf
from tombo.ledger.seal.keys import strict_base64
from tombo.ledger.seal.merkle import HASH_SIZE, Node, inclusion_proof, leaf_hash, verify_inclusion
from tombo.ledger.seal.note import NOTE_MAX, Verified, parse_note
from tombo.ledger.seal.policy import Policy

HEADER: Final = "c2sp.org/tlog-proof@v1"
PATH_MAX: Final = 63
"""The longest path: no tree has more than 2**63 leaves."""
PROOF_MAX: Final = NOTE_MAX + 2 * LEAF_MAX + 10_000
"""The longest proof that is read, in bytes."""


class Proof(NamedTuple):
    """A proof taken apart, nothing verified. ``extra`` is the leaf in ours, and may be anything, or None, in others'."""

    extra: bytes | None
    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody asks of a proof
    path: tuple[bytes, ...]
    checkpoint: bytes
    """The signed note, as it stands."""


class Proven(NamedTuple):
    """What a proof shows: the entry at ``index`` of the log that ``checkpoint`` is of, and who cosigned that."""

    entry: Evidence
    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody asks of it
    checkpoint: Checkpoint
    witnesses: tuple[Verified, ...]


def prove(leaf: bytes, index: int, note: bytes, node: Node) -> Proof:
    """The proof that ``leaf`` is at ``index`` of the tree of the checkpoint ``note``; ``node`` gives the tree's nodes.

    Raises:
        MalformedError: ``note`` is no checkpoint.
        ValueError: the checkpoint's tree does not reach ``index``.
    """
    size = parse_checkpoint(parse_note(note).text).size
    return Proof(leaf, index, tuple(inclusion_proof(index, size, node)), note)


def write_proof(proof: Proof) -> bytes:
    """The file of a proof: the inverse of :func:`parse_proof`."""
    extra = [] if proof.extra is None else [f"extra {_base64(proof.extra)}"]
    lines = [HEADER, *extra, f"index {proof.index}", *map(_base64, proof.path), "", ""]
    return "\n".join(lines).encode() + proof.checkpoint


def parse_proof(data: bytes) -> Proof:
    """Take a proof apart, strictly: bytes that :func:`write_proof` would not give are refused.

    Raises:
        MalformedError: no proof.
    """
    if len(data) > PROOF_MAX:
        raise MalformedError(f"a proof of {len(data)} bytes; at most {PROOF_MAX} are read")
    head, gap, checkpoint = data.partition(b"\n\n")
    try:
        lines = head.decode("ascii").split("\n")
    except UnicodeDecodeError:
        lines = []
    if not gap or not lines or lines[0] != HEADER:
        raise MalformedError(f"no tlog-proof; expected {HEADER!r}, then index, path, an empty line and a checkpoint")
    del lines[0]
    extra = _field(lines.pop(0), "extra ") if lines and lines[0].startswith("extra ") else None
    digits = lines.pop(0).removeprefix("index ") if lines and lines[0].startswith("index ") else ""
    index = int(digits) if digits.isdecimal() and len(digits) <= len(str(INTEGER_MAX)) else -1
    if str(index) != digits or index > INTEGER_MAX:
        raise MalformedError("a proof without a line 'index' and a decimal number below 2**53, where one was expected")
    if len(lines) > PATH_MAX:
        raise MalformedError(f"a proof with a path of {len(lines)} hashes; at most {PATH_MAX} are read")
    path = tuple(_field(line, "") for line in lines)
    if any(len(hashed) != HASH_SIZE for hashed in path):
        raise MalformedError(f"a proof whose path has a hash that is not {HASH_SIZE} bytes")
    parse_checkpoint(parse_note(checkpoint).text)
    return Proof(extra, index, path, checkpoint)


def verify_proof(proof: Proof, hashed: bytes, policy: Policy) -> tuple[Checkpoint, tuple[Verified, ...]]:
    """The checkpoint under which ``proof`` shows the leaf hash ``hashed``, and the witnesses of ``policy`` that cosigned it.

    Raises:
        MalformedError: the checkpoint is none.
        TamperedError: it is not signed by the policy's log, has fewer cosignatures than the policy asks for, or the path
            does not lead from the leaf to its root.
    """
    checkpoint, witnesses = open_checkpoint(proof.checkpoint, policy)
    if not policy.satisfied([good.key for good in witnesses]):
        raise TamperedError(
            f"UNWITNESSED: the checkpoint of size {checkpoint.size} lacks the cosignatures that the policy asks for"
            f" (quorum {policy.quorum}); expected a proof with a cosigned one"
        )
    if not verify_inclusion(hashed, proof.index, checkpoint.size, proof.path, checkpoint.root):
        raise TamperedError(
            f"TAMPERED at {proof.index}: the path does not lead from the entry to the root of the checkpoint of size"
            f" {checkpoint.size}: the entry, its place or the path is not what was sealed"
        )
    return checkpoint, witnesses


def verify_entry(proof: Proof, policy: Policy) -> Proven:
    """The entry that ``proof`` has in its ``extra``, shown to be in the log of ``policy``.

    Raises:
        MalformedError: there is no leaf in it, or none that can be read.
        TamperedError: as for :func:`verify_proof`.
    """
    if proof.extra is None:
        raise MalformedError(
            "a proof without its entry; expected a line 'extra' with the leaf, as 'tombo proof' writes"
        )
    checkpoint, witnesses = verify_proof(proof, leaf_hash(proof.extra), policy)
    return Proven(read_leaf(proof.extra), proof.index, checkpoint, witnesses)


def same_checkpoint(proof: Proof, kept: bytes, policy: Policy) -> bool:
    """Whether ``proof`` is for the checkpoint ``kept`` elsewhere: of its size, and then of its root.

    Raises:
        MalformedError: ``kept`` is no checkpoint.
        TamperedError: it is not the log's; or it is of the same size and another root: two histories of one log.
    """
    ours, theirs = open_checkpoint(proof.checkpoint, policy)[0], open_checkpoint(kept, policy)[0]
    if ours.size == theirs.size and ours.root != theirs.root:
        raise TamperedError(
            f"FORKED: the log signed two histories of {ours.size} entries, with the root {ours.root.hex()} in the proof and"
            f" {theirs.root.hex()} in the checkpoint that was kept; keep both files, they prove it"
        )
    return ours == theirs


def _base64(data: bytes) -> str:
    return b64encode(data).decode()


def _field(line: str, label: str) -> bytes:
    try:
        return strict_base64(line.removeprefix(label))
    except ValueError as error:
        raise MalformedError(f"a proof with {line[:80]!r}, which is no base64: {error}") from None
