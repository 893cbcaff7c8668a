"""What is done to a *lote* before it is a file: signed by the operator, compressed, and encrypted under a password."""

from __future__ import annotations

import hashlib
import hmac
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from cryptography.x509 import Certificate, load_pem_x509_certificate

from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.errors import NotReportableError, UsageError
from tombo.ledger.seal.keyfile import read_passphrase
from tombo.ledger.seal.secretfile import read_secret_file
from tombo.reports.regulators.spain.clock import in_madrid, zoned
from tombo.reports.regulators.spain.lotes import ENDS
from tombo.reports.regulators.spain.settings import SpanishSettings
from tombo.reports.said.regulators import spain as said

PASSWORD_LENGTH: Final = 50
SIGNED: Final = "enveloped.xml"
"""The one file in a zip."""
CERTIFICATE_MAX: Final = 1 << 16
"""Bytes of the longest file of a certificate."""
SALT: Final = 16
ROUNDS: Final = 100_000
_SALTED: Final = b"the salt of a lote"


class Secrets(NamedTuple):
    """What the operator signs and encrypts with."""

    certificate: Certificate
    key: RSAPrivateKey
    password: bytes

    @property
    def salting(self) -> bytes:
        """A key of the password, by which the salt of each zip follows from what is in it, and no two documents have one."""
        return hashlib.pbkdf2_hmac("sha256", self.password, _SALTED, ROUNDS)


def secrets_of(settings: SpanishSettings) -> Secrets:
    """The secrets in the files that the settings name.

    Raises:
        KeyFileError: a secret cannot be read, or others than its owner can read it.
        UsageError: a certificate or key is none, or not of the other; the password is not as the model asks.
    """
    names = settings.operator.signature
    certificate = _certificate(settings.file(names.certificate))
    key = _key(settings.file(names.key), read_passphrase(settings.file(names.passphrase)))
    if key.public_key() != certificate.public_key():
        raise UsageError(said.OTHER_KEY(key=names.key, certificate=names.certificate))
    path = settings.file(settings.operator.password)
    password = read_passphrase(path)
    if not is_password(password.decode()):
        raise UsageError(said.BAD_PASSWORD(file=str(path), length=PASSWORD_LENGTH))
    return Secrets(certificate, key, password)


def is_password(text: str) -> bool:
    """Whether it is one as the model asks (4.1.5): 50 characters, digits, letters and others among them."""
    digits, letters = any(map(str.isdigit, text)), any(map(str.isalpha, text))
    plain = text.isascii() and text.isprintable() and len(text) == PASSWORD_LENGTH
    return plain and digits and letters and not text.isalnum()


def _certificate(path: Path) -> Certificate:
    try:
        with path.open("rb") as file:
            return load_pem_x509_certificate(file.read(CERTIFICATE_MAX))
    except OSError as error:
        raise UsageError(said.NO_CERTIFICATE(file=str(path), why=error.strerror or str(error))) from error
    except ValueError as error:
        raise UsageError(said.NO_CERTIFICATE(file=str(path), why="PEM")) from error


def _key(path: Path, passphrase: bytes) -> RSAPrivateKey:
    try:
        key = load_pem_private_key(read_secret_file(path).encode(), passphrase)
    except (TypeError, ValueError, UnsupportedAlgorithm) as error:
        raise UsageError(said.NO_SIGNING_KEY(file=str(path))) from error
    if not isinstance(key, RSAPrivateKey):
        raise UsageError(said.NO_SIGNING_KEY(file=str(path)))
    return key


class LoteSealer:
    """Signs and encrypts the *lotes* of a release made ``at`` an instant, always to the same bytes.

    Raises:
        NotReportableError: the certificate is not valid at that instant.
        UsageError: what signs and encrypts is not installed.
    """

    def __init__(self, secrets: Secrets, at: int) -> None:
        try:
            from tombo.reports.regulators.spain import aes, xades  # noqa: PLC0415  # only who makes such files needs what they stand on
        except ImportError as error:
            raise UsageError(said.NO_SIGNING_LIBRARIES()) from error
        certificate, when = secrets.certificate, datetime.fromtimestamp(at // SECOND, tz=UTC)
        if not certificate.not_valid_before_utc <= when <= certificate.not_valid_after_utc:
            since, until = (
                _instant(each) for each in (certificate.not_valid_before_utc, certificate.not_valid_after_utc)
            )
            raise NotReportableError(said.CERTIFICATE_NOT_VALID(at=at, since=since, until=until))
        self._secrets, self._salting = secrets, secrets.salting
        shown = in_madrid(at)
        self._at = f"{shown:%Y-%m-%dT%H:%M:%S}{zoned(at)[-5:-2]}:00"
        self._dated, self._xades, self._aes = shown.timetuple()[:6], xades, aes

    def signed(self, document: str) -> str:
        """The document of a *lote* with its signature as its last element."""
        signature = self._xades.signature(document.encode(), self._secrets.certificate, self._secrets.key, self._at)
        return f"{document.removesuffix(ENDS)}{signature}{ENDS}"

    def write(self, file: Path, document: str) -> None:
        """A signed document as a zip, compressed by Deflate and encrypted as WinZip does, with AES of 256 bits."""
        data = document.encode()
        salt = hmac.digest(self._salting, data, "sha256")[:SALT]
        self._aes.write(file, (SIGNED, self._dated, data), self._secrets.password, salt)


def _instant(when: datetime) -> int:
    return int(when.timestamp()) * SECOND
