"""Why a hand or a round is void: the outage behind it, and who declared it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from tombo.ledger.core.entry import Entry
from tombo.ledger.core.ids import called
from tombo.ledger.house.incident import events as e
from tombo.reports.document import Sentence
from tombo.reports.entries import recorded_by
from tombo.reports.noted import noted
from tombo.reports.said import common
from tombo.reports.said.play import void as said


def outage(incident: Sequence[Entry], void: Entry) -> Iterator[Sentence]:
    """The outage behind what is void: its origin, its times, who reported it, who voided.

    ``incident`` are the entries of the outage, ``void`` is the declaration.
    """
    for entry in incident:
        yield from _told(entry)
    yield Sentence(said.DECLARED_VOID(recorded=void.recorded, by=recorded_by(void)))


def _told(entry: Entry) -> Iterator[Sentence]:
    event: e.IncidentEvent = entry.event
    match event:
        case e.IncidentOpened():
            yield Sentence(said.OUTAGE(origin=common.ORIGINS[event.origin], reported_by=noted(event.reported_by)))
            scope = said.OUTAGE_EVERYWHERE() if event.scope is None else said.OUTAGE_AT(tables=tuple(event.scope))
            noticed = said.OUTAGE_NOTICED(
                first=event.first_instant, recorded=entry.recorded, index=entry.index, scope=scope
            )
            yield Sentence(noticed, 1)
        case e.HandsListed():
            found = [said.OPEN_AT_VERSION(hand=called(hand.hand), version=hand.version) for hand in event.hands]
            yield Sentence(said.OPEN_THEN(hands=tuple(found)) if found else said.NONE_OPEN_THEN(), 1)
        case e.IncidentClosed():
            yield Sentence(said.OUTAGE_OVER(recorded=entry.recorded, index=entry.index, note=noted(event.note)), 1)
        case _:
            assert_never(event)
