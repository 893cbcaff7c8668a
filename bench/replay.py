"""Replay in bulk from stored bytes: decode, chain, fold, payouts computed again; beside PokerKit reading the files of the same hands."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

from pokerkit import HandHistory

from bench.common import Line, rate, report, scaled, scratch, sqlite_ledger, together
from bench.files import CORPUS, hand_files
from bench.importing import import_into
from tombo.ledger.store import Store
from tombo.projections.round.audit import audit
from tombo.projections.round.stored import row_at

HANDS: Final = scaled(2_269)


def replay(store: Store) -> int:
    """Replay every hand of a ledger; how many there were.

    Raises:
        RuntimeError: a payout is not what the rules give: the figures would be of something else.
    """
    hands = 0
    for hand in audit(store.rows(), partial(row_at, store)):
        if hand.differences:
            raise RuntimeError("; ".join(hand.differences))
        hands += 1
    return hands


def iterate(files: list[Path]) -> None:
    """Load every file with PokerKit and go through the states of its hand."""
    for path in files:
        with path.open("rb") as file:
            for _ in HandHistory.load(file):
                pass


def main() -> None:
    """Measure and print."""
    with scratch() as folder, sqlite_ledger() as ledger:
        files = hand_files(folder, HANDS)[:HANDS]
        import_into(ledger, files)

        def ours() -> float:
            return rate(replay(ledger.store), lambda: replay(ledger.store))

        def peer() -> float:
            return rate(len(files), lambda: iterate(files))

        replayed, iterated = together(ours, peer)
    report(
        f"Replay in bulk, {len(files)} {'Pluribus' if CORPUS.is_dir() else 'generated'} hands, one core",
        [
            Line("PokerKit, loading and iterating the files", iterated, "hands/s"),
            Line("tombo, stored bytes to payouts", replayed, "hands/s", iterated, 5.5),
        ],
    )


if __name__ == "__main__":
    main()
