"""What a build of a projection is, and the statements that make and remove its tables.

Whoever may write the database of projections chooses what stands in it. So nothing that was read there becomes part of a
statement before it was checked here: a name is small letters and ``_``, a number is a number. Which tables a build has is
not stored at all: they are those of the catalogue whose names begin with its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from tombo.ledger.core.errors import MalformedError
from tombo.ledger.store.types import LedgerRecorder

NAME_MAX: Final = 63
"""The longest name PostgreSQL keeps whole."""

_WORD: Final = re.compile(r"[a-z]+(_[a-z]+)*", re.ASCII)
"""A name of a projection or table. No digits: so no two of them make one stored name."""
_SORTS: Final = {"name": str, "build": int, "version": int, "live": int, "origin": str, "last": str, "state": str}
BUILD_COLUMNS: Final = (*_SORTS, "position")
"""What ``build_of`` takes, in order: the columns of ``builds``, and the position that is tracked."""


class ViewTable(NamedTuple):
    """A table of a projection. ``columns``: names, and ``text`` or ``bigint``; none of them is ever null.

    ``replaces``: a row of the same key takes the place of the one there; else rows are only ever added.
    """

    name: str
    columns: tuple[tuple[str, str], ...]
    key: tuple[str, ...]
    indexes: tuple[tuple[str, ...], ...] = ()
    replaces: bool = False


class Build(NamedTuple):
    """The tables of a projection and how far they follow. ``position``: how many entries of the log are in them."""

    name: str
    number: int
    version: int
    live: bool
    origin: str
    last: str
    """What tells the last entry they hold: whether the ledger they followed is still the same."""
    state: str
    """What the fold knows besides its rows, as it wrote it."""
    position: int

    def stored(self, table: str) -> str:
        """The name under which ``table`` is stored."""
        return f"{self.name}_{self.number}_{table}"

    @property
    def tracked(self) -> str:
        """The name under which its position is kept."""
        return f"{self.name}/{self.number}"


def is_name(found: object) -> bool:
    """Whether ``found`` can name a projection or one of its tables."""
    return isinstance(found, str) and len(found) <= NAME_MAX and _WORD.fullmatch(found) is not None


def is_count(found: object) -> bool:
    """Whether ``found`` is a number, 0 or more: SQLite keeps anything in any column."""
    return type(found) is int and found >= 0


def build_of(row: Sequence[Any]) -> Build:
    """The build in a row of ``BUILD_COLUMNS``.

    Raises:
        MalformedError: a value that no follower wrote; it is not quoted, for it may be anything.
    """
    for column, value in zip(BUILD_COLUMNS, row, strict=True):
        sort = _SORTS.get(column, int)
        if not (is_name(value) if column == "name" else is_count(value) if sort is int else isinstance(value, str)):
            raise MalformedError(f"the table builds has a {column} that no follower wrote")
    name, number, version, live, origin, last, state, position = row
    return Build(name, number, version, live == 1, origin, last, state, position)


def creating(build: Build, table: ViewTable, recorder: LedgerRecorder) -> Iterator[str]:
    """The statements that make ``table``.

    Raises:
        ValueError: a name that is none, or too long to be told from another: the projection's mistake.
    """
    stored = build.stored(table.name)
    words = [build.name, table.name, *(column for column, _ in table.columns)]
    if len(stored) + 3 > NAME_MAX or not all(map(is_name, words)):
        raise ValueError(f"{stored}: names of small letters and _, and with the number at most {NAME_MAX - 3} together")
    sorts = {"text": recorder.text, "bigint": "bigint"}
    columns = ", ".join(f"{column} {sorts[sort]} NOT NULL" for column, sort in table.columns)
    yield f"CREATE TABLE {stored} ({columns}, PRIMARY KEY ({', '.join(table.key)})){recorder.clustered}"
    for at, index in enumerate(table.indexes, 1):
        yield f"CREATE INDEX {stored}_{at} ON {stored} ({', '.join(index)})"


def dropping(build: Build, there: Sequence[str], schema: str) -> list[str]:
    """The statements that remove the tables of ``build`` from ``schema``, where ``there`` are the tables of that schema."""
    own = re.compile(rf"{build.stored('')}{_WORD.pattern}", re.ASCII)
    return [f'DROP TABLE IF EXISTS "{schema}"."{table}"' for table in sorted(there) if own.fullmatch(table)]
