"""A person's name inside an event: ciphertext under that person's own key, bound to its place (decision 17).

ChaCha20-Poly1305 (RFC 8439). The place is authenticated with it, so a ciphertext moved to another entry does not
open. Destroying the key is erasure: the bytes stay, and so do all proofs; the name is gone.
"""

from __future__ import annotations

import hmac
from base64 import b64encode
from typing import Final, NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from tombo.ledger.core.errors import KeyFileError, MalformedError, TamperedError
from tombo.ledger.seal.entry import frame, framed
from tombo.ledger.seal.keys import Entropy, strict_base64

PERSONAL_TAG: Final = b"tombo/personal/v1\n"
PERSONS_TAG: Final = b"tombo/persons/v1\n"
SECRET_SIZE: Final = 32
NONCE_SIZE: Final = 12


class Field(NamedTuple):
    """Where a sealed text stands: the ledger, the entry, and the field in its event (``source.names.0``)."""

    origin: str
    stream: str
    version: int
    name: str

    @property
    def bound(self) -> bytes:
        """The associated data: the place, framed."""
        version = self.version.to_bytes(8, "big")
        return b"".join((PERSONAL_TAG, framed(self.origin), framed(self.stream), version, framed(self.name)))


class PersonsKey:
    """What ``persons.key`` is for: finding a person by his name, and wrapping the secret his names are sealed under.

    ``house`` is the secret of text that is about nobody who could be erased. From one secret of 32 bytes, by HMAC-SHA-256 over a
    name of each use.

    Raises:
        KeyFileError: a secret of another length.
    """

    __slots__ = ("_lookup", "_origin", "_wrap", "house")

    def __init__(self, secret: bytes, origin: str) -> None:
        if len(secret) != SECRET_SIZE:
            raise KeyFileError(f"the key of the persons has {len(secret)} bytes; expected {SECRET_SIZE}")
        lookup, wrap, self.house = (
            hmac.digest(secret, PERSONS_TAG + use + frame(origin.encode()), "sha256")
            for use in (b"lookup\n", b"wrap\n", b"house\n")
        )
        self._lookup = lookup
        self._wrap = ChaCha20Poly1305(wrap)
        self._origin = origin

    def __repr__(self) -> str:
        return "PersonsKey(hidden)"

    def lookup(self, venue: str, name: str) -> bytes:
        """The 32 bytes under which the person called ``name`` at ``venue`` is found: from them nobody learns either."""
        return hmac.digest(self._lookup, frame(venue.encode()) + frame(name.encode()), "sha256")

    def wrap(self, person: str, secret: bytes, nonce: bytes) -> bytes:
        """The ``secret`` of ``person``, sealed; ``nonce`` is 12 random bytes, never used again."""
        return nonce + self._wrap.encrypt(nonce, secret, self._bound(person))

    def unwrap(self, person: str, wrapped: bytes) -> bytes:
        """What :meth:`wrap` sealed.

        Raises:
            TamperedError: another person's, another key, or changed bytes.
        """
        try:
            return self._wrap.decrypt(wrapped[:NONCE_SIZE], wrapped[NONCE_SIZE:], self._bound(person))
        except (InvalidTag, TypeError, ValueError):
            raise TamperedError(
                f"the secret of {person} does not open; expected one wrapped for this person under persons.key: restore persons.db"
                " from the backup of the folder of keys"
            ) from None

    def _bound(self, person: str) -> bytes:
        return PERSONS_TAG + frame(self._origin.encode()) + frame(person.encode())


class TextSealer:
    """Seals texts under one person's 32-byte secret. It is kept with the person: making it takes longer than sealing ten names."""

    __slots__ = ("_cipher", "_secret")

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._cipher = ChaCha20Poly1305(secret)

    def __repr__(self) -> str:
        return "TextSealer(hidden)"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TextSealer) and hmac.compare_digest(self._secret, other._secret)

    def __hash__(self) -> int:
        return hash(self._secret)

    def seal(self, text: str, field: Field, entropy: Entropy) -> str:
        """``text`` sealed for ``field``: base64 of nonce, ciphertext and tag. The length of ``text`` shows."""
        nonce = entropy(NONCE_SIZE)
        return b64encode(nonce + self._cipher.encrypt(nonce, text.encode(), field.bound)).decode()


def seal_text(text: str, secret: bytes, field: Field, entropy: Entropy) -> str:
    """``text`` sealed for ``field`` under the person's 32-byte ``secret``, as a :class:`TextSealer` seals it."""
    return TextSealer(secret).seal(text, field, entropy)


def open_text(sealed: str, secret: bytes, field: Field) -> str:
    """The text that :func:`seal_text` sealed.

    Raises:
        MalformedError: not base64.
        TamperedError: another secret, another place, or changed bytes.
    """
    try:
        data = strict_base64(sealed)
    except ValueError as error:
        raise MalformedError(f"{field.stream} version {field.version}, {field.name}: {error}") from None
    try:
        return ChaCha20Poly1305(secret).decrypt(data[:NONCE_SIZE], data[NONCE_SIZE:], field.bound).decode()
    except (InvalidTag, ValueError):
        raise TamperedError(
            f"{field.stream} version {field.version}, {field.name}: the sealed text does not open;"
            " expected one sealed for this place under this person's key"
        ) from None
