"""The table of the threat model that says what came of every attack, from ``docs/redteam.toml``.

The red team's suite (``tests/forgeries/test_redteam.py``) fails where that file says anything but what it saw.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from typing import Any, Final

BEGIN: Final = "<!-- Generated from docs/redteam.toml, which the red team's suite holds against what it saw; `make docs` writes it. -->\n"
END: Final = "<!-- End of what is generated. -->\n"
NOTHING: Final = "as if nothing were"
HEAD: Final = (
    "| who | forges | refused, with verdict and place | changes nothing | is left to him |\n|---|---|---|---|---|\n"
)


def page(text: str, data: str) -> str:
    """``text`` of the threat model with the table of ``data`` between its two marks."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{HEAD}{_rows(tomllib.loads(data)['attack'])}\n{END}{after}"


def _rows(attacks: Sequence[dict[str, Any]]) -> str:
    return "".join(
        f"| {attack['who']} | `{attack['table']}` | {_refused(attack['verdicts'])} | {_unfelt(attack['verdicts'])} | {attack['left']} |\n"
        for attack in attacks
    )


def _refused(verdicts: dict[str, list[str]]) -> str:
    """What is refused wherever something rests on it, by verdicts."""
    by_verdicts: dict[str, list[str]] = {}
    for what, found in verdicts.items():
        words = ", ".join(f"`{word}`" for word in found if word != NOTHING)
        if words:
            by_verdicts.setdefault(words, []).append(what)
    return "; ".join(f"{', '.join(whats)}: {words}" for words, whats in by_verdicts.items()) or "nothing"


def _unfelt(verdicts: dict[str, list[str]]) -> str:
    """What no action of the suite rests on, or is mended in passing: the outcome is the honest one."""
    return ", ".join(what for what, found in verdicts.items() if found == [NOTHING]) or "nothing"
