"""A credential: one stream each, ``credential:platform-1``. It is granted once, and once revoked it never comes back."""

from __future__ import annotations

from typing import NamedTuple, assert_never

from tombo.ledger.house.credential.events import CredentialEvent, CredentialGranted, CredentialRevoked, Holder, Proof
from tombo.ledger.house.rules import headless


class Credential(NamedTuple):
    """A credential as its stream tells of it."""

    holder: Holder
    proof: Proof
    until: int | None
    """The instant at which it ends by itself; None where it does not."""
    revoked: bool = False


def evolve(credential: Credential | None, event: CredentialEvent) -> Credential:
    """``credential`` after ``event``.

    Raises:
        TamperedError: what was never granted is revoked.
    """
    match event:
        case CredentialGranted():
            return Credential(event.holder, event.proof, event.until)
        case CredentialRevoked():
            if credential is None:
                headless("credential", event)
            return credential._replace(revoked=True)
        case _:
            assert_never(event)


def credential_stream(credential: str) -> str:
    """The stream of a credential: ``credential:platform-1``."""
    return f"credential:{credential}"
