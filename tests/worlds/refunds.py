"""Refunds found the long way: whole events, folded as the ledger folds them, each refund read off the state before it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from tombo.ledger.catalogue import EVOLVE
from tombo.ledger.core.entry import Entry
from tombo.projections.refunds.reading import Occasion

VOID_RULES: Final = {
    "R803": "R803 r.33",
    "R804": "R804 r.20",
    "R805": "R805 r.28",
    "R806": "R806 r.72",
    "R807": "R807 r.21",
    "R809": "R809 r.73",
    "R811": "R811 r.72",
}
POKER: Final = {"holdem": "R806", "omaha": "R811", "sintetico": "R809"}


class Back(NamedTuple):
    """A refund, without its place among those of one entry: what gives it, to whom, what, and why."""

    log_index: int
    at: int
    regulation: str
    what: str
    stream: str
    number: int
    player: str
    seat: int
    session: str
    tournament: str
    cents: int
    share: int
    taken_back: int
    waived: int
    ticket: str
    currency: str
    occasion: str
    rule: str


class LongWay(NamedTuple):
    """All that was given back, and why."""

    given: list[Back]
    occasions: dict[str, Occasion]


def long_way(entries: Iterable[Entry]) -> LongWay:
    """Everything the entries give back, in their order; those of one entry by player and seat."""
    states: dict[str, Any] = {}
    sessions: dict[tuple[str, str], str] = {}
    given: list[Back] = []
    occasions: dict[str, Occasion] = {}
    for entry in entries:
        event, stream = entry.event, entry.stream
        kind = stream.partition(":")[0]
        if entry.kind == "banked.player_joined.v1":
            sessions[stream[7:], event.player] = event.session
        elif entry.kind.endswith(".voided.v1"):
            given += sorted(_void(entry, states, sessions))
        elif entry.kind == "tournament.refunded.v1":
            given.append(_refunded(entry, states[stream]))
        elif entry.kind == "incident.opened.v1":
            why = (event.first_instant, entry.recorded, event.origin, "", event.reported_by)
            occasions[stream] = Occasion(entry.index, stream, *why)
        elif entry.kind == "tournament.cancelled.v1":
            cause = (instant(entry), entry.recorded, event.cause, event.case, event.note)
            occasions[stream] = Occasion(entry.index, stream, *cause)
        if kind in EVOLVE:
            states[stream] = EVOLVE[kind](states.get(stream), event)
    return LongWay(given, occasions)


def instant(entry: Entry) -> int:
    """When it happened: its source's word, unless that lies in the future."""
    return entry.recorded if entry.occurred is None else min(entry.occurred, entry.recorded)


def _void(entry: Entry, states: dict[str, Any], sessions: dict[tuple[str, str], str]) -> Iterator[Back]:
    kind, _, name = entry.stream.partition(":")
    table, _, number = name.rpartition("/")
    before, event = states[entry.stream], entry.event
    tournament, unit = "", before.terms.unit
    if kind == "hand":
        regulation, tournament = POKER[before.terms.variant], before.started.tournament or ""
        stakes = dict(zip(before.seats, before.staked, strict=True))
        sat = {one.seat: one for one in states[f"table:{table}"].seats}
        dealt = {one.seat: one.player for one in before.started.seats}
        moved = [(dealt[seat], seat, sat[seat].session, cents, 0, 0) for seat, cents in stakes.items() if cents]
    elif kind == "roulette":
        regulation = before.terms.regulation
        moved = [(who, 0, sessions[table, who], before.staked(who), 0, 0) for who in before.bettors]
    elif kind == "sem_descarte":
        regulation, boxes = "R803", {box.seat: box.player for box in before.boxes}
        moved = [
            (boxes[one.seat], one.seat, sessions[table, boxes[one.seat]], one.amount, 0, 0) for one in event.refunds
        ]
    else:
        regulation = "R805"
        moved = [
            (one.player, 0, sessions[table, one.player], one.refunded, one.taken_back, one.waived)
            for one in event.refunds
        ]
    for player, seat, session, cents, taken_back, waived in moved:
        yield Back(
            log_index=entry.index,
            at=instant(entry),
            regulation=regulation,
            what="void",
            stream=entry.stream,
            number=int(number),
            player=player,
            seat=seat,
            session=session,
            tournament=tournament,
            cents=cents,
            share=0,
            taken_back=taken_back,
            waived=waived,
            ticket="",
            currency=unit.currency or "",
            occasion=f"incident:{event.incident}",
            rule=VOID_RULES[regulation],
        )


def _refunded(entry: Entry, tournament: Any) -> Back:
    event, held = entry.event, tournament.entries[entry.event.entry - 1]
    return Back(
        log_index=entry.index,
        at=instant(entry),
        regulation="R810",
        what="cancelled",
        stream=entry.stream,
        number=event.entry,
        player=held.player,
        seat=0,
        session=held.session,
        tournament=entry.stream.removeprefix("tournament:"),
        cents=event.fee + event.share,
        share=event.share,
        taken_back=0,
        waived=0,
        ticket=event.ticket or "",
        currency="EUR",
        occasion=entry.stream,
        rule=f"R810 r.36{tournament.case}" + (", r.37" if held.ticket else ""),
    )
