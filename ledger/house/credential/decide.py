"""What may be asked of a credential, judged."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.command import Decide, Decision, Envelope, View
from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.core.findings import Refused
from tombo.ledger.house.credential import said
from tombo.ledger.house.credential.authority import grant_refusal, revoke_refusal
from tombo.ledger.house.credential.commands import GrantCredential, RevokeCredential
from tombo.ledger.house.credential.events import CredentialGranted, CredentialRevoked, Proof
from tombo.ledger.house.credential.state import Credential, credential_stream
from tombo.ledger.house.rules import house


def grant_credential(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``grant_credential``: by managers, of a new name, to who is known, for a proof of his own, and not over before it begins."""
    command: GrantCredential = envelope.command
    granted = CredentialGranted(holder=command.holder, proof=command.proof, until=command.until)
    objection = grant_refusal(envelope, view, command.credential, granted, _sharing(view, command.proof))
    if objection:
        return objection
    if command.until is not None and command.until <= (now := view.now()):
        return house("credential", said.CREDENTIAL_OVER(credential=command.credential, until=command.until, now=now))
    return Decision(((credential_stream(command.credential), granted),))


def _sharing(view: View, proof: Proof) -> str | None:
    """The stream of a credential of this proof that is not revoked. That one is over by the clock does not free its proof."""
    return next((stream for stream in view.streams("credential") if _proof(view, stream) == proof), None)


def _proof(view: View, stream: str) -> Proof | None:
    """The proof that a credential keeps from others; None of one that was revoked, or never granted."""
    try:
        known: Credential | None = view(stream)
    except (
        OutOfPlaceError
    ):  # an event key sealed a stranger in it: nobody can revoke it, and nobody is kept from another
        first = view.place(stream, 1).event
        return first.proof if isinstance(first, CredentialGranted) else None
    return None if known is None or known.revoked else known.proof


def revoke_credential(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``revoke_credential``: by a manager, once. One is enough, for it has to be quick."""
    command: RevokeCredential = envelope.command
    objection = revoke_refusal(envelope, view, command.credential)
    if objection:
        return objection
    stream = credential_stream(command.credential)
    reason = view.words(command.reason, None, (stream, view.version(stream) + 1, "reason"))
    return Decision(((stream, CredentialRevoked(reason=reason)),))


DECIDERS: Final[dict[type, Decide]] = {GrantCredential: grant_credential, RevokeCredential: revoke_credential}
