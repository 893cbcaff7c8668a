"""A credential: one stream each, ``credential:platform-1``. It is granted once, and once revoked it never comes back."""

from __future__ import annotations

from typing import NamedTuple

from tombo.ledger.house.credential.events import CredentialEvent, CredentialRevoked, Holder, Proof
from tombo.ledger.house.rules import headless


class Credential(NamedTuple):
    """A credential as its stream tells of it."""

    holder: Holder
    proof: Proof
    until: int | None
    """The instant at which it ends by itself; None where it does not."""
    revoked: bool = False


def evolve(credential: Credential | None, event: CredentialEvent) -> Credential:
    """``credential`` after ``event``. Whatever stands behind its grant ends it: its revocation, or what no door records there.

    A stream that holds a stranger is read by no door, so that nobody could revoke what it grants: it is over without that.

    Raises:
        TamperedError: what was never granted is revoked.
    """
    if credential is not None:
        return credential._replace(revoked=True)
    if isinstance(event, CredentialRevoked):
        headless("credential", event)
    return Credential(event.holder, event.proof, event.until)


def credential_stream(credential: str) -> str:
    """The stream of a credential: ``credential:platform-1``."""
    return f"credential:{credential}"
