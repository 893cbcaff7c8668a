"""Certificates for tests of TLS: an authority, and what it issues."""

from __future__ import annotations

import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
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


def authority(folder: Path) -> Authority:
    """A new one."""
    private, name = generate_private_key(SECP256R1()), _name("an authority of tests")
    made = _built(name, name, private, private, x509.BasicConstraints(ca=True, path_length=0))
    path = folder / "authority.pem"
    path.write_bytes(made)
    return Authority(path, private, name)


def issued(folder: Path, by: Authority, name: str) -> Issued:
    """A certificate for ``name``, which is its host's name too."""
    private = generate_private_key(SECP256R1())
    alternative = x509.SubjectAlternativeName([x509.DNSName(name)])
    certificate, key = folder / f"{name}.pem", folder / f"{name}.key"
    certificate.write_bytes(_built(_name(name), by.name, private, by.private, alternative))
    key.write_bytes(private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return Issued(certificate, key)


def _name(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _built(
    subject: x509.Name,
    issuer: x509.Name,
    private: EllipticCurvePrivateKey,
    signer: EllipticCurvePrivateKey,
    extension: x509.ExtensionType,
) -> bytes:
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(private.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(BEGINS)
        .not_valid_after(ENDS)
        .add_extension(extension, critical=isinstance(extension, x509.BasicConstraints))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(private.public_key()), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), critical=False)
    )
    if isinstance(extension, x509.BasicConstraints):  # which newer Pythons ask of whoever issues
        builder = builder.add_extension(ISSUES, critical=True)
    return builder.sign(signer, SHA256()).public_bytes(Encoding.PEM)
