"""What a bearer of a credential shows, and what of it may stand on record: digests and public keys, never a secret.

Works on plain values, so that whoever grants and whoever lets in by it share the rule.
"""

from __future__ import annotations

import json
from base64 import b64encode, urlsafe_b64encode
from hashlib import sha256
from typing import Any, Final

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_public_key

from tombo.ledger.core.errors import MalformedError
from tombo.ledger.seal.keys import Entropy, PrivateKey

TOKEN_PREFIX: Final = "tombo_"  # noqa: S105  # what every token begins with, and none
"""How every token begins, so that who searches what was published by mistake finds it."""
TOKEN_SIZE: Final = 32
"""Random bytes of a token."""
SIGN_IN_SECONDS: Final = 2 * 60
"""How long a token is good with which a member of staff signs in in a browser."""
_ONCE_SIZE: Final = 16


def new_token(entropy: Entropy) -> str:
    """A token: 256 random bits in the base64 of URLs (RFC 4648, 5) behind the prefix."""
    return TOKEN_PREFIX + _url64(entropy(TOKEN_SIZE))


def token_digest(token: str) -> str:
    """What stands on record of a token: the SHA-256 of its text, in hexadecimal. Of 256 random bits nobody finds them by it."""
    return sha256(token.encode()).hexdigest()


def certificate_digest(certificate: bytes) -> str:
    """What stands on record of a certificate in DER, as TLS gives that of a client: the SHA-256 of its SubjectPublicKeyInfo in DER.

    A certificate that is renewed for the same key stays the same (RFC 7469, 2.4).

    Raises:
        MalformedError: no certificate.
    """
    try:
        key = x509.load_der_x509_certificate(certificate).public_key()
    except (ValueError, UnsupportedAlgorithm) as error:
        raise MalformedError(f"no certificate in DER: {error}") from None
    return sha256(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).hexdigest()


def pem_certificate(pem: bytes) -> bytes:
    """The first certificate of a PEM file, in DER.

    Raises:
        MalformedError: there is none in it.
    """
    try:
        return x509.load_pem_x509_certificate(pem).public_bytes(Encoding.DER)
    except ValueError as error:
        raise MalformedError(f"no certificate in PEM: {error}") from None


def pem_signer(pem: bytes) -> str:
    """The 32 bytes of an Ed25519 public key in PEM (RFC 8410), in base64.

    Raises:
        MalformedError: no such key.
    """
    try:
        key = load_pem_public_key(pem)
    except (ValueError, UnsupportedAlgorithm) as error:
        raise MalformedError(f"no public key in PEM: {error}") from None
    if not isinstance(key, Ed25519PublicKey):
        raise MalformedError("a public key in PEM, and none of Ed25519")
    return b64encode(key.public_bytes_raw()).decode()


def sign_in_token(origin: str, staff: str, key: PrivateKey, at: int, entropy: Entropy) -> str:
    """A token with which ``staff`` signs in in a browser, once, from the second ``at`` since 1970 on: a JWT (RFC 7519) signed with Ed25519 (RFC 8037)."""
    claims = {"aud": origin, "exp": at + SIGN_IN_SECONDS, "iat": at, "jti": entropy(_ONCE_SIZE).hex(), "sub": staff}
    text = f"{_part({'alg': 'Ed25519', 'kid': key.key_id.hex()})}.{_part(claims)}"
    return f"{text}.{_url64(key.sign(text.encode()))}"


def _part(document: dict[str, Any]) -> str:
    return _url64(json.dumps(document, separators=(",", ":")).encode())


def _url64(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")
