"""Transcripts of hold'em played as Omaha: what does not depend on the closed cards is told once for both (docs/r811.toml)."""

from __future__ import annotations

import re
from typing import Final

_TERMS: Final = re.compile(r"^(terms (?:letter|practice))", re.MULTILINE)
_DEALS: Final = re.compile(r"^(import deals)((?: \d+)+)", re.MULTILINE)
_SESSION: Final = re.compile(r"(do start_session(?: [a-z]+=\S+)+)")


def as_omaha(text: str) -> str:
    """The transcript ``text`` with the terms of Omaha, four closed cards each, and R811 for R806."""
    played = text.replace("R806 r.", "R811 r.")
    played = _TERMS.sub(r"\1 variant=omaha", played)
    played = _DEALS.sub(r"\1\2\2", played)
    played = _SESSION.sub(r"\1 regulation=R811", played)
    return f"terms letter variant=omaha\n{played}"
