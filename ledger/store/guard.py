"""What a database is made of, said line by line, and held against what ``tombo init`` makes.

Who may change a schema can show a row twice, hide it, or swallow what is inserted, and no row is changed by it. So every
object of the schema is described, and the whole description must be the one that our own statements give.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import takewhile
from typing import Final, NamedTuple

from tombo.ledger.core.errors import TamperedError

SHOWN: Final = 5
"""How many differences an error names; ``tombo verify`` names them all."""
TEXT_MAX: Final = 160
"""How much of a definition is shown: what a forger wrote may be long."""


_DETAILS: Final = ("column", "constraint", "index")
"""What follows where a whole table is not as it should be: said last."""


class Described(NamedTuple):
    """One object of a schema: which it is (``trigger swallow on openings``), and how it is defined."""

    what: str
    how: str


def differences(found: Iterable[Described], expected: Iterable[Described]) -> list[str]:
    """What is there and should not be, is missing, or is defined otherwise: a sentence each, what changes most first."""
    there, wanted = Counter(found), Counter(expected)
    more, less = there - wanted, wanted - there
    said = []
    for what in sorted({one.what for one in (*more, *less)}, key=_weight):
        extra = [_line(one.how) for one in more.elements() if one.what == what]
        lacking = [_line(one.how) for one in less.elements() if one.what == what]
        same = _common(*extra, *lacking) if extra and lacking else 0
        extra, lacking = [_shown(how[same:]) for how in extra], [_shown(how[same:]) for how in lacking]
        if not extra:
            said.append(f"{_shown(_line(what))} is missing, expected {'; '.join(lacking)}")
        elif not lacking:
            said.append(f"{_shown(_line(what))} is not of a ledger: {'; '.join(extra)}")
        else:
            said.append(f"{_shown(_line(what))} is {'; '.join(extra)}, expected {'; '.join(lacking)}")
    return said


def _weight(what: str) -> tuple[bool, str]:
    return what.startswith(_DETAILS), what


def tampered_schema(place: str, said: list[str]) -> TamperedError:
    """The error for a database at ``place`` whose schema differs as ``said``."""
    more = f"; and {len(said) - SHOWN} more" if len(said) > SHOWN else ""
    return TamperedError(
        f"{place} is not made as 'tombo init' makes it: {'; '.join(said[:SHOWN])}{more}. What such a database shows may not"
        " be what it holds: nothing was read, and nothing recorded. Copy it as it is, run 'tombo verify', and find out who"
        " changed it; then undo the change, or restore the database"
    )


def _line(text: str) -> str:
    return " ".join(text.split())


def _common(*lines: str) -> int:
    """How much at the beginning of long lines is the same, whole words: not worth showing."""
    if max(map(len, lines)) <= TEXT_MAX:
        return 0
    same = takewhile(lambda at: len({line[at] for line in lines}) == 1, range(min(map(len, lines))))
    return lines[0].rfind(" ", 0, sum(1 for _ in same)) + 1


def _shown(line: str) -> str:
    """``line`` printable anywhere, and not a page of it."""
    kept = line if len(line) <= TEXT_MAX else f"{line[:TEXT_MAX]}..."
    return "".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in kept)
