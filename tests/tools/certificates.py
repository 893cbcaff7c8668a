"""Certificates for tests of TLS: an authority, and what it issues."""

from __future__ import annotations

import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key
from cryptography.x509 import load_pem_x509_certificate
from cryptography.x509.oid import NameOID

from tombo.ledger.house.credential.events import CertificateProof, PlatformHolder
from tombo.ledger.seal.bearer import certificate_digest, pem_certificate

BEGINS: Final = datetime(2020, 1, 1, tzinfo=UTC)
ENDS: Final = BEGINS + timedelta(days=36_500)

ISSUES: Final = x509.KeyUsage(
    digital_signature=False,
    content_commitment=False,
    key_encipherment=False,
    data_encipherment=False,
    key_agreement=False,
    key_cert_sign=True,
    crl_sign=True,
    encipher_only=False,
    decipher_only=False,
)


class Issued(NamedTuple):
    """A certificate and its key, in files."""

    certificate: Path
    key: Path

    @property
    def private(self) -> EllipticCurvePrivateKey:
        """The key itself."""
        found = load_pem_private_key(self.key.read_bytes(), None)
        assert isinstance(found, EllipticCurvePrivateKey)
        return found

    def as_authority(self) -> Authority:
        """Its holder, who issues what he may not."""
        return Authority(
            self.certificate, self.private, load_pem_x509_certificate(self.certificate.read_bytes()).subject
        )

    def proof(self, platform: str) -> tuple[PlatformHolder, CertificateProof]:
        """What a grant says of it."""
        found = certificate_digest(pem_certificate(self.certificate.read_bytes()))
        return PlatformHolder(id=platform), CertificateProof(sha256=found)

    def context(self) -> ssl.SSLContext:
        """A server's TLS."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, self.key)
        return context


class Authority(NamedTuple):
    """Who issues certificates."""

    certificate: Path
    private: EllipticCurvePrivateKey
    name: x509.Name

    def context(self, client: Issued | None) -> ssl.SSLContext:
        """A client's TLS, that believes this authority, with the certificate of ``client`` if there is one."""
        context = ssl.create_default_context(cafile=str(self.certificate))
        if client is not None:
            context.load_cert_chain(client.certificate, client.key)
        return context


class Wanted(NamedTuple):
    """What a certificate is to be that is not as usual."""

    begins: datetime = BEGINS
    ends: datetime = ENDS
    key: EllipticCurvePrivateKey | None = None
    """Of another certificate; None for a new one."""
    usage: x509.ObjectIdentifier | None = None
    """The one thing it is for; None for anything."""


USUAL: Final = Wanted()


def authority(folder: Path) -> Authority:
    """A new one."""
    private, name = generate_private_key(SECP256R1()), _name("an authority of tests")
    made = _built((name, name), private, private, x509.BasicConstraints(ca=True, path_length=0), USUAL)
    path = folder / "authority.pem"
    path.write_bytes(made)
    return Authority(path, private, name)


def issued(folder: Path, by: Authority, name: str, wanted: Wanted = USUAL) -> Issued:
    """A certificate for ``name``, which is its host's name too."""
    private = wanted.key or generate_private_key(SECP256R1())
    alternative = x509.SubjectAlternativeName([x509.DNSName(name)])
    certificate, key = folder / f"{name}.pem", folder / f"{name}.key"
    certificate.write_bytes(_built((_name(name), by.name), private, by.private, alternative, wanted))
    key.write_bytes(private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return Issued(certificate, key)


def itself(folder: Path, name: str) -> Issued:
    """A certificate for ``name`` that nobody but its own key vouches for."""
    private = generate_private_key(SECP256R1())
    return issued(folder, Authority(folder / "none.pem", private, _name(name)), name, Wanted(key=private))


def _name(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _built(
    names: tuple[x509.Name, x509.Name],
    private: EllipticCurvePrivateKey,
    signer: EllipticCurvePrivateKey,
    extension: x509.ExtensionType,
    wanted: Wanted,
) -> bytes:
    """``names``: whose it is, and who issues it."""
    builder = (
        x509.CertificateBuilder()
        .subject_name(names[0])
        .issuer_name(names[1])
        .public_key(private.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(wanted.begins)
        .not_valid_after(wanted.ends)
        .add_extension(extension, critical=isinstance(extension, x509.BasicConstraints))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(private.public_key()), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), critical=False)
    )
    if isinstance(extension, x509.BasicConstraints):  # which newer Pythons ask of whoever issues
        builder = builder.add_extension(ISSUES, critical=True)
    if wanted.usage is not None:
        builder = builder.add_extension(x509.ExtendedKeyUsage([wanted.usage]), critical=False)
    return builder.sign(signer, SHA256()).public_bytes(Encoding.PEM)
