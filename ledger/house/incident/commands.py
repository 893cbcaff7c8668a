"""What may be asked of an incident."""

from typing import Final, Literal

from pydantic import Field

from tombo.ledger.core.clock import Instant
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.ids import LocalId
from tombo.ledger.house.fields import Why

VOIDS: Final = "R806 r.72-73"
"""What only an outage of the operator's own system does."""


class OpenIncident(CommandBase):
    """Something failed. The ledger lists the hands open in scope (``incident.hands_listed``)."""

    first_instant: Instant
    incident: LocalId
    kind: Literal["open_incident"] = "open_incident"
    origin: Literal["operator_system", "player_equipment", "player_network"]
    reported_by: Why
    scope: list[LocalId] | None = Field(default=None, fail_fast=True)


class CloseIncident(CommandBase):
    """The failure is over."""

    incident: LocalId
    kind: Literal["close_incident"] = "close_incident"
    note: Why
