"""What keeps somebody from being signed in by OpenID Connect."""

from __future__ import annotations

from enum import StrEnum


class Why(StrEnum):
    """Why nobody was signed in, in one word; the log of requests has no other word of it."""

    COOKIE = "cookie"
    """The browser did not begin here, began too long ago, or brings another ``state``."""
    ANSWER = "answer"
    """The provider sent the browser back with an error, or with no code."""
    OTHER_ISSUER = "iss_parameter"
    """The answer names another issuer, or none where this one always does (RFC 9207)."""
    CODE = "code"
    """The provider gives no ID token for the code."""
    TOKEN = "token"  # noqa: S105  # a word, and no secret
    """What it gives is no ID token that we read."""
    ALGORITHM = "alg"
    KEY = "kid"
    """No key of the provider, or not just one, is the one that signed it."""
    SIGNATURE = "signature"
    ISSUER = "iss"
    AUDIENCE = "aud"
    PARTY = "azp"
    TIME = "time"
    """It is over, not yet good, or from before this sign-in began."""
    NONCE = "nonce"
    ACCESS_TOKEN = "at_hash"  # noqa: S105  # the name of a claim
    RECORD = "record"
    """Nobody is on record under it, or not any more."""


class NotSignedInError(Exception):
    """Nobody is signed in by what a browser brought: who asks is told no more than that."""

    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why = why


class ProviderError(Exception):
    """The provider does not answer, or with what nobody can work with: for whoever runs this, in a sentence."""
