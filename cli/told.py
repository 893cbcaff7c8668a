"""What the histories of hands and of rounds have in common: an auditor's marks, and the outage behind what is void."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cli.text import called, dated, listed, timed
from ledger.core.entry import Entry
from ledger.house import events as house
from projections.follow import Viewer

ORIGINS: Final = {
    "operator_system": "the operator's technical system",
    "player_equipment": "a player's equipment",
    "player_network": "the network a player uses",
}


def marked(viewer: Viewer, entry: Entry, text: str) -> str:
    """A line as the viewer gets it: an auditor also sees where its entry stands, and by whom it is."""
    if viewer.role != "auditor":
        return text
    return f"[index {entry.index}, version {entry.version}, {entry.by.actor} {entry.by.id}] {text}"


def outage(incident: Sequence[Entry], void: Entry) -> Iterator[str]:
    """The outage behind a void hand or round: its origin, its times, who reported it, who voided."""
    for entry in incident:
        event = entry.event
        if isinstance(event, house.IncidentOpened):
            yield f"The incident: an outage with origin in {ORIGINS[event.origin]}, reported by {event.reported_by}"
            scope = "every table" if event.scope is None else f"table {listed(event.scope)}"
            first = dated(event.first_instant)
            yield f"  first noticed {first}; on record at {timed(entry.recorded)} (log index {entry.index}); {scope}"
        elif isinstance(event, house.HandsListed):
            found = [f"{called(hand.hand)} at version {hand.version}" for hand in event.hands]
            yield f"  hands open then: {listed(found) if found else 'none'}"
        elif isinstance(event, house.IncidentClosed):
            yield f"  over at {timed(entry.recorded)} (log index {entry.index}): {event.note}"
    by = void.by
    role = f" as {by.role}" if by.role else ""
    yield f"Declared void at {timed(void.recorded)} by {by.actor} {by.id}{role} (log index {void.index})"
