"""An ID token, and whether it is believed (OpenID Connect Core 1.0, 3.1.3.7)."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Collection
from hashlib import sha256, sha512
from secrets import compare_digest
from typing import Any, Final, NamedTuple

from joserfc import jws
from joserfc.errors import JoseError
from pydantic import BaseModel, ConfigDict, ValidationError

from tombo.serve.openid.documents import Key
from tombo.serve.openid.errors import NotSignedInError, Why

SIZE_MAX: Final = 16_384
"""Letters of an ID token that are looked at."""
LEEWAY: Final = 30
"""Seconds by which the provider's clock and ours may differ."""


class IdTokenSigner(NamedTuple):
    """Which key an ID token says that it is signed by, and how."""

    alg: str
    kid: str | None


class Expected(NamedTuple):
    """What an ID token has to say. Times are in seconds since 1970; ``began``: when this sign-in did."""

    issuer: str
    client: str
    nonce: str
    access_token: str | None
    began: int
    now: int


class _Claims(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True)

    iss: str
    sub: str
    aud: str | list[str]
    exp: int
    iat: int
    nonce: str
    azp: str | None = None
    at_hash: str | None = None
    nbf: int | None = None


class _Registry(jws.JWSRegistry):
    """The library's, for one algorithm. What a head says beside what is known is passed over (RFC 7515, 4.2), as far as it need not be understood.

    ``EdDSA`` is what providers call it; with a key of Ed25519, as here, it is what RFC 9864 calls by the key's name, and that the other name is the
    older one is nothing to warn of at each token.
    """

    max_header_length = 4_096

    def __init__(self, alg: str) -> None:
        super().__init__(algorithms=[_name(alg)], strict_check_header=False)

    def get_alg(self, name: str) -> Any:
        """The algorithm that a head calls ``name``, if it is the one."""
        return super().get_alg(_name(name))


def _name(alg: str) -> str:
    return "Ed25519" if alg == "EdDSA" else alg


def signer_of(token: str, algorithms: Collection[str]) -> IdTokenSigner:
    """Who signed ``token``, as it says itself: by one of ``algorithms``, and nothing in its head that we would have to understand.

    Raises:
        NotSignedInError: it is not so, or no token at all.
    """
    if len(token) > SIZE_MAX:
        raise NotSignedInError(Why.TOKEN)
    try:
        header = jws.extract_compact(token.encode(), registry=_Registry("")).headers()
    except (JoseError, ValueError) as error:
        raise NotSignedInError(Why.TOKEN) from error
    alg, kid, typ = header.get("alg"), header.get("kid"), header.get("typ", "JWT")
    if "crit" in header or "b64" in header or str(typ).upper() != "JWT":
        raise NotSignedInError(Why.TOKEN)
    if not isinstance(alg, str) or alg not in algorithms:
        raise NotSignedInError(Why.ALGORITHM)
    if kid is not None and not isinstance(kid, str):
        raise NotSignedInError(Why.KEY)
    return IdTokenSigner(alg, kid)


def subject_of(token: str, signer: IdTokenSigner, key: Key, expected: Expected) -> str:
    """Whom ``token`` is of, if ``key`` signed it and it is for this server and this sign-in.

    Raises:
        NotSignedInError: it is not so.
    """
    try:
        signed = jws.deserialize_compact(token.encode(), key, registry=_Registry(signer.alg))
    except (JoseError, ValueError) as error:
        raise NotSignedInError(Why.SIGNATURE) from error
    try:
        claims = _Claims.model_validate_json(signed.payload or b"")
    except ValidationError as error:
        raise NotSignedInError(Why.TOKEN) from error
    why = _objection(claims, signer, expected)
    if why is not None:
        raise NotSignedInError(why)
    return claims.sub


def _objection(claims: _Claims, signer: IdTokenSigner, expected: Expected) -> Why | None:
    audiences = [claims.aud] if isinstance(claims.aud, str) else claims.aud
    if claims.iss != expected.issuer:
        return Why.ISSUER
    if expected.client not in audiences:
        return Why.AUDIENCE
    if (claims.azp is not None or len(audiences) > 1) and claims.azp != expected.client:
        return Why.PARTY
    if not _timely(claims, expected):
        return Why.TIME
    if not compare_digest(claims.nonce.encode(), expected.nonce.encode()):
        return Why.NONCE
    if claims.at_hash is not None and claims.at_hash != _half_digest(expected.access_token, signer.alg):
        return Why.ACCESS_TOKEN
    return None


def _timely(claims: _Claims, expected: Expected) -> bool:
    """Whether it is good now, and was issued in this sign-in and not before."""
    begins = claims.iat if claims.nbf is None else max(claims.iat, claims.nbf)
    return begins - LEEWAY <= expected.now < claims.exp + LEEWAY and claims.iat >= expected.began - LEEWAY


def _half_digest(access_token: str | None, alg: str) -> str | None:
    """The left half of the digest of the access token (OpenID Connect Core 1.0, 3.1.3.6), None where none came."""
    if access_token is None:
        return None
    digest = (sha512 if _name(alg) == "Ed25519" else sha256)(access_token.encode()).digest()
    return urlsafe_b64encode(digest[: len(digest) // 2]).decode().rstrip("=")
