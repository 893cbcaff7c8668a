"""Who may grant and revoke which credential, whenever it is judged: at the door, and by who verifies.

Whether a grant is over before it begins the door alone asks: it has a clock.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.command import Envelope, View
from tombo.ledger.core.errors import KeyFileError
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.ids import local
from tombo.ledger.house.credential import said
from tombo.ledger.house.credential.events import CredentialGranted, Holder, SignerProof, StaffHolder
from tombo.ledger.house.credential.state import Credential, credential_stream
from tombo.ledger.house.rules import house
from tombo.ledger.house.staff.authority import alone_refusal, may
from tombo.ledger.house.staff.state import MANAGER, Staff, staff_stream
from tombo.ledger.seal.keys import PublicKey, strict_base64

PROOFS: Final[Mapping[str, frozenset[str]]] = {
    "auditor": frozenset({"certificate", "token"}),
    "platform": frozenset({"certificate", "token"}),
    "players": frozenset({"signer"}),
    "staff": frozenset({"openid"}),
}
"""By whom a bearer acts as, what he may show. Staff has no token and no certificate: whoever has one of those is not known to be a person."""


def grant_refusal(
    envelope: Envelope, view: View, credential: str, granted: CredentialGranted, sharing: str | None
) -> Refused | None:
    """The objection to a grant, whenever it is made; ``sharing``: the stream of another credential of this proof that is not revoked.

    As whoever enrols a key for somebody can be him, so can who grants a credential: nobody grants himself one, and where there are
    several managers, one alone does not.
    """
    objection = may(view, envelope.by, roles=(MANAGER,))
    if objection:
        return objection
    if view(credential_stream(credential)) is not None:
        return house("credential", said.CREDENTIAL_NAME_USED(credential=credential))
    objection = _holder_refusal(envelope, view, granted.holder) or _proof_refusal(granted)
    if objection:
        return objection
    if sharing is not None:
        told = said.PROOF_SHARED(credential=credential, proof=said.PROOFS[granted.proof.by], other=local(sharing))
        return house("credential", told)
    return alone_refusal(envelope, view, "credential")


def _holder_refusal(envelope: Envelope, view: View, holder: Holder) -> Refused | None:
    """The objection to a member of staff as holder: he has no role or no key, or is who asks."""
    if not isinstance(holder, StaffHolder):
        return None
    staff: Staff | None = view(staff_stream(holder.id))
    if staff is None or not staff.roles or staff.key is None:
        return house("credential", said.HOLDER_NOT_ENROLLED(staff=holder.id))
    if holder.id == envelope.by.id:
        return house("credential", said.OWN_CREDENTIAL(staff=holder.id))
    return None


def _proof_refusal(granted: CredentialGranted) -> Refused | None:
    """The objection to a proof that is none for its holder, or a key under which a signature proves nothing."""
    actor, proof = granted.holder.actor, granted.proof
    if proof.by not in PROOFS[actor]:
        expected = tuple(said.PROOFS[each] for each in sorted(PROOFS[actor]))
        told = said.PROOF_OF_OTHERS(holder=said.HOLDERS[actor], proof=said.PROOFS[proof.by], expected=expected)
        return house("credential", told)
    if isinstance(proof, SignerProof):
        try:
            PublicKey("signer", strict_base64(proof.public))
        except (ValueError, KeyFileError):
            return house("credential", said.SIGNER_UNUSABLE())
    return None


def revoke_refusal(envelope: Envelope, view: View, credential: str) -> Refused | None:
    """The objection to a revocation: not by a manager, of what was never granted, or a second time."""
    objection = may(view, envelope.by, roles=(MANAGER,))
    if objection:
        return objection
    known: Credential | None = view(credential_stream(credential))
    if known is None:
        return house("credential", said.NO_CREDENTIAL(credential=credential))
    return house("credential", said.CREDENTIAL_REVOKED(credential=credential)) if known.revoked else None
