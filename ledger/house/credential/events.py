"""What can happen to a credential: a manager grants it, and a manager revokes it.

No entry holds a secret: of a token its SHA-256 alone, of a certificate and a signer what is public. Nor does one hold a person's name: holders
and names of credentials are pseudonyms of the operator, and a subject is what the issuer calls a person by, never an address.
"""

from typing import Annotated, Literal

from pydantic import Field

from tombo.ledger.core.clock import Instant
from tombo.ledger.core.entry import EventBase, Record
from tombo.ledger.core.ids import Base64, Hex32, LocalId
from tombo.ledger.core.words import Words


class AuditorHolder(Record):
    """Its bearer reads what an auditor may read, and records nothing."""

    actor: Literal["auditor"] = "auditor"
    id: LocalId


class PlatformHolder(Record):
    """Its bearer asks as the platform of this id."""

    actor: Literal["platform"] = "platform"
    id: LocalId


class PlayersHolder(Record):
    """Its bearer is the operator's own server, which signs short tokens for players. It is no actor itself."""

    actor: Literal["players"] = "players"


class StaffHolder(Record):
    """Its bearer has signed in as this member of staff. What he asks for is signed with his enrolled key all the same."""

    actor: Literal["staff"] = "staff"
    id: LocalId


Holder = Annotated[AuditorHolder | PlatformHolder | PlayersHolder | StaffHolder, Field(discriminator="actor")]
"""Who the bearer of a credential acts as."""


class CertificateProof(Record):
    """The private key of a client certificate. ``sha256``: of its public key, as SubjectPublicKeyInfo in DER (RFC 5280, 4.1.2.7)."""

    by: Literal["certificate"] = "certificate"
    sha256: Hex32


Issuer = Annotated[
    str,
    Field(
        pattern=r"^https://[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::[0-9]{1,5})?(?:/[A-Za-z0-9._~/-]*)?$",
        max_length=200,
    ),
]
"""The URL of who signs somebody in: ``https``, without a query or a fragment (OpenID Connect Discovery 1.0, 3)."""
Subject = Annotated[str, Field(pattern=r"^[!-?A-~]{1,255}$")]
"""Who it is there (OpenID Connect Core 1.0, 2): at most 255 letters of ASCII; with an ``@`` it would be an address, which is personal."""


class OpenIdProof(Record):
    """An ID token of ``issuer`` for ``subject`` (OpenID Connect Core 1.0)."""

    by: Literal["openid"] = "openid"
    issuer: Issuer
    subject: Subject


class SignerProof(Record):
    """Tokens that the Ed25519 key ``public`` signed: its 32 bytes in base64."""

    by: Literal["signer"] = "signer"
    public: Base64


class TokenProof(Record):
    """A random token of 256 bits, which is nowhere on record. ``sha256``: of its text, in UTF-8."""

    by: Literal["token"] = "token"
    sha256: Hex32


Proof = Annotated[CertificateProof | OpenIdProof | SignerProof | TokenProof, Field(discriminator="by")]
"""What a bearer shows."""


class CredentialGranted(EventBase):
    """Whoever shows ``proof`` acts as ``holder``, up to the instant ``until``; without one until it is revoked. Its name is its stream's."""

    holder: Holder
    kind: Literal["credential.granted.v1"] = "credential.granted.v1"
    proof: Proof
    until: Instant | None


class CredentialRevoked(EventBase):
    """Its bearer is nobody from here on. ``reason``: why, sealed under the house's secret, for it may name somebody."""

    kind: Literal["credential.revoked.v1"] = "credential.revoked.v1"
    reason: Words


CredentialEvent = CredentialGranted | CredentialRevoked
