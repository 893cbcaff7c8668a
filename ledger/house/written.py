"""What an entry can hold: an event that names many is measured before it is recorded, and refused where it is too large.

A leaf of the log has 65,535 bytes at most, and kinds of events are frozen: what would not fit can never be recorded.
"""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.findings import Refused
from tombo.ledger.house import said
from tombo.ledger.house.rules import HouseRule, house
from tombo.ledger.seal.entry import LEAF_MAX

BESIDE_MAX: Final = 1_200
"""Bytes that an entry has beside its event, all names as long as they may be."""
EVENT_MAX: Final = LEAF_MAX - BESIDE_MAX
"""Bytes of an event that can be recorded whoever asks for it, under whichever name."""


def size_refusal(rule: HouseRule, event: EventBase) -> Refused | None:
    """The objection to an ``event`` that no entry can hold."""
    size = len(event.model_dump_json().encode())
    if size <= EVENT_MAX:
        return None
    kind = str(type(event).model_fields["kind"].default)
    return house(rule, said.ENTRY_TOO_LARGE(kind=kind, most=EVENT_MAX, size=size))
