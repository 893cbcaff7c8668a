"""Keys at rest: a private key, or another secret, encrypted under a passphrase (``docs/format.md``, 'Key files').

Four lines: tag, label, key derivation, sealed secret. The passphrase becomes a key by scrypt (RFC 7914), under which
ChaCha20-Poly1305 (RFC 8439) seals the secret; the three lines above are its associated data, so that no label and no cost
can be exchanged. The label of a private key is its verifier key: whose file it is can be read without the passphrase.

The cost stands in the file. A file with a lower one is no forgery: only who knows the passphrase can write one that opens.
A higher one than ours is refused: a hostile file must not cost the reader his memory.
"""

from __future__ import annotations

import os
from base64 import b64encode
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from tombo.ledger.core.errors import KeyFileError
from tombo.ledger.seal.keys import Entropy, PrivateKey, PublicKey, strict_base64
from tombo.ledger.seal.secretfile import read_secret_file, write_secret_file

KEYFILE_TAG: Final = "tombo/keyfile/v1"
LOG_COST: Final = 17
"""The scrypt cost of a new file, as a power of two: 128 MiB and about a third of a second (OWASP, 2023)."""
LOG_COST_MAX: Final = 20
BLOCK_SIZE: Final = 8
"""Scrypt's ``r``. Its ``p`` is 1."""
SALT_SIZE: Final = 16
NONCE_SIZE: Final = 12
PASSPHRASE_MIN: Final = 8
"""The fewest bytes a passphrase may have."""


class OtherPassphraseError(KeyFileError):
    """A key file that does not open under the passphrase given."""


def save_encrypted_key(
    path: Path, key: PrivateKey, passphrase: bytes, *, entropy: Entropy = os.urandom, log_cost: int | None = None
) -> None:
    """Write ``key`` to a new file, 0600, encrypted under ``passphrase``.

    Raises:
        KeyFileError: the file exists or cannot be written, or the passphrase is too short.
    """
    save_encrypted_secret(path, key.public.vkey, key.seed, passphrase, entropy=entropy, log_cost=log_cost)


def load_encrypted_key(path: Path, passphrase: bytes) -> PrivateKey:
    """The key that :func:`save_encrypted_key` wrote.

    Raises:
        KeyFileError: missing, readable by others, damaged, another passphrase, or not the key that its label names.
    """
    public = encrypted_public_key(path)
    key = PrivateKey(public.name, load_encrypted_secret(path, public.vkey, passphrase))
    if key.public != public:
        raise KeyFileError(f"the key file {path} holds another key than {public.vkey}, which it names")
    return key


def encrypted_public_key(path: Path) -> PublicKey:
    """The public half of the key in ``path``, which is read without the passphrase, and only as good as the file.

    Raises:
        KeyFileError: missing, readable by others, damaged, or it holds no private key.
    """
    label = _read(path)[1]
    try:
        return PublicKey.parse(label)
    except KeyFileError as error:
        raise KeyFileError(f"the key file {path} holds no private key but {label!r}: {error}") from None


def save_encrypted_secret(  # where, what, under what
    path: Path,
    label: str,
    secret: bytes,
    passphrase: bytes,
    *,
    entropy: Entropy = os.urandom,
    log_cost: int | None = None,
) -> None:
    """Write ``secret`` under ``label`` (one line of text) to a new file, 0600, encrypted under ``passphrase``.

    Raises:
        KeyFileError: the file exists or cannot be written, or the passphrase is too short.
    """
    write_secret_file(path, seal_secret(label, secret, passphrase, entropy=entropy, log_cost=log_cost))


def load_encrypted_secret(path: Path, label: str, passphrase: bytes) -> bytes:
    """The secret that :func:`save_encrypted_secret` wrote under ``label``.

    Raises:
        KeyFileError: missing, readable by others, damaged, or under another label.
        OtherPassphraseError: another passphrase, or the file was changed.
    """
    head, found, data = _read(path)
    if found != label:
        raise KeyFileError(f"the key file {path} holds {found!r}; expected {label!r}")
    try:
        return _cipher(head, passphrase).decrypt(data[:NONCE_SIZE], data[NONCE_SIZE:], head.encode())
    except InvalidTag:
        raise OtherPassphraseError(
            f"the key file {path} does not open: another passphrase, or the file was changed"
        ) from None


