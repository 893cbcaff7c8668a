"""Replay in bulk from stored bytes: decode, chain, fold, payouts computed again; beside PokerKit reading the files of the same hands."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import Final

from pokerkit import HandHistory

from bench.common import Line, rate, report, scaled, scratch, sqlite_ledger, together
from bench.files import CORPUS, hand_files
from bench.importing import import_into
from ledger.games.poker.audit import differences
from ledger.games.poker.state import Hand, evolve
from ledger.seal.entry import ZERO32
from ledger.store import Store
from ledger.store.mapper import CanonicalMapper

HANDS: Final = scaled(2_269)


def replay(store: Store) -> int:
    """Replay every hand of a ledger of imported hands, whose entries stand together in the log; how many there were.

    Raises:
        RuntimeError: an entry does not follow the one before, or a payout is not what the rules give.
    """
    mapper = CanonicalMapper(store.origin)
    hands = 0
    for stream, rows in groupby(store.rows(), lambda row: row.stream):
        if not stream.startswith("hand:"):
            continue
        previous: bytes = ZERO32
        hand: Hand | None = None
        for row in rows:
            entry = mapper.to_entry(row)
            if entry.prev != previous:
                raise RuntimeError(f"{stream} version {entry.version} does not follow the entry before it")
            previous = entry.hash
            hand = evolve(hand, entry.event)
        if hand is not None and (wrong := differences(hand)):
            raise RuntimeError("; ".join(wrong))
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
            return rate(len(files), lambda: replay(ledger.store))

        def peer() -> float:
            return rate(len(files), lambda: iterate(files))

        replayed, iterated = together(ours, peer)
    report(
        f"Replay in bulk, {len(files)} {'Pluribus' if CORPUS.is_dir() else 'generated'} hands, one core",
        [
            Line("PokerKit, loading and iterating the files", iterated, "hands/s"),
            Line("tombo, stored bytes to payouts", replayed, "hands/s", iterated, 4.0),
        ],
    )


if __name__ == "__main__":
    main()
