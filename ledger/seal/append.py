"""What one commit adds, as the text its event key signs (``docs/format.md``, 'Append')."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from typing import Final

from tombo.ledger.seal.merkle import leaf_hash, leaf_hashes, tree_hash

APPEND_TAG: Final = "tombo/append/v1"
COUNT_MAX: Final = 65_535
"""The most entries one append holds: its count has two bytes."""


def append_text(  # noqa: PLR0917 - the order of the lines
    origin: str, first: int, count: int, recorded: int, anchor_size: int, anchor_root: bytes, root: bytes
) -> bytes:
    """The text under the signature: eight lines, each ended by a line feed, numbers in decimal.

    ``recorded`` is in microseconds since 1970; ``anchor_size`` and ``anchor_root`` are the newest checkpoint the
    writer knew (size 0 and the root of the empty tree before the first).
    """
    return (
        f"{APPEND_TAG}\n{origin}\n{first}\n{count}\n{recorded}\n{anchor_size}\n"
        f"{b64encode(anchor_root).decode()}\n{b64encode(root).decode()}\n"
    ).encode()


def append_root(hashes: Sequence[bytes]) -> bytes:
    """The RFC 6962 tree hash over the append's entry hashes in log order, each hash being a leaf's *data*."""
    if len(hashes) == 1:
        return leaf_hash(hashes[0])
    return tree_hash(leaf_hashes(hashes))
