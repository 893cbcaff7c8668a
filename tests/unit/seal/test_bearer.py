"""What stands on record of what a bearer shows: digests by their standards, and public keys."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from hashlib import sha256

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tombo.ledger.core.errors import MalformedError
from tombo.ledger.seal.bearer import certificate_digest, new_token, pem_certificate, pem_signer, token_digest

KEY = Ed25519PrivateKey.from_private_bytes(bytes(32))
SPKI = bytes.fromhex("302a300506032b6570032100") + KEY.public_key().public_bytes_raw()
"""RFC 8410, 4: what stands before an Ed25519 key in a SubjectPublicKeyInfo."""


def certificate(serial: int, days: int) -> bytes:
    """A certificate of :data:`KEY`, in DER."""
    when, nobody = datetime(2026, 1, 1, tzinfo=UTC), x509.Name([])
    made = x509.CertificateBuilder().subject_name(nobody).issuer_name(nobody).public_key(KEY.public_key())
    made = made.serial_number(serial).not_valid_before(when).not_valid_after(when + timedelta(days=days))
    return made.sign(KEY, None).public_bytes(Encoding.DER)


def test_a_token_has_256_random_bits_and_its_digest_alone_is_told() -> None:
    """All of them count: the last bit of the entropy makes another token."""
    asked = list[int]()

    def entropy(count: int) -> bytes:
        asked.append(count)
        return bytes(range(count))

    token = new_token(entropy)
    assert (asked, token) == ([32], "tombo_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8")
    assert new_token(lambda count: bytes(range(count - 1)) + b"\x1e") != token
    assert token_digest(token) == sha256(token.encode()).hexdigest()


def test_a_certificate_is_known_by_its_key_alone() -> None:
    """Renewed for the same key it is the same; what is digested is the SubjectPublicKeyInfo, written down from the RFC."""
    assert certificate(1, 90) != certificate(2, 180)
    for der in (certificate(1, 90), certificate(2, 180)):
        assert certificate_digest(der) == sha256(SPKI).hexdigest()
        pem = x509.load_der_x509_certificate(der).public_bytes(Encoding.PEM)
        assert pem_certificate(b"a line before\n" + pem) == der


def test_a_signer_is_an_ed25519_key_and_no_other() -> None:
    """Its 32 bytes; a key of RSA signs no token here."""
    pem = KEY.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    assert pem_signer(pem) == "O2onvM62pC1io6jQKm8Nc2UyFXcd4kOmOsBIoYtZ2ik="
    other = generate_private_key(65_537, 2_048).public_key()
    with pytest.raises(MalformedError, match="none of Ed25519"):
        pem_signer(other.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))


@pytest.mark.parametrize(
    "data", [b"", b"\xff" * 70_000, b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"]
)
def test_what_is_no_certificate_and_no_key_says_so(data: bytes) -> None:
    """Whatever bytes come."""
    for read in (certificate_digest, pem_certificate, pem_signer):
        with pytest.raises(MalformedError):
            read(data)
