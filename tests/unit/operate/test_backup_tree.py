"""The tree of a backup that grows in steps, over the sizes at which its tiles fill: the same files as of a bundle written at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.forgeries.maker import ORIGIN
from tests.worlds.backups import files_of
from tests.worlds.operator import Operator
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.exchange.bundle import write_bundle
from tombo.ledger.operate.backup import back_up
from tombo.ledger.seal.checkpoint import Checkpoint
from tombo.ledger.seal.entry import leaf_data
from tombo.ledger.seal.merkle import CompactRange, leaf_hash
from tombo.ledger.seal.note import sign_note
from tombo.ledger.store import Head, Row

FULL = 256 * 256
SIZES = (
    (1, 1),
    (255, 256),
    (257, 300),
    (512, 512),
    (65_278, 65_281),
    (FULL - 1, FULL),
    (FULL, FULL + 1),
    (66_100, 66_100),
)
"""Of the checkpoint, and of the log; 65,536 entries are the first to fill a tile of the second level."""


class Long:
    """A log of small entries, which need not be any ledger's: nobody but the tree looks at them."""

    def __init__(self, note: bytes, size: int) -> None:
        self.note, self.size = note, size
        self.asked: list[tuple[int, int]] = []

    def last_checkpoint(self) -> str:
        return self.note.decode()

    def head(self) -> Head:
        return Head(self.size, 0)

    def rows(self, start: int = 0, stop: int | None = None) -> Iterator[Row]:
        self.asked.append((start, stop or 0))
        return (entry(index) for index in range(start, min(stop or 0, self.size)))

    def sealed_between(self, _start: int, _stop: int) -> Iterator[Any]:
        return iter(())

    def openings_between(self, _start: int, _stop: int) -> Iterator[Any]:
        return iter(())


def entry(index: int) -> Row:
    """An entry that the format's leaf can hold."""
    return Row(index, "hand:a", index + 1, "hand.a", index.to_bytes(8, "big") * 20)


def test_the_tree_is_that_of_all_entries_at_every_step(operator: Operator, tmp_path: Path) -> None:
    """And of each step only the entries since the tile in which the checkpoint before ends are asked for."""
    key, folder, tree, before = operator.keyring.signer().key, tmp_path / "backup", CompactRange(), 0
    folder.mkdir()
    notes = dict[int, bytes]()
    for signed, size in SIZES:
        while tree.size < signed:
            tree.append(leaf_hash(leaf_data(*entry(tree.size)[1:])))
        notes[signed] = sign_note(Checkpoint(ORIGIN, signed, tree.root()).text, key)
        log: Any = Long(notes[signed], size)
        done = back_up(log, folder, operator.policy, SteppingClock())
        assert (done.signed, done.entries) == (signed, size)
        assert min(start for start, _ in log.asked) == before // 256 * 256
        before = signed
        if signed in {255, 512, FULL - 1, FULL, 66_100}:
            whole = tmp_path / f"bundle-{signed}"
            write_bundle(whole, log, note=notes[signed].decode(), policy=operator.policy.text, openings=False)
            there, exported = files_of(folder), files_of(whole)
            assert {name: there.get(name) for name in exported} == exported
            extra = {name for name in there.keys() - exported.keys() if not name.startswith("openings/")}
            beyond = (
                {f"tile/entries/{size // 256:03d}.p/{size % 256}"}
                if size % 256
                else {f"tile/entries/{size // 256 - 1:03d}"}
            )
            assert extra <= {"backup", "backup.lock"} | beyond
