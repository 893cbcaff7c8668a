"""An incident: something failed. Only one that began in the operator's own system can void a hand (R806 r.72-73)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple, assert_never

from ledger.core.command import Decide, Decision, Envelope, States, View
from ledger.core.entry import EventBase
from ledger.core.findings import Refused
from ledger.house.banked import BankedTable, banked_stream
from ledger.house.commands import CloseIncident, OpenIncident
from ledger.house.events import HandsListed, IncidentClosed, IncidentEvent, IncidentOpened, OpenHand
from ledger.house.rules import headless, house
from ledger.house.staff import OFFICER, may
from ledger.house.table import Table, table_stream

HANDS_LISTED_MAX: Final = 400
"""Hands in one ``incident.hands_listed``: with names of the greatest length an entry still fits its 65,535 bytes."""


class Incident(NamedTuple):
    """An incident as its stream tells it."""

    origin: Literal["operator_system", "player_equipment", "player_network"]
    scope: tuple[str, ...] | None
    """The tables concerned, by local id; none means all."""
    first_instant: int
    open: bool = True
    hands: tuple[tuple[str, int], ...] = ()
    """Every hand open in its scope as it began: stream and version."""


def evolve(incident: Incident | None, event: IncidentEvent) -> Incident:
    """``incident`` after ``event``.

    Raises:
        TamperedError: the stream does not begin with ``incident.opened``.
    """
    if isinstance(event, IncidentOpened):
        return Incident(event.origin, None if event.scope is None else tuple(event.scope), event.first_instant)
    if incident is None:
        headless("incident", event)
    match event:
        case HandsListed():
            return incident._replace(hands=(*incident.hands, *((hand.hand, hand.version) for hand in event.hands)))
        case IncidentClosed():
            return incident._replace(open=False)
        case _:
            assert_never(event)


def covers(incident: Incident, table: str) -> bool:
    """Whether ``table``, by its local id, is in the incident's scope. Whether it is open is another question."""
    return incident.scope is None or table in incident.scope


def incident_stream(incident: str) -> str:
    """The stream of an incident: ``incident:2026-03-01-power``."""
    return f"incident:{incident}"


def open_hands(view: States, scope: list[str] | None) -> Iterator[OpenHand]:
    """The hands and rounds in play at the tables of ``scope``, or at all, each at its newest version.

    Without a scope only tables where something is in play are looked at, not every one there ever was.
    """
    for stream in _streams(view, "table", scope):
        table: Table | None = view(stream)
        if table is not None and table.hand is not None:
            yield OpenHand(hand=table.hand, version=view.version(table.hand))
    for stream in _streams(view, "banked", scope):
        banked: BankedTable | None = view(stream)
        if banked is not None and banked.round is not None:
            yield OpenHand(hand=banked.round, version=view.version(banked.round))


def _streams(view: States, kind: str, scope: list[str] | None) -> Sequence[str]:
    return view.busy(kind) if scope is None else sorted({f"{kind}:{table}" for table in scope})


def open_incident(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``open_incident``: by the platform or an officer; the open hands are listed, be there none."""
    command: OpenIncident = envelope.command
    objection = may(view, envelope.by, platform=True, roles=(OFFICER,))
    if objection:
        return objection
    stream = incident_stream(command.incident)
    if view(stream) is not None:
        return house("incident", f"there is an incident {command.incident} already; expected a name not used before")
    if command.scope is not None:
        if not command.scope:
            return house("incident", "the scope names no table; expected at least one, or no scope for all")
        for table in command.scope:
            if view(table_stream(table)) is None and view(banked_stream(table)) is None:
                return house("incident", f"the scope names {table}, and there is no such table")
    opened = IncidentOpened(
        first_instant=command.first_instant,
        origin=command.origin,
        reported_by=command.reported_by,
        scope=command.scope,
    )
    hands = list(open_hands(view, command.scope))
    events: list[tuple[str, EventBase]] = [(stream, opened)]
    events.extend(
        (stream, HandsListed(hands=hands[first : first + HANDS_LISTED_MAX]))
        for first in range(0, max(len(hands), 1), HANDS_LISTED_MAX)
    )
    return Decision(tuple(events))


def close_incident(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``close_incident``: by the platform or an officer, once."""
    command: CloseIncident = envelope.command
    objection = may(view, envelope.by, platform=True, roles=(OFFICER,))
    if objection:
        return objection
    stream = incident_stream(command.incident)
    incident: Incident | None = view(stream)
    if incident is None:
        return house("incident", f"there is no incident {command.incident}; expected 'open_incident' before")
    if not incident.open:
        return house("incident", f"the incident {command.incident} is closed already")
    return Decision(((stream, IncidentClosed(note=command.note)),))


DECIDERS: Final[dict[type, Decide]] = {OpenIncident: open_incident, CloseIncident: close_incident}
