"""Hands and rounds found by what is asked of them, the newest first, a page at a time: where they stand, and no more.

A question is a list of sorts of marks, each with the values that will do. One of them leads: the database walks its marks from the newest on, in an index, and asks
of each hand whether it has a mark of every other. So a page costs what is on it and what of the leading sort lies between, never the history: the sorts
lead in the order in which they are rare.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from tombo.ledger.store import Build, Views
from tombo.projections.search.tables import (
    AMOUNT,
    CARD,
    DISPUTE,
    DISPUTED,
    INCIDENT,
    LATE,
    LATER,
    NUMBER,
    PLAYER,
    REGULATION,
    RULE,
    TABLE,
    size_of,
)

LEADS: Final = (DISPUTE, INCIDENT, RULE, NUMBER, PLAYER, TABLE, CARD, AMOUNT, REGULATION)
"""Every sort of mark, the rarest first."""
AMOUNT_MAX: Final = 2**53 - 1
"""The largest amount that is asked for: more than any account holds."""


class Question(NamedTuple):
    """Which hands and rounds: those for which all of this holds. What is None, or empty, is not asked.

    ``regulations``: of one of these. ``least`` and ``most``: cents of euro that were in the pot or staked; so nothing that is in play, or for chips.
    ``since`` and ``below``: the log indices between which it began.
    """

    player: str | None = None
    table: str | None = None
    number: str | None = None
    regulations: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    """All of them lay open in it."""
    least: int | None = None
    most: int | None = None
    incident: str | None = None
    rule: str | None = None
    disputed: bool = False
    since: int = 0
    below: int | None = None


class FoundPlace(NamedTuple):
    """A hand or round by its place, the log index at which it began, and its stream: as they are kept."""

    began: int
    stream: Any
    """A text, where a follower wrote it."""


class _Asked(NamedTuple):
    """A sort of mark, and the values of which one will do."""

    sort: str
    values: tuple[str, ...]


def found(views: Views, build: Build, question: Question, most: int) -> list[FoundPlace]:
    """The newest hands and rounds that ``question`` asks for, ``most`` at most, as they are kept.

    ``below``: where nothing says otherwise, all that is followed.
    """
    end = build.position if question.below is None else min(question.below, build.position)
    start, bounds = max(question.since, 0), _bounds(question)
    asked = sorted(_asked(question), key=lambda one: LEADS.index(one.sort))
    if not all(one.values for one in asked):  # the least that is asked for is more than the most
        return []
    lead, others = (asked[0], asked[1:]) if asked else (None, [])
    wheres, params = _filters(others, bounds)
    places = set[FoundPlace]()
    for sql, first in _arms(lead):
        query = f"{sql}{wheres} ORDER BY 1 DESC LIMIT ?"
        places.update(map(FoundPlace._make, views.fetch(build, query, (*first, start, end, *params, most))))
    return sorted(places, key=lambda place: place.began, reverse=True)[:most]


def _asked(question: Question) -> Iterator[_Asked]:
    for sort, value in (
        (PLAYER, question.player),
        (TABLE, question.table),
        (NUMBER, question.number),
        (INCIDENT, question.incident),
        (RULE, question.rule),
        (DISPUTE, DISPUTED if question.disputed else None),
        *((CARD, card) for card in question.cards),
    ):
        if value is not None:
            yield _Asked(sort, (value,))
    if question.regulations:
        yield _Asked(REGULATION, question.regulations)
    bounds = _bounds(question)
    if bounds is not None:
        low, high = bounds
        yield _Asked(AMOUNT, tuple(map(str, range(int(size_of(low)), int(size_of(high)) + 1))))


def _bounds(question: Question) -> tuple[int, int] | None:
    """The amounts that are asked for, in cents; None where none are."""
    if question.least is None and question.most is None:
        return None
    return question.least or 0, AMOUNT_MAX if question.most is None else question.most


_ALL: Final = "SELECT h.log_index, h.stream FROM {hands} h WHERE h.log_index >= ? AND h.log_index < ?"
_MARKED: Final = (
    "SELECT m.began, h.stream FROM {marks} m JOIN {hands} h ON h.log_index = m.began"
    " WHERE m.sort = ? AND m.value = ? AND m.began >= ? AND m.began < ?"
)
_LATER: Final = (
    "SELECT DISTINCT h.log_index, h.stream FROM {marks} m JOIN {hands} h ON h.stream = m.stream"
    " WHERE m.sort = ? AND m.value = ? AND m.began = ? AND h.log_index >= ? AND h.log_index < ?"
)


def _arms(lead: _Asked | None) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The queries of which each walks one index from its end, with their first values; two more follow, between which hands begin."""
    if lead is None:
        yield _ALL, ()
        return
    for value in lead.values:
        yield _MARKED, (lead.sort, value)
        if lead.sort in LATE:
            yield _LATER, (lead.sort, value, LATER)


def _filters(others: Sequence[_Asked], bounds: tuple[int, int] | None) -> tuple[str, list[Any]]:
    """What else holds of a hand ``h``, as a query says it, and its values."""
    wheres, params = "", list[Any]()
    for sort, values in others:
        marked = f"SELECT 1 FROM {{marks}} o WHERE o.sort = ? AND o.value IN ({', '.join('?' * len(values))})"  # noqa: S608 - question marks
        either = f"EXISTS ({marked} AND o.began = h.log_index)"
        params += (sort, *values)
        if sort in LATE:
            either = f"({either} OR EXISTS ({marked} AND o.began = ? AND o.stream = h.stream))"
            params += (sort, *values, LATER)
        wheres += f" AND {either}"
    if bounds is not None:
        wheres += " AND EXISTS (SELECT 1 FROM {ends} e WHERE e.began = h.log_index AND e.amount BETWEEN ? AND ?)"
        params += bounds
    return wheres, params
