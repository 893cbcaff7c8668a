"""Tiles in a folder: how they are named (C2SP tlog-tiles v0.1.0), and what one of entries holds."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from tombo.ledger.exchange.edge import TILE_WIDTH
from tombo.ledger.seal.canonical import INTEGER_MAX

WIDTH: Final = TILE_WIDTH
"""How many entries a full tile of entries has: as many as one of hashes."""
_PARTIAL: Final = frozenset(map(str, range(1, WIDTH)))


def tile_name(n: int, width: int = WIDTH) -> str:
    """The C2SP name of tile ``n``: groups of three digits, ``.p/W`` where it is not full."""
    groups = [f"{n % 1000:03d}"]
    while n := n // 1000:
        groups.insert(0, f"x{n % 1000:03d}")
    return "/".join(groups) + (f".p/{width}" if width < WIDTH else "")


def tile_width(name: str) -> int:
    """How wide a tile that is not full is, by the last part of its name; 0 for what is no tile."""
    return int(name) if name in _PARTIAL else 0


def tile_number(parts: tuple[str, ...]) -> tuple[int, int]:
    """Number and width of the tile with this path below its level; -1 for what is no tile."""
    width = WIDTH
    if len(parts) > 1 and parts[-2].endswith(".p"):
        width = tile_width(parts[-1])
        if not width:
            return -1, 0
        parts = (*parts[:-2], parts[-2].removesuffix(".p"))
    digits = "".join(part.removeprefix("x") for part in parts)
    if not digits.isascii() or not digits.isdecimal() or len(digits) > len(str(INTEGER_MAX)):
        return -1, 0
    n = int(digits)
    if n >= INTEGER_MAX // WIDTH:  # beyond the largest log
        return -1, 0
    return (n, width) if tile_name(n, width).removesuffix(f".p/{width}") == "/".join(parts) else (-1, 0)


def hash_tile(level: int, n: int, width: int = WIDTH) -> str:
    """Where a tile of hashes lies in a bundle."""
    return f"tile/{level}/{tile_name(n, width)}"


def entry_tile(n: int, width: int = WIDTH) -> str:
    """Where a tile of entries lies in a bundle."""
    return f"tile/entries/{tile_name(n, width)}"


def entry_data(leaves: Iterable[bytes]) -> bytes:
    """What a tile of entries holds: each leaf behind its length."""
    return b"".join(len(leaf).to_bytes(2, "big") + leaf for leaf in leaves)


def put(path: Path, data: bytes, more: Iterable[bytes] = ()) -> None:
    """Write a new file, and the folders it lies in: ``data``, and then what follows piece by piece."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("xb") as file:
        file.write(data)
        file.writelines(more)
