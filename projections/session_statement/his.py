"""Of the lines of places where a player was, those that say what he had: others sat there before the lines begin."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Final

from tombo.ledger.games.every import BANKED_GAMES
from tombo.projections.line import AnyLine

_COURSE: Final = {
    "table.hand_started.v1": "hand",
    "table.hand_ended.v1": "hand",
    "banked.round_started.v1": "round",
    "banked.round_ended.v1": "round",
}
"""The kinds by which a table tells of a hand or round, and the field that names it."""


def his(player: str, found: Iterable[AnyLine], others: Collection[str]) -> Iterator[AnyLine]:
    """The lines among ``found`` that a statement of ``player`` needs, as far as they are about him.

    At a table of poker a seat is known by who sat down there among the lines; of banked tables only what names him is kept.
    Of ``others`` are hands and rounds that he was not in: what is told of them is not among the lines, nor is it his.
    """
    known: dict[str, set[int]] = {}
    """By stream of a table, the seats of which it is known who sits there."""
    begun = set[str]()
    """The hands that begin among the lines."""
    seats: dict[str, set[int]] = {}
    """By round whose entries name seats, those where he plays."""
    for line in found:
        sort, names = line.kind.partition(".")[0], _COURSE.get(line.kind)
        if names is not None and line.event[names] in others:
            continue
        if line.kind == "table.hand_started.v1":
            begun.add(line.event["hand"])
        if sort == "table":
            yield from _of_table(line, known.setdefault(line.stream, set()), begun)
        elif sort in BANKED_GAMES and (kind := BANKED_GAMES[sort].seats) is not None:
            yield from _of_seats(line, kind, player, seats.setdefault(line.stream, set()))
        elif sort in BANKED_GAMES or sort == "banked":
            yield from _of_player(line, player)
        else:
            yield line


def _of_table(line: AnyLine, known: set[int], begun: set[str]) -> Iterator[AnyLine]:
    event = line.event
    if line.kind == "table.player_seated.v1":
        known.add(event["seat"])
    elif line.kind == "table.hand_ended.v1":
        line = _with(line, stacks=[net for net in event["stacks"] if net["seat"] in known])
        if not line.event["stacks"] and event["hand"] not in begun:
            return  # of a hand that began before the lines do, and has none of his
    elif line.kind == "table.stack_topped_up.v1" and event["seat"] not in known:
        return
    yield line


def _of_seats(line: AnyLine, kind: str, player: str, seats: set[int]) -> Iterator[AnyLine]:
    event = line.event
    if line.kind == kind and event["player"] == player:
        seats.add(event["seat"])
    if "refunds" in event:
        yield _with(line, refunds=[back for back in event["refunds"] if back["seat"] in seats])
    elif "seat" not in event or event["seat"] in seats:
        yield line


def _of_player(line: AnyLine, player: str) -> Iterator[AnyLine]:
    event = line.event
    if "refunds" in event:
        yield _with(line, refunds=[back for back in event["refunds"] if back["player"] == player])
    elif "player" in event:
        if event["player"] == player:
            yield line
    elif "prisoner" not in event or event["prisoner"]["player"] == player:
        yield line


def _with(line: AnyLine, **fields: object) -> AnyLine:
    return line._replace(event={**line.event, **fields})
