"""Rows of a projection held against those that checked entries give: which differ, in which column, what was found and expected.

What stands in a database of projections is whatever its last writer put there, of any type. So a value is compared by type
too, and told by ``shown``: never by printing it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

from tombo.ledger.checked.alarm import altered_view
from tombo.ledger.store import Build, Views, ViewTable, without_nul

Row = tuple[Any, ...]
SHOWN_MAX: Final = 60
"""The most characters of a stored text that are told."""
_PLAIN: Final = frozenset({int, str})


class KeptRows(NamedTuple):
    """What is kept of a projection, and where: what was found there is not believed yet."""

    views: Views
    build: Build


class RowDifference(NamedTuple):
    """A row that is not what the entries give."""

    table: str
    row: str
    """Its key, by column: ``log_index 41, part 0``."""
    said: str
    """What was found, and what the entries give."""
    log_index: int | None
    """Of the entry it is of, where the row is one's."""

    @property
    def text(self) -> str:
        """The row, what was found and what was expected, in a clause."""
        return f"row {self.row} of {self.table}: {self.said}"


def columns(table: ViewTable) -> str:
    """The columns of ``table`` as a query lists them."""
    return ", ".join(name for name, _ in table.columns)


def same(kept: Sequence[Row], due: Sequence[Row]) -> bool:
    """Whether both are the same rows, in whatever order, and every value kept is a number or a text as a fold writes them."""
    return (
        len(kept) == len(due)
        and (kept == due or set(kept) == set(due))  # in the same order most are, and that is told sooner
        and _PLAIN.issuperset(map(type, chain.from_iterable(kept)))  # 250.0 == 250
    )


def differences(table: ViewTable, kept: Sequence[Row], due: Sequence[Row]) -> Iterator[RowDifference]:
    """The rows of ``kept`` that are not those of ``due``, by key; nothing where both are the same."""
    due = without_nul(table, due)
    if same(kept, due):
        return
    names = [name for name, _ in table.columns]
    there, expected = _by_key(table, kept), _by_key(table, due)
    for key in dict.fromkeys((*expected, *there)):
        found, gives = there.get(key, []), expected.get(key, [])
        for said in _told(names, found, gives):
            index = (gives or found)[0][names.index("log_index")] if "log_index" in names else None
            at = ", ".join(f"{name} {shown(value)}" for name, value in zip(table.key, key, strict=True))
            yield RowDifference(table.name, at, said, index if type(index) is int else None)


def check(kept: KeptRows, table: ViewTable, where: str, params: Sequence[Any], due: Sequence[Row]) -> None:
    """That the rows of ``table`` for which ``where`` holds are those that are ``due``.

    Raises:
        TamperedError: one is not, is missing, or is one too many.
    """
    sql = f"SELECT {columns(table)} FROM {{{table.name}}} WHERE {where}"  # noqa: S608 - names of our own
    for difference in differences(table, kept.views.fetch(kept.build, sql, params), due):
        raise altered_view(kept.build.name, difference.text)


def shown(value: object) -> str:
    """A stored value for people: a number as it is, a text in quotes and cut, what no fold writes by its sort."""
    match value:
        case int():
            return str(value)
        case str():
            cut = value if len(value) <= SHOWN_MAX else f"{value[:SHOWN_MAX]}…"
            return ascii(cut) if not cut.isprintable() else repr(cut)
        case bytes():
            return f"{len(value)} bytes that are no text"
        case float():
            return f"{value!r}, which is no whole number"
        case None:
            return "nothing at all"
        case _:
            return f"a {type(value).__name__}"


def _by_key(table: ViewTable, rows: Sequence[Row]) -> Mapping[Row, list[Row]]:
    places = [[name for name, _ in table.columns].index(name) for name in table.key]
    found: dict[Row, list[Row]] = {}
    for row in rows:
        found.setdefault(tuple(row[place] for place in places), []).append(row)
    return found


def _told(names: Sequence[str], found: Sequence[Row], gives: Sequence[Row]) -> Iterator[str]:
    """What is wrong with the rows of one key."""
    if not found:
        yield f"it is not there; the entries give {_listed(names, gives[0])}"
    elif not gives:
        yield f"it has {_listed(names, found[0])}; the entries give no such row"
    elif len(found) != len(gives):
        yield f"it is there {len(found)} times; expected once"
    else:
        for name, has, due in zip(names, found[0], gives[0], strict=True):
            if type(has) not in _PLAIN or has != due:
                yield f"{name} is {shown(has)}; the entries give {shown(due)}"


def _listed(names: Sequence[str], row: Row) -> str:
    return ", ".join(f"{name} {shown(value)}" for name, value in zip(names, row, strict=True))
