"""Text that somebody else wrote, made safe to be shown: one function, for the terminal and for every sentence with a name in it."""

from __future__ import annotations

from typing import Final

CONTROLS: Final = (*range(32), *range(127, 160), 0x2028, 0x2029, 0xFFFE, 0xFFFF, *range(0xD800, 0xE000))
TURNS: Final = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_INVISIBLE: Final = {code: f"\\u{code:04x}" for code in (*CONTROLS, *TURNS)}
"""What moves the cursor, begins a line, or turns the direction of writing: how it is shown instead."""


def visible(text: str) -> str:
    """``text`` that somebody else wrote, on one line: no control and no turn of direction in it has an effect, each is seen."""
    return text.translate(_INVISIBLE)
