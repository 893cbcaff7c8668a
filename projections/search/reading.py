"""Hands and rounds found by what is asked of them, the newest first, a page at a time: where they stand, and no more.

A question is a list of sorts of marks, each with the values that will do. One of them leads: the database walks its marks from the newest on, in an index, and asks
of each hand whether it has a mark of every other. So a page costs what is on it and what of the leading sort lies between, never the history: the sorts
lead in the order in which they are rare.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

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
    mark_of,
    size_of,
)

LEADS: Final = (DISPUTE, INCIDENT, RULE, NUMBER, PLAYER, TABLE, CARD, AMOUNT, REGULATION)
"""Every sort of mark, the rarest first."""
AMOUNT_MAX: Final = 2**53 - 1
"""The largest amount that is asked for: more than any account holds."""


class HandQuestion(NamedTuple):
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
    stream: object
    """A text, where a follower wrote it: what was found is not believed yet."""


class FoundPart(NamedTuple):
    """An entry by which a player took part in a hand or round, and its stream: as they are kept, and not believed yet."""

    log_index: int
    stream: object


class _Asked(NamedTuple):
    """A sort of mark, and the marks of which one will do."""

    sort: str
    marks: tuple[str, ...]


def found(views: Views, build: Build, question: HandQuestion, most: int) -> list[FoundPlace]:
    """The newest hands and rounds that ``question`` asks for, ``most`` at most, as they are kept.

    ``below``: where nothing says otherwise, all that is followed.
    """
    end = build.position if question.below is None else min(question.below, build.position)
    start, bounds = max(question.since, 0), _bounds(question)
    asked = sorted(_asked(question), key=lambda one: LEADS.index(one.sort))
    if not all(one.marks for one in asked):  # the least that is asked for is more than the most
        return []
    lead, others = (asked[0], asked[1:]) if asked else (None, [])
    places = list[FoundPlace]()
    for arm in _arms(lead):
        wheres, params = _filters(others, bounds, arm)
        sql = f"{arm.sql}{wheres} ORDER BY 1 DESC LIMIT ?"
        more = map(FoundPlace._make, views.fetch(build, sql, (*arm.params, start, end, *params, most)))
        places = sorted({*places, *more}, key=lambda place: place.began, reverse=True)[:most]
        if len(places) == most:
            start = places[-1].began + 1  # what is older than these is on no page with them
    return places


def parts_of(views: Views, build: Build, player: str, below: int, most: int) -> list[FoundPart]:
    """The newest entries below a log index by which ``player`` took part in something, ``most`` at most, the newest first."""
    sql = (
        "SELECT log_index, stream FROM {taken_part} WHERE player = ? AND log_index < ? ORDER BY log_index DESC LIMIT ?"
    )
    return list(map(FoundPart._make, views.fetch(build, sql, (player, below, most))))


def findings(views: Views, build: Build, below: int, most: int) -> list[object]:
    """Where the newest findings below a log index stand, ``most`` at most, the newest first: as they are kept."""
    sql = "SELECT log_index FROM {findings} WHERE log_index < ? ORDER BY log_index DESC LIMIT ?"
    return [index for (index,) in views.fetch(build, sql, (below, most))]


def _asked(question: HandQuestion) -> Iterator[_Asked]:
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
            yield _Asked(sort, (mark_of(sort, value),))
    if question.regulations:
        yield _Asked(REGULATION, tuple(mark_of(REGULATION, name) for name in question.regulations))
    bounds = _bounds(question)
    if bounds is not None:
        yield _Asked(AMOUNT, tuple(mark_of(AMOUNT, size) for size in _sizes(*bounds)))


def _sizes(least: int, most: int) -> tuple[str, ...]:
    """The sizes of amounts between two: first those of which every amount is between them, then those of both ends."""
    low, high = int(size_of(least)), int(size_of(most))
    return tuple(map(str, dict.fromkeys((*range(low + 1, high), low, high)))) if least <= most else ()


def _bounds(question: HandQuestion) -> tuple[int, int] | None:
    """The amounts that are asked for, in cents; None where none are."""
    if question.least is None and question.most is None:
        return None
    return question.least or 0, AMOUNT_MAX if question.most is None else question.most


class _Arm(NamedTuple):
    """A query that walks one index from its end. Two values more follow its own, between which hands begin; ``place`` and ``stream`` say what it found."""

    sql: str
    params: tuple[object, ...]
    place: str
    stream: str


_STREAM: Final = "(SELECT h.stream FROM {hands} h WHERE h.log_index = m.began)"
_ALL: Final = "SELECT h.log_index, h.stream FROM {hands} h WHERE h.log_index >= ? AND h.log_index < ?"
_MARKED: Final = f"SELECT m.began, {_STREAM} FROM {{marks}} m WHERE m.mark = ? AND m.began >= ? AND m.began < ?"  # noqa: S608 - our own
_LATER: Final = (
    "SELECT DISTINCT h.log_index, h.stream FROM {marks} m JOIN {hands} h ON h.stream = m.stream"
    " WHERE m.mark = ? AND m.began = ? AND h.log_index >= ? AND h.log_index < ?"
)


def _arms(lead: _Asked | None) -> Iterator[_Arm]:
    """The queries by whose results, taken together, the leading sort of marks is gone through."""
    if lead is None:
        yield _Arm(_ALL, (), "h.log_index", "h.stream")
        return
    for mark in lead.marks:
        yield _Arm(_MARKED, (mark,), "m.began", _STREAM)
        if lead.sort in LATE:
            yield _Arm(_LATER, (mark, LATER), "h.log_index", "h.stream")


def _filters(others: Sequence[_Asked], bounds: tuple[int, int] | None, arm: _Arm) -> tuple[str, list[object]]:
    """What else holds of a hand that ``arm`` finds, as a query says it, and its values.

    Each is a value asked for by that hand alone: of an ``EXISTS`` PostgreSQL may make a join, which goes through everything that has the mark.
    """
    wheres, params = "", list[object]()
    for sort, marks in others:
        marked = f"SELECT 1 FROM {{marks}} o WHERE o.mark IN ({', '.join('?' * len(marks))})"  # noqa: S608 - question marks
        either = f"(({marked} AND o.began = {arm.place} LIMIT 1) IS NOT NULL"
        params += marks
        if sort in LATE:
            either += f" OR ({marked} AND o.began = ? AND o.stream = {arm.stream} LIMIT 1) IS NOT NULL"
            params += (*marks, LATER)
        wheres += f" AND {either})"
    if bounds is not None:
        amount = "SELECT 1 FROM {ends} e WHERE e.began = "
        wheres += f" AND ({amount}{arm.place} AND e.amount BETWEEN ? AND ? LIMIT 1) IS NOT NULL"
        params += bounds
    return wheres, params
