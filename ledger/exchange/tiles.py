"""Tiles in a folder: how they are named (C2SP tlog-tiles v0.1.0), and how those of a tree are written."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from tombo.ledger.seal.canonical import INTEGER_MAX
from tombo.ledger.seal.merkle import CompactRange, tree_hash

WIDTH: Final = 256
"""How many hashes or entries a full tile has."""
_PARTIAL: Final = frozenset(map(str, range(1, WIDTH)))


def tile_name(n: int, width: int = WIDTH) -> str:
    """The C2SP name of tile ``n``: groups of three digits, ``.p/W`` where it is not full."""
    groups = [f"{n % 1000:03d}"]
    while n := n // 1000:
        groups.insert(0, f"x{n % 1000:03d}")
    return "/".join(groups) + (f".p/{width}" if width < WIDTH else "")


def tile_number(parts: tuple[str, ...]) -> tuple[int, int]:
    """Number and width of the tile with this path below its level; -1 for what is no tile."""
    width = WIDTH
    if len(parts) > 1 and parts[-2].endswith(".p"):
        if parts[-1] not in _PARTIAL:
            return -1, 0
        width = int(parts[-1])
        parts = (*parts[:-2], parts[-2].removesuffix(".p"))
    digits = "".join(part.removeprefix("x") for part in parts)
    if not digits.isascii() or not digits.isdecimal() or len(digits) > len(str(INTEGER_MAX)):
        return -1, 0
    n = int(digits)
    if n >= INTEGER_MAX // WIDTH:  # beyond the largest log
        return -1, 0
    return (n, width) if tile_name(n, width).removesuffix(f".p/{width}") == "/".join(parts) else (-1, 0)


class TileWriter:
    """Writes the tiles of a growing tree as they fill."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.edge = CompactRange()
        self._open: list[list[bytes]] = []
        self._full: list[int] = []

    def add(self, hashed: bytes, level: int = 0) -> None:
        """Add a hash on the right; a full tile's root goes one level up."""
        if level == 0:
            self.edge.append(hashed)
        if level == len(self._open):
            self._open.append([])
            self._full.append(0)
        hashes = self._open[level]
        hashes.append(hashed)
        if len(hashes) == WIDTH:
            self._write(level)
            self._full[level] += 1
            root = tree_hash(hashes)
            hashes.clear()
            self.add(root, level + 1)

    def finish(self) -> None:
        """Write the tiles that are not full."""
        for level, hashes in enumerate(self._open):
            if hashes:
                self._write(level)

    def _write(self, level: int) -> None:
        hashes = self._open[level]
        name = tile_name(self._full[level], len(hashes))
        put(self.directory / "tile" / str(level) / name, b"".join(hashes))


def put(path: Path, data: bytes, more: Iterable[bytes] = ()) -> None:
    """Write a new file, and the folders it lies in: ``data``, and then what follows piece by piece."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("xb") as file:
        file.write(data)
        file.writelines(more)
