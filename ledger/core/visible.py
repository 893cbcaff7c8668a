"""Text that somebody else wrote, made safe to be shown: one function, for the terminal and for every sentence with a name in it."""

from __future__ import annotations

from typing import Final

CONTROLS: Final = (*range(32), *range(127, 160), 0x2028, 0x2029, 0xFFFE, 0xFFFF, *range(0xD800, 0xE000))
TURNS: Final = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
UNSEEN: Final = (
    0xAD,
    0x034F,
    0x115F,
    0x1160,
    0x180E,
    0x3164,
    0xFEFF,
    0xFFA0,
    *range(0x200B, 0x200E),
    *range(0x2060, 0x2066),
    *range(0xFFF9, 0xFFFC),
)
"""What takes no room: two names that differ by it look alike."""
TAGS: Final = range(0xE0000, 0xE0080)
"""Likewise, beyond the first plane of Unicode."""
_INVISIBLE: Final = {
    **{code: f"\\u{code:04x}" for code in (*CONTROLS, *TURNS, *UNSEEN)},
    **{code: f"\\udb40\\u{0xDC00 + (code & 0x3FF):04x}" for code in TAGS},
}
"""What moves the cursor, begins a line, turns the direction of writing, or is not seen: how it is shown instead, as JSON would write it."""
_LINES: Final = {code: shown for code, shown in _INVISIBLE.items() if code != ord("\n")}


def visible(text: str) -> str:
    """``text`` that somebody else wrote, on one line: no control and no turn of direction in it has an effect, each is seen."""
    return text.translate(_INVISIBLE)


def visible_lines(text: str) -> str:
    """Lines that are about to be shown: the same, whoever wrote what is in them, but for the ends of the lines."""
    return text.translate(_LINES)
