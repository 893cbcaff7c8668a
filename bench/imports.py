"""The import door: PHH files read, judged by the rules, sealed and committed, on one core; a hand a file, and all in one."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bench.common import SIGNATURES, Line, rate, report, scaled, scratch, signatures, sqlite_ledger, together
from bench.files import CORPUS, hand_files
from bench.importing import import_into

HANDS: Final = scaled(2_269)


def hands_a_second(paths: list[Path], hands: int) -> float:
    """Hands imported a second into a new ledger on SQLite."""
    with sqlite_ledger() as ledger:
        return rate(hands, lambda: import_into(ledger, paths))


def joined(files: list[Path], path: Path) -> Path:
    """One ``.phhs`` of the hands of all ``files``."""
    with path.open("w", encoding="utf-8") as out:
        for number, file in enumerate(files, 1):
            out.write(f"[{number}]\n{file.read_text(encoding='utf-8').rstrip()}\n\n")
    return path


def _elsewhere(hands: float, signed: float) -> str:
    """What it comes to on the core for which absolute figures are given."""
    return f"where a core signs {SIGNATURES:,} times a second: {hands * SIGNATURES / signed:,.0f}"


def main() -> None:
    """Measure and print."""
    with scratch() as folder:
        files = hand_files(folder, HANDS)[:HANDS]
        whole = joined(files, folder / "all.phhs")
        single, many, signed = together(
            lambda: hands_a_second(files, len(files)), lambda: hands_a_second([whole], len(files)), signatures
        )
    report(
        f"Import door, {len(files)} {'Pluribus' if CORPUS.is_dir() else 'generated'} hands, SQLite, one core",
        [
            Line("tombo import phh, a file a hand (.phh)", single, "hands/s", None, 1_000, _elsewhere(single, signed)),
            Line("tombo import phh, one file (.phhs)", many, "hands/s", None, 1_000, _elsewhere(many, signed)),
            Line("Ed25519 signatures on this core", signed, "a second"),
        ],
    )


if __name__ == "__main__":
    main()
