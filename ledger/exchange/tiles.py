"""The names of tiles in a folder (C2SP tlog-tiles v0.1.0)."""

from __future__ import annotations

from typing import Final

from ledger.seal.canonical import INTEGER_MAX

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
