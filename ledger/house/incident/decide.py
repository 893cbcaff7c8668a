"""What may be asked of an incident, judged."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from tombo.ledger.core.clock import SKEW
from tombo.ledger.core.command import Decide, Decision, EntryPlace, Envelope, States, View
from tombo.ledger.core.entry import By, EventBase
from tombo.ledger.core.findings import Finding, Refused
from tombo.ledger.core.ids import local, table_of
from tombo.ledger.house.banked.state import banked_stream
from tombo.ledger.house.incident import said
from tombo.ledger.house.incident.commands import CloseIncident, OpenIncident
from tombo.ledger.house.incident.events import HandsListed, IncidentClosed, IncidentOpened, OpenHand
from tombo.ledger.house.incident.state import Incident, covers, incident_stream
from tombo.ledger.house.log.state import LOG_STREAM
from tombo.ledger.house.rules import first_breach, house
from tombo.ledger.house.staff.authority import may
from tombo.ledger.house.staff.state import OFFICER
from tombo.ledger.house.table.state import table_stream
from tombo.ledger.house.written import size_refusal

Deals = tuple[type[EventBase], ...]
"""The events by which cards of a game are dealt."""


def void_objection(
    view: View, by: By, stream: str, incident: str, *, operator: str, player: str, deals: Deals = ()
) -> Refused | None:
    """The objection to voiding the round ``stream`` for ``incident``.

    ``deals``: the events by which cards of the game are dealt. ``operator`` cites the rule by which an outage of the operator's own system voids (``R803 r.33``), ``player`` the one by
    which a failure on the player's side does not (``R803 r.34``).
    """
    found: Incident | None = view(incident_stream(incident))
    return may(view, by, platform=True, roles=(OFFICER,)) or first_breach(
        _outage(found, incident, table_of(stream), operator=operator, player=player),
        not_interrupted(view, stream, incident, operator, deals),
    )


def not_interrupted(view: View, stream: str, name: str, rule: str, deals: Deals = ()) -> Finding | None:
    """Why the incident ``name`` interrupted nothing of the hand or round ``stream``, cited as ``rule``; None where it did.

    It interrupts what was in play as it was opened, at the entry where it found it: what begins later, or goes on by an act of a
    player or a card that is dealt (``deals``), an incident of its own has to name. Else whoever opened it could deal on, and void by
    what comes.
    """
    found: Incident | None = view(incident_stream(name))
    if found is None:
        return None
    if not _has_begun(view, found.first_instant, incident_stream(name)):
        told = said.INCIDENT_NOT_BEGUN(incident=name, first=found.first_instant, now=view.now())
        return Finding(rule, told)
    version = dict(found.hands).get(stream)
    if version is None:
        return Finding(rule, said.INCIDENT_INTERRUPTED_OTHERS(incident=name, round=stream))
    since = [view.place(stream, later) for later in range(version + 1, view.version(stream) + 1)]
    if any(entry.by.actor == "player" for entry in since):
        return Finding(rule, said.INCIDENT_STOPPED_NOTHING(incident=name, round=stream, version=version))
    if any(isinstance(entry.event, deals) for entry in since):
        return Finding(rule, said.INCIDENT_STOPPED_NO_CARD(incident=name, round=stream, version=version))
    return None


def _has_begun(view: View, first: int, stream: str) -> bool:
    """Whether ``first`` is past: by what ``stream`` has on record, or by the clock, as far as clocks may differ."""
    return first <= view.stands(stream) + SKEW or first <= view.now() + SKEW


def _outage(found: Incident | None, name: str, table: str, *, operator: str, player: str) -> Finding | None:
    if found is None:
        return Finding(operator, said.NO_INCIDENT_TO_VOID_FOR(incident=name))
    if found.origin != "operator_system":
        origin, expected = said.ORIGINS[found.origin], said.ORIGINS["operator_system"]
        return Finding(player, said.INCIDENT_OF_OTHER_ORIGIN(incident=name, origin=origin, expected=expected))
    if not found.open:
        return Finding(operator, said.INCIDENT_CLOSED_BEFORE_VOID(incident=name))
    if not covers(found, table):
        return Finding(operator, said.INCIDENT_OF_OTHER_TABLES(incident=name, table=table))
    return None


def lost_objection(by: By, lost: Collection[int]) -> Refused | None:
    """The objection to a void for the closed cards of the slots ``lost``, of which nobody kept the openings.

    Who can hide a row of the database would decide a hand if a program voided it for that; so an officer asks, on record.
    """
    return house("cards", said.EVIDENCE_LOST(slots=tuple(lost))) if lost and by.actor != "staff" else None


def entries_of(view: View, stream: str) -> Iterator[EntryPlace]:
    """What is on record of ``stream``, in order."""
    return (view.place(stream, version) for version in range(1, view.version(stream) + 1))


HANDS_LISTED_MAX: Final = 400
"""Hands in one ``incident.hands_listed``: with names of the greatest length an entry still fits its 65,535 bytes."""


def open_hands(view: States, scope: list[str] | None) -> Iterator[OpenHand]:
    """The hands and rounds in play at the tables of ``scope``, or at all, each at its newest version."""
    for table, played in in_play(view, scope):
        if is_there(view, table, played):
            yield OpenHand(hand=played, version=view.version(played))


def in_play(view: States, scope: list[str] | None) -> Iterator[tuple[str, str]]:
    """What tables of ``scope``, or all, say is in play there: the streams of a table and of a hand or round.

    Without a scope no table is folded for it: what is in play at one with an entry that cannot follow is in play, and on the list.
    """
    for kind in ("table", "banked"):
        if scope is None:
            yield from view.in_play(kind).items()
            continue
        for table in sorted({f"{kind}:{name}" for name in scope}):
            state = view(table)
            played = None if state is None else state.hand if kind == "table" else state.round
            if played is not None:
                yield table, played


def is_there(view: States, table: str, played: str) -> bool:
    """Whether what ``table`` says is in play there is one of its own, and has begun: a door records nothing else."""
    return table_of(played) == local(table) and view.version(played) > 0


def open_incident(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``open_incident``: by the platform or an officer; the open hands are listed, be there none."""
    command: OpenIncident = envelope.command
    objection = may(view, envelope.by, platform=True, roles=(OFFICER,))
    if objection:
        return objection
    stream = incident_stream(command.incident)
    if view(stream) is not None:
        return house("incident", said.INCIDENT_NAME_TAKEN(incident=command.incident))
    if not _has_begun(view, command.first_instant, LOG_STREAM):
        told = said.INCIDENT_IN_FUTURE(incident=command.incident, first=command.first_instant, now=view.now())
        return house("incident", told)
    if command.scope is not None:
        if not command.scope:
            return house("incident", said.INCIDENT_OF_NO_TABLE())
        for table in command.scope:
            if view(table_stream(table)) is None and view(banked_stream(table)) is None:
                return house("incident", said.INCIDENT_OF_UNKNOWN_TABLE(table=table))
    opened = IncidentOpened(
        first_instant=command.first_instant,
        origin=command.origin,
        reported_by=command.reported_by,
        scope=command.scope,
    )
    objection = size_refusal("incident", opened)
    if objection:
        return objection
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
        return house("incident", said.NO_INCIDENT(incident=command.incident))
    if not incident.open:
        return house("incident", said.INCIDENT_CLOSED(incident=command.incident))
    return Decision(((stream, IncidentClosed(note=command.note)),))


DECIDERS: Final[dict[type, Decide]] = {OpenIncident: open_incident, CloseIncident: close_incident}
