"""What comes of every attack: the data of ``docs/redteam.toml``, which the suite holds against what it sees."""

from __future__ import annotations

import tomllib
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


def _read() -> tuple[Foretold, ...]:
    return tuple(
        Foretold(attack["who"], attack["table"], what, tuple(verdicts))
        for attack in tomllib.loads(FILE.read_text())["attack"]
        for what, verdicts in attack["verdicts"].items()
    )


FORETOLD: Final = _read()
