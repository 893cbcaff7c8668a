"""A copy of the exported vectors, spoiled, and what the second verifier says to it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from tests.tools import second_verifier
from tests.vectors import make
from tombo.ledger.seal.checkpoint import Checkpoint
from tombo.ledger.seal.merkle import leaf_hash, tree_hash
from tombo.ledger.seal.note import sign_note

BUNDLE: Final = Path(make.__file__).parent / "bundle"
ENTRIES: Final = "tile/entries/000.p/9"


def verdict(bundle: Path) -> str:
    """What the second verifier says under the policy of the vectors, whatever the bundle's own says."""
    return second_verifier.verify(bundle, BUNDLE / "policy")[1]


def publish(bundle: Path, leaves: list[bytes]) -> None:
    """Put other leaves into the bundle, under a checkpoint that the log's own key signs: a thief has it."""
    shutil.rmtree(bundle / "tile")
    root = tree_hash([leaf_hash(leaf) for leaf in leaves])
    (bundle / "checkpoint").write_bytes(sign_note(Checkpoint(make.ORIGIN, len(leaves), root).text, make.LOG))
    path = bundle / f"tile/entries/000.p/{len(leaves)}"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"".join(len(leaf).to_bytes(2, "big") + leaf for leaf in leaves))
