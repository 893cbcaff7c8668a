"""What comes of every attack: the data of ``docs/redteam.toml``, which the suite holds against what it sees."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

FILE: Final = Path(__file__).resolve().parents[3] / "docs" / "redteam.toml"
OWNER: Final = "the owner of the database"


class Foretold(NamedTuple):
    """One line of the table."""

    who: str
    table: str
    what: str
    verdicts: tuple[str, ...]


class Theft(NamedTuple):
    """One line of the table of what is done with stolen keys, and what everybody then says."""

    who: str
    does: str
    says: Mapping[str, str]
    left: str


def _read() -> tuple[Foretold, ...]:
    return tuple(
        Foretold(attack["who"], attack["table"], what, tuple(verdicts))
        for attack in tomllib.loads(FILE.read_text())["attack"]
        for what, verdicts in attack["verdicts"].items()
    )


FORETOLD: Final = _read()
THEFTS: Final = tuple(Theft(**theft) for theft in tomllib.loads(FILE.read_text())["theft"])
