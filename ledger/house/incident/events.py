"""What can happen to an incident."""

from typing import Literal

from tombo.ledger.core.clock import Instant
from tombo.ledger.core.entry import EventBase, Record
from tombo.ledger.core.ids import LocalId, StreamId
from tombo.ledger.house.fields import Text, Version


class IncidentOpened(EventBase):
    """Something failed. Only ``operator_system`` can void a hand (R806 r.72-73). ``scope`` lists tables, or all."""

    first_instant: Instant
    kind: Literal["incident.opened.v1"] = "incident.opened.v1"
    origin: Literal["operator_system", "player_equipment", "player_network"]
    reported_by: Text
    scope: list[LocalId] | None


class OpenHand(Record):
    """A hand that was open when the incident began, at its version then."""

    hand: StreamId
    version: Version


class HandsListed(EventBase):
    """Every hand open in the incident's scope."""

    hands: list[OpenHand]
    kind: Literal["incident.hands_listed.v1"] = "incident.hands_listed.v1"


class IncidentClosed(EventBase):
    """The failure is over."""

    kind: Literal["incident.closed.v1"] = "incident.closed.v1"
    note: Text


IncidentEvent = IncidentOpened | HandsListed | IncidentClosed
