"""A cell of a sheet that holds what somebody else wrote."""

from __future__ import annotations

import re
from typing import Final

FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet would run."""
_NUMBER: Final = re.compile(r"-?\d+(\.\d+)?")


def unrunnable(text: str) -> str:
    """``text`` as it stands in a cell: a claim or a name may come from outside, and an apostrophe keeps a spreadsheet from taking it for a formula."""
    return f"'{text}" if text.startswith(FORMULAS) and _NUMBER.fullmatch(text) is None else text
