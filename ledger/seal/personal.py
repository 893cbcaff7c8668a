"""A person's name inside an event: ciphertext under that person's own key, bound to its place (decision 17).

ChaCha20-Poly1305 (RFC 8439). The place is authenticated with it, so a ciphertext moved to another entry does not
open. Destroying the key is erasure: the bytes stay, and so do all proofs; the name is gone.
"""

from __future__ import annotations

from base64 import b64encode
from typing import Final, NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from ledger.core.errors import MalformedError, TamperedError
from ledger.seal.entry import frame
from ledger.seal.keys import Entropy, strict_base64

PERSONAL_TAG: Final = b"tombo/personal/v1\n"
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
        return (
            PERSONAL_TAG
            + frame(self.origin.encode())
            + frame(self.stream.encode())
            + self.version.to_bytes(8, "big")
            + frame(self.name.encode())
        )


def seal_text(text: str, secret: bytes, field: Field, entropy: Entropy) -> str:
    """``text`` sealed for ``field`` under the person's 32-byte ``secret``: base64 of nonce, ciphertext and tag.

    The length of ``text`` shows.
    """
    nonce = entropy(NONCE_SIZE)
    return b64encode(nonce + ChaCha20Poly1305(secret).encrypt(nonce, text.encode(), field.bound)).decode()


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
