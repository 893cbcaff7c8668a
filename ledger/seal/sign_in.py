"""The token with which a member of staff signs in in a browser: a JWT (RFC 7519) that his key signs with Ed25519 (RFC 8037), good once."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from typing import Any, Final

from tombo.ledger.seal.keys import Entropy, PrivateKey

SIGN_IN_SECONDS: Final = 2 * 60
"""How long it is good."""
_ONCE_BYTES: Final = 16


def sign_in_token(origin: str, staff: str, key: PrivateKey, at: int, entropy: Entropy) -> str:
    """One of ``staff`` for the ledger ``origin``, from the second ``at`` since 1970 on."""
    claims = {"aud": origin, "exp": at + SIGN_IN_SECONDS, "iat": at, "jti": entropy(_ONCE_BYTES).hex(), "sub": staff}
    text = f"{_part({'alg': 'Ed25519', 'kid': key.key_id.hex()})}.{_part(claims)}"
    return f"{text}.{_url64(key.sign(text.encode()))}"


def _part(document: dict[str, Any]) -> str:
    return _url64(json.dumps(document, separators=(",", ":")).encode())


def _url64(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")
