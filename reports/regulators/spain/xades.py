"""A signature of XAdES-BES 1.3.2, enveloped, by signxml: dated by who signs, and with no name that is made by chance.

What signxml adds of newer versions of XAdES is not of 1.3.2, and what it says of the certificate there asks for a digest that nobody should use.
"""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from typing import Final

from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509 import Certificate
from lxml.etree import Element, SubElement, XMLParser, _Element, fromstring, tostring
from signxml.algorithms import CanonicalizationMethod, DigestAlgorithm, SignatureMethod
from signxml.util import SigningSettings
from signxml.xades.xades import XAdESSigner

SIGNED: Final = "{http://www.w3.org/2000/09/xmldsig#}"
ADVANCED: Final = "{http://uri.etsi.org/01903/v1.3.2#}"
_TOKEN: Final = "Lote"  # noqa: S105  # a name, and no secret


class DatedSigner(XAdESSigner):
    """Signs with RSA and PKCS#1 v1.5, so that the same document has the same signature. ``at``: when, ISO 8601 with its zone."""

    def __init__(self, certificate: Certificate, at: str) -> None:
        super().__init__(
            signature_algorithm=SignatureMethod.RSA_SHA256,
            digest_algorithm=DigestAlgorithm.SHA256,
            c14n_algorithm=CanonicalizationMethod.EXCLUSIVE_XML_CANONICALIZATION_1_0,
        )
        self._certificate, self._at = certificate, at
        self.signed_signature_properties_annotators = [self._signing_time, self._signing_certificate]

    def _get_token(self, length: int = 4) -> str:  # noqa: ARG002  # signxml's own, which draws names by chance
        return _TOKEN

    def _add_reference_to_signed_info(self, sig_root: _Element, node_to_reference: _Element, **attrs: str) -> None:
        """As signxml has it, and which canonical form the digest is of: where a reference does not say so, it is another one."""
        super()._add_reference_to_signed_info(  # type: ignore[no-untyped-call]  # signxml has no types for it
            sig_root, node_to_reference, **attrs
        )
        transforms = Element(f"{SIGNED}Transforms")
        SubElement(transforms, f"{SIGNED}Transform", Algorithm=self.c14n_alg.value)
        sig_root.findall(f"{SIGNED}SignedInfo/{SIGNED}Reference")[-1].insert(0, transforms)

    def _signing_time(
        self,
        signed_signature_properties: _Element,
        sig_root: _Element,  # noqa: ARG002  # as signxml calls it
        signing_settings: SigningSettings,  # noqa: ARG002  # as signxml calls it
    ) -> None:
        """``SigningTime``."""
        SubElement(signed_signature_properties, f"{ADVANCED}SigningTime").text = self._at

    def _signing_certificate(
        self,
        signed_signature_properties: _Element,
        sig_root: _Element,  # noqa: ARG002  # as signxml calls it
        signing_settings: SigningSettings,  # noqa: ARG002  # as signxml calls it
    ) -> None:
        """``SigningCertificate`` (XAdES 1.3.2, 7.2.2): the digest of the certificate, its issuer and its number."""
        told = SubElement(signed_signature_properties, f"{ADVANCED}SigningCertificate")
        held = SubElement(told, f"{ADVANCED}Cert")
        digest = SubElement(held, f"{ADVANCED}CertDigest")
        SubElement(digest, f"{SIGNED}DigestMethod", Algorithm=self.digest_alg.value)
        data = self._certificate.public_bytes(Encoding.DER)
        SubElement(digest, f"{SIGNED}DigestValue").text = b64encode(sha256(data).digest()).decode()
        serial = SubElement(held, f"{ADVANCED}IssuerSerial")
        SubElement(serial, f"{SIGNED}X509IssuerName").text = self._certificate.issuer.rfc4514_string()
        SubElement(serial, f"{SIGNED}X509SerialNumber").text = str(self._certificate.serial_number)


def signature(document: bytes, certificate: Certificate, key: RSAPrivateKey, at: str) -> str:
    """The ``ds:Signature`` of a document, to stand as the last element of its root."""
    root = fromstring(document, XMLParser(no_network=True, resolve_entities=False))
    signed = DatedSigner(certificate, at).sign(root, key=key, cert=[certificate], always_add_key_value=False)
    return tostring(signed[-1], encoding="unicode", with_tail=False)
