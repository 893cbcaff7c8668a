"""The import door: PHH files read, judged by the rules, sealed and committed; a hand a file, and all in one, by one process and by one a core."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bench.common import SIGNATURES, Line, rate, report, scaled, scratch, signatures, sqlite_ledger, together
from bench.files import CORPUS, hand_files
from bench.importing import import_into
from tombo.ledger.parts import of_this_machine

HANDS: Final = scaled(2_269)


def hands_a_second(paths: list[Path], hands: int, jobs: int | None = 1) -> float:
    """Hands imported a second into a new ledger on SQLite; ``jobs``: processes, None for one a core."""
    with of_this_machine(jobs) as means, sqlite_ledger() as ledger:
        return rate(hands, lambda: import_into(ledger, paths, means))


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
        single, many, cores, signed = together(
            lambda: hands_a_second(files, len(files)),
            lambda: hands_a_second([whole], len(files)),
            lambda: hands_a_second([whole], len(files), None),
            signatures,
        )
    report(
        f"Import door, {len(files)} {'Pluribus' if CORPUS.is_dir() else 'generated'} hands, SQLite",
        [
            Line("tombo import phh, a file a hand (.phh)", single, "hands/s", None, 1_000, _elsewhere(single, signed)),
            Line("tombo import phh, one file (.phhs)", many, "hands/s", None, 1_000, _elsewhere(many, signed)),
            Line(
                "the same, one process a core",
                cores,
                "hands/s",
                many,
                None,
                _elsewhere(cores, signed) + ", must reach 2,000",
            ),
            Line("Ed25519 signatures on this core", signed, "a second"),
        ],
    )


if __name__ == "__main__":
    main()
