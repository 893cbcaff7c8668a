"""Ed25519 keys: names, ids, verifier keys and key files (C2SP signed-note v1.0.0; ``docs/format.md``, 'Keys').

Public keys under which one signature can pass for several messages are refused where they come in: the points of low
order, and every encoding that is not the canonical one (``trust.md`` 5; C2SP CCTV ``ed25519``).
"""

from __future__ import annotations

import hashlib
from base64 import b64decode, b64encode
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, NoReturn

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from nacl.bindings import crypto_sign, crypto_sign_open, crypto_sign_seed_keypair
from nacl.exceptions import BadSignatureError

from tombo.ledger.core.errors import KeyFileError
from tombo.ledger.seal.secretfile import read_secret_file

ED25519: Final = 0x01
"""The C2SP signature type of our keys."""
COSIGNATURE: Final = 0x04
"""The C2SP signature type of a witness that signs with Ed25519 (tlog-cosignature v1)."""
SEED_SIZE: Final = 32
PUBLIC_SIZE: Final = 32
SIGNATURE_SIZE: Final = 64

_PRIVATE: Final = "PRIVATE+KEY+"
_FIELD: Final = 2**255 - 19
_LOW_ORDER_Y: Final = frozenset(
    {
        0,
        1,
        _FIELD - 1,
        int.from_bytes(bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little"),
        int.from_bytes(bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"), "little"),
    }
)

Entropy = Callable[[int], bytes]
"""Gives that many random bytes: ``os.urandom`` in production, a counter in tests."""


def is_key_name(text: str) -> bool:
    """Whether ``text`` may name a key: not empty, no white space, no control character, no ``+`` (C2SP signed-note)."""
    return bool(text) and "+" not in text and not any(letter.isspace() or letter < " " for letter in text)


def key_hash(name: str, kind: int, raw: bytes) -> bytes:
    """SHA-256 over name, line feed, signature type and key: its first 4 bytes are the C2SP id, its first 8 ours."""
    return hashlib.sha256(name.encode() + b"\n" + bytes((kind,)) + raw).digest()


def strict_base64(text: str) -> bytes:
    """The bytes whose one padded base64 text is ``text``.

    Raises:
        ValueError: ``text`` is not exactly what would be written for any bytes.
    """
    data = b64decode(text.encode("ascii"), validate=True)
    if b64encode(data).decode() != text:
        raise ValueError("not the base64 that would be written for these bytes")
    return data


class PublicKey:
    """A public key with its name. ``kind`` is the C2SP signature type: :data:`ED25519` or :data:`COSIGNATURE`.

    Raises:
        KeyFileError: the name is none, or ``raw`` is of low order, not canonical or not 32 bytes long.
    """

    __slots__ = ("_handle", "key_id", "kind", "name", "raw")

    def __init__(self, name: str, raw: bytes, kind: int = ED25519) -> None:
        if not is_key_name(name):
            raise KeyFileError(f"{name!r} names no key; expected text without white space or '+'")
        if kind not in (ED25519, COSIGNATURE):
            raise KeyFileError(f"the key {name} is of type {kind:#04x}; expected 0x01 or 0x04 (Ed25519)")
        if len(raw) != PUBLIC_SIZE:
            raise KeyFileError(f"the public key {name} has {len(raw)} bytes; expected {PUBLIC_SIZE}")
        y = int.from_bytes(raw, "little") & (2**255 - 1)
        if y >= _FIELD or y in _LOW_ORDER_Y:
            raise KeyFileError(
                f"the public key {name} ({raw.hex()}) is of low order or not canonical; expected a key made by"
                " a sound Ed25519 library: under this one a signature proves nothing"
            )
        self.name = name
        self.raw = raw
        self.kind = kind
        self.key_id = key_hash(name, kind, raw)[:8]
        self._handle = Ed25519PublicKey.from_public_bytes(raw)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PublicKey):
            return NotImplemented
        return (self.name, self.raw, self.kind) == (other.name, other.raw, other.kind)

    def __hash__(self) -> int:
        return hash(self.key_id)

    def __repr__(self) -> str:
        return f"PublicKey({self.vkey!r})"

    def __reduce__(self) -> tuple[type[PublicKey], tuple[str, bytes, int]]:
        return PublicKey, (self.name, self.raw, self.kind)

    @property
    def note_id(self) -> bytes:
        """The four bytes that a signed note names the key by."""
        return self.key_id[:4]

    @property
    def vkey(self) -> str:
        """The key as C2SP writes it: name, id in hexadecimal, base64 of type and key, joined by ``+``."""
        return f"{self.name}+{self.note_id.hex()}+{b64encode(bytes((self.kind,)) + self.raw).decode()}"

    @classmethod
    def parse(cls, vkey: str) -> PublicKey:
        """The key written ``vkey``.

        Raises:
            KeyFileError: ``vkey`` is not exactly what :attr:`vkey` gives for some key.
        """
        parts = vkey.split("+", 2)
        try:
            data = strict_base64(parts[2])
            key = cls(parts[0], data[1:], data[0])
        except (IndexError, ValueError):
            raise KeyFileError(
                f"{vkey!r} is no verifier key; expected name+id+base64, as 'tombo keys' prints"
            ) from None
        if key.vkey != vkey:
            raise KeyFileError(f"the verifier key {vkey!r} does not bear its own id; expected {key.note_id.hex()}")
        return key

    def verify(self, signature: bytes, data: bytes) -> bool:
        """Whether ``signature`` over ``data`` is this key's, by the equation without the cofactor (RFC 8032, 5.1.7).

        libsodium is asked first, in half the time of OpenSSL. It accepts nothing that OpenSSL refuses, and refuses some signatures besides that no sound
        signer makes; those, and whatever is wrong, OpenSSL decides, as verifiers elsewhere do.
        """
        if len(signature) == SIGNATURE_SIZE:
            with suppress(BadSignatureError):
                crypto_sign_open(b"".join((signature, data)), self.raw)  # whatever holds the bytes, OpenSSL takes it
                return True
        try:
            self._handle.verify(signature, data)
        except InvalidSignature:
            return False
        return True


class PrivateKey:
    """A private key with its name; its seed is 32 bytes and shown by nothing but :attr:`seed` and :attr:`text`.

    Raises:
        KeyFileError: the name is none, or the seed is not 32 bytes long.
    """

    __slots__ = ("_pair", "_seed", "key_id", "name", "public")

    def __init__(self, name: str, seed: bytes) -> None:
        if len(seed) != SEED_SIZE:
            raise KeyFileError(f"the private key {name} has a seed of {len(seed)} bytes; expected {SEED_SIZE}")
        self.name = name
        self._seed = seed
        raw, self._pair = crypto_sign_seed_keypair(seed)
        self.public = PublicKey(name, raw)
        self.key_id = self.public.key_id

    def __repr__(self) -> str:
        return f"PrivateKey({self.name!r}, hidden)"

    def __reduce__(self) -> NoReturn:
        """Refused: what is pickled is sent to other processes, and to workers of a cluster.

        Raises:
            TypeError: always.
        """
        raise TypeError(f"the private key {self.name} is not pickled; expected its file to be read where it is needed")

    @classmethod
    def generate(cls, name: str, entropy: Entropy) -> PrivateKey:
        """A new key from 32 bytes of ``entropy``."""
        return cls(name, entropy(SEED_SIZE))

    @property
    def seed(self) -> bytes:
        """The 32 bytes that the key is made from. Secret."""
        return self._seed

    @property
    def text(self) -> str:
        """The key as its file has it, without the line feed. Secret."""
        return f"{_PRIVATE}{self.name}+{self.public.note_id.hex()}+{b64encode(bytes((ED25519,)) + self._seed).decode()}"

    @classmethod
    def parse(cls, text: str) -> PrivateKey:
        """The key written ``text``.

        Raises:
            KeyFileError: ``text`` is not exactly what :attr:`text` gives for some key. The message never shows it.
        """
        parts = text.removeprefix(_PRIVATE).split("+", 2)
        try:
            data = strict_base64(parts[2])
        except (IndexError, ValueError):
            data = b""
        if not text.startswith(_PRIVATE) or data[:1] != b"\x01":
            raise KeyFileError("no private key; expected one line PRIVATE+KEY+name+id+base64, as 'tombo init' writes")
        key = cls(parts[0], data[1:])
        if key.text != text:
            raise KeyFileError(
                f"the private key {key.name} does not bear its own id; expected {key.public.note_id.hex()}"
            )
        return key

    def sign(self, data: bytes) -> bytes:
        """The signature over ``data``, 64 bytes; the same data give the same signature (RFC 8032).

        libsodium makes the very bytes that OpenSSL makes, in two thirds of the time.
        """
        return crypto_sign(data, self._pair)[:SIGNATURE_SIZE]


class GoodSignatures:
    """Signatures of which this process knows that they hold, for it made them or verified them before; the newest of them.

    To verify one takes longer than all else that is done to an entry of one bet, and every store that a process opens would verify it again. Whether the key
    may sign is asked each time all the same. No lock: what threads do here at once costs at most that one is verified once more.
    """

    def __init__(self, most: int) -> None:
        """``most``: how many are remembered."""
        self._most = most
        self._known = set[tuple[bytes, bytes, bytes]]()
        """Each by the whole key, the signature, and what was signed."""
        self._in_order = deque[tuple[bytes, bytes, bytes]]()

    def remember(self, key: PublicKey, signature: bytes, data: bytes) -> None:
        """That ``signature`` over ``data`` is that of ``key``: whoever calls this has just made or verified it."""
        if len(self._in_order) >= self._most:
            self._known.discard(self._in_order.popleft())
        self._in_order.append((key.raw, signature, data))
        self._known.add((key.raw, signature, data))

    def holds(self, key: PublicKey, signature: bytes, data: bytes) -> bool:
        """Whether ``signature`` over ``data`` is that of ``key``."""
        if (key.raw, signature, data) in self._known:
            return True
        if not key.verify(signature, data):
            return False
        self.remember(key, signature, data)
        return True


OF_APPENDS: Final = GoodSignatures(10_000)
"""Those of appends: of some seconds, and some 5 MB."""


def load_private_key(path: Path) -> PrivateKey:
    """Read a key that lies plain in a file, as it did before keys were encrypted: only to encrypt it (``tombo.ledger.operate.keyfolder``).

    Raises:
        KeyFileError: missing, readable by others than its owner, or not exactly one key line.
    """
    line, feed, rest = read_secret_file(path).partition("\n")
    if not feed or rest:
        raise KeyFileError(f"the key file {path} is damaged; expected exactly one line, ended by a line feed")
    try:
        return PrivateKey.parse(line)
    except KeyFileError as error:
        raise KeyFileError(f"the key file {path}: {error}") from None
