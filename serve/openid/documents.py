"""What the provider publishes: what it can and where (OpenID Connect Discovery 1.0, 3), and the keys that it signs with (RFC 7517)."""

from __future__ import annotations

from base64 import urlsafe_b64decode
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, NamedTuple

from joserfc.errors import JoseError
from joserfc.jwk import ECKey, OKPKey, RSAKey
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from tombo.serve.openid.errors import ProviderError

KEY_TYPES: Final[Mapping[str, tuple[str, str | None]]] = {
    "RS256": ("RSA", None),
    "ES256": ("EC", "P-256"),
    "EdDSA": ("OKP", "Ed25519"),
    "Ed25519": ("OKP", "Ed25519"),
}
"""The algorithms that are believed, each with the sort of key that it goes with: nothing symmetric, and never ``none``."""
RSA_BITS: Final = range(2_048, 8_193)
"""Of a key that is believed: shorter ones are weak, and longer ones take long."""
BASIC: Final = "client_secret_basic"
POST: Final = "client_secret_post"

Endpoint = Annotated[str, Field(pattern=r"^https://[!\"$-~]{1,2000}$")]
"""A URL by TLS, in ASCII, without a fragment."""
Key = RSAKey | ECKey | OKPKey


class Discovery(BaseModel):
    """What a provider can, as far as it is of use here; whatever else it says is passed over."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    issuer: str
    authorization_endpoint: Endpoint
    token_endpoint: Endpoint
    jwks_uri: Endpoint
    end_session_endpoint: Endpoint | None = None
    """Where one signs out there (OpenID Connect RP-Initiated Logout 1.0)."""
    response_types_supported: tuple[str, ...]
    id_token_signing_alg_values_supported: tuple[str, ...]
    token_endpoint_auth_methods_supported: tuple[str, ...] = (BASIC,)
    authorization_response_iss_parameter_supported: bool = False
    """Whether every answer names the issuer (RFC 9207)."""

    @property
    def algorithms(self) -> frozenset[str]:
        """By which it signs, of those that are believed."""
        return frozenset(KEY_TYPES) & frozenset(self.id_token_signing_alg_values_supported)


def discovery(raw: bytes, issuer: str) -> Discovery:
    """The document in ``raw``, of that issuer and no other.

    Raises:
        ProviderError: it is another's, or says nothing that one can sign in by.
    """
    try:
        found = Discovery.model_validate_json(raw)
    except ValidationError as error:
        first = error.errors(include_input=False)[0]
        place = ".".join(map(str, first["loc"])) or "the document"
        raise ProviderError(f"the discovery document of {issuer}: {place}: {first['msg']}") from error
    if found.issuer != issuer:
        raise ProviderError(f"the discovery document of {issuer} is that of another issuer, {found.issuer[:200]!r}")
    if "code" not in found.response_types_supported:
        raise ProviderError(f"{issuer} gives no codes (response_types_supported)")
    if not found.algorithms:
        raise ProviderError(f"{issuer} signs with none of {', '.join(KEY_TYPES)}")
    if not {BASIC, POST} & frozenset(found.token_endpoint_auth_methods_supported):
        raise ProviderError(f"{issuer} takes no secret ({BASIC}, {POST})")
    return found


class SigningKey(NamedTuple):
    """A public key of the provider. ``alg``: the one algorithm that it is for, where the provider says so."""

    kid: str | None
    alg: str | None
    key: Key

    def fits(self, alg: str, kid: str | None) -> bool:
        """Whether it may have signed what names ``alg`` and ``kid``. Who names no key leaves it to his having one alone."""
        kind, curve = KEY_TYPES[alg]
        sort = self.key.key_type == kind and (curve is None or self.key.dict_value.get("crv") == curve)
        return sort and self.alg in {None, alg} and kid in {None, self.kid}


class _KeySet(BaseModel):
    keys: list[dict[str, Any]]


_KEY_SET: Final = TypeAdapter(_KeySet)
_SORTS: Final[Mapping[str, type[Key]]] = {"EC": ECKey, "OKP": OKPKey, "RSA": RSAKey}


def signing_keys(raw: bytes) -> tuple[SigningKey, ...]:
    """The keys in a key set that sign; what is not understood is passed over (RFC 7517, 5).

    Raises:
        ProviderError: it is no key set.
    """
    try:
        found = _KEY_SET.validate_json(raw)
    except ValidationError as error:
        raise ProviderError("the provider's key set cannot be read") from error
    return tuple(key for one in found.keys if (key := _signing_key(one)) is not None)


def _signing_key(told: Mapping[str, Any]) -> SigningKey | None:
    sort, kid, alg, operations = _SORTS.get(str(told.get("kty"))), told.get("kid"), told.get("alg"), told.get("key_ops")
    named = all(one is None or isinstance(one, str) for one in (kid, alg))
    signs = told.get("use", "sig") == "sig" and (operations is None or operations == ["verify"])
    if sort is None or not named or not signs:
        return None
    try:
        if sort is RSAKey and _bits(told["n"]) not in RSA_BITS:
            return None
        key = sort.import_key({name: told[name] for name in ("kty", "crv", "x", "y", "n", "e") if name in told})
    except (JoseError, ValueError, TypeError, KeyError):
        return None
    return SigningKey(kid, alg, key)


def _bits(modulus: str) -> int:
    """How many bits a number has that JWK writes (RFC 7518, 2)."""
    return int.from_bytes(urlsafe_b64decode(modulus + "=" * (-len(modulus) % 4))).bit_length()


def key_for(keys: Sequence[SigningKey], alg: str, kid: str | None) -> Key | None:
    """The one key that may have signed what names ``alg`` and ``kid``; None where there is none, or more than one."""
    found = [one.key for one in keys if one.fits(alg, kid)]
    return found[0] if len(found) == 1 else None
