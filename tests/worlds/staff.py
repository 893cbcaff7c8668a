"""Members of staff with keys of their own, the same in every run: who signs what a test sends through a live door."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.command import Envelope
from tombo.ledger.house.staff.commands import EnrolKey
from tombo.simulator import crew
from tombo.simulator.crew import enrol, key_of

__all__ = ["NOWHERE", "enrol", "key_of", "signed"]

NOWHERE: Final = "nowhere.example/1"
"""The ledger of commands that are kept and sent later; ``signed`` makes an enrolment there one of the ledger it goes to."""


def signed(envelope: Envelope, origin: str, *beside: str) -> Envelope:
    """``envelope`` as the door of ``origin`` takes it: of staff with the signature of who asks, and of those ``beside`` him."""
    command = envelope.command
    if isinstance(command, EnrolKey) and command == enrol(NOWHERE, command.staff):
        envelope = envelope._replace(command=enrol(origin, command.staff))
    return crew.signed(envelope, origin, *beside)
