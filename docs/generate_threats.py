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
OPEN: Final = {"shown otherwise": "is shown as true", "a fault of tombo": "ends in a fault of tombo"}
"""Verdicts that are none, and stay open until they are gone."""
HEAD: Final = (
    "| who | forges | refused, with verdict and place | changes nothing | is left to him |\n|---|---|---|---|---|\n"
)


THEFTS: Final = (
    "Who has a key besides does more. Nobody acts on what no event key signed, whatever the checkpoint key signed over it; what an event key\n"
    "signed looks like the operator's until that key is revoked, and the checks of the day are there to name it. A door *without the signer's\n"
    "file*, on another host, believes the newest checkpoint of the table as far as it goes on from the one it believed before.\n\n"
    "| who | does | is believed by | is refused or named by | is not noticed by | is left to him |\n|---|---|---|---|---|---|\n"
)


UNNAMED: Final = (
    "The night holds what is sealed against what else is on record. The catalogue of `tests/forgeries/test_catalogue_of_thefts.py` alters each field\n"
    "of each kind that means money, chips, a place, a person, a card or an entry won, leaves each entry out and seals it twice, with the real key: all of\n"
    "it is named, with its table, tournament, hand, player or place in the log, but for this.\n\n"
    "| kind and field | is not named, for |\n|---|---|\n"
)


def page(text: str, data: str) -> str:
    """``text`` of the threat model with the three tables of ``data`` between its two marks."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    said = tomllib.loads(data)
    return f"{before}{BEGIN}\n{HEAD}{_rows(said['attack'])}\n{THEFTS}{_thefts(said['theft'])}\n{UNNAMED}{_unnamed(said['unnamed'])}\n{END}{after}"


def _thefts(thefts: Sequence[dict[str, Any]]) -> str:
    return "".join(
        f"| {theft['who']} | {theft['does']} | {_by(theft['says'], 'believed')} | {_named(theft['says'])} |"
        f" {_by(theft['says'], NOTHING)} | {theft['left']} |\n"
        for theft in thefts
    )


def _unnamed(unnamed: Sequence[dict[str, Any]]) -> str:
    return "".join(f"| {', '.join(f'`{theft}`' for theft in one['thefts'])} | {one['why']} |\n" for one in unnamed)


def _by(says: dict[str, str], word: str) -> str:
    return ", ".join(who for who, said in says.items() if said == word) or "nobody"


def _named(says: dict[str, str]) -> str:
    words = dict.fromkeys(said for said in says.values() if said not in {"believed", NOTHING})
    return "; ".join(f"{_by(says, word)}: {'named' if word == 'named' else f'`{word}`'}" for word in words) or "nobody"


def _rows(attacks: Sequence[dict[str, Any]]) -> str:
    return "".join(
        f"| {attack['who']} | `{attack['table']}` | {_refused(attack['verdicts'])} | {_unfelt(attack['verdicts'])} | {attack['left']}{_open(attack['verdicts'])} |\n"
        for attack in attacks
    )


def _refused(verdicts: dict[str, list[str]]) -> str:
    """What is refused wherever something rests on it, by verdicts."""
    by_verdicts: dict[str, list[str]] = {}
    for what, found in verdicts.items():
        words = ", ".join(f"`{word}`" for word in found if word != NOTHING and word not in OPEN)
        if words:
            by_verdicts.setdefault(words, []).append(what)
    return "; ".join(f"{', '.join(whats)}: {words}" for words, whats in by_verdicts.items()) or "nothing"


def _open(verdicts: dict[str, list[str]]) -> str:
    """What is still open, in plain words."""
    told = [
        f"what is {' or '.join(what for what, found in verdicts.items() if word in found)} {said}"
        for word, said in OPEN.items()
        if any(word in found for found in verdicts.values())
    ]
    return f"; **open**: {', '.join(told)}" if told else ""


def _unfelt(verdicts: dict[str, list[str]]) -> str:
    """What no action of the suite rests on, or is mended in passing: the outcome is the honest one."""
    return ", ".join(what for what, found in verdicts.items() if found == [NOTHING]) or "nothing"
