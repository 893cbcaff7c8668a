"""What the histories of hands and of rounds have in common: an auditor's marks, the outage behind what is void, one's own result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cli.text import dated, figure, listed, signed, timed
from ledger.core.entry import Entry
from ledger.core.ids import called
from ledger.house.incident import events as house
from ledger.terms.unit import Unit
from projections.follow import Viewer
from projections.round.last import LastHand
from reports.said.common import ORIGINS


def sees_closed(viewer: Viewer) -> bool:
    """Whether any closed card is this viewer's to see: then what is written for him is not for everybody."""
    return viewer.role in {"player", "officer"}


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
            yield f"The incident: an outage with origin in {ORIGINS[event.origin].en}, reported by {event.reported_by}"
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


def essential(found: LastHand, player: str, unit: Unit) -> str:
    """What is owed of a hand or round to who took part in it: the amounts he bet, and the result."""
    amounts = {"staked": found.staked, "won": found.won, "returned": found.returned, "refunded": found.refunded}
    told = [
        f"{what} {figure(abs(amount), unit)}" for what, amount in amounts.items() if amount or what in {"staked", "won"}
    ]
    result = "still in play" if found.result is None else f"result {signed(found.result, unit)}"
    void = "" if found.incident is None else f"; void by the outage {found.incident}"
    return f"{player} ({found.rule}): {', '.join(told)}, {result}{void}"
