"""Where an entry, or a tree, stands to what was believed before it: in its place, beyond it, or in the place of another."""

from __future__ import annotations

from collections.abc import Sequence

from tombo.ledger.checked.alarm import NEXT, given_up_meanwhile, tampered
from tombo.ledger.checked.published import PublishedTree
from tombo.ledger.checked.tail import StreamHead
from tombo.ledger.checked.trust import Trust
from tombo.ledger.core.errors import TamperedError
from tombo.ledger.seal.checkpoint import Checkpoint
from tombo.ledger.seal.entry import Sealed
from tombo.ledger.store.types import Row


def check_place(found: Sequence[tuple[Row, Sealed, bytes]], known: StreamHead | None, size: int) -> None:
    """That entries of one stream, in order, each with its hash, are no others than those known among the log's first ``size``.

    ``known`` is the newest of that stream there. What an event key signed is not enough: who stole it signs another in its place.

    Raises:
        TamperedError: one of them is.
    """
    last = 0 if known is None else known.version
    for row, _, entry_hash in found:
        if row.version == last and known is not None and entry_hash != known.hash:
            raise tampered(row, "another entry of this version is remembered")
        if row.version > last and row.index < size:
            raise tampered(row, "another entry is known at its log index")


def continued(tree: PublishedTree, before: PublishedTree | Checkpoint | None, trust: Trust) -> PublishedTree:
    """``tree``, which goes on from the one that was believed ``before``, if one was; from now on it is the one that is.

    A shorter one is a roll-back, which is found by its size.

    Raises:
        TamperedError: the checkpoint key signed two histories, and the root key has not given up the one that was believed.
    """
    if before is not None and before.size <= tree.size and tree.root_at(before.size) != before.root:
        if trust.lost_meanwhile:
            raise given_up_meanwhile(before.size, trust)
        raise TamperedError(
            f"FORKED: the newest checkpoint, of {tree.size} entries, has the root {tree.root_at(before.size).hex()} at {before.size} entries;"
            f" the one that was believed before has {before.root.hex()} ({trust.seen_file}): TAMPERED, under the checkpoint key. Keep"
            f" both, they prove it; {NEXT}"
        )
    trust.see()
    return tree
