"""The staff of simulated ledgers: members whose keys follow from their names, and who sign whatever they ask for."""

from __future__ import annotations

from hashlib import sha256

from tombo.ledger.core.command import Envelope
from tombo.ledger.house.staff.commands import EnrolKey
from tombo.ledger.live.acts import sign
from tombo.ledger.seal.act import enrolment, staff_key_name
from tombo.ledger.seal.keys import PrivateKey


def key_of(origin: str, staff: str, number: int = 1) -> PrivateKey:
    """The ``number``-th key of ``staff`` in the ledger ``origin``. Everybody can make it: no real ledger enrols it."""
    name = staff_key_name(origin, staff)
    return PrivateKey(name, sha256(f"{name} {number}".encode()).digest())


def enrol(origin: str, staff: str, root: PrivateKey | None = None, number: int = 1) -> EnrolKey:
    """The request for a key of ``staff``; ``root`` vouches where somebody gives it."""
    return EnrolKey(staff=staff, **enrolment(origin, staff, key_of(origin, staff, number), root))


def signed(envelope: Envelope, origin: str, *beside: str) -> Envelope:
    """``envelope`` as the door of ``origin`` takes it: of staff with the signature of who asks, and of those ``beside`` him."""
    if envelope.by.actor != "staff" or envelope.signatures:
        return envelope
    for name in (envelope.by.id, *beside):
        envelope = sign(envelope, name, key_of(origin, name), origin)
    return envelope