def seal_secret(
    label: str, secret: bytes, passphrase: bytes, *, entropy: Entropy = os.urandom, log_cost: int | None = None
) -> str:
    """The text of a key file, at the cost 2^``log_cost``, :data:`LOG_COST` unless said otherwise.

    Raises:
        KeyFileError: the passphrase is too short.
    """
    check_passphrase(passphrase)
    cost = LOG_COST if log_cost is None else log_cost
    head = f"{KEYFILE_TAG}\n{label}\nscrypt {cost} {b64encode(entropy(SALT_SIZE)).decode()}\n"
    nonce = entropy(NONCE_SIZE)
    sealed = nonce + _cipher(head, passphrase).encrypt(nonce, secret, head.encode())
    return f"{head}{b64encode(sealed).decode()}\n"


def check_passphrase(passphrase: bytes) -> None:
    """See that something can be encrypted under ``passphrase``.

    Raises:
        KeyFileError: it is too short.
    """
    if len(passphrase) < PASSPHRASE_MIN:
        raise KeyFileError(f"the passphrase has {len(passphrase)} bytes; expected {PASSPHRASE_MIN} or more")


def is_encrypted(path: Path) -> bool:
    """Whether the file at ``path`` is one of these, going by its first line.

    Raises:
        KeyFileError: missing, or readable by others.
    """
    return read_secret_file(path).startswith(f"{KEYFILE_TAG}\n")


def read_passphrase(path: Path) -> bytes:
    """The passphrase in a file that only its owner may read: its one line.

    Raises:
        KeyFileError: missing, readable by others, empty, of several lines, or no UTF-8.
    """
    line, _, rest = read_secret_file(path, "passphrase file").partition("\n")
    if not line or rest:
        raise KeyFileError(f"the passphrase file {path} is empty or has several lines; expected one line")
    if "\N{REPLACEMENT CHARACTER}" in line:  # every byte that is none of UTF-8 would be the same letter
        raise KeyFileError(
            f"the passphrase file {path} is no UTF-8; expected one line of text: base64, if it is random"
        )
    return line.encode()


def _read(path: Path) -> tuple[str, str, bytes]:
    """The three lines that are not sealed, the label among them, and the sealed bytes with their nonce."""
    text = read_secret_file(path)
    lines = text.split("\n")
    try:
        tag, label, derivation, sealed, rest = lines
        data = strict_base64(sealed)
    except ValueError:
        tag = ""
    if tag != KEYFILE_TAG or rest or _derivation(derivation) is None:
        raise KeyFileError(
            f"the key file {path} is no {KEYFILE_TAG}; expected four lines: tag, label, scrypt and its cost up to"
            f" {LOG_COST_MAX}, sealed secret"
        )
    return f"{tag}\n{label}\n{derivation}\n", label, data


def _derivation(line: str) -> tuple[int, bytes] | None:
    """Cost, as a power of two, and salt; None where the line says something else."""
    try:
        name, cost, salt = line.split(" ")
        derived = int(cost), strict_base64(salt)
    except ValueError:
        return None
    sound = name == "scrypt" and cost == str(derived[0]) and 1 <= derived[0] <= LOG_COST_MAX
    return derived if sound and len(derived[1]) == SALT_SIZE else None


def _cipher(head: str, passphrase: bytes) -> ChaCha20Poly1305:
    """The cipher under the key that ``passphrase`` becomes by the third line of ``head``."""
    derived = _derivation(head.split("\n")[2])
    if derived is None:
        raise KeyFileError(f"no cost or salt of scrypt: {head!r}")
    log_cost, salt = derived
    return ChaCha20Poly1305(Scrypt(salt=salt, length=32, n=2**log_cost, r=BLOCK_SIZE, p=1).derive(passphrase))
