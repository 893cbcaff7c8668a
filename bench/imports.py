"""The import door: PHH files of one hand each, read, judged by the rules, sealed and committed, on one core."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bench.common import Line, median, rate, report, scaled, scratch, sqlite_ledger
from bench.files import CORPUS, hand_files
from bench.importing import import_into

HANDS: Final = scaled(2_269)


def hands_a_second(files: list[Path]) -> float:
    """Hands imported a second into a new ledger on SQLite."""
    with sqlite_ledger() as ledger:
        return rate(len(files), lambda: import_into(ledger, files))


def main() -> None:
    """Measure and print."""
    with scratch() as folder:
        files = hand_files(folder, HANDS)[:HANDS]
        source = "Pluribus hands of the corpus" if CORPUS.is_dir() else "generated hands"
        imported = median(lambda: hands_a_second(files))
    report(f"Import door, {len(files)} {source}", [Line("tombo import phh, SQLite, one core", imported, "hands/s", None, 1_000)])


if __name__ == "__main__":
    main()
