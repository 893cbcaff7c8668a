"""An incident: something failed. Only one that began in the operator's own system can void a hand (R806 r.72-73)."""

from __future__ import annotations

from typing import Literal, NamedTuple, assert_never

from tombo.ledger.house.incident.events import HandsListed, IncidentClosed, IncidentEvent, IncidentOpened
from tombo.ledger.house.rules import headless


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
